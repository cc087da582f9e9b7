internal import Diagnostics
internal import Encodings

/// Reads comma-separated values, and says where a mistake is.
struct CSVReader {
  struct Cell {
    var text: String
    var range: SourceRange
  }

  /// As many as the values of other files that are read as a whole; of columns, more are hardly meant: each is looked for in every step.
  private static let limits = CSVScanner.Limits(cells: JSONCounts.usual.values, columns: 1_000)

  private let file: SourceFile
  private var scanner: CSVScanner
  /// The last place that was asked for: a long line is counted once, not from its beginning for each cell.
  private var counted: (offset: Int, position: SourcePosition)
  private(set) var diagnostics: [Diagnostic] = []

  init(_ file: SourceFile) {
    self.file = file
    scanner = CSVScanner(Array(file.text.utf8), limits: Self.limits)
    counted = (0, file.position(atUTF8Offset: 0))
  }

  /// The lines up to a limit, the first of which names the columns; reading ends at the first error.
  mutating func records(atMost limit: Int) -> [[Cell]] {
    var records: [[Cell]] = []
    do throws(CSVMistake) {
      while records.count < limit, let line = try scanner.next() {
        records.append(line.map { Cell(text: $0.text, range: range($0.bytes)) })
      }
    } catch {
      report(error)
    }
    return records
  }

  private mutating func report(_ mistake: CSVMistake) {
    let isOfSize = mistake.kind == .tooManyCells || mistake.kind == .tooManyColumns
    let place = range(mistake.offset..<mistake.offset + 1)
    diagnostics.append(Diagnostic(isOfSize ? .tooLarge : .badExamples, mistake.message(Self.limits), at: place))
  }

  private mutating func range(_ bytes: Range<Int>) -> SourceRange {
    SourceRange(file: file, start: position(bytes.lowerBound), end: position(bytes.upperBound))
  }

  private mutating func position(_ offset: Int) -> SourcePosition {
    let position = file.position(atUTF8Offset: offset, after: counted)
    counted = (offset, position)
    return position
  }
}
