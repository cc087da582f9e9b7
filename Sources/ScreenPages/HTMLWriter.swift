import Diagnostics

/// Writes HTML piece by piece; the only place where anything of a page is escaped.
///
/// For any text, the output is plain text: markup in it is escaped, control characters and escape sequences of
/// terminals are replaced or taken out.
package struct HTMLWriter {
  /// What was written and not taken yet.
  package private(set) var bytes: [UInt8] = []
  private var open: [String] = []

  /// Elements without an end tag.
  private static let void: Set<String> = ["br", "hr", "input", "link", "meta"]

  package init() {}

  /// Begins a document.
  package mutating func doctype() { raw("<!doctype html>\n") }

  /// Opens an element whose children are written one by one.
  package mutating func begin(_ element: MarkupElement) {
    tag(element)
    raw("\n")
    for child in element.children { write(child) }
    open.append(element.name)
  }

  /// Closes the element that was opened last.
  package mutating func end() {
    guard let name = open.popLast() else { return }
    raw("</\(name)>\n")
  }

  /// Writes an element with all that is in it.
  package mutating func write(_ element: MarkupElement) {
    content(element)
    raw("\n")
  }

  /// Writes a style sheet, which is a file of ours and not escaped.
  package mutating func style(bytes sheet: [UInt8]) {
    raw("<style>")
    bytes.append(contentsOf: sheet)
    raw("</style>\n")
  }

  /// Writes a script, which is a text of ours and not escaped.
  package mutating func script(_ text: String) {
    raw("<script>")
    raw(text)
    raw("</script>\n")
  }

  /// Hands over what was written since the last time.
  package mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  private mutating func write(_ child: MarkupElement.Child) {
    switch child {
    case .text(let text), .attachment(let text): escape(text)
    case .element(let element): content(element)
    }
  }

  private mutating func content(_ element: MarkupElement) {
    tag(element)
    guard !Self.void.contains(element.name) else { return }
    for child in element.children { write(child) }
    raw("</\(element.name)>")
  }

  private mutating func tag(_ element: MarkupElement) {
    raw("<\(element.name)")
    for attribute in element.attributes {
      raw(" \(attribute.name)=\"")
      escape(attribute.value)
      raw("\"")
    }
    raw(">")
  }

  private mutating func escape(_ text: String) {
    for byte in HarmlessText.block(text, limit: .max / 4).utf8 {
      switch byte {
      case UInt8(ascii: "&"): raw("&amp;")
      case UInt8(ascii: "<"): raw("&lt;")
      case UInt8(ascii: ">"): raw("&gt;")
      case UInt8(ascii: "\""): raw("&quot;")
      case UInt8(ascii: "'"): raw("&#39;")
      default: bytes.append(byte)
      }
    }
  }

  private mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
