internal import Encodings

/// One element's name and attributes, both names in lower case.
struct HTMLElement: Sendable, Hashable {
  /// One attribute; empty if only its name is written.
  struct Attribute: Sendable, Hashable {
    var name: String
    var value: String
  }

  var name: String
  /// In the order written, each name once.
  var attributes: [Attribute]

  /// The attribute's value, as written; `nil` if there is none.
  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

  func has(_ name: String) -> Bool { attributes.contains { $0.name == name } }

  /// The attribute's value if it says something, without white space around it.
  func text(_ name: String) -> String? {
    guard let value = self[name]?.trimmingASCIISpace, !value.isEmpty else { return nil }
    return value
  }

  /// The attribute's value in lower case, for attributes that are one of a few words; empty if there is none. As HTML compares such
  /// attributes (section 2.3.3), a space in one makes it another word.
  func word(_ name: String) -> String { self[name]?.asciiLowercased ?? "" }

  /// The attribute's number as HTML reads one that is not negative (section 2.3.4.2), whatever follows its digits; `nil` for none.
  func count(_ name: String) -> Int? {
    guard let text = self[name] else { return nil }
    let signed = text.utf8.drop(while: \.isHTMLSpace)
    let digits = (signed.first == UInt8(ascii: "+") ? signed.dropFirst() : signed).prefix { (0x30...0x39).contains($0) }
    return Int(String(decoding: digits.prefix(Self.mostDigits), as: UTF8.self))
  }

  private static let mostDigits = 9

  /// The words of an attribute that is a list separated by white space.
  func words(_ name: String) -> [String] {
    (self[name] ?? "").utf8.split(whereSeparator: \.isHTMLSpace).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension UInt8 {
  /// HTML's white space: tab, line feed, form feed, carriage return, space.
  var isHTMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }
}

extension String {
  /// The text without HTML's white space at both ends.
  var trimmingASCIISpace: String {
    let start = utf8.drop(while: \.isHTMLSpace)
    guard let last = start.lastIndex(where: { !$0.isHTMLSpace }) else { return "" }
    return String(Substring(start[...last]))
  }
}
