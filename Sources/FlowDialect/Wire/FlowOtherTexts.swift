import Encodings

/// Texts in members of a screen state that no source describes: an app may show them, so what changes in them is a change of the screen.
///
/// Only sentences are taken. A single word may be an id, and a long one with digits a token.
struct FlowOtherTexts {
  private static let most = 100
  private static let longest = 4_000
  private static let longestWord = 16
  private static let deepest = 8

  private(set) var texts: [String] = []

  /// - Parameter json: a whole body.
  init(of json: JSONValue) {
    add(json, without: ["screen", "hostedUrl", "finalizeUrl", "branding", "forms", "layout", "messages", "error", "errors"])
    for form in json["forms"]?.arrayValue ?? [] {
      add(form, without: ["id", "widgets"])
      // Of a widget every other member is an attribute of it.
      for widget in form["widgets"]?.arrayValue ?? [] { addOptions(widget["options"]) }
    }
    addMessages(json["messages"], depth: 0)
  }

  private mutating func addOptions(_ options: JSONValue?, depth: Int = 0) {
    guard depth < Self.deepest else { return }
    for option in options?.arrayValue ?? [] {
      add(option, without: ["label", "value", "options"])
      addOptions(option["options"], depth: depth + 1)
    }
  }

  /// Messages are two maps deep at most, and may be in lists.
  private mutating func addMessages(_ value: JSONValue?, depth: Int) {
    guard depth < Self.deepest, let value else { return }
    for one in value.arrayValue ?? [] { addMessages(one, depth: depth + 1) }
    guard let members = value.objectValue else { return }
    if value["text"]?.stringValue != nil { return add(value, without: ["text", "type"]) }
    for member in members { addMessages(member.value, depth: depth + 1) }
  }

  private mutating func add(_ object: JSONValue, without known: Set<String>) {
    for member in object.objectValue ?? [] where !known.contains(member.name) { add(member.value, depth: 0) }
  }

  private mutating func add(_ value: JSONValue, depth: Int) {
    guard depth < Self.deepest, texts.count < Self.most else { return }
    switch value {
    case .null, .bool, .number: break
    case .string(let text): if Self.isSentence(text) { texts.append(text) }
    case .array(let elements): for element in elements { add(element, depth: depth + 1) }
    case .object(let members): for member in members { add(member.value, depth: depth + 1) }
    }
  }

  private static func isSentence(_ text: String) -> Bool {
    guard text.utf8.count <= longest else { return false }
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.count { $0.contains(where: \.isLetter) } > 1
      && words.allSatisfy { word in word.utf8.count < longestWord || !word.utf8.contains { (0x30...0x39).contains($0) } }
  }
}
