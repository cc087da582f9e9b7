/// Searches a finished report, piece by piece, for secrets that are left in it.
struct SafetyNet {
  /// So much of the end of a piece is kept back, since a secret may go on in the next one.
  private static let overlap = 8192
  private static let pieceSize = 64 * 1024
  private static let sign = Array("***".utf8)

  private let redactor: Redactor
  /// Whether the report is XML or HTML, whose tags are our own.
  private let isMarkup: Bool
  private var kept: [UInt8] = []
  /// How many secrets were hidden.
  private(set) var hidden = 0

  init(_ redactor: Redactor, isMarkup: Bool) {
    self.redactor = redactor
    self.isMarkup = isMarkup
  }

  /// Takes the next piece; what of it and of those before can be written.
  mutating func pass(_ piece: ArraySlice<UInt8>) -> [UInt8] {
    guard !redactor.isEmpty else { return Array(piece) }
    kept += piece
    guard kept.count > Self.pieceSize + Self.overlap else { return [] }
    return take(leaving: Self.overlap)
  }

  /// What is left to be written.
  mutating func rest() -> [UInt8] { take(leaving: 0) }

  private mutating func take(leaving left: Int) -> [UInt8] {
    hideAcrossTags()
    let found = redactor.ranges(in: kept[...])
    var end = max(0, kept.count - left)
    if let across = found.first(where: { $0.lowerBound < end && $0.upperBound > end }) { end = across.lowerBound }
    defer { kept.removeFirst(end) }
    let inside = found.filter { $0.upperBound <= end && (!isMarkup || isText($0)) }
    guard !inside.isEmpty else { return Array(kept[..<end]) }
    hidden += inside.count
    var result: [UInt8] = []
    var copied = 0
    for range in inside {
      result += kept[copied..<range.lowerBound]
      result += Self.sign
      copied = range.upperBound
    }
    return result + kept[copied..<end]
  }

  /// Hides what several texts between tags hold together; the tags stay.
  private mutating func hideAcrossTags() {
    guard isMarkup else { return }
    for range in redactor.rangesAcrossTags(in: kept).reversed() {
      var shown: [UInt8] = []
      var (isInTag, isHidden) = (false, false)
      for byte in kept[range] {
        if byte == UInt8(ascii: "<") { isInTag = true }
        if isInTag || byte <= 0x20 { shown.append(byte) } else if !isHidden { shown += Self.sign }
        isHidden = !isInTag && byte > 0x20
        if byte == UInt8(ascii: ">") { isInTag = false }
      }
      kept.replaceSubrange(range, with: shown)
      hidden += 1
    }
  }

  /// Whether a stretch is a text between tags or the value of an attribute; a tag that is cut here begins in the piece before, as
  /// pieces are longer than tags.
  private func isText(_ range: Range<Int>) -> Bool {
    var quotes = 0
    for byte in kept[..<range.lowerBound].reversed() {
      switch byte {
      case UInt8(ascii: ">"): return true
      case UInt8(ascii: "<"): return !quotes.isMultiple(of: 2)
      case UInt8(ascii: "\""): quotes += 1
      default: continue
      }
    }
    return true
  }
}
