/// Writes JSON values as UTF-8 text; members stay in their order, numbers in their spelling.
package enum JSONWriter {
  /// How the text is laid out.
  package enum Layout: Sendable, Hashable {
    /// Without any white space.
    case compact
    /// A line per element and member, two spaces per level, no line feed at the end.
    case pretty
  }

  /// The text of a value, as bytes.
  package static func write(_ value: JSONValue, layout: Layout = .compact) -> [UInt8] {
    var bytes: [UInt8] = []
    append(value, layout: layout, to: &bytes)
    return bytes
  }

  /// The text of a value.
  package static func text(of value: JSONValue, layout: Layout = .compact) -> String {
    String(decoding: write(value, layout: layout), as: UTF8.self)
  }

  /// Appends the text of a value to a buffer.
  package static func append(_ value: JSONValue, layout: Layout = .compact, to bytes: inout [UInt8]) {
    switch layout {
    case .compact: JSONStreamWriter.append(to: &bytes) { $0.value(value) }
    case .pretty: appendPretty(value, level: 0, to: &bytes)
    }
  }

  private static func appendPretty(_ value: JSONValue, level: Int, to bytes: inout [UInt8]) {
    switch value {
    case .array(let elements) where !elements.isEmpty:
      bytes.append(UInt8(ascii: "["))
      for index in elements.indices {
        beginLine(isFirst: index == 0, level: level + 1, in: &bytes)
        appendPretty(elements[index], level: level + 1, to: &bytes)
      }
      beginLine(isFirst: true, level: level, in: &bytes)
      bytes.append(UInt8(ascii: "]"))
    case .object(let members) where !members.isEmpty:
      bytes.append(UInt8(ascii: "{"))
      for index in members.indices {
        beginLine(isFirst: index == 0, level: level + 1, in: &bytes)
        JSONEscaping.append(members[index].name, to: &bytes)
        bytes.append(contentsOf: ": ".utf8)
        appendPretty(members[index].value, level: level + 1, to: &bytes)
      }
      beginLine(isFirst: true, level: level, in: &bytes)
      bytes.append(UInt8(ascii: "}"))
    case .null, .bool, .number, .string, .array, .object: append(value, to: &bytes)
    }
  }

  private static func beginLine(isFirst: Bool, level: Int, in bytes: inout [UInt8]) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
  }
}
