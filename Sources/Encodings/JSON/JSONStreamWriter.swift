/// Writes JSON straight into a buffer, without a tree in between; for logs of a million lines. Every compact text is written by it.
///
/// Commas come by themselves. Within an object, `member` calls; within an array and at the top, `value` calls; `endLine` after each
/// top-level value makes JSON Lines. What begins with `begin…` has to be ended.
package struct JSONStreamWriter: Sendable {
  /// What was written so far: UTF-8, compact.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init(reservingBytes count: Int = 0) {
    bytes.reserveCapacity(count)
  }

  /// Writes one value behind what a buffer holds already and gives the buffer back; nothing of it is copied.
  package static func append(to bytes: inout [UInt8], _ write: (inout JSONStreamWriter) -> Void) {
    var writer = JSONStreamWriter()
    swap(&writer.bytes, &bytes)
    write(&writer)
    swap(&writer.bytes, &bytes)
  }

  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes an object; the closure writes its members.
  package mutating func object<Failure: Error>(
    _ writeMembers: (inout JSONStreamWriter) throws(Failure) -> Void
  ) throws(Failure) {
    beginObject()
    try writeMembers(&self)
    endObject()
  }

  /// Writes an array; the closure writes its elements.
  package mutating func array<Failure: Error>(
    _ writeElements: (inout JSONStreamWriter) throws(Failure) -> Void
  ) throws(Failure) {
    beginArray()
    try writeElements(&self)
    endArray()
  }

  /// Writes a string.
  package mutating func value(_ text: String) {
    separate()
    JSONEscaping.append(text, to: &bytes)
  }

  /// Writes a whole number.
  package mutating func value(_ number: Int) {
    separate()
    bytes.append(contentsOf: String(number).utf8)
  }

  /// Writes `true` or `false`.
  package mutating func value(_ isTrue: Bool) {
    separate()
    bytes.append(contentsOf: (isTrue ? "true" : "false").utf8)
  }

  /// Writes a number as it is spelled.
  package mutating func value(number spelling: String) {
    separate()
    bytes.append(contentsOf: spelling.utf8)
  }

  /// Writes a tree.
  package mutating func value(_ tree: JSONValue) {
    switch tree {
    case .null: null()
    case .bool(let flag): value(flag)
    case .number(let spelling): value(number: spelling)
    case .string(let text): value(text)
    case .array(let elements):
      beginArray()
      for element in elements { value(element) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        name(member.name)
        value(member.value)
      }
      endObject()
    }
  }

  /// Writes a value that something else spells: exactly one compact JSON value has to be appended.
  package mutating func value(appending append: (inout [UInt8]) -> Void) {
    separate()
    append(&bytes)
  }

  /// Writes `null`.
  package mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes a member's name; exactly one value has to follow.
  package mutating func name(_ name: String) {
    separate()
    JSONEscaping.append(name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a member's name that needs no escaping; exactly one value has to follow.
  package mutating func name(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Ends a line after a top-level value; the next value begins afresh.
  package mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Hands over what was written and begins with an empty buffer.
  package mutating func take() -> [UInt8] {
    defer {
      bytes = []
      needsComma = false
    }
    return bytes
  }

  /// Puts other bytes in the place of everything from there on: as many whole lines.
  package mutating func replaceLines(from start: Int, with lines: [UInt8]) {
    bytes.replaceSubrange(start..., with: lines)
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }
}
