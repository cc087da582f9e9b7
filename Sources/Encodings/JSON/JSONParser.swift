/// One reading of one text: a cursor over its bytes that goes down into arrays and objects by recursion.
struct JSONParser {
  /// Valid as long as the reading takes.
  let bytes: UnsafeBufferPointer<UInt8>
  var offset = 0
  private let depthLimit: Int
  private var depth = 0
  private let counts: JSONCounts
  private var values = 0
  /// Room for so many members or elements is made at once.
  private static let usualCount = 4

  init(_ bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int, counts: JSONCounts) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    self.counts = counts
  }

  mutating func document() throws(JSONError) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    skipSpace()
    let value = try value()
    skipSpace()
    guard offset == bytes.count else { throw error(.trailingContent) }
    return value
  }

  /// The value that begins at the cursor, which is not on white space.
  private mutating func value() throws(JSONError) -> JSONValue {
    values += 1
    guard values <= counts.values else { throw error(.tooMany("values", limit: counts.values)) }
    switch current {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: throw unexpected()
    }
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    try descend()
    var members: [JSONValue.Member] = []
    if !closes(UInt8(ascii: "}")) {
      members.reserveCapacity(Self.usualCount)
      repeat {
        skipSpace()
        guard current == UInt8(ascii: "\"") else { throw unexpected() }
        let start = offset
        let name = try string()
        guard offset - start - 2 <= counts.nameBytes else {
          throw error(.tooMany("bytes in the name of a member", limit: counts.nameBytes))
        }
        guard members.count < counts.members else { throw error(.tooMany("members of one object", limit: counts.members)) }
        skipSpace()
        guard current == UInt8(ascii: ":") else { throw unexpected() }
        offset += 1
        skipSpace()
        members.append(JSONValue.Member(name, try value()))
      } while try continues(until: UInt8(ascii: "}"))
    }
    depth -= 1
    return .object(members)
  }

  private mutating func array() throws(JSONError) -> JSONValue {
    try descend()
    var elements: [JSONValue] = []
    if !closes(UInt8(ascii: "]")) {
      elements.reserveCapacity(Self.usualCount)
      repeat {
        skipSpace()
        elements.append(try value())
      } while try continues(until: UInt8(ascii: "]"))
    }
    depth -= 1
    return .array(elements)
  }

  /// Goes past an opening bracket, and over the limit no further.
  private mutating func descend() throws(JSONError) {
    guard depth < depthLimit else { throw error(.tooDeep(limit: depthLimit)) }
    depth += 1
    offset += 1
    skipSpace()
  }

  /// Goes past the closing bracket of an empty array or object, if it is here.
  private mutating func closes(_ bracket: UInt8) -> Bool {
    guard current == bracket else { return false }
    offset += 1
    return true
  }

  /// Goes past a comma, and says that more follows, or past the closing bracket.
  private mutating func continues(until bracket: UInt8) throws(JSONError) -> Bool {
    skipSpace()
    let byte = current
    guard byte == UInt8(ascii: ",") || byte == bracket else { throw unexpected() }
    offset += 1
    return byte != bracket
  }

  private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    let matches = word.withUTF8Buffer { bytes[offset...].starts(with: $0) }
    guard matches else { throw error(.unexpectedByte(current)) }
    offset += word.utf8CodeUnitCount
    return value
  }

  private mutating func number() throws(JSONError) -> String {
    let start = offset
    if current == UInt8(ascii: "-") { offset += 1 }
    let hasLeadingZero = current == UInt8(ascii: "0")
    let digits = skipDigits()
    var isValid = digits == 1 || digits > 1 && !hasLeadingZero
    if current == UInt8(ascii: ".") {
      offset += 1
      isValid = skipDigits() > 0 && isValid
    }
    if current | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
      isValid = skipDigits() > 0 && isValid
    }
    guard isValid else { throw JSONError(offset: start, reason: .invalidNumber) }
    return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<offset]), as: UTF8.self)
  }

  private mutating func skipDigits() -> Int {
    let start = offset
    while isDigit(current) { offset += 1 }
    return offset - start
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
  }

  mutating func skipSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  /// The byte at the cursor; after the end 0, which is not allowed anywhere in JSON.
  var current: UInt8 {
    offset < bytes.count ? bytes[offset] : 0
  }

  func error(_ reason: JSONError.Reason) -> JSONError {
    JSONError(offset: offset, reason: reason)
  }

  /// What to say of the byte at the cursor, or of the end.
  func unexpected() -> JSONError {
    error(offset < bytes.count ? .unexpectedByte(bytes[offset]) : .unexpectedEnd)
  }
}
