/// Comma-separated values that no spreadsheet takes for formulas.
package enum CSVText {
  /// What a cell begins with that a spreadsheet works out.
  private static func isFormula(_ text: Substring.UTF8View) -> Bool { text.first.map { "=+-@\t\r".utf8.contains($0) } ?? false }

  /// A cell as it is written: in quotes where it needs them, and with `'` in front of what would be a formula.
  package static func cell(_ text: String) -> String {
    let isFormula = isFormula(text[...].utf8)
    let safe = isFormula ? "'" + text : text
    guard safe.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) || isFormula else { return safe }
    return "\"" + safe.reduce(into: "") { $0 += $1 == "\"" ? "\"\"" : String($1) } + "\""
  }

  /// A cell without spaces and tabs at both ends.
  package static func trimmed(_ cell: String) -> String {
    let start = cell.utf8.drop { $0 == 0x20 || $0 == 0x09 }
    guard let last = start.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return "" }
    return String(decoding: start[...last], as: UTF8.self)
  }

  /// What a cell means: without the `'` in front of what would be a formula.
  package static func meaning(of cell: String) -> String {
    guard cell.utf8.first == UInt8(ascii: "'"), isFormula(cell.utf8.dropFirst()) else { return cell }
    return String(cell.dropFirst())
  }
}
