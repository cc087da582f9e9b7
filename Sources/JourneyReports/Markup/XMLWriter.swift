import Diagnostics
import ScreenPages

/// Writes XML 1.0 piece by piece; the only place where anything is escaped.
///
/// For any text, the output is well-formed: control characters and escape sequences of terminals are
/// replaced or taken out, and what a continuous-integration server would take for an instruction is defused.
struct XMLWriter {
  /// What was written and not taken yet.
  private(set) var bytes: [UInt8] = []
  private var open: [String] = []

  /// Begins a document; nothing is allowed before it.
  mutating func declaration() { raw(#"<?xml version="1.0" encoding="UTF-8"?>"# + "\n") }

  /// Opens an element whose children are written one by one.
  mutating func begin(_ element: MarkupElement) {
    indent()
    tag(element)
    raw(">\n")
    open.append(element.name)
  }

  /// Closes the element that was opened last.
  mutating func end() {
    guard let name = open.popLast() else { return }
    indent()
    raw("</\(name)>\n")
  }

  /// Writes an element with all that is in it.
  mutating func write(_ element: MarkupElement) {
    indent()
    content(element)
    raw("\n")
  }

  /// Hands over what was written since the last time.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  private mutating func content(_ element: MarkupElement) {
    tag(element)
    guard !element.children.isEmpty else {
      raw("/>")
      return
    }
    raw(">")
    let holdsText = element.children.contains { if case .element = $0 { false } else { true } }
    open.append(element.name)
    for child in element.children {
      switch child {
      case .text(let text): escape(HarmlessText.block(text, limit: .max / 4), inAttribute: false)
      case .attachment(let path):
        raw("\n[[ATTACHMENT|")
        escape(path, inAttribute: false)
        raw("]]\n")
      case .element(let element):
        if !holdsText {
          raw("\n")
          indent()
        }
        content(element)
      }
    }
    open.removeLast()
    if !holdsText {
      raw("\n")
      indent()
    }
    raw("</\(element.name)>")
  }

  private mutating func tag(_ element: MarkupElement) {
    raw("<\(element.name)")
    for attribute in element.attributes {
      raw(" \(attribute.name)=\"")
      escape(HarmlessText.block(attribute.value, limit: .max / 4), inAttribute: true)
      raw("\"")
    }
  }

  private mutating func indent() { bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: open.count * 2)) }

  private mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }
}

extension XMLWriter {
  /// `>` is escaped everywhere, so that `]]>` needs no special case.
  private mutating func escape(_ text: String, inAttribute: Bool) {
    for byte in Self.defused(text).utf8 {
      switch byte {
      case UInt8(ascii: "&"): raw("&amp;")
      case UInt8(ascii: "<"): raw("&lt;")
      case UInt8(ascii: ">"): raw("&gt;")
      case UInt8(ascii: "\"") where inAttribute: raw("&quot;")
      case UInt8(ascii: "\n") where inAttribute: raw("&#10;")
      case UInt8(ascii: "\t") where inAttribute: raw("&#9;")
      default: bytes.append(byte)
      }
    }
  }

  /// A bracket pair such as `[[ATTACHMENT|` makes servers pick up files: a space parts it.
  private static func defused(_ text: String) -> String {
    let bracket = UInt8(ascii: "[")
    guard zip(text.utf8, text.utf8.dropFirst()).contains(where: { $0 == bracket && $1 == bracket }) else { return text }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte == bracket, bytes.last == bracket { bytes.append(UInt8(ascii: " ")) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
