import Encodings

/// One thing that can be done next: a remediation, or an action of an authenticator or of the whole transaction.
struct IDXForm: Sendable, Hashable {
  /// Its place if it is not a remediation, e.g. `currentAuthenticator` and `resend`; `nil` for remediations.
  var place: Place?
  var name: String
  /// Where it is sent; `nil` if the server forgot to say.
  var href: String?
  /// In upper case.
  var method: String
  /// The type of the body that is sent, as far as it is one.
  var accepts: String?
  /// Whether it is sent at all, or else an address to go to: the test that the vendor's own SDK has.
  var isSent: Bool
  var fields: [IDXField]
  /// Milliseconds after which it is sent again; `nil` for what does not poll.
  var refresh: Int?
  /// The kind of identity provider, e.g. `GOOGLE`.
  var type: String?
  var providerID: String?
  var providerName: String?
  /// The paths of what it concerns.
  var relatesTo: [String]
  /// What is there instead of a path; `nil` for nothing.
  var strayRelation: IDXStrayRelation?
  /// Members that only inform and belong to one kind of form: `scopes`, `requestInfo`, ….
  var told: [JSONValue.Member]
  /// Members that nothing else reads.
  var extras: [JSONValue.Member]

  /// The place of an action.
  struct Place: Sendable, Hashable {
    /// The top-level member that has it; `nil` for the body itself.
    var owner: String?
    var property: String
  }

  private static let tellingMembers = ["scopes", "requestInfo", "idvMetadata", "customExpiredPasswordName", "customExpiredPasswordURL"]

  /// Members that say how a form is sent, what it is called and what it holds.
  private static let readMembers: Set<String> = [
    "rel", "name", "href", "method", "accepts", "produces", "value", "refresh", "relatesTo",
  ]

  /// `nil` for what is not an object with a name.
  init?(_ json: JSONValue, place: Place? = nil, reader: inout IDXFieldReader) {
    guard case .object(let members) = json, let name = json["name"]?.stringValue ?? place?.property,
      reader.isShort(name)
    else { return nil }
    self.place = place
    self.name = name
    href = json["href"]?.stringValue
    accepts = json["accepts"]?.stringValue
    let fields = reader.fields(json["value"])
    let method = json["method"]?.stringValue.map(Self.upperCase)
    isSent = json["rel"] != nil || (method ?? "GET") == "POST" || !fields.isEmpty
    self.method = method ?? (isSent ? "POST" : "GET")
    self.fields = fields
    refresh = json["refresh"]?.doubleValue.flatMap { $0.isFinite && $0 >= 0 && $0 < 1e12 ? Int($0) : nil }
    type = json["type"]?.stringValue
    providerID = json["idp"]?["id"]?.stringValue
    providerName = json["idp"]?["name"]?.stringValue
    relatesTo = json["relatesTo"]?.stringValue.map { [$0] } ?? json["relatesTo"]?.arrayValue?.compactMap(\.stringValue) ?? []
    strayRelation = IDXStrayRelation(json["relatesTo"])
    told = Self.tellingMembers.compactMap { name in
      json[name].flatMap { $0.isNull ? nil : JSONValue.Member(name, $0) }
    }
    extras = members.without(Self.readMembers.union(Self.tellingMembers))
  }

  /// Whether it leaves for an identity provider.
  var leadsToProvider: Bool { ["redirect-idp", "piv-idp", "redirect-idverify"].contains(name) }

  /// Whether it asks again and again until something changed.
  var isPoll: Bool { refresh != nil || name == "poll" || name.hasSuffix("-poll") }

  private static func upperCase(_ text: String) -> String {
    text.equalsIgnoringASCIICase("GET") ? "GET" : text.equalsIgnoringASCIICase("POST") ? "POST" : text
  }
}
