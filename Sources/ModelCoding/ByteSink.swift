import Encodings

/// Writes the model straight into UTF-8 bytes, compact, without a tree in between.
struct ByteSink: ModelSink {
  private(set) var bytes: [UInt8]
  private var needsComma = false

  /// Writes behind what a buffer holds already and gives the buffer back; nothing of it is copied.
  static func append(to bytes: inout [UInt8], _ write: (inout ByteSink) -> Void) {
    var sink = ByteSink(bytes: [])
    swap(&sink.bytes, &bytes)
    write(&sink)
    swap(&sink.bytes, &bytes)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func beginObject() { open(UInt8(ascii: "{")) }
  mutating func endObject() { close(UInt8(ascii: "}")) }
  mutating func beginArray() { open(UInt8(ascii: "[")) }
  mutating func endArray() { close(UInt8(ascii: "]")) }

  mutating func name(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func name(_ name: String) {
    text(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func text(_ text: String) {
    separate()
    JSONWriter.append(.string(text), to: &bytes)
  }

  mutating func bool(_ flag: Bool) { literal(flag ? "true" : "false") }

  mutating func number(_ spelling: String) {
    separate()
    bytes.append(contentsOf: spelling.utf8)
  }

  mutating func null() { literal("null") }

  private mutating func literal(_ word: StaticString) {
    separate()
    word.withUTF8Buffer { bytes.append(contentsOf: $0) }
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
