import Diagnostics
import Encodings
package import TenantDecisions

/// Tables of outcomes as text, Markdown, CSV or JSON: the same bytes for the same rules, whatever the day.
package struct OutcomePage {
  /// How it is written.
  package enum Format: String, Sendable, Hashable, CaseIterable {
    case text, markdown, csv, json
  }

  private static let columns = ["rule", "who and when", "asked for", "again", "who has no suitable authenticator", "note", "people"]

  private let tables: [OutcomeTable]
  private let glossary: RuleGlossary?
  private let precision: Headcount.Precision

  /// - Parameters:
  ///   - glossary: what the rules' words mean, after the tables; `nil` for tables alone.
  ///   - precision: how text has small numbers of people; no other format has them.
  package init(_ tables: [OutcomeTable], glossary: RuleGlossary? = nil, _ precision: Headcount.Precision = .exact) {
    (self.tables, self.glossary, self.precision) = (tables, glossary, precision)
  }

  package func text(_ format: Format) -> String {
    switch format {
    case .text: (tables.map(plain) + lists.map(Self.plain)).joined(separator: "\n")
    case .markdown: (tables.map(Self.markdown) + lists.map(Self.markdown)).joined(separator: "\n")
    case .csv: csv
    case .json: OutcomeJSON(tables, glossary).text
    }
  }

  /// A row's cells, in the order of the columns.
  ///
  /// - Parameters:
  ///   - note: what is noted of it; machines read other words than people.
  ///   - precision: how numbers of people are written: a terminal alone has small ones.
  private static func cells(_ row: OutcomeRow, note: String, _ precision: Headcount.Precision = .withoutFew) -> [String] {
    [row.rule, row.who, row.asked, row.again, row.lacking, note, row.count?.row(precision) ?? ""].map { HarmlessText.line($0, limit: 2000) }
  }

  private func plain(_ table: OutcomeTable) -> String {
    let rows = table.rows.map { Self.cells($0, note: $0.remark, precision) }
    var text = HarmlessText.line("\(table.title), \(table.subtitle)", limit: 2000) + "\n"
    if table.isPastLimit { text += "  not known: the rules combine too many facts\n" }
    let shown = Self.usedColumns(rows)
    for (index, line) in Self.lines(([Self.columns] + rows).map { row in shown.map { row[$0] } }).enumerated() {
      text += line
      guard index > 0 else { continue }
      for explanation in table.rows[index - 1].explanation { text += "    \(HarmlessText.line(explanation, limit: 2000))\n" }
    }
    return text + (table.footnotes + Self.counted(table, precision)).map { "  \(HarmlessText.line($0, limit: 2000))\n" }.joined()
  }

  /// Cells under each other.
  private static func lines(_ rows: [[String]]) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in rows.map { DisplayText.columns(of: $0[column]) }.max() ?? 0 }
    return rows.map { row in
      let padded = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - DisplayText.columns(of: $0)) }
      var line = "  " + padded.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return line + "\n"
    }
  }

  private static func markdown(_ table: OutcomeTable) -> String {
    let rows = table.rows.map { cells($0, note: $0.remark) }
    let shown = usedColumns(rows)
    var text = "### \(MarkdownText.plain(table.title))\n\n\(MarkdownText.plain(table.subtitle))\n\n"
    if table.isPastLimit { text += "**Not known: the rules combine too many facts.**\n\n" }
    text += "| \(shown.map { columns[$0] }.joined(separator: " | ")) |\n|\(shown.map { _ in "--|" }.joined())\n"
    for (row, cells) in zip(table.rows, rows) {
      var cells = shown.map { MarkdownText.plain(cells[$0]) }
      for explanation in row.explanation { cells[1] += "<br>\(MarkdownText.plain(explanation))" }
      text += "| \(cells.joined(separator: " | ")) |\n"
    }
    let footnotes = table.footnotes + counted(table, .withoutFew)
    return text + footnotes.map { "\n\(MarkdownText.plain(HarmlessText.line($0, limit: 2000)))\n" }.joined()
  }

  /// Of how many people the rows count those who get them.
  private static func counted(_ table: OutcomeTable, _ precision: Headcount.Precision) -> [String] {
    table.rows.compactMap(\.count).first.map { ["people: \(Headcount.number($0.total, precision)) in all"] } ?? []
  }

  /// The columns in which some row has something; the first three always.
  private static func usedColumns(_ rows: [[String]]) -> [Int] {
    columns.indices.filter { column in column < 3 || rows.contains { !$0[column].isEmpty } }
  }

  private var csv: String {
    // Without people the columns are those of files that are kept.
    let isCounted = tables.contains { $0.rows.contains { $0.count != nil } }
    let columns = isCounted ? Self.columns : Array(Self.columns.dropLast())
    let head = (["table"] + columns).joined(separator: ",") + "\r\n"
    let rows = tables.flatMap { table in
      table.rows.map { row in
        let note = row.notes.map(\.wording).joined(separator: ", ")
        let cells = Self.cells(row, note: note).prefix(columns.count)
        return ([table.title] + cells).map(CSVText.cell).joined(separator: ",") + "\r\n"
      }
    }
    return head + rows.joined()
  }
}

/// What the rules' words mean.
extension OutcomePage {
  private struct WordList {
    var title: String
    var columns: [String]
    var entries: [RuleGlossary.Entry]
  }

  private var lists: [WordList] {
    guard let glossary else { return [] }
    return [
      WordList(title: "Situations", columns: ["situation", "what is so in it"], entries: glossary.situations),
      WordList(title: "Authenticators", columns: ["authenticator", "what it counts as"], entries: glossary.authenticators),
    ].filter { !$0.entries.isEmpty }
  }

  private static func rows(_ list: WordList) -> [[String]] {
    list.entries.map { [HarmlessText.line($0.name, limit: 2000), HarmlessText.line($0.meaning, limit: 2000)] }
  }

  private static func plain(_ list: WordList) -> String { "\(list.title)\n" + lines([list.columns] + rows(list)).joined() }

  private static func markdown(_ list: WordList) -> String {
    let rows = rows(list).map { "| \($0.map(MarkdownText.plain).joined(separator: " | ")) |\n" }
    return "### \(list.title)\n\n| \(list.columns.joined(separator: " | ")) |\n|--|--|\n" + rows.joined()
  }
}
