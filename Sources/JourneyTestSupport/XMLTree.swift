/// A strict reader of the XML that reports are, so that tests see what any other reader would.
package struct XMLTree {
  /// One element with all below it.
  package struct Element: Sendable {
    package var name: String
    package var attributes: [(name: String, value: String)] = []
    package var children: [Element] = []
    /// Its own text, references resolved, that of its children left out.
    package var text = ""

    /// An attribute's value; `nil` if it has none of this name.
    package subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
    /// Its children with this name.
    package func all(_ name: String) -> [Element] { children.filter { $0.name == name } }
    /// Its first child with this name.
    package func first(_ name: String) -> Element? { children.first { $0.name == name } }
    /// This element and all below it with this name, in the order of the document.
    package func descendants(_ name: String) -> [Element] {
      (self.name == name ? [self] : []) + children.flatMap { $0.descendants(name) }
    }
  }

  /// The text is not XML that every reader accepts.
  package struct Malformed: Error, CustomStringConvertible {
    package var description: String
  }

  private var scalars: ArraySlice<Unicode.Scalar>

  /// The document's element; throws `Malformed`.
  package static func root(of text: String) throws -> Element {
    var tree = XMLTree(scalars: Array(text.unicodeScalars)[...])
    for scalar in tree.scalars where !isLegal(scalar) { throw Malformed(description: "U+\(String(scalar.value, radix: 16))") }
    try tree.expect(#"<?xml version="1.0" encoding="UTF-8"?>"# + "\n")
    let root = try tree.element()
    tree.skipSpace()
    guard tree.scalars.isEmpty else { throw Malformed(description: "text behind the root") }
    return root
  }

  private static func isLegal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  private mutating func element() throws -> Element {
    try expect("<")
    var element = Element(name: name())
    while true {
      skipSpace()
      if take("/>") { return element }
      if take(">") { break }
      let attribute = name()
      try expect("=\"")
      guard element[attribute] == nil else { throw Malformed(description: "'\(attribute)' twice") }
      element.attributes.append((attribute, try text(until: "\"")))
      try expect("\"")
    }
    while !take("</\(element.name)>") {
      if scalars.first == "<" {
        element.children.append(try self.element())
      } else {
        element.text += try text(until: "<")
      }
    }
    return element
  }

  private mutating func text(until end: Unicode.Scalar) throws -> String {
    var text = String.UnicodeScalarView()
    while let scalar = scalars.first, scalar != end {
      if scalar == "<" || scalar == ">" { throw Malformed(description: "a bare '\(scalar)'") }
      if scalar == "&" {
        text.append(try reference())
      } else {
        if end == "\"", scalar == "\n" || scalar == "\t" { throw Malformed(description: "a raw break in an attribute") }
        text.append(scalars.removeFirst())
      }
    }
    return String(text)
  }

  private mutating func reference() throws -> Unicode.Scalar {
    let known: [(String, Unicode.Scalar)] = [
      ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#10;", "\n"), ("&#9;", "\t"), ("&#13;", "\r"),
    ]
    for (spelling, scalar) in known where take(spelling) { return scalar }
    throw Malformed(description: "an unknown reference")
  }

  private mutating func name() -> String {
    let name = scalars.prefix { $0.properties.isAlphabetic || $0 == "-" || $0 == "_" }
    scalars = scalars.dropFirst(name.count)
    return String(String.UnicodeScalarView(name))
  }

  private mutating func skipSpace() { scalars = scalars.drop { $0 == " " || $0 == "\n" } }

  private mutating func take(_ text: String) -> Bool {
    guard scalars.starts(with: text.unicodeScalars) else { return false }
    scalars = scalars.dropFirst(text.unicodeScalars.count)
    return true
  }

  private mutating func expect(_ text: String) throws {
    guard take(text) else {
      throw Malformed(description: "expected \(text), found \(String(String.UnicodeScalarView(scalars.prefix(40))))")
    }
  }
}
