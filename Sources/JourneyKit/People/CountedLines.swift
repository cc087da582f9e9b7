import Diagnostics
import Encodings

/// The lines of a CSV file about people. Where something is wrong, a message has the place, and never the line itself.
struct CountedLines {
  /// A message about a place of the file.
  struct Mistake: Error {
    var id: DiagnosticID
    var message: String
    /// In bytes; `nil` for the whole file.
    var offset: Int?
    var suggestion: String?

    init(_ id: DiagnosticID, _ message: String, at offset: Int?, suggestion: String? = nil) {
      (self.id, self.message, self.offset, self.suggestion) = (id, message, offset, suggestion)
    }
  }

  /// In bytes, and in cells.
  private static let (mostBytes, mostCells, mostColumns) = (256 * 1024 * 1024, 20_000_000, 500)
  private static let limits = CSVScanner.Limits(cells: mostCells, columns: mostColumns)

  let path: String
  private let bytes: [UInt8]
  private var scanner: CSVScanner
  private(set) var header: [CSVScanner.Cell] = []

  /// - Parameter separators: what may be between two cells; the first that the header has.
  init(_ path: String, separators: [UInt8] = [UInt8(ascii: ",")]) throws(Mistake) {
    self.path = path
    do throws(BoundedFile.Failure) {
      bytes = try BoundedFile.bytes(of: path, limit: Self.mostBytes)
    } catch {
      switch error {
      case .unreadable: throw Mistake(.unreadableFile, "'\(path)' cannot be read", at: nil)
      case .tooLarge: throw Mistake(.tooLarge, "'\(path)' has more than \(Self.mostBytes >> 20) MB, at most these are read", at: nil)
      }
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Mistake(.badEncoding, "'\(path)' is not UTF-8: save it as 'CSV UTF-8'", at: nil)
    }
    let mark = Array("\u{FEFF}".utf8)
    let start = bytes.starts(with: mark) ? mark.count : 0
    let first = bytes[start...].prefix { $0 != 0x0A && $0 != 0x0D }
    let separator = separators.first(where: first.contains) ?? UInt8(ascii: ",")
    scanner = CSVScanner(bytes, from: start, separator: separator, limits: Self.limits)
    guard let header = try next() else {
      throw Mistake(.missingKey, "'\(path)' is empty: its first line names the columns", at: nil)
    }
    self.header = header
  }

  /// The next line that is not empty; `nil` at the end.
  mutating func next() throws(Mistake) -> [CSVScanner.Cell]? {
    let line: [CSVScanner.Cell]?
    do throws(CSVMistake) { line = try scanner.next() } catch {
      let isOfSize = error.kind == .tooManyCells || error.kind == .tooManyColumns
      throw Mistake(isOfSize ? .tooLarge : .badValue, error.message(Self.limits), at: error.offset)
    }
    guard let line, let first = line.first, !header.isEmpty, line.count != header.count else { return line }
    let cells = "\(line.count) cell\(line.count == 1 ? "" : "s")"
    throw Mistake(.badValue, "the line has \(cells), and the first line \(header.count)", at: first.bytes.lowerBound)
  }

  /// The line of a place, counted from 1.
  func line(at offset: Int) -> Int { place(offset).line }

  /// What is wrong, at its place; the file's text is not in it, so no report shows a line of it.
  func diagnostic(_ mistake: Mistake) -> Diagnostic { Self.diagnostic(mistake, path, mistake.offset.map(place)) }

  static func diagnostic(_ mistake: Mistake, _ path: String, _ place: SourcePosition? = nil) -> Diagnostic {
    let range = place.map { SourceRange(file: SourceFile(name: path, text: ""), start: $0, end: $0) }
    return Diagnostic(mistake.id, mistake.message, at: range, suggestion: mistake.suggestion)
  }

  private func place(_ offset: Int) -> SourcePosition {
    SourceFile(name: path, text: String(decoding: bytes, as: UTF8.self)).position(atUTF8Offset: offset)
  }
}
