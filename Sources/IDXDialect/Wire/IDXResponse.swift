import Encodings

/// A body of the Identity Engine: one state of a transaction, and everything that can be done next.
///
/// The API has no public reference; the members are those of okta/okta-idx-swift (`Tests/OktaIdxTests/SampleResponses`),
/// okta/okta-auth-js (`lib/idx`) and okta/okta-signin-widget (`playground/mocks/data/idp/idx`).
struct IDXResponse: Sendable, Hashable {
  /// All of it; references lead into it.
  var body: JSONValue
  var version: String
  /// The body's own; each form carries one too, which is the one that is sent.
  var stateHandle: String?
  var remediations: [IDXForm]
  /// Everything else that can be done, in the order of §3.5: the authenticators' actions, `cancel` last.
  var actions: [IDXForm]
  var messages: [IDXMessage]
  var success: IDXForm?
  /// Where the body strayed from its protocol without harm.
  var warnings: [String]
  /// What it has too much of to be shown, e.g. `more than 200 forms`; `nil` if nothing.
  var excess: String?

  /// `nil` for JSON that is not such a body: `version` identifies it.
  init?(_ json: JSONValue) {
    guard let version = json["version"]?.stringValue else { return nil }
    var reader = IDXFieldReader()
    body = json
    self.version = version
    stateHandle = json["stateHandle"]?.stringValue
    remediations = Self.forms(json["remediation"], &reader)
    actions = Self.actions(json, &reader)
    messages = reader.messages(json["messages"])
    success = json["successWithInteractionCode"].flatMap { member in
      IDXForm(member, place: IDXForm.Place(owner: nil, property: "successWithInteractionCode"), reader: &reader)
    }
    warnings = reader.warnings
    excess = reader.excess
    if version != "1.0.0" { warnings.append("the body is of version '\(version)' instead of '1.0.0'") }
  }

  private static func forms(_ json: JSONValue?, _ reader: inout IDXFieldReader) -> [IDXForm] {
    var forms: [IDXForm] = []
    for element in json?["value"]?.arrayValue ?? [] where reader.takeForm() {
      if let form = IDXForm(element, reader: &reader), element["name"] != nil { forms.append(form) }
    }
    return forms
  }

  /// The members that hold the actions of authenticators.
  ///
  /// `factor` is what bodies before 2021 have instead of the current authenticator; the vendor's web SDK still offers what it holds.
  private static let owners = ["currentAuthenticator", "currentAuthenticatorEnrollment", "authenticatorChallenge", "factor"]

  private static func actions(_ json: JSONValue, _ reader: inout IDXFieldReader) -> [IDXForm] {
    var actions: [IDXForm] = []
    for owner in owners {
      for member in json[owner]?["value"]?.objectValue ?? [] where member.value.isAction && reader.takeForm() {
        let place = IDXForm.Place(owner: owner, property: member.name)
        if let form = IDXForm(member.value, place: place, reader: &reader) { actions.append(form) }
      }
    }
    if let cancel = json["cancel"], cancel.isAction, reader.takeForm() {
      let place = IDXForm.Place(owner: nil, property: "cancel")
      if let form = IDXForm(cancel, place: place, reader: &reader) { actions.append(form) }
    }
    return actions
  }
}

extension JSONValue {
  /// Whether it is something to send, and no mere data that has an address.
  var isAction: Bool {
    self["href"]?.stringValue != nil && (self["rel"] != nil || self["name"]?.stringValue != nil)
  }
}
