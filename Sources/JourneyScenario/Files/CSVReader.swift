internal import Diagnostics
internal import Encodings

/// Reads comma-separated values by RFC 4180: cells in quotes may hold commas, line breaks and doubled quotes.
///
/// Lines may end with LF alone; empty lines are skipped, spaces belong to their cell.
struct CSVReader {
  struct Cell {
    var text: String
    var range: SourceRange
  }

  /// As many as the values of other files that are read as a whole.
  private static let maxCells = JSONCounts.usual.values
  /// More are hardly meant; each is looked for in every step.
  private static let maxColumns = 1_000

  private let file: SourceFile
  private let bytes: [UInt8]
  private var index = 0
  /// The last place that was asked for: a long line is counted once, not from its beginning for each cell.
  private var counted: (offset: Int, position: SourcePosition)
  private var cellCount = 0
  private(set) var diagnostics: [Diagnostic] = []

  init(_ file: SourceFile) {
    self.file = file
    bytes = Array(file.text.utf8)
    counted = (0, file.position(atUTF8Offset: 0))
  }

  /// The lines up to a limit, the first of which names the columns; reading ends at the first error.
  mutating func records(atMost limit: Int) -> [[Cell]] {
    var records: [[Cell]] = []
    while index < bytes.count, records.count < limit, diagnostics.isEmpty {
      if skipLineBreak() { continue }
      let record = record()
      if diagnostics.isEmpty { records.append(record) }
    }
    return records
  }

  private mutating func record() -> [Cell] {
    var cells: [Cell] = []
    while true {
      let start = index
      cellCount += 1
      guard cellCount <= Self.maxCells else {
        mistake("the file has more than \(Self.maxCells) cells, at most \(Self.maxCells) are read", at: start, as: .tooLarge)
        break
      }
      guard cells.count < Self.maxColumns else {
        mistake("the line has more than \(Self.maxColumns) cells, at most \(Self.maxColumns) columns are read", at: start, as: .tooLarge)
        break
      }
      let text = index < bytes.count && bytes[index] == UInt8(ascii: "\"") ? quoted() : plain()
      cells.append(Cell(text: text, range: range(start, index)))
      guard index < bytes.count, bytes[index] == UInt8(ascii: ",") else { break }
      index += 1
    }
    if index < bytes.count, diagnostics.isEmpty, !skipLineBreak() {
      mistake("a cell ends with its closing quote", at: index)
    }
    return cells
  }

  private mutating func plain() -> String {
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: ","), bytes[index] != 0x0A, bytes[index] != 0x0D {
      if bytes[index] == UInt8(ascii: "\""), diagnostics.isEmpty {
        mistake("a quote is allowed only in cells that begin with one, and is doubled there", at: index)
      }
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func quoted() -> String {
    let start = index
    var text: [UInt8] = []
    index += 1
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "\"") else {
        text.append(byte)
        continue
      }
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return String(decoding: text, as: UTF8.self) }
      text.append(byte)
      index += 1
    }
    mistake("the quote that opens here is never closed", at: start)
    return ""
  }

  private mutating func skipLineBreak() -> Bool {
    guard index < bytes.count else { return false }
    if bytes[index] == 0x0D {
      index += index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1
    } else if bytes[index] == 0x0A {
      index += 1
    } else {
      return false
    }
    return true
  }

  private mutating func mistake(_ message: String, at offset: Int, as id: DiagnosticID = .badExamples) {
    diagnostics.append(Diagnostic(id, message, at: range(offset, offset + 1)))
  }

  private mutating func range(_ start: Int, _ end: Int) -> SourceRange {
    SourceRange(file: file, start: position(start), end: position(end))
  }

  private mutating func position(_ offset: Int) -> SourcePosition {
    let position = file.position(atUTF8Offset: offset, after: counted)
    counted = (offset, position)
    return position
  }
}
