/// The ways in which a text may say something else than it seems to, found in one pass: most texts have none.
struct HiddenText: OptionSet {
  let rawValue: UInt8

  /// Backslashes, references of HTML, percent signs.
  static let escapes = HiddenText(rawValue: 1)
  static let pluses = HiddenText(rawValue: 2)
  /// Digits of Base64 that are decoded to a text.
  static let base64 = HiddenText(rawValue: 4)
  /// Digits of Base64 on several lines.
  static let brokenBase64 = HiddenText(rawValue: 8)
  /// Pairs of hexadecimal digits with signs between them.
  static let hexadecimal = HiddenText(rawValue: 16)
  /// A run of hexadecimal digits that is a text.
  static let digits = HiddenText(rawValue: 32)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// What a text may hide. It may be more than is found when one looks closer, never less.
  init(in bytes: UnsafeBufferPointer<UInt8>) {
    self = Self.scan(bytes, from: 0) { _ in false }.hidden
  }

  /// What the piece of a text may hide that begins at a place and ends before the first byte at which it is cut, and where it ends.
  ///
  /// - Parameter isCut: asked for bytes only that are a part of no word and no escape.
  static func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isCut: (UInt8) -> Bool
  ) -> (hidden: HiddenText, end: Int) {
    classes.withUnsafeBufferPointer { classes in
      var scan = Scan(bytes, classes)
      let end = scan.look(from: start, isCut: isCut)
      return (scan.hidden, end)
    }
  }

  /// One pass, word by word: a word is a run of letters, digits and the signs of Base64. Everything that is put out comes by here.
  private struct Scan {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let classes: UnsafeBufferPointer<UInt8>
    private(set) var hidden: HiddenText = []
    /// Hexadecimal digits just before the present place.
    private var digits = 0
    /// Pairs of them with signs between, so far.
    private var pairs = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ classes: UnsafeBufferPointer<UInt8>) {
      self.bytes = bytes
      self.classes = classes
    }

    /// Looks up to the end of the piece, and returns it.
    mutating func look(from start: Int, isCut: (UInt8) -> Bool) -> Int {
      var index = start
      while index < bytes.count {
        let start = index
        var kinds: UInt8 = 0
        while index < bytes.count {
          let kind = classes[Int(bytes[index])]
          guard kind & HiddenText.isBase64 != 0 else { break }
          kinds |= kind
          index &+= 1
        }
        if index > start { take(start..<index, kinds) }
        guard index < bytes.count else { break }
        let kind = classes[Int(bytes[index])]
        if kind == 0, isCut(bytes[index]) { return index }
        take(sign: kind)
        index &+= 1
      }
      return index
    }

    private mutating func take(_ word: Range<Int>, _ kinds: UInt8) {
      if kinds & HiddenText.isPlus != 0 { hidden.insert(.pluses) }
      if word.count >= TextView.shortestRun { take(run: word) }
      if kinds & HiddenText.isSign != 0 {
        takeEach(of: word)
      } else {
        takeDigits(of: word)
      }
    }

    private mutating func take(run: Range<Int>) {
      let end = run.upperBound
      if TextView.isBreak(at: end, in: bytes) { hidden.insert(.brokenBase64) }
      guard !hidden.contains(.base64), TextView.holdsText(bytes, from: run.lowerBound, to: end) else { return }
      hidden.insert(.base64)
    }

    /// A word with signs in it that may separate pairs of digits.
    private mutating func takeEach(of word: Range<Int>) {
      var start = word.lowerBound
      for index in word where classes[Int(bytes[index])] & HiddenText.isSign != 0 {
        if index > start { takeDigits(of: start..<index) }
        take(sign: HiddenText.isSign)
        start = index + 1
      }
      if start < word.upperBound { takeDigits(of: start..<word.upperBound) }
    }

    /// A word without such signs: what counts for pairs are its last digits, and whether they are all of it but for `0x`.
    private mutating func takeDigits(of word: Range<Int>) {
      var first = word.upperBound
      while first > word.lowerBound, isHexadecimal(first - 1) { first -= 1 }
      digits = word.upperBound - first
      let isPrefixed = first - word.lowerBound == 2 && bytes[first - 1] | 0x20 == UInt8(ascii: "x") && bytes[first - 2] == UInt8(ascii: "0")
      if first > word.lowerBound, !isPrefixed { pairs = 0 }
      if word.count >= TextView.shortestHexadecimal { lookForTexts(in: word) }
    }

    private mutating func take(sign kind: UInt8) {
      if kind & HiddenText.isEscape != 0 { hidden.insert(.escapes) }
      if kind & HiddenText.isSign == 0 {
        pairs = 0
      } else if digits > 0 {
        pairs = digits == 2 ? pairs + 1 : 0
        if pairs + 1 >= TextIndex.shortest { hidden.insert(.hexadecimal) }
      }
      digits = 0
    }

    /// Runs of hexadecimal digits that are texts.
    private mutating func lookForTexts(in word: Range<Int>) {
      guard !hidden.contains(.digits) else { return }
      var index = word.lowerBound
      while index < word.upperBound {
        let start = index
        while index < word.upperBound, isHexadecimal(index) { index += 1 }
        if index - start >= TextView.shortestHexadecimal,
          TextView.holdsText(bytes, hexadecimal: start..<index) || TextView.holdsText(bytes, hexadecimal: (start + 1)..<index)
        {
          hidden.insert(.digits)
          return
        }
        index += 1
      }
    }

    private func isHexadecimal(_ index: Int) -> Bool { classes[Int(bytes[index])] & HiddenText.isHexadecimal != 0 }
  }

  private static let isBase64: UInt8 = 1
  private static let isHexadecimal: UInt8 = 2
  private static let isSign: UInt8 = 4
  private static let isEscape: UInt8 = 8
  private static let isPlus: UInt8 = 16

  /// What each byte may be a part of.
  private static let classes: [UInt8] = (0..<256).map { value in
    let byte = UInt8(value)
    var kind: UInt8 = 0
    if TextView.isBase64(byte) { kind |= isBase64 }
    if TextView.isHexadecimal(byte) { kind |= isHexadecimal }
    if TextView.isSign(byte) { kind |= isSign }
    if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "%") { kind |= isEscape }
    if byte == UInt8(ascii: "+") { kind |= isPlus }
    return kind
  }
}
