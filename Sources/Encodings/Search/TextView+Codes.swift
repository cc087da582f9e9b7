/// Base64 and hexadecimal digits, as tools write them: on several lines, with signs between pairs.
extension TextView {
  static let shortestRun = 10

  /// Digits of Base64 that belong together, a stretch for each line.
  private struct Base64Run {
    var lines: [Range<Int>]
    var count: Int
  }

  /// Every text that is encoded as Base64 in this one, wherever its first digit is.
  var textsInBase64: [TextView] {
    base64Runs.flatMap { run in (0..<4).compactMap { decoded(run, from: $0) } }
  }

  /// Runs of Base64 that breaks cut into lines, without the breaks; `nil` if no run has any.
  var withoutBreaksInBase64: TextView? {
    let runs = base64Runs.filter { $0.lines.count > 1 }
    guard !runs.isEmpty else { return nil }
    var view = TextView(madeOf: self)
    for run in runs {
      for line in run.lines { view.append(line, of: self) }
      // Two runs are not one text.
      if let last = run.lines.last { view.append(0x20, for: (last.upperBound - 1)..<last.upperBound, of: self) }
    }
    return view
  }

  /// Pairs of hexadecimal digits with one sign between each, or `0x` before each, joined and in lower case; `nil` if there are none.
  var withoutSignsInHexadecimal: TextView? {
    var view = TextView(madeOf: self)
    var index = 0
    while index < bytes.count {
      let pairs = hexadecimalPairs(from: index)
      guard pairs.count >= TextIndex.shortest else {
        index += 1
        continue
      }
      for pair in pairs {
        for place in [pair, pair + 1] { view.append(Self.lowerCased(bytes[place]), for: place..<(place + 1), of: self) }
      }
      let end = (pairs.last ?? index) + 2
      view.append(0x20, for: (end - 1)..<end, of: self)
      index = end
    }
    return view.bytes.isEmpty ? nil : view
  }

  /// Every text that is encoded as hexadecimal digits in this one, whether its first digit is the first or the second of the run.
  var textsInHexadecimal: [TextView] {
    var views: [TextView] = []
    var index = 0
    while index < bytes.count {
      let start = index
      while index < bytes.count, Self.isHexadecimal(bytes[index]) { index += 1 }
      if index - start >= Self.shortestHexadecimal {
        let run = start..<index
        views += [start, start + 1].compactMap { decoded(hexadecimal: $0..<run.upperBound) }
      }
      if index == start { index += 1 }
    }
    return views
  }

  /// What pairs of digits say, where that is a text.
  private func decoded(hexadecimal run: Range<Int>) -> TextView? {
    guard bytes.withUnsafeBufferPointer({ Self.holdsText($0, hexadecimal: run) }) else { return nil }
    var view = TextView(madeOf: self)
    for pair in stride(from: run.lowerBound, to: run.upperBound - 1, by: 2) {
      view.append(UInt8(truncatingIfNeeded: Self.pair(bytes[pair], bytes[pair + 1])), for: pair..<(pair + 2), of: self)
    }
    return view
  }

  /// How many hexadecimal digits the shortest text has that is looked for.
  static let shortestHexadecimal = 2 * TextIndex.shortest

  /// Whether pairs of hexadecimal digits contain a text.
  static func holdsText(_ bytes: UnsafeBufferPointer<UInt8>, hexadecimal run: Range<Int>) -> Bool {
    var stretch = TextStretch()
    for pair in stride(from: run.lowerBound, to: run.upperBound - 1, by: 2)
    where stretch.isLong(afterByte: UInt8(truncatingIfNeeded: Self.pair(bytes[pair], bytes[pair + 1]))) {
      return true
    }
    return false
  }

  private static func pair(_ first: UInt8, _ second: UInt8) -> UInt32 { (digit(first) ?? 0) << 4 | (digit(second) ?? 0) }

  /// Where pairs begin that follow each other with one and the same kind of sign between them.
  private func hexadecimalPairs(from start: Int) -> [Int] {
    guard isHexadecimalPair(start), start == 0 || !Self.isHexadecimal(bytes[start - 1]) else { return [] }
    var pairs = [start]
    var index = start + 2
    while index < bytes.count {
      var next = index
      while next < bytes.count, next - index < 3, Self.isSign(bytes[next]) { next += 1 }
      guard next > index else { break }
      if next + 1 < bytes.count, bytes[next] == UInt8(ascii: "0"), bytes[next + 1] | 0x20 == UInt8(ascii: "x") { next += 2 }
      guard isHexadecimalPair(next) else { break }
      pairs.append(next)
      index = next + 2
    }
    return pairs
  }

  private func isHexadecimalPair(_ index: Int) -> Bool {
    index + 1 < bytes.count && Self.isHexadecimal(bytes[index]) && Self.isHexadecimal(bytes[index + 1])
      && (index + 2 >= bytes.count || !Self.isHexadecimal(bytes[index + 2]))
  }

  private var base64Runs: [Base64Run] {
    var runs: [Base64Run] = []
    var index = 0
    while index < bytes.count {
      guard Self.isBase64(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, Self.isBase64(bytes[index]) { index += 1 }
      guard index - start >= Self.shortestRun else { continue }
      var run = Base64Run(lines: [start..<index], count: index - start)
      while let next = lineOfBase64(after: index) {
        run.lines.append(next)
        run.count += next.count
        index = next.upperBound
      }
      runs.append(run)
    }
    return runs
  }

  /// The digits on the next line.
  private func lineOfBase64(after end: Int) -> Range<Int>? {
    let start = bytes.withUnsafeBufferPointer { Self.endOfBlanks(after: end, in: $0) }
    guard bytes[end..<start].contains(where: Self.isNewline) else { return nil }
    var last = start
    while last < bytes.count, Self.isBase64(bytes[last]) { last += 1 }
    return last > start ? start..<last : nil
  }

  /// Whether a line ends at this place, or after blanks.
  static func isBreak(at end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    (end..<endOfBlanks(after: end, in: bytes)).contains { isNewline(bytes[$0]) }
  }

  /// Where up to four blanks and line breaks end.
  private static func endOfBlanks(after end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var start = end
    while start < bytes.count, start - end < 4, isNewline(bytes[start]) || bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    return start
  }

  private static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// What a run says from one of its digits on, where that is a text.
  private func decoded(_ run: Base64Run, from first: Int) -> TextView? {
    guard run.count - first >= Self.shortestRun, holdsText(run, from: first) else { return nil }
    var view = TextView(madeOf: self, reserving: run.count * 3 / 4 + 1)
    var value: UInt32 = 0
    var bits = 0
    var previous = run.lines[0].lowerBound
    Self.values.withUnsafeBufferPointer { values in
      for (number, line) in run.lines.enumerated() {
        var index = number == 0 ? line.lowerBound + first : line.lowerBound
        while index < line.upperBound {
          value = (value << 6 | values[Int(bytes[index])]) & 0xFFFFFF
          bits += 6
          if bits >= 8 {
            bits -= 8
            view.append(UInt8(truncatingIfNeeded: value >> UInt32(bits)), for: previous..<(index + 1), of: self)
          }
          previous = index
          index += 1
        }
      }
    }
    return view
  }

  private func holdsText(_ run: Base64Run, from first: Int) -> Bool {
    var stretch = TextStretch()
    return bytes.withUnsafeBufferPointer { bytes in
      Self.values.withUnsafeBufferPointer { values in
        for (number, line) in run.lines.enumerated() {
          var index = number == 0 ? line.lowerBound + first : line.lowerBound
          while index < line.upperBound {
            if stretch.isLong(after: values[Int(bytes[index])]) { return true }
            index += 1
          }
        }
        return false
      }
    }
  }

  /// Whether these digits of Base64 contain a text, whichever of the first four the decoding begins with.
  static func holdsText(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Bool {
    values.withUnsafeBufferPointer { values in
      for first in start..<min(start + 4, end) {
        var stretch = TextStretch()
        var index = first
        while index < end {
          if stretch.isLong(after: values[Int(bytes[index])]) { return true }
          index += 1
        }
      }
      return false
    }
  }

  /// Separates text, ASCII or UTF-8, from letters that are Base64 digits by chance: whatever else is coded, a known text in it is found
  /// by its own digits.
  private struct TextStretch {
    private var value: UInt32 = 0
    private var bits: UInt32 = 0
    private var count = 0
    /// How many bytes the scalar still has that was begun.
    private var rest = 0

    /// Takes the next digit; whether there is a stretch of text that is long enough.
    mutating func isLong(after digit: UInt32) -> Bool {
      value = (value << 6 | digit) & 0xFFFFFF
      bits += 6
      guard bits >= 8 else { return false }
      bits -= 8
      return isLong(afterByte: UInt8(truncatingIfNeeded: value >> bits))
    }

    /// Takes the next byte; whether there is a stretch of text that is long enough.
    mutating func isLong(afterByte byte: UInt8) -> Bool {
      if byte & 0xC0 == 0x80, rest > 0 {
        rest -= 1
        count += 1
      } else if byte >= 0xC2, byte < 0xF5 {
        rest = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1
        count += 1
      } else {
        rest = 0
        count = byte >= 0x20 && byte < 0x7F || byte == 0x0A || byte == 0x0D || byte == 0x09 ? count + 1 : 0
      }
      return count >= TextIndex.shortest
    }
  }

  private static let noDigit: UInt32 = 64

  /// What each byte is worth as a digit of Base64, of either alphabet.
  private static let values: [UInt32] = (0..<256).map { byte in
    switch UInt8(byte) {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte) - 97 + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) - 48 + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: noDigit
    }
  }

  static func isBase64(_ byte: UInt8) -> Bool { values[Int(byte)] != noDigit }

  static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
    default: false
    }
  }

  static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ";"): true
    default: false
    }
  }

  private static func lowerCased(_ byte: UInt8) -> UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte) ? byte | 0x20 : byte }
}
