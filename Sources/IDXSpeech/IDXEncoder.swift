import Encodings
import JourneyMock
import JourneyModel

/// Writes a journey's present screen as an org sends it: ION, every form with its address, its fields and the state handle.
struct IDXEncoder {
  /// What the org adds to the tenant's messages, by their places.
  let messageRules: [IDXMessageRule]
  /// The authorization server that the app asked.
  let issuer: String
  /// The app that the person signs in to.
  let app: JSONValue
  let world: WorldState
  let session: Session
  let screen: IDXScreenRule
  let handle: String
  /// What a passkey has to sign; empty where none is asked for.
  let passkeyChallenge: String
  let says: [SaidMessage]
  let truth: GraphTruth
  /// The authenticators of `authenticatorEnrollments` and `authenticators`, in this order; references count in them.
  let enrolled: [AuthenticatorKind]
  let known: [AuthenticatorKind]
  /// The forms that are there now.
  let forms: [IDXFormRule]

  init(
    _ world: WorldState, _ session: Session, screen: IDXScreenRule, handle: String, passkeyChallenge: String, says: [SaidMessage],
    messageRules: [IDXMessageRule], issuer: String, app: JSONValue
  ) {
    self.messageRules = messageRules
    self.issuer = issuer
    self.app = app
    self.world = world
    self.session = session
    self.screen = screen
    self.handle = handle
    self.passkeyChallenge = passkeyChallenge
    self.says = says
    let truth = world.truth(in: session)
    self.truth = truth
    var enrolled: [AuthenticatorKind] = []
    var known: [AuthenticatorKind] = []
    let forms = screen.offered(truth, in: world)
    self.forms = forms
    for form in forms {
      for option in form.pickerOptions where truth.holds(option.condition) {
        if !form.kind.isEnrolment, !enrolled.contains(option.kind) { enrolled.append(option.kind) }
        if !known.contains(option.kind) { known.append(option.kind) }
      }
    }
    if let current = screen.authenticator {
      if !known.contains(current) { known.append(current) }
      if !screen.isEnrolment, !enrolled.contains(current) { enrolled.append(current) }
    }
    // Before the password a person is only named.
    if screen.authenticator != .password || screen.isEnrolment, !world.isUnproven(session) {
      enrolled += world.authenticators(of: session).filter { !enrolled.contains($0) }
    }
    self.enrolled = enrolled
    self.known = known
  }

  /// The body.
  var body: JSONValue {
    var members: [JSONValue.Member] = [
      .init("version", "1.0.0"), .init("stateHandle", .string(handle)), .init("expiresAt", .string(world.stepEnd)),
      .init("intent", "LOGIN"),
    ]
    let remediations = forms.filter { $0.kind.action == nil }
    if !remediations.isEmpty {
      members.append(.init("remediation", Self.list(remediations.map { form($0) })))
    }
    let global = says.filter { place(of: $0) == nil }
    if !global.isEmpty { members.append(.init("messages", Self.list(messages(global)))) }
    members += authenticatorMembers
    guard !screen.isFinal else { return .object(members) }
    if let user = Self.user(of: session, isEnrolling: screen.isEnrolment, in: world) { members.append(.init("user", Self.object(user))) }
    members.append(.init("cancel", Self.cancel(handle, in: world)))
    members.append(.init("app", Self.object(app)))
    if forms.first?.kind.tellsServer ?? false {
      // okta/okta-signin-widget, `playground/mocks/data/idp/idx/consent-enduser.json`.
      members.append(.init("authentication", Self.object(["protocol": "OAUTH2.0", "issuer": ["uri": .string(issuer)]])))
    }
    return .object(members)
  }

  /// The person as far as they may be known; `nil` if nothing may be.
  ///
  /// - Parameter isEnrolling: whether an authenticator is set up, where the recorded bodies say more (okta/okta-signin-widget,
  ///   `authenticator-enroll-data-phone-voice.json`).
  static func user(of session: Session, isEnrolling: Bool = false, in world: WorldState) -> JSONValue? {
    guard let account = session.account, !world.isUnproven(session) else { return nil }
    let person = world.accounts[account]
    var members: [JSONValue.Member] = [.init("id", .string(person.orgID))]
    if let login = person.login { members.append(.init("identifier", .string(login))) }
    var profile: [JSONValue.Member] = []
    if isEnrolling {
      // No account says when its password became what it is.
      if person[.password] != nil { members.append(.init("passwordChanged", "2019-05-03T19:00:00.000Z")) }
      if let login = person.login { profile.append(.init("login", .string(login))) }
    }
    for (name, claim) in [("firstName", "given_name"), ("lastName", "family_name")] {
      if let text = person.claims.first(where: { $0.name == claim })?.value.text { profile.append(.init(name, .string(text))) }
    }
    profile += [.init("timeZone", "UTC"), .init("locale", .string(world.tenant.languages[session.language]))]
    members.append(.init("profile", .object(profile)))
    return .object(members)
  }

  // MARK: Messages

  /// The field of a message: the first shown one of its name, that of the posted form before others'.
  func place(of said: SaidMessage) -> (form: String, field: String)? {
    guard let widget = said.widget ?? world.tenant.graph.tables.messages[said.message].widget else { return nil }
    let having = forms.filter { form in
      form.fields.contains { truth.holds($0.condition) && ($0.id == widget || $0.answerIDs.contains(widget)) }
    }
    guard let form = having.first(where: { $0.id == said.form }) ?? having.first else { return nil }
    return (form.id, widget)
  }

  func messages(_ says: [SaidMessage]) -> [JSONValue] {
    says.map { Self.message($0, messageRules[$0.message], of: session, in: world) }
  }

  /// A message as it is sent.
  ///
  /// - Parameter own: what the org adds to it.
  static func message(_ said: SaidMessage, _ own: IDXMessageRule, of session: Session, in world: WorldState) -> JSONValue {
    let rule = world.tenant.graph.tables.messages[said.message]
    var members: [JSONValue.Member] = [.init("message", .string(world.text(rule.texts[session.language], in: session)))]
    if let key = own.key {
      let parameters = own.parameters.map { [JSONValue.Member("params", .array($0))] } ?? []
      members.append(.init("i18n", .object([.init("key", .string(key))] + parameters)))
    }
    members.append(.init("class", .string(rule.level.uppercased())))
    members += own.offers.map { .init($0.name, $0.value) }
    return .object(members)
  }

  /// `messages` of a field; nothing if it has none.
  func messages(on field: String, of form: IDXFormRule) -> [JSONValue.Member] {
    let own = says.filter { said in
      guard let place = place(of: said) else { return false }
      return place.form == form.id && place.field == field
    }
    return own.isEmpty ? [] : [.init("messages", Self.list(messages(own)))]
  }

  // MARK: Shapes

  static func list(_ elements: [JSONValue]) -> JSONValue { ["type": "array", "value": .array(elements)] }
  static func object(_ value: JSONValue) -> JSONValue { ["type": "object", "value": value] }

  /// A text in the journey's language; `nil` if there is none.
  func text(_ texts: [TextTemplate]) -> String? {
    guard !texts.isEmpty else { return nil }
    let text = world.text(texts[session.language], in: session)
    return text.isEmpty ? nil : text
  }
}

extension IDXFormRule {
  /// The form of every screen from which a journey can be begun again.
  static let cancel = IDXFormRule(id: RemediationKind.cancel.rawValue, kind: .cancel, condition: .always, fields: [])

  var pickerOptions: [PickerOption] {
    fields.flatMap { field -> [PickerOption] in
      guard case .picker(let options) = field.kind else { return [] }
      return options
    }
  }
}

extension IDXScreenRule {
  /// Whether it is about setting the authenticator up.
  var isEnrolment: Bool { forms.first?.kind.isEnrolment ?? false }
}

extension IDXFieldRule {
  /// The ids of the fields inside it.
  var answerIDs: [String] {
    switch kind {
    case .picker: ["\(id).methodType", "\(id).channel", "\(id).phoneNumber"]
    case .authenticator: ["\(id).methodType", "\(id).phoneNumber"]
    case .channel: ["\(id).channel"]
    case .questions: ["\(id).questionKey", "\(id).answer", "\(id).question"]
    case .ceremony(let ceremony): ceremony.fields.map { "\(id).\($0.name)" }
    case .text, .password, .checkbox, .carried, .choice, .decision, .provider, .scopes: []
    }
  }
}

extension AccountState {
  /// A person's id as an org spells it.
  var orgID: String {
    "00u" + (self[.sub] ?? "").utf8.filter { $0 != UInt8(ascii: "-") }.prefix(17).map { String(UnicodeScalar($0)) }.joined()
  }
}
