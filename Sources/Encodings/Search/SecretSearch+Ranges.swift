/// Stretches of a text that are taken out of it.
extension SecretSearch {
  /// The stretches in order, those that touch as one.
  static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in ranges.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  static func masked(_ bytes: [UInt8], _ found: [Range<Int>]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var copied = 0
    for range in found {
      result += bytes[copied..<range.lowerBound]
      result += sign
      copied = range.upperBound
    }
    return result + bytes[copied...]
  }

  static let sign = Array("***".utf8)
}
