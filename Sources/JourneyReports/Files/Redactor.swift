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
    ["v", "kind", "scenario", "step", "screen", "id", "type", "outcome", "verdict"].map { Array($0.utf8) })

  /// Patterns by their first four bytes, the longest first.
  private var patterns: [UInt32: [[UInt8]]] = [:]
  /// A bit for each hash of four bytes that some pattern begins with: most places are passed over by this alone.
  private var filter = [UInt64](repeating: 0, count: 1024)
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
    let key = Self.key(pattern[0], pattern[1], pattern[2], pattern[3])
    guard !(patterns[key] ?? []).contains(pattern) else { return }
    patterns[key, default: []].append(pattern)
    patterns[key]?.sort { $0.count > $1.count }
    let bit = Self.bit(of: key)
    filter[bit >> 6] |= 1 << UInt64(bit & 63)
  }

  /// Whether a secret stands in the bytes.
  public func findsSecret(in bytes: ArraySlice<UInt8>) -> Bool {
    var index = bytes.startIndex
    return match(in: bytes, from: &index) != nil
  }

  /// The text with `***` for every secret.
  public func redacted(_ text: String) -> String {
    guard !isEmpty else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    guard append(bytes[...], to: &result) else { return text }
    return String(decoding: result, as: UTF8.self)
  }

  /// The lines of an event log with `***` for every secret in its values; what holds the log together stays.
  public func redactedLog(_ bytes: [UInt8]) -> [UInt8] {
    guard !isEmpty else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    var name: ArraySlice<UInt8> = []
    while let quote = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) {
      let end = Self.endOfString(bytes, from: quote)
      let text = bytes[min(quote + 1, end)..<max(end - 1, min(quote + 1, end))]
      result += bytes[index..<min(quote + 1, end)]
      let isName = end < bytes.count && bytes[end] == UInt8(ascii: ":")
      if isName || Self.structure.contains(Array(name)) { result += text } else { _ = append(text, to: &result) }
      if quote + 1 < end { result.append(bytes[end - 1]) }
      name = isName ? text : []
      index = end
    }
    result += bytes[index...]
    return result
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
    var index = bytes.startIndex
    var copied = bytes.startIndex
    var found = false
    while let range = match(in: bytes, from: &index) {
      result += bytes[copied..<range.lowerBound]
      result += Self.sign
      copied = range.upperBound
      index = range.upperBound
      found = true
    }
    result += bytes[copied...]
    return found
  }

  /// The next place of a secret, the longest where several begin there.
  private func match(in bytes: ArraySlice<UInt8>, from index: inout Int) -> Range<Int>? {
    guard !isEmpty else { return nil }
    return bytes.withUnsafeBufferPointer { buffer in
      let offset = bytes.startIndex
      var place = index - offset
      guard place + 4 <= buffer.count else { return nil }
      var key = Self.key(0, buffer[place], buffer[place + 1], buffer[place + 2])
      while place + 4 <= buffer.count {
        key = key << 8 | UInt32(buffer[place + 3])
        let bit = Self.bit(of: key)
        if filter[bit >> 6] & (1 << UInt64(bit & 63)) != 0, let count = length(at: place, of: buffer, key) {
          return (place + offset)..<(place + count + offset)
        }
        place += 1
      }
      return nil
    }
  }

  private func length(at place: Int, of buffer: UnsafeBufferPointer<UInt8>, _ key: UInt32) -> Int? {
    for pattern in patterns[key] ?? [] where place + pattern.count <= buffer.count {
      guard buffer[place..<(place + pattern.count)].elementsEqual(pattern) else { continue }
      if pattern.count >= Self.shortestAnywhere || Self.isWord(place..<(place + pattern.count), of: buffer) { return pattern.count }
    }
    return nil
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

  private static func key(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) -> UInt32 {
    UInt32(first) << 24 | UInt32(second) << 16 | UInt32(third) << 8 | UInt32(fourth)
  }

  private static func bit(of key: UInt32) -> Int { Int((key &* 0x9E37_79B1) >> 16) }
}
