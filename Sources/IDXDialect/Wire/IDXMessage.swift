import Encodings

/// One message as it is sent (sheet section 2.5); hardly anything of it can be relied on.
struct IDXMessage: Sendable, Hashable {
  /// May be empty.
  var text: String
  /// `ERROR`, `INFO`, `WARNING`; `nil` where none is sent.
  var level: String?
  /// The stable part; texts depend on tenant and language.
  var key: String?
  /// Addresses that the message offers, as sent.
  var links: [JSONValue]

  /// `nil` for what is not an object.
  init?(_ json: JSONValue) {
    guard case .object = json else { return nil }
    text = json["message"]?.stringValue ?? ""
    level = json["class"]?.stringValue
    key = json["i18n"]?["key"]?.stringValue
    links = json["links"]?.arrayValue ?? []
  }

  /// The messages of a `messages` member, in the order sent.
  static func list(_ json: JSONValue?) -> [IDXMessage] {
    (json?["value"]?.arrayValue ?? json?.arrayValue ?? []).prefix(IDXLimits.messages).compactMap(IDXMessage.init)
  }

  /// Whether it says that something went wrong.
  var isError: Bool { level?.asciiLowercased == "error" }
}
