import Encodings

/// What a form of the studio's page posted: names and texts, within bounds.
struct PostedForm: Sendable {
  /// Why what was posted cannot be used, in a sentence for the person.
  struct Problem: Error, Hashable {
    let text: String

    init(_ text: String) { self.text = text }
  }

  private static let maxItems = 2000
  private static let maxText = 10_000

  private let items: [QueryItem]

  /// `nil` for anything that no form of a page sends.
  init?(_ request: HTTPRequestMessage) {
    let type = (request.headers["Content-Type"] ?? "").prefix { $0 != ";" }
    guard type == FormURLEncoding.mediaType else { return nil }
    items = FormURLEncoding.decode(request.body)
    let isBounded = items.allSatisfy { item in
      item.value.utf8.count <= Self.maxText && !item.value.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    }
    guard items.count <= Self.maxItems, isBounded else { return nil }
  }

  /// The first text of a name; `nil` if it was not posted.
  subscript(name: String) -> String? { items.first { $0.name == name }?.value }

  /// Every text of a name, in the order of the page.
  func all(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

  /// The text of a name without the blanks around it; empty if it was not posted.
  func trimmed(_ name: String) -> String {
    let text = (self[name] ?? "")[...]
    return String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
