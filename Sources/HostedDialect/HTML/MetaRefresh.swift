package import Encodings

/// What `<meta http-equiv="refresh">` asks for.
package struct MetaRefresh: Sendable, Hashable {
  /// Whole seconds, at most a day.
  package let seconds: Int
  /// `nil` for the page itself.
  package let url: WebURL?

  static func first(in tree: HTMLTree, base: WebURL) -> MetaRefresh? {
    tree.elements(named: ["meta"]).lazy.compactMap { node in
      guard let element = tree.element(node), element.word("http-equiv") == "refresh" else { return nil }
      return element["content"].flatMap { MetaRefresh($0, base: base) }
    }.first
  }

  /// The declarative refresh of HTML section 4.2.5.3: a number, then `;` or `,`, then an address with or without `url=`.
  init?(_ content: String, base: WebURL) {
    let bytes = Array(content.trimmingASCIISpace.utf8)
    let digits = bytes.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty || bytes.first == UInt8(ascii: ".") else { return nil }
    seconds = min(Int(String(decoding: digits.prefix(6), as: UTF8.self)) ?? 0, 86_400)
    var rest = bytes[digits.endIndex...].drop { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    rest = rest.drop { $0.isHTMLSpace || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }
    let text = Self.withoutName(String(decoding: rest, as: UTF8.self))
    url = text.isEmpty ? nil : base.following(Self.unquoted(text))
  }

  private static func withoutName(_ text: String) -> String {
    guard text.prefix(3).lowercased() == "url" else { return text }
    let rest = String(text.dropFirst(3)).trimmingASCIISpace
    return rest.first == "=" ? String(rest.dropFirst()).trimmingASCIISpace : text
  }

  private static func unquoted(_ text: String) -> String {
    guard let quote = text.first, quote == "\"" || quote == "'" else { return text }
    return String(text.dropFirst().prefix { $0 != quote })
  }
}
