/// Where a text is cut for the search of what is hidden in it: at quotation marks and angle brackets, which no coding that is
/// followed writes, as long as no known text has them.
///
/// A document of JSON or HTML falls into its names and values: the few that hide something are decoded, not all of it.
struct TextPieces: Sendable {
  private static let cuts: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">")]

  /// For each byte whether a text is cut there.
  private var isCut: [Bool] = (0..<256).map { cuts.contains(UInt8($0)) }

  /// No text is cut any more at the bytes of this one, however it is written.
  mutating func keepTogether(_ text: [UInt8]) {
    for byte in text where isCut[Int(byte)] { isCut[Int(byte)] = false }
  }

  /// Whether texts are cut at the same bytes.
  func cuts(like other: TextPieces) -> Bool { isCut == other.isCut }

  /// Calls the body for every piece that is long enough to hide something, as long as it returns true.
  func eachPiece(in bytes: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>) -> Bool) {
    isCut.withUnsafeBufferPointer { isCut in
      var start = 0
      var index = 0
      // A plain loop: every byte of everything that is put out comes by here.
      while index < bytes.count {
        if isCut[Int(bytes[index])] {
          if index &- start >= TextIndex.shortest, !body(start..<index) { return }
          start = index &+ 1
        }
        index &+= 1
      }
      if index &- start >= TextIndex.shortest { _ = body(start..<index) }
    }
  }

  /// Calls the body for every piece that may say something else than it seems to.
  func each(in bytes: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>, HiddenText) -> Void) {
    isCut.withUnsafeBufferPointer { isCut in
      var start = 0
      while start < bytes.count {
        let (hidden, end) = HiddenText.scan(bytes, from: start) { isCut[Int($0)] }
        if !hidden.isEmpty, end - start >= TextIndex.shortest { body(start..<end, hidden) }
        start = end + 1
      }
    }
  }
}
