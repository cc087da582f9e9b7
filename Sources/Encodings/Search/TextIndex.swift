/// Many texts that are looked for at once, byte by byte.
///
/// Each is found by six of its bytes, of which a filter of bits knows a hash: most places of a text are passed over by one look,
/// however many texts are looked for. Shorter texts than `shortest` are not taken; those shorter than `shortestAnywhere` are found
/// only if they are separate words, because they are parts of other texts by chance.
struct TextIndex: Sendable {
  static let shortest = 6
  static let shortestAnywhere = 12
  private static let window = 6
  /// Bits of the filter for each text, so that few of them are set.
  private static let bitsPerText = 64
  /// Bytes that are compared with texts at the most, as often as a text is long: of texts that repeat themselves, which a server may send,
  /// each place is compared with all of a text.
  private static let maxWork = 64

  private struct Entry: Sendable {
    var bytes: [UInt8]
    /// Where in it the six bytes are that it is found by.
    var offset: Int
  }

  /// By six bytes of each text, those that it shares with the fewest other texts, since many tokens begin with the same bytes.
  private var entries: [UInt64: [Entry]] = [:]
  /// As many bits as a power of two has.
  private var filter = [UInt64](repeating: 0, count: 16)
  private var count = 0
  /// Whether a short text is found as a separate word only; if not, the caller looks at what is around it.
  private let asksForWords: Bool

  init(asksForWords: Bool = true) { self.asksForWords = asksForWords }

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ bytes: [UInt8]) {
    guard bytes.count >= Self.shortest else { return }
    let last = bytes.count - Self.window
    var best: (offset: Int, key: UInt64, others: Int)?
    for quarter in 0...4 {
      let offset = last * quarter / 4
      var key: UInt64 = 0
      for index in offset..<(offset + Self.window) { key = key << 8 | UInt64(bytes[index]) }
      // The filter rules out most keys without a look at the entries.
      let others = isMarked(key) ? entries[key] ?? [] : []
      // A text that was added before has its entry at one of these places.
      guard !others.contains(where: { $0.bytes == bytes }) else { return }
      if others.count < best?.others ?? .max { best = (offset, key, others.count) }
    }
    guard let best else { return }
    entries[best.key, default: []].append(Entry(bytes: bytes, offset: best.offset))
    count += 1
    if count * Self.bitsPerText > filter.count * 64 {
      filter = [UInt64](repeating: 0, count: filter.count * 4)
      for key in entries.keys { mark(key) }
    } else {
      mark(best.key)
    }
  }

  private func isMarked(_ key: UInt64) -> Bool {
    let bit = Self.bit(of: key, shift: shift)
    return filter[bit >> 6] & 1 << UInt64(bit & 63) != 0
  }

  private mutating func mark(_ key: UInt64) {
    let bit = Self.bit(of: key, shift: shift)
    filter[bit >> 6] |= 1 << UInt64(bit & 63)
  }

  /// What is left of a hash of 64 bits to be a place in the filter.
  private var shift: UInt64 { UInt64(64 - (filter.count * 64).trailingZeroBitCount) }

  /// Whether the six bytes that a key has may be those by which a text is found.
  @inline(__always)
  func mayHold(_ key: UInt64, _ filter: UnsafeBufferPointer<UInt64>, shift: UInt64) -> Bool {
    let hash = (key &* 0x9E37_79B9_7F4A_7C15) &>> shift
    return filter[Int(truncatingIfNeeded: hash &>> 6)] & (1 &<< (hash & 63)) != 0
  }

  /// Whether a text may be among these signs, without a copy of them: nearly always none is.
  @inline(__always)
  func mayMatch(_ next: () -> UInt8?) -> Bool {
    let shift = shift
    return filter.withUnsafeBufferPointer { filter in
      var key: UInt64 = 0
      // A plain loop: every byte of every body comes by here.
      while let byte = next() {
        key = (key &<< 8 | UInt64(byte)) & 0xFFFF_FFFF_FFFF
        if mayHold(key, filter, shift: shift), entries[key] != nil { return true }
      }
      return false
    }
  }

  /// Calls the body for each place of a text, in the order of their ends, as long as it returns true.
  ///
  /// Where comparing is too much work, what was not looked at is a place as a whole: it may hold a text.
  func eachMatch(in bytes: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>) -> Bool) {
    guard bytes.count >= Self.shortest, !entries.isEmpty else { return }
    let shift = shift
    var workLeft = bytes.count * Self.maxWork + 65_536
    let asksForWords = asksForWords
    filter.withUnsafeBufferPointer { filter in
      var key: UInt64 = 0
      var place = 0
      let end = bytes.count
      // A plain loop: the one place where every byte of everything that is put out comes by.
      while place < end {
        key = (key &<< 8 | UInt64(bytes[place])) & 0xFFFF_FFFF_FFFF
        place &+= 1
        guard mayHold(key, filter, shift: shift), place >= Self.window else { continue }
        guard let candidates = entries[key] else { continue }
        for entry in candidates {
          let range = Self.place(of: entry, endingAt: place, in: bytes, asksForWords, workLeft: &workLeft)
          guard workLeft > 0 else {
            // A text that begins before this place and ends after it was not found either.
            _ = body(0..<end)
            return
          }
          if let range, !body(range) { return }
        }
      }
    }
  }

  private static func place(
    of entry: Entry, endingAt end: Int, in bytes: UnsafeBufferPointer<UInt8>, _ asksForWords: Bool, workLeft: inout Int
  ) -> Range<Int>? {
    workLeft -= 1
    let start = end - window - entry.offset
    guard start >= 0, start + entry.bytes.count <= bytes.count else { return nil }
    let range = start..<(start + entry.bytes.count)
    let common = entry.bytes.withUnsafeBufferPointer { commonPrefix($0, UnsafeBufferPointer(rebasing: bytes[range])) }
    workLeft -= common
    guard common == entry.bytes.count else { return nil }
    return !asksForWords || entry.bytes.count >= shortestAnywhere || isWord(range, of: bytes) ? range : nil
  }

  /// How many bytes are equal before one differs, of two texts of the same length.
  private static func commonPrefix(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Int {
    var index = 0
    while index < first.count, first[index] == second[index] { index &+= 1 }
    return index
  }

  private static func isWord(_ range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let before = range.lowerBound > 0 ? bytes[range.lowerBound - 1] : 0
    let after = range.upperBound < bytes.count ? bytes[range.upperBound] : 0
    return !isWordByte(before) && !isWordByte(after)
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: byte >= 0x80
    }
  }

  private static func bit(of key: UInt64, shift: UInt64) -> Int { Int((key &* 0x9E37_79B9_7F4A_7C15) >> shift) }
}
