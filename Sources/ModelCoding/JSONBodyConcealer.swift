import Encodings

/// Copies a JSON text, which may break off anywhere, and replaces the values of named members at any depth.
///
/// It works on bytes and not on a tree: the text stays as it was sent, also where it is not JSON after all.
struct JSONBodyConcealer {
  private let bytes: [UInt8]
  private let members: Set<String>
  /// A bit for every length of a member's name, so that most names are distinguished without a lookup.
  private let lengths: UInt64
  private var output: [UInt8] = []
  /// As far as `output` holds what is to be shown.
  private var copied = 0

  /// Where the values are that are replaced.
  private var values: [Range<Int>] = []

  static func conceal(_ bytes: [UInt8], members: Set<String>) -> [UInt8] {
    var concealer = JSONBodyConcealer(bytes: bytes, members: members)
    concealer.readAll()
    return concealer.result
  }

  /// The texts and numbers that are replaced, also those of lists and objects.
  static func texts(in bytes: [UInt8], members: Set<String>) -> [String] {
    var concealer = JSONBodyConcealer(bytes: bytes, members: members)
    concealer.readAll()
    return concealer.values.flatMap { texts(of: Array(bytes[$0])) }
  }

  private static func texts(of value: [UInt8]) -> [String] {
    do throws(JSONError) { return try JSONReader.read(value).textsAndNumbers } catch {
      // It breaks off, so that what is there of its strings is taken.
      var texts: [String] = []
      JSONStrings.each(in: value) { range, isName in
        if !isName { texts.append(String(decoding: value[range], as: UTF8.self)) }
        return true
      }
      return texts
    }
  }

  private init(bytes: [UInt8], members: Set<String>) {
    self.bytes = bytes
    self.members = members
    lengths = members.reduce(0) { $0 | Self.bit(ofLength: $1.utf8.count) }
  }

  /// Names of 63 bytes and more share a bit.
  private static func bit(ofLength length: Int) -> UInt64 { 1 << UInt64(min(length, 63)) }

  private var result: [UInt8] {
    copied == 0 ? bytes : output + bytes[copied...]
  }

  private mutating func readAll() {
    var offset = 0
    while let start = nextString(from: offset) {
      let end = endOfString(from: start)
      offset = end
      guard let value = startOfValue(behind: end) else { continue }
      offset = value
      if isConcealed(start..<end) { offset = replaceValue(from: value) }
    }
  }

  private func nextString(from start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { buffer in
      var index = start
      while index < buffer.count {
        if buffer[index] == UInt8(ascii: "\"") { return index }
        index += 1
      }
      return nil
    }
  }

  /// Just after the quotation mark that closes a string, or the end of the text.
  private func endOfString(from start: Int) -> Int {
    bytes.withUnsafeBufferPointer { buffer in
      var index = start + 1
      while index < buffer.count {
        let byte = buffer[index]
        if byte == UInt8(ascii: "\"") { return index + 1 }
        index += byte == UInt8(ascii: "\\") ? 2 : 1
      }
      return buffer.count
    }
  }

  /// Where the value of the member begins whose name ends here; `nil` if no colon follows.
  private func startOfValue(behind end: Int) -> Int? {
    let colon = skipSpace(from: end)
    guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else { return nil }
    return skipSpace(from: colon + 1)
  }

  private func skipSpace(from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    return index
  }

  /// Whether the name, quotation marks included, is one to conceal. One that cannot be read is, to be safe.
  private func isConcealed(_ range: Range<Int>) -> Bool {
    let name = bytes[range].dropFirst().dropLast()
    guard name.contains(UInt8(ascii: "\\")) else {
      let mayBeOne = lengths & Self.bit(ofLength: name.count) != 0
      return mayBeOne && members.contains(String(decoding: name, as: UTF8.self))
    }
    do {
      return members.contains(try JSONReader.read(Array(bytes[range])).stringValue ?? "")
    } catch {
      return true
    }
  }

  /// Writes the placeholder of a value and returns the value's end; `null` hides nothing and stays.
  private mutating func replaceValue(from start: Int) -> Int {
    guard start < bytes.count, !bytes[start...].starts(with: "null".utf8) else { return start }
    output.append(contentsOf: bytes[copied..<start])
    output.append(contentsOf: "\"\(concealedText)\"".utf8)
    copied = endOfValue(from: start)
    values.append(start..<copied)
    return copied
  }

  private func endOfValue(from start: Int) -> Int {
    var depth = 0
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index = endOfString(from: index)
        if depth == 0 { return index }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth <= 1 { return depth == 0 ? index : index + 1 }
        depth -= 1
      case UInt8(ascii: ","):
        if depth == 0 { return index }
      default: break
      }
      index += 1
    }
    return bytes.count
  }
}

extension JSONValue {
  /// Every text and number in it, names of members left out.
  fileprivate var textsAndNumbers: [String] {
    switch self {
    case .string(let text), .number(let text): [text]
    case .array(let elements): elements.flatMap(\.textsAndNumbers)
    case .object(let members): members.flatMap(\.value.textsAndNumbers)
    case .null, .bool: []
    }
  }
}
