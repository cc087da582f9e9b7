/// A decoded text, and for each of its bytes the stretch of the original that it represents.
struct TextView {
  var bytes: [UInt8]
  /// Where each byte's stretch of the original begins and ends; empty if places are not needed.
  private(set) var starts: [Int32] = []
  private(set) var ends: [Int32] = []
  /// Whether places are kept.
  let isTracked: Bool

  /// The original itself.
  init(original bytes: [UInt8], isTracked: Bool) {
    self.bytes = bytes
    self.isTracked = isTracked
    guard isTracked else { return }
    starts = (0..<Int32(bytes.count)).map { $0 }
    ends = starts.map { $0 + 1 }
  }

  /// A part of the original itself.
  init(original bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, isTracked: Bool) {
    self.bytes = Array(bytes[range])
    self.isTracked = isTracked
    guard isTracked else { return }
    starts = range.map { Int32($0) }
    ends = range.map { Int32($0 + 1) }
  }

  /// A part of another text.
  init(part range: Range<Int>, of other: TextView) {
    if range == other.bytes.indices {
      self = other
      return
    }
    bytes = Array(other.bytes[range])
    isTracked = other.isTracked
    guard isTracked else { return }
    starts = Array(other.starts[range])
    ends = Array(other.ends[range])
  }

  /// An empty text that is to be made of another, or of a part of it that gives so many bytes.
  init(madeOf other: TextView, reserving count: Int? = nil) {
    let count = count ?? other.bytes.count
    bytes = []
    bytes.reserveCapacity(count)
    isTracked = other.isTracked
    guard isTracked else { return }
    starts.reserveCapacity(count)
    ends.reserveCapacity(count)
  }

  /// Adds a byte that represents a stretch of the text that this one is made of.
  mutating func append(_ byte: UInt8, for range: Range<Int>, of source: TextView) {
    bytes.append(byte)
    guard isTracked else { return }
    starts.append(source.starts[range.lowerBound])
    ends.append(source.ends[range.upperBound - 1])
  }

  mutating func append(_ scalar: Unicode.Scalar, for range: Range<Int>, of source: TextView) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte, for: range, of: source) }
  }

  /// Adds bytes unchanged from the text that this one is made of.
  mutating func append(_ range: Range<Int>, of source: TextView) {
    bytes += source.bytes[range]
    guard isTracked else { return }
    starts += source.starts[range]
    ends += source.ends[range]
  }

  /// The stretch of the original that a stretch of this text represents.
  func original(_ range: Range<Int>) -> Range<Int> {
    guard isTracked, !range.isEmpty else { return range }
    return Int(starts[range.lowerBound])..<Int(ends[range.upperBound - 1])
  }
}
