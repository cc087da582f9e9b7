internal import Diagnostics

/// Reads comma-separated values by RFC 4180: cells in quotes may hold commas, line breaks and doubled quotes.
///
/// Lines may end with LF alone; empty lines are skipped, spaces belong to their cell.
struct CSVReader {
  struct Cell {
    var text: String
    var range: SourceRange
  }

  private let file: SourceFile
  private let bytes: [UInt8]
  private var index = 0
  private(set) var diagnostics: [Diagnostic] = []

  init(_ file: SourceFile) {
    self.file = file
    bytes = Array(file.text.utf8)
  }

  /// All lines, the first of which names the columns; reading ends at the first error.
  mutating func records() -> [[Cell]] {
    var records: [[Cell]] = []
    while index < bytes.count, diagnostics.isEmpty {
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

  private mutating func mistake(_ message: String, at offset: Int) {
    diagnostics.append(Diagnostic(.badExamples, message, at: range(offset, offset + 1)))
  }

  private func range(_ start: Int, _ end: Int) -> SourceRange {
    SourceRange(file: file, start: file.position(atUTF8Offset: start), end: file.position(atUTF8Offset: end))
  }
}
