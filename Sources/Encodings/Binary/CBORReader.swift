/// Reads the CBOR items that `CBORValue` has, from bytes that may be hostile.
package enum CBORReader {
  /// As deep as items may nest; an attestation object needs 4 levels.
  package static let depthLimit = 16

  /// The one item that the bytes hold.
  package static func read(_ bytes: [UInt8]) throws(CBORError) -> CBORValue {
    let (value, length) = try readPrefix(bytes[...])
    guard length == bytes.count else { throw CBORError(offset: length, reason: .trailingContent) }
    return value
  }

  /// The first item of the bytes and its length; authenticator data has a key followed by more.
  package static func readPrefix(_ bytes: ArraySlice<UInt8>) throws(CBORError) -> (value: CBORValue, length: Int) {
    var cursor = CBORCursor(rest: bytes, start: bytes.startIndex)
    let value = try cursor.value(depth: 0)
    return (value, cursor.offset)
  }
}

/// Why bytes are not a CBOR item that we support, and where.
package struct CBORError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was found.
  package enum Reason: String, Sendable, Hashable {
    case unexpectedEnd = "the CBOR ends too early"
    case unsupportedItem = "a CBOR item of a kind that WebAuthn does not use"
    case invalidUTF8 = "a CBOR text that is not UTF-8"
    case tooDeep = "CBOR nested too deeply"
    case trailingContent = "something follows the CBOR item"
  }

  /// Where, in bytes from the beginning, from 0.
  package var offset: Int
  /// What was found there.
  package var reason: Reason

  package var description: String {
    "\(reason.rawValue) at byte \(offset)"
  }
}

/// One reading of one item.
struct CBORCursor {
  var rest: ArraySlice<UInt8>
  let start: Int

  var offset: Int {
    rest.startIndex - start
  }

  mutating func value(depth: Int) throws(CBORError) -> CBORValue {
    guard depth < CBORReader.depthLimit else { throw error(.tooDeep) }
    let initial = try take(1)[0]
    switch initial >> 5 {
    case 0: return .unsigned(try argument(of: initial))
    case 1: return .negative(try argument(of: initial))
    case 2: return .bytes(try content(of: initial))
    case 3:
      guard let text = String(validating: try content(of: initial), as: UTF8.self) else { throw error(.invalidUTF8) }
      return .text(text)
    case 4: return .array(try elements(try count(of: initial), depth: depth + 1))
    case 5: return .map(try entries(try count(of: initial), depth: depth + 1))
    default: return try simple(initial)
    }
  }

  private func simple(_ initial: UInt8) throws(CBORError) -> CBORValue {
    switch initial {
    case 0xF4: .bool(false)
    case 0xF5: .bool(true)
    case 0xF6: .null
    default: throw error(.unsupportedItem)
    }
  }

  private mutating func argument(of initial: UInt8) throws(CBORError) -> UInt64 {
    let low = initial & 0x1F
    guard low >= 24 else { return UInt64(low) }
    guard low <= 27 else { throw error(.unsupportedItem) }
    return try take(1 << Int(low - 24)).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A count that the bytes left can hold, as each item takes at least one.
  private mutating func count(of initial: UInt8) throws(CBORError) -> Int {
    let count = try argument(of: initial)
    guard count <= UInt64(rest.count) else { throw error(.unexpectedEnd) }
    return Int(count)
  }

  private mutating func content(of initial: UInt8) throws(CBORError) -> [UInt8] {
    try take(try count(of: initial))
  }

  private mutating func elements(_ count: Int, depth: Int) throws(CBORError) -> [CBORValue] {
    var elements: [CBORValue] = []
    for _ in 0..<count { elements.append(try value(depth: depth)) }
    return elements
  }

  private mutating func entries(_ count: Int, depth: Int) throws(CBORError) -> [CBORValue.Entry] {
    var entries: [CBORValue.Entry] = []
    for _ in 0..<count {
      let key = try value(depth: depth)
      entries.append(CBORValue.Entry(key, try value(depth: depth)))
    }
    return entries
  }

  private mutating func take(_ count: Int) throws(CBORError) -> [UInt8] {
    guard count <= rest.count else { throw error(.unexpectedEnd) }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  private func error(_ reason: CBORError.Reason) -> CBORError {
    CBORError(offset: offset, reason: reason)
  }
}
