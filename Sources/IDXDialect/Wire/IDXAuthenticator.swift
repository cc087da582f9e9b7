import Encodings

/// An authenticator as a body describes it (sheet section 2.6); any part of it may be missing.
struct IDXAuthenticator: Sendable, Hashable {
  /// The stable name; missing in older bodies.
  var key: String?
  var type: String?
  var displayName: String?
  var nickname: String?
  /// In the order sent, each once.
  var methods: [String]
  /// What tells it from others of its kind, e.g. a masked number.
  var profile: [JSONValue.Member]
  /// What it tells for the moment: a secret, a number to tap, options of a ceremony.
  var context: [JSONValue.Member]
  var settings: [JSONValue.Member]

  /// `nil` for what is not an object, or says neither key nor type nor name.
  init?(_ json: JSONValue) {
    key = json["key"]?.stringValue
    type = json["type"]?.stringValue
    displayName = json["displayName"]?.stringValue
    guard key != nil || type != nil || displayName != nil else { return nil }
    nickname = json["nickname"]?.stringValue
    var methods: [String] = []
    for method in (json["methods"]?.arrayValue ?? []).prefix(50) {
      if let type = method["type"]?.stringValue, !methods.contains(type) { methods.append(type) }
    }
    self.methods = methods
    profile = (json["profile"]?.objectValue ?? []).filter { !$0.value.isNull }
    context = (json["contextualData"]?.objectValue ?? []).filter { !$0.value.isNull }
    settings = (json["settings"]?.objectValue ?? []).filter { !$0.value.isNull }
  }

  /// What people call it where it has no key.
  var keyOrType: String? { key ?? type }

  /// Its only method; `nil` where it has several, or none that says more than key and type do.
  var tellingMethod: String? {
    guard methods.count == 1, methods[0] != type, methods[0] != key else { return nil }
    return methods[0]
  }
}
