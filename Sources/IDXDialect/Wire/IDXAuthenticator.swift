import Encodings

/// An authenticator as a body describes it (okta/okta-idx-swift, `Sources/OktaIdx`); any part of it may be missing.
struct IDXAuthenticator: Sendable, Hashable {
  /// The stable name; missing in older bodies.
  var key: String?
  var type: String?
  var displayName: String?
  var nickname: String?
  /// In the order sent, each once.
  var methods: [String]
  /// What distinguishes it from others of its kind, e.g. a masked number.
  var profile: [JSONValue.Member]
  /// Its current data: a secret, a number to tap, options of a ceremony.
  var context: [JSONValue.Member]
  var settings: [JSONValue.Member]
  /// What else is said of it, e.g. `allowedFor`, `gracePeriod`, `description`, as sent; without ids and actions.
  var extras: [JSONValue.Member]

  /// Ids, which differ from org to org and from person to person and are not seen.
  private static let opaqueMembers: Set<String> = [
    "id", "authenticatorId", "authenticatorid", "authenticatorInstanceId", "credentialId",
  ]

  private static let readMembers: Set<String> = [
    "key", "type", "displayName", "nickname", "methods", "profile", "contextualData", "settings",
  ]

  /// `nil` for what is not an object, or says neither key nor type nor name.
  init?(_ json: JSONValue) {
    key = json["key"]?.stringValue
    type = json["type"]?.stringValue
    displayName = json["displayName"]?.stringValue
    guard key != nil || type != nil || displayName != nil else { return nil }
    nickname = json["nickname"]?.stringValue
    var methods: [String] = []
    for method in (json["methods"]?.arrayValue ?? []).prefix(50) {
      let type = method["type"]?.stringValue ?? method["methodType"]?.stringValue
      if let type, !methods.contains(type) { methods.append(type) }
    }
    self.methods = methods
    profile = (json["profile"]?.objectValue ?? []).filter { !$0.value.isNull }
    context = (json["contextualData"]?.objectValue ?? []).filter { !$0.value.isNull }
    settings = (json["settings"]?.objectValue ?? []).filter { !$0.value.isNull }
    extras = (json.objectValue ?? []).without(Self.readMembers.union(Self.opaqueMembers)).filter { !$0.value.isAction }
  }

  /// What people call it where it has no key.
  var keyOrType: String? { key ?? type }

  /// Its only method; `nil` if it has several, or none that says more than key and type do.
  var tellingMethod: String? {
    guard methods.count == 1, methods[0] != type, methods[0] != key else { return nil }
    return methods[0]
  }
}
