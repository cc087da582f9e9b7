/// Texts that are found by pieces of eight bytes, in any case, and with blanks, line breaks, punctuation, combining marks and invisible
/// signs between their signs.
///
/// It is for the few texts that a caller keeps secret. A piece counts if it has a digit, or capitals and small letters, as random
/// texts have: pieces of words are in other texts too. A text of words is found as a whole.
struct CloseIndex: Sendable {
  private static let window = 8
  /// Longer texts are keys and certificates, of which no page shows a piece.
  static let longest = 4096

  /// Texts without what may be between their signs, and with it.
  private var joined = Windows(skips: true)
  private var written = Windows(skips: false)

  var isEmpty: Bool { joined.isEmpty }

  /// Looks for a text as a whole, however its signs are grouped.
  mutating func add(whole text: [UInt8]) { joined.add(whole: text) }

  /// Looks for a text and for its pieces.
  mutating func add(_ text: [UInt8]) {
    guard text.count <= Self.longest else { return }
    add(whole: text)
    joined.add(piecesOf: text)
    // Of a text that has such signs itself, a piece of eight has fewer without them.
    guard text.contains(where: Self.isSkipped) else { return }
    written.add(whole: text)
    written.add(piecesOf: text)
  }

  /// Calls the body for each place of a text or a piece, as long as it returns true.
  func eachMatch(in bytes: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>) -> Bool) {
    for windows in [joined, written] where windows.mayMatch(bytes) {
      for range in windows.ranges(in: bytes) where !body(range) { return }
    }
  }

  private static func isSkipped(_ byte: UInt8) -> Bool { classes[Int(byte)] == skipped }

  static let skipped: UInt8 = 0
  /// The first byte of what may be a letter of double width, or a blank, a mark or an invisible sign that is not ASCII.
  static let wide: UInt8 = 1

  /// What a byte counts as: itself in lower case, or one of the two above.
  static let classes: [UInt8] = (0..<256).map { value in
    let byte = UInt8(value)
    switch byte {
    case 0...0x20, 0x7F: return skipped
    // Not those that hold JSON and markup together, which have to stay where a secret is taken out.
    case _ where "-._/|,*:+=@#%?!~^$&;`".utf8.contains(byte): return skipped
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return byte | 0x20
    case 0xC2...0xF4: return wide
    // They are in no UTF-8, so that a reader sees no letter there.
    case 0xC0, 0xC1, 0xF5...0xFF: return skipped
    default: return byte
    }
  }

  /// Blanks, punctuation, symbols, marks that are drawn on the sign before, and signs that are invisible or unknown, that are not ASCII.
  private static func isSkipped(_ scalar: UInt32) -> Bool {
    switch scalar {
    // Most letters of people's names.
    case 0xC0...0x02FF: false
    default: Unicode.Scalar(scalar).map(isBetween) ?? false
    }
  }

  private static func isBetween(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber, .otherNumber,
      .spacingMark:
      scalar.properties.isDefaultIgnorableCodePoint
    default: true
    }
  }

  /// The scalar that begins with one of the wide bytes, and where it ends; `nil` if the bytes are not UTF-8.
  static func scalar(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (value: UInt32, end: Int)? {
    let first = bytes[index]
    let count = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard index + count <= bytes.count else { return nil }
    var value = UInt32(first & 0xFF >> UInt8(count + 1))
    for byte in bytes[(index + 1)..<(index + count)] {
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return (value, index + count)
  }

  /// What the bytes from here on count as: a letter of double width as the plain one, a blank or an invisible sign as nothing.
  static func wideSign(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (byte: UInt8, end: Int) {
    guard let (scalar, end) = scalar(at: index, in: bytes) else { return (bytes[index], index + 1) }
    if 0xFF01...0xFF5E ~= scalar { return (classes[Int(scalar - 0xFF01 + 0x21)], end) }
    if TerminalSequence.begins(with: scalar) { return (skipped, TerminalSequence.end(at: index, in: bytes) ?? end) }
    return isSkipped(scalar) ? (skipped, end) : (bytes[index], index + 1)
  }
}

extension CloseIndex {
  /// Pieces of eight bytes, and texts that begin with one.
  private struct Windows: Sendable {
    /// Whether blanks, line breaks and punctuation between signs are left out.
    let skips: Bool
    private var pieces: Set<UInt64> = []
    private var wholes: [UInt64: Set<[UInt8]>] = [:]
    private var filter = [UInt64](repeating: 0, count: 256)

    init(skips: Bool) { self.skips = skips }

    var isEmpty: Bool { pieces.isEmpty && wholes.isEmpty }

    mutating func add(whole text: [UInt8]) {
      let plain = text.withUnsafeBufferPointer { folded($0).bytes }
      guard plain.count >= TextIndex.shortestAnywhere else { return }
      let key = Self.key(of: plain[..<CloseIndex.window])
      wholes[key, default: []].insert(plain)
      mark(key)
    }

    mutating func add(piecesOf text: [UInt8]) {
      let (plain, places) = text.withUnsafeBufferPointer(folded)
      guard plain.count >= CloseIndex.window else { return }
      for start in 0...(plain.count - CloseIndex.window) {
        let end = start + CloseIndex.window
        guard Self.isRandom(text[places[start].lowerBound..<places[end - 1].upperBound]) else { continue }
        let key = Self.key(of: plain[start..<end])
        pieces.insert(key)
        mark(key)
      }
    }

    /// Whether there may be a match, without a copy of the text: nearly every text has none.
    func mayMatch(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      guard !isEmpty, bytes.count >= CloseIndex.window else { return false }
      return CloseIndex.classes.withUnsafeBufferPointer { classes in
        filter.withUnsafeBufferPointer { filter in
          var key: UInt64 = 0
          var place = 0
          // A plain loop: every byte of everything that is put out comes by here.
          while place < bytes.count {
            var byte = classes[Int(bytes[place])]
            place &+= 1
            if byte == CloseIndex.wide {
              let sign = CloseIndex.wideSign(at: place &- 1, in: bytes)
              place = sign.end
              byte = sign.byte
            }
            if byte == CloseIndex.skipped {
              guard !skips else {
                if bytes[place &- 1] == TerminalSequence.escape { place = TerminalSequence.end(at: place &- 1, in: bytes) ?? place }
                continue
              }
              byte = bytes[place &- 1]
            }
            key = key &<< 8 | UInt64(byte)
            let bit = Self.bit(of: key)
            if filter[bit &>> 6] & (1 &<< UInt64(bit & 63)) != 0 { return true }
          }
          return false
        }
      }
    }

    /// The places of all matches, in order; they overlap.
    func ranges(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
      let (plain, places) = folded(bytes)
      guard plain.count >= CloseIndex.window else { return [] }
      var ranges: [Range<Int>] = []
      for start in 0...(plain.count - CloseIndex.window) {
        let key = Self.key(of: plain[start..<(start + CloseIndex.window)])
        var count = pieces.contains(key) ? CloseIndex.window : 0
        for whole in wholes[key] ?? [] where whole.count > count && plain[start...].starts(with: whole) { count = whole.count }
        if count > 0 { ranges.append(places[start].lowerBound..<places[start + count - 1].upperBound) }
      }
      return ranges
    }

    /// The signs that count, in lower case, and where each is.
    private func folded(_ bytes: UnsafeBufferPointer<UInt8>) -> (bytes: [UInt8], places: [Range<Int>]) {
      var plain: [UInt8] = []
      var places: [Range<Int>] = []
      var index = 0
      while index < bytes.count {
        let start = index
        var byte = CloseIndex.classes[Int(bytes[index])]
        index += 1
        if byte == CloseIndex.wide { (byte, index) = CloseIndex.wideSign(at: start, in: bytes) }
        if byte == CloseIndex.skipped {
          guard !skips else {
            if bytes[start] == TerminalSequence.escape { index = TerminalSequence.end(at: start, in: bytes) ?? index }
            continue
          }
          byte = bytes[index - 1]
        }
        plain.append(byte)
        places.append(start..<index)
      }
      return (plain, places)
    }

    private mutating func mark(_ key: UInt64) {
      let bit = Self.bit(of: key)
      filter[bit >> 6] |= 1 << UInt64(bit & 63)
    }

    /// The filter has 2 to the 14 bits.
    private static func bit(of key: UInt64) -> Int { Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> 50) }

    private static func key(of bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    /// Whether a piece is in no other text by chance.
    private static func isRandom(_ piece: ArraySlice<UInt8>) -> Bool {
      let small = piece.count { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      let capitals = piece.count { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      let hasDigit = piece.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      return Set(piece.filter { !CloseIndex.isSkipped($0) }).count >= 4 && (hasDigit || capitals >= 3 && small >= 2)
    }
  }
}
