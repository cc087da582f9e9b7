@_spi(_Unicode) private import Swift

/// A text with letters beyond ASCII, found by its other signs: each such letter may be any sign or signs beyond ASCII, question marks, a
/// reference of HTML, the letter without its mark, or how it is written without one.
///
/// So it is found in other encodings, in any case, and where a program could not read it.
struct LetterPattern: Sendable {
  private enum Element: Sendable {
    /// In lower case.
    case plain(UInt8)
    /// How the letter is written in ASCII, in lower case.
    case letter([[UInt8]])
  }

  /// Signs of ASCII that there have to be, so that not every word is found.
  private static let fewestPlain = 4
  private static let longest = 256
  /// Bytes that stand for one letter at most: two replacement characters, or UTF-8 that was taken for one byte a letter twice.
  private static let widest = 8

  private let elements: [Element]
  /// The signs that it is found by, and where they begin among the elements.
  private let anchor: [UInt8]
  private let place: Int

  /// `nil` for a text of ASCII, and for one with too little of it.
  init?(_ text: String) {
    guard text.utf8.contains(where: { $0 >= 0x80 }), text.utf8.count <= Self.longest else { return nil }
    var elements: [Element] = []
    // Turkish has two letters for each of theirs: small and capital letters of ASCII need not be a pair.
    let isTurkish = text.unicodeScalars.contains { "ıİşŞğĞ".unicodeScalars.contains($0) }
    for scalar in String(String.UnicodeScalarView(text._nfc)).unicodeScalars {
      let isPlain = scalar.isASCII && !(isTurkish && (scalar == "i" || scalar == "I"))
      elements.append(isPlain ? .plain(Self.small(UInt8(scalar.value))) : .letter(Self.plainSpellings(of: scalar)))
    }
    var (best, start) = (0..<0, 0)
    for index in 0...elements.count {
      if index < elements.count, case .plain = elements[index] { continue }
      if index - start > best.count { best = start..<index }
      start = index + 1
    }
    let count = elements.count { if case .plain = $0 { true } else { false } }
    guard elements.count >= TextIndex.shortest, count >= Self.fewestPlain, best.count >= 2 else { return nil }
    self.elements = elements
    place = best.lowerBound
    anchor = elements[best].compactMap { if case .plain(let byte) = $0 { byte } else { nil } }
  }

  /// Calls the body for each place, as long as it returns true.
  func eachMatch(in bytes: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>) -> Bool) {
    guard bytes.count >= anchor.count else { return }
    let first = anchor[0]
    for start in 0...(bytes.count - anchor.count) where Self.small(bytes[start]) == first {
      guard anchor.indices.allSatisfy({ Self.small(bytes[start + $0]) == anchor[$0] }) else { continue }
      guard let end = end(of: place + anchor.count, from: start + anchor.count, in: bytes),
        let begin = begin(of: place - 1, before: start, in: bytes), isWord(begin..<end, bytes)
      else { continue }
      if !body(begin..<end) { return }
    }
  }

  private func isWord(_ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard elements.count < TextIndex.shortestAnywhere else { return true }
    let before = range.lowerBound > 0 ? bytes[range.lowerBound - 1] : 0
    let after = range.upperBound < bytes.count ? bytes[range.upperBound] : 0
    return !Self.isASCIIWord(before) && !Self.isASCIIWord(after)
  }

  private static func isASCIIWord(_ byte: UInt8) -> Bool { byte < 0x80 && TextIndex.isWordByte(byte) }

  /// Where the elements from one on end; `nil` if they are not there.
  private func end(of element: Int, from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard element < elements.count else { return start }
    switch elements[element] {
    case .plain(let byte):
      guard start < bytes.count, Self.small(bytes[start]) == byte else { return nil }
      return end(of: element + 1, from: start + 1, in: bytes)
    case .letter(let spellings):
      for count in Self.widths(forward: start, bytes, spellings) {
        if let end = end(of: element + 1, from: start + count, in: bytes) { return end }
      }
      return nil
    }
  }

  /// Where the elements up to one begin; `nil` if they are not there.
  private func begin(of element: Int, before end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard element >= 0 else { return end }
    switch elements[element] {
    case .plain(let byte):
      guard end > 0, Self.small(bytes[end - 1]) == byte else { return nil }
      return begin(of: element - 1, before: end - 1, in: bytes)
    case .letter(let spellings):
      for count in Self.widths(backward: end, bytes, spellings) {
        if let begin = begin(of: element - 1, before: end - count, in: bytes) { return begin }
      }
      return nil
    }
  }

  /// How many bytes a letter may take from here on, the most first.
  private static func widths(forward start: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ spellings: [[UInt8]]) -> [Int] {
    let wide = bytes[min(start, bytes.count)...].prefix(widest).prefix(while: isUnread).count
    var widths = (0...wide).dropFirst().reversed().map(\.self)
    for spelling in spellings
    where bytes[min(start, bytes.count)...].prefix(spelling.count).elementsEqual(spelling, by: { small($0) == $1 }) {
      // A mark of its own may follow.
      let mark = bytes[(start + spelling.count)...].prefix(4).prefix { $0 >= 0x80 }.count
      widths += mark > 0 ? [spelling.count + mark, spelling.count] : [spelling.count]
    }
    if start < bytes.count, bytes[start] == UInt8(ascii: "&"), let end = bytes[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")) {
      widths.append(end + 1 - start)
    }
    return widths
  }

  private static func widths(backward end: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ spellings: [[UInt8]]) -> [Int] {
    let wide = bytes[..<end].suffix(widest).reversed().prefix(while: isUnread).count
    var widths = (0...wide).dropFirst().reversed().map(\.self)
    for spelling in spellings {
      for mark in 0...min(wide, 4) where end - mark - spelling.count >= 0 {
        let from = end - mark - spelling.count
        if bytes[from..<(from + spelling.count)].elementsEqual(spelling, by: { small($0) == $1 }) { widths.append(mark + spelling.count) }
      }
    }
    if end > 0, bytes[end - 1] == UInt8(ascii: ";"), let start = bytes[..<end].suffix(12).lastIndex(of: UInt8(ascii: "&")) {
      widths.append(end - start)
    }
    return widths
  }

  private static func isUnread(_ byte: UInt8) -> Bool { byte >= 0x80 || byte == UInt8(ascii: "?") }

  private static func small(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  /// The letter without its mark, and how people write it without one.
  private static func plainSpellings(of scalar: Unicode.Scalar) -> [[UInt8]] {
    let small = String(scalar).lowercased()
    let base = small._nfd.filter(\.isASCII).map { UInt8($0.value) }
    return (others[small] ?? []).map { Array($0.utf8) } + (base.isEmpty ? [] : [base])
  }

  private static let others: [String: [String]] = [
    "ä": ["ae"], "ö": ["oe"], "ü": ["ue"], "ß": ["ss", "sz", "s"], "å": ["aa"], "ø": ["oe", "o"], "æ": ["ae", "a"], "œ": ["oe"], "ł": ["l"],
    "đ": ["dj", "d"], "ð": ["d"], "þ": ["th"], "ı": ["i"],
  ]
}
