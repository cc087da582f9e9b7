/// The name that a person most likely meant.
public enum ClosestMatch {
  /// Longer names are never compared: the cost grows with the square of the length, and a text is never a mistyped name.
  private static let maxLength = 64

  /// The candidate nearest to `name`, or `nil` when none is near; of equally near ones the first as the alphabet has it.
  ///
  /// Case, `_`, `-` and `.` count for nothing, two letters swapped count once. A candidate that `name` begins is near too.
  public static func of(_ name: String, in candidates: some Sequence<String>) -> String? {
    let wanted = folded(name)
    guard !wanted.isEmpty, wanted.count <= maxLength else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates where candidate != name {
      let other = folded(candidate)
      guard !other.isEmpty, other.count <= maxLength else { continue }
      guard let distance = rank(wanted, other, name, candidate) else { continue }
      if let found = best, (found.distance, found.candidate) <= (distance, candidate) { continue }
      best = (candidate, distance)
    }
    return best?.candidate
  }

  /// How far two folded names are apart, or `nil` when too far; doubled, so that a difference of case alone comes between.
  private static func rank(_ wanted: [UInt8], _ other: [UInt8], _ name: String, _ candidate: String) -> Int? {
    let distance = distance(wanted, other)
    let longer = max(wanted.count, other.count)
    let allowed = longer <= 2 ? 0 : longer <= 4 ? 1 : longer <= 7 ? 2 : min(longer / 3, 4)
    if distance <= allowed { return distance * 2 }
    // A beginning says what was meant, but less surely than any slip of the fingers.
    return wanted.count >= 3 && other.starts(with: wanted) ? (allowed + 1) * 2 + other.count : nil
  }

  private static func folded(_ name: String) -> [UInt8] {
    name.lowercased().utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ".") }
  }

  /// Insertions, deletions, replacements and swaps of neighbours between two names (optimal string alignment).
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for column in right.indices {
        let same = left[row] == right[column]
        var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (same ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
