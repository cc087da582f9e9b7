import Encodings
import JourneyClient

/// One message as it is sent; hardly any of its members is always there.
struct IDXMessage: Sendable, Hashable {
  /// May be empty.
  var text: String
  /// `ERROR`, `INFO`, `WARNING`; `nil` if none is sent.
  var level: String?
  /// The stable part; texts depend on tenant and language.
  var key: String?
  /// What it offers to press, as sent: its links, then what it does on the device.
  var links: [IDXLink]
  /// The parameters of its text, and members that nothing else reads.
  var extras: [JSONValue.Member]

  /// `nil` for what is not an object.
  init?(_ json: JSONValue) {
    guard case .object(let members) = json else { return nil }
    text = json["message"]?.stringValue ?? ""
    level = json["class"]?.stringValue
    key = json["i18n"]?["key"]?.stringValue
    links = (json["links"]?.arrayValue ?? []).prefix(ResponseLimits.idx.links).compactMap { IDXLink($0) }
    let button = json["deviceRemediation"].flatMap { IDXLink(deviceRemediation: $0) }
    if let button { links.append(button) }
    var known: Set<String> = ["message", "class", "i18n", "links"]
    if button != nil { known.insert("deviceRemediation") }
    extras = (json["i18n"]?.objectValue ?? []).without(["key"]) + members.without(known)
  }

  /// Whether a `messages` member is a list of messages, or empty: errors in any other shape would be invisible.
  static func isList(_ json: JSONValue?) -> Bool {
    guard let json, !json.isNull else { return true }
    guard let list = json["value"]?.arrayValue ?? json.arrayValue else { return json["value"].map(\.isNull) ?? (json.objectValue != nil) }
    return list.allSatisfy { $0.objectValue != nil }
  }

  /// Whether it says that something went wrong.
  var isError: Bool { level?.asciiLowercased == "error" }
}

/// One thing that a message offers to press.
struct IDXLink: Sendable, Hashable {
  var label: String?
  /// Where it leads: a link's address, or the one that a button falls back to.
  var url: String?
  /// What a button does on the device, e.g. `install-android-device-policy`; `nil` for a link.
  var action: String?
  /// Members that nothing else reads.
  var extras: [JSONValue.Member]

  /// An element of `links`; `nil` for what says neither text nor address.
  init?(_ json: JSONValue) {
    label = json["label"]?.stringValue
    url = json["url"]?.stringValue
    action = nil
    extras = (json.objectValue ?? []).without(["label", "url"])
    if label == nil, url == nil { return nil }
  }

  /// `deviceRemediation`: a button that asks an app on the person's device, and goes to an address where none replies.
  ///
  /// Source: the vendor's widget draws it so where the value has an `action`; `nil` for any other shape.
  init?(deviceRemediation json: JSONValue) {
    let value = json["value"] ?? json
    guard let action = value["action"]?.stringValue else { return nil }
    let fallback = value["fallback"]
    label = nil
    url = fallback?["href"]?.stringValue ?? value["href"]?.stringValue
    self.action = action
    extras = (value.objectValue ?? []).without(["href", "fallback"])
    let rest = (fallback?.objectValue ?? []).without(["href"])
    if !rest.isEmpty { extras.append(JSONValue.Member("fallback", .object(rest))) }
  }
}

extension [JSONValue.Member] {
  /// The members of other names that say something.
  func without(_ names: Set<String>) -> [JSONValue.Member] {
    filter { !names.contains($0.name) && !$0.value.isNull }
  }
}
