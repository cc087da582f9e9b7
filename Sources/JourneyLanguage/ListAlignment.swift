internal import JourneyModel

/// Matchers and elements of two lists of different lengths, side by side, with as many pairs as possible in order.
struct ListAlignment {
  /// A line per matcher or element: `  'a'` fits, `- 'b'` is missing, `+ 'c'` was not expected.
  let lines: [String]

  /// Comparisons at most; beyond, the pairs at both ends have to do.
  private static let maxComparisons = 10_000
  private static let maxLines = 60

  /// - Parameter holds: whether a matcher holds for an element.
  init(_ matchers: [Matcher], _ elements: [Value], holds: (Matcher, Value) -> Bool) {
    func fits(_ row: Int, _ column: Int) -> Bool { holds(matchers[row], elements[column]) }
    let shorter = min(matchers.count, elements.count)
    var front = 0
    while front < shorter, fits(front, front) { front += 1 }
    var back = 0
    while back < shorter - front, fits(matchers.count - 1 - back, elements.count - 1 - back) { back += 1 }
    let rows = front..<(matchers.count - back)
    let columns = front..<(elements.count - back)

    var lines = elements[..<front].map { "  \(ShownValue.text($0))" }
    if rows.count * columns.count <= Self.maxComparisons {
      lines += Self.middle(matchers, rows, elements, columns, fits)
    } else {
      lines += matchers[rows].map { "- \($0.wording)" } + elements[columns].map { "+ \(ShownValue.text($0))" }
    }
    lines += elements[columns.upperBound...].map { "  \(ShownValue.text($0))" }
    if lines.count > Self.maxLines { lines = lines.prefix(Self.maxLines) + ["… (\(lines.count - Self.maxLines) more)"] }
    self.lines = lines
  }

  /// The longest common subsequence, read off its table.
  private static func middle(
    _ matchers: [Matcher], _ rows: Range<Int>, _ elements: [Value], _ columns: Range<Int>, _ fits: (Int, Int) -> Bool
  ) -> [String] {
    let width = columns.count + 1
    var lengths = [Int](repeating: 0, count: (rows.count + 1) * width)
    var pairs = [Bool](repeating: false, count: rows.count * columns.count)
    for row in (0..<rows.count).reversed() {
      for column in (0..<columns.count).reversed() {
        let isPair = fits(rows.lowerBound + row, columns.lowerBound + column)
        pairs[row * columns.count + column] = isPair
        let skipped = max(lengths[(row + 1) * width + column], lengths[row * width + column + 1])
        lengths[row * width + column] = isPair ? lengths[(row + 1) * width + column + 1] + 1 : skipped
      }
    }
    var lines: [String] = []
    var (row, column) = (0, 0)
    while row < rows.count || column < columns.count {
      if row < rows.count, column < columns.count, pairs[row * columns.count + column] {
        lines.append("  \(ShownValue.text(elements[columns.lowerBound + column]))")
        (row, column) = (row + 1, column + 1)
      } else if row < rows.count, column == columns.count || lengths[(row + 1) * width + column] >= lengths[row * width + column + 1] {
        lines.append("- \(matchers[rows.lowerBound + row].wording)")
        row += 1
      } else {
        lines.append("+ \(ShownValue.text(elements[columns.lowerBound + column]))")
        column += 1
      }
    }
    return lines
  }
}
