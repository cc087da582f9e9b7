public import JourneyModel

/// The last net under the type `Secret`: replaces learned secrets, also encoded ones, in finished bytes by `***`.
///
/// A text of less than 6 bytes is not looked for, and one of less than 12 only where it stands as a word of its own: a short
/// one stands everywhere by chance.
public struct Redactor: Sendable {
  private static let shortest = 6
  private static let shortestAnywhere = 12
  /// As much of two pieces as is looked at together.
  static let longestOverlap = 8192
  private static let sign = Array("***".utf8)
  /// Values of the event log that hold it together; they are names that the project gave.
  private static let structure: Set<[UInt8]> = Set(
    ["v", "kind", "scenario", "step", "screen", "id", "type", "outcome", "verdict", "purpose", "ceremony", "reason", "level"].map {
      Array($0.utf8)
    })

  /// One spelling of a secret, found by six of its bytes.
  private struct Pattern: Sendable {
    var bytes: [UInt8]
    /// Where in it the six bytes stand.
    var offset: Int
  }

  /// As many bytes as a pattern is found by.
  private static let window = 6
  private static let filterBits = 18

  /// By the six bytes: of each pattern those that fewest others have, since tokens often begin alike.
  private var patterns: [UInt64: [Pattern]] = [:]
  /// A bit for each hash of six bytes that some pattern has: most places are passed over by this alone.
  private var filter = [UInt64](repeating: 0, count: 1 << (filterBits - 6))
  private var known: Set<String> = []

  public init() {}

  /// Whether there is nothing to look for.
  public var isEmpty: Bool { patterns.isEmpty }

  /// Looks for this secret from now on, in all its spellings.
  public mutating func learn(_ secret: Secret) {
    let text = secret.concealed
    guard text.utf8.count >= Self.shortest, known.insert(text).inserted else { return }
    for spelling in SecretSpellings.all(of: text) where spelling.count >= Self.shortest { add(spelling) }
  }

  private mutating func add(_ pattern: [UInt8]) {
    let last = pattern.count - Self.window
    let places = [0, last / 4, last / 2, last * 3 / 4, last].map { offset in
      (offset: offset, key: pattern[offset..<(offset + Self.window)].reduce(0) { $0 << 8 | UInt64($1) })
    }
    guard let best = places.min(by: { patterns[$0.key]?.count ?? 0 < patterns[$1.key]?.count ?? 0 }) else { return }
    patterns[best.key, default: []].append(Pattern(bytes: pattern, offset: best.offset))
    let bit = Self.bit(of: best.key)
    filter[bit >> 6] |= 1 << UInt64(bit & 63)
  }

  /// Whether a secret stands in the bytes.
  public func findsSecret(in bytes: ArraySlice<UInt8>) -> Bool {
    !matches(in: bytes, most: 1).isEmpty
  }

  /// The text with `***` for every secret.
  public func redacted(_ text: String) -> String {
    guard !isEmpty else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    guard append(bytes[...], to: &result) else { return text }
    return String(decoding: result, as: UTF8.self)
  }

  /// The bytes with `***` for every secret.
  public func redacted(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    return append(bytes[...], to: &result) ? result : bytes
  }

  /// The lines of an event log with `***` for every secret in its values; what holds the log together stays.
  public func redactedLog(_ bytes: [UInt8]) -> [UInt8] {
    guard !isEmpty else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var copied = 0
    Self.eachValue(in: bytes) { text in
      result += bytes[copied..<text.lowerBound]
      _ = append(bytes[text], to: &result)
      copied = text.upperBound
      return true
    }
    result += bytes[copied...]
    return result
  }

  /// Whether a secret stands in a value of the lines of an event log; numbers and what holds the log together count as none.
  public func findsSecret(inLog bytes: [UInt8]) -> Bool {
    var isFound = false
    Self.eachValue(in: bytes) { text in
      isFound = findsSecret(in: bytes[text])
      return !isFound
    }
    return isFound
  }

  /// The insides of the strings that are values and hold no log together, in order, as long as the body says to go on.
  private static func eachValue(in bytes: [UInt8], _ body: (Range<Int>) -> Bool) {
    var index = 0
    var name: ArraySlice<UInt8> = []
    while let quote = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) {
      let end = endOfString(bytes, from: quote)
      let start = min(quote + 1, end)
      let text = start..<max(end - 1, start)
      let isName = end < bytes.count && bytes[end] == UInt8(ascii: ":")
      if !isName, !structure.contains(Array(name)), !body(text) { return }
      name = isName ? bytes[text] : []
      index = end
    }
  }

  /// Just behind the quote that ends a string.
  private static func endOfString(_ bytes: [UInt8], from quote: Int) -> Int {
    var index = quote + 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "\""): return index + 1
      default: index += 1
      }
    }
    return bytes.count
  }

  /// Appends the bytes, redacted; says whether there was anything to redact.
  private func append(_ bytes: ArraySlice<UInt8>, to result: inout [UInt8]) -> Bool {
    guard var piece = pass(over: bytes) else {
      result += bytes
      return false
    }
    // What stood beside a secret may be a word of its own now, and a short secret. Each pass leaves less to find.
    while let next = pass(over: piece[...]) { piece = next }
    result += piece
    return true
  }

  /// The bytes with `***` for every secret that stands in them as they are; `nil` where none does.
  private func pass(over bytes: ArraySlice<UInt8>) -> [UInt8]? {
    let found = matches(in: bytes)
    guard !found.isEmpty else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var copied = bytes.startIndex
    for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      // One that begins within another goes with it.
      if range.lowerBound >= copied {
        result += bytes[copied..<range.lowerBound]
        result += Self.sign
      }
      copied = max(copied, range.upperBound)
    }
    result += bytes[copied...]
    return result
  }

  /// The places of secrets, in no order; they may overlap.
  private func matches(in bytes: ArraySlice<UInt8>, most: Int = .max) -> [Range<Int>] {
    guard !isEmpty, bytes.count >= Self.shortest else { return [] }
    var found: [Range<Int>] = []
    bytes.withUnsafeBufferPointer { buffer in
      filter.withUnsafeBufferPointer { filter in
        var key: UInt64 = 0
        for place in buffer.indices {
          key = (key << 8 | UInt64(buffer[place])) & 0xFFFF_FFFF_FFFF
          let bit = Self.bit(of: key)
          guard filter[bit >> 6] & (1 << UInt64(bit & 63)) != 0, place + 1 >= Self.window else { continue }
          for range in places(of: key, endingAt: place + 1, in: buffer) {
            found.append((range.lowerBound + bytes.startIndex)..<(range.upperBound + bytes.startIndex))
          }
          if found.count >= most { return }
        }
      }
    }
    return found
  }

  /// The secrets whose six bytes end here.
  private func places(of key: UInt64, endingAt end: Int, in buffer: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    (patterns[key] ?? []).compactMap { pattern in
      let start = end - Self.window - pattern.offset
      guard start >= 0, start + pattern.bytes.count <= buffer.count else { return nil }
      let range = start..<(start + pattern.bytes.count)
      guard buffer[range].elementsEqual(pattern.bytes) else { return nil }
      return pattern.bytes.count >= Self.shortestAnywhere || Self.isWord(range, of: buffer) ? range : nil
    }
  }

  private static func isWord(_ range: Range<Int>, of buffer: UnsafeBufferPointer<UInt8>) -> Bool {
    let after = range.upperBound < buffer.count ? buffer[range.upperBound] : 0
    return !isWordByte(after) && beginsWord(range.lowerBound, of: buffer)
  }

  /// A letter in front belongs to an escape where it follows a backslash, and two digits do where they follow a percent sign.
  private static func beginsWord(_ start: Int, of buffer: UnsafeBufferPointer<UInt8>) -> Bool {
    guard start > 0, isWordByte(buffer[start - 1]) else { return true }
    if start >= 2, buffer[start - 2] == UInt8(ascii: "\\") { return true }
    return start >= 3 && buffer[start - 3] == UInt8(ascii: "%")
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: byte >= 0x80
    }
  }

  private static func bit(of key: UInt64) -> Int { Int((key &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - filterBits)) }
}
