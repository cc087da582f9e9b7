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

  /// The attribute's value in lower case, for attributes that are one of a few words; empty if there is none.
  func word(_ name: String) -> String { self[name]?.trimmingASCIISpace.asciiLowercased ?? "" }

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
