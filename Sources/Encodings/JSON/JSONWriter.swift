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
    case .compact: appendCompact(value, to: &bytes)
    case .pretty: appendPretty(value, level: 0, to: &bytes)
    }
  }

  private static func appendCompact(_ value: JSONValue, to bytes: inout [UInt8]) {
    switch value {
    case .null, .bool, .number, .string: appendScalar(value, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for index in elements.indices {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        appendCompact(elements[index], to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for index in members.indices {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSONEscaping.append(members[index].name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        appendCompact(members[index].value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
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
    case .null, .bool, .number, .string, .array, .object: appendCompact(value, to: &bytes)
    }
  }

  private static func beginLine(isFirst: Bool, level: Int, in bytes: inout [UInt8]) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
  }

  private static func appendScalar(_ value: JSONValue, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(true): bytes.append(contentsOf: "true".utf8)
    case .bool(false): bytes.append(contentsOf: "false".utf8)
    case .number(let spelling): bytes.append(contentsOf: spelling.utf8)
    case .string(let text): JSONEscaping.append(text, to: &bytes)
    case .array, .object: preconditionFailure("an array or object is no scalar")
    }
  }
}
