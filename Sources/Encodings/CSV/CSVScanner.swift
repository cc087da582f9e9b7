/// What keeps text from being comma-separated values, and where.
package struct CSVMistake: Error, Sendable, Hashable {
  /// What is wrong.
  package enum Kind: Sendable, Hashable {
    /// The quote at this place is never closed.
    case openQuote
    /// A quote in a cell that does not begin with one.
    case quoteInside
    /// A cell goes on after its closing quote.
    case textAfterQuote
    case tooManyCells
    /// In one line.
    case tooManyColumns
  }

  package let kind: Kind
  /// In bytes.
  package let offset: Int
}

extension CSVMistake {
  /// What is wrong, lower case, without a full stop.
  package func message(_ limits: CSVScanner.Limits) -> String {
    switch kind {
    case .openQuote: "the quote that opens here is never closed"
    case .quoteInside: "a quote is allowed only in cells that begin with one, and is doubled there"
    case .textAfterQuote: "a cell ends with its closing quote"
    case .tooManyCells: "the file has more than \(limits.cells) cells, at most \(limits.cells) are read"
    case .tooManyColumns: "the line has more than \(limits.columns) cells, at most \(limits.columns) columns are read"
    }
  }
}

/// Splits comma-separated values into cells by RFC 4180: cells in quotes may hold commas, line breaks and doubled quotes.
///
/// Lines may end with LF or CR alone; empty lines are skipped, spaces belong to their cell.
package struct CSVScanner: Sendable {
  /// One value, with the bytes where it is written, quotes included.
  package struct Cell: Sendable, Hashable {
    package let text: String
    package let bytes: Range<Int>
  }

  /// How much is read.
  package struct Limits: Sendable {
    package let cells: Int
    package let columns: Int

    package init(cells: Int, columns: Int) { (self.cells, self.columns) = (cells, columns) }
  }

  private let bytes: [UInt8]
  private let separator: UInt8
  private let limits: Limits
  private var index: Int
  private var count = 0

  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - start: where reading begins.
  ///   - separator: what is between two cells, in ASCII.
  package init(_ bytes: [UInt8], from start: Int = 0, separator: UInt8 = UInt8(ascii: ","), limits: Limits) {
    (self.bytes, self.separator, self.limits, index) = (bytes, separator, limits, start)
  }

  /// The next line that is not empty; `nil` at the end.
  package mutating func next() throws(CSVMistake) -> [Cell]? {
    while skipLineBreak() {}
    guard index < bytes.count else { return nil }
    var cells: [Cell] = []
    while true {
      let start = index
      count += 1
      guard count <= limits.cells else { throw CSVMistake(kind: .tooManyCells, offset: start) }
      guard cells.count < limits.columns else { throw CSVMistake(kind: .tooManyColumns, offset: start) }
      let text = index < bytes.count && bytes[index] == UInt8(ascii: "\"") ? try quoted() : try plain()
      cells.append(Cell(text: text, bytes: start..<index))
      guard index < bytes.count, bytes[index] == separator else { break }
      index += 1
    }
    if index < bytes.count, !skipLineBreak() { throw CSVMistake(kind: .textAfterQuote, offset: index) }
    return cells
  }

  private mutating func plain() throws(CSVMistake) -> String {
    let start = index
    while index < bytes.count, bytes[index] != separator, bytes[index] != 0x0A, bytes[index] != 0x0D {
      if bytes[index] == UInt8(ascii: "\"") { throw CSVMistake(kind: .quoteInside, offset: index) }
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func quoted() throws(CSVMistake) -> String {
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
    throw CSVMistake(kind: .openQuote, offset: start)
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
}
