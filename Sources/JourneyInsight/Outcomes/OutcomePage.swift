import Diagnostics
package import TenantDecisions

/// Tables of outcomes as text, Markdown, CSV or JSON: the same bytes for the same rules, whatever the day.
package struct OutcomePage {
  /// How it is written.
  package enum Format: String, Sendable, Hashable, CaseIterable {
    case text, markdown, csv, json
  }

  private static let columns = ["rule", "who and when", "asked for", "again", "who has none of it", "note"]

  private let tables: [OutcomeTable]

  package init(_ tables: [OutcomeTable]) { self.tables = tables }

  package func text(_ format: Format) -> String {
    switch format {
    case .text: tables.map(Self.plain).joined(separator: "\n")
    case .markdown: tables.map(Self.markdown).joined(separator: "\n")
    case .csv: csv
    case .json: OutcomeJSON(tables).text
    }
  }

  /// A row's cells, in the order of the columns.
  static func cells(_ row: OutcomeRow) -> [String] {
    [row.rule, row.who, row.asked, row.again, row.lacking, row.notes.map(\.wording).joined(separator: ", ")].map {
      HarmlessText.line($0, limit: 2000)
    }
  }

  private static func plain(_ table: OutcomeTable) -> String {
    let rows = table.rows.map(cells)
    let shown = usedColumns(rows)
    let all = [columns] + rows
    let widths = shown.map { column in all.map { DisplayText.columns(of: $0[column]) }.max() ?? 0 }
    var text = HarmlessText.line("\(table.title), \(table.subtitle)", limit: 2000) + "\n"
    if table.isPastLimit { text += "  not known: the rules combine too many facts\n" }
    for (index, row) in all.enumerated() {
      let padded = zip(shown, widths).map { column, width in
        row[column] + String(repeating: " ", count: width - DisplayText.columns(of: row[column]))
      }
      var line = "  " + padded.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      text += line + "\n"
      guard index > 0 else { continue }
      for explanation in table.rows[index - 1].explanation { text += "    \(HarmlessText.line(explanation, limit: 2000))\n" }
    }
    return text
  }

  private static func markdown(_ table: OutcomeTable) -> String {
    let rows = table.rows.map(cells)
    let shown = usedColumns(rows)
    var text = "### \(MarkdownText.plain(table.title))\n\n\(MarkdownText.plain(table.subtitle))\n\n"
    if table.isPastLimit { text += "**Not known: the rules combine too many facts.**\n\n" }
    text += "| \(shown.map { columns[$0] }.joined(separator: " | ")) |\n|\(shown.map { _ in "--|" }.joined())\n"
    for (row, cells) in zip(table.rows, rows) {
      var cells = shown.map { MarkdownText.plain(cells[$0]) }
      for explanation in row.explanation { cells[1] += "<br>\(MarkdownText.plain(explanation))" }
      text += "| \(cells.joined(separator: " | ")) |\n"
    }
    return text
  }

  /// The columns in which some row has something; the first three always.
  private static func usedColumns(_ rows: [[String]]) -> [Int] {
    columns.indices.filter { column in column < 3 || rows.contains { !$0[column].isEmpty } }
  }

  private var csv: String {
    let head = (["table"] + Self.columns).joined(separator: ",") + "\r\n"
    let rows = tables.flatMap { table in
      table.rows.map { ([table.title] + Self.cells($0)).map(Self.quoted).joined(separator: ",") + "\r\n" }
    }
    return head + rows.joined()
  }

  /// A cell that no spreadsheet takes for a formula.
  private static func quoted(_ text: String) -> String {
    let isFormula = text.utf8.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
    let safe = isFormula ? "'" + text : text
    guard safe.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) || isFormula else { return safe }
    return "\"" + safe.reduce(into: "") { $0 += $1 == "\"" ? "\"\"" : String($1) } + "\""
  }
}
