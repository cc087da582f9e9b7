import Encodings
import TenantDecisions

/// Tables of outcomes as one JSON object.
struct OutcomeJSON {
  let tables: [OutcomeTable]

  init(_ tables: [OutcomeTable]) { self.tables = tables }

  var text: String {
    let tree: JSONValue = ["v": .integer(1), "tables": .array(tables.map(Self.table))]
    return JSONWriter.text(of: tree) + "\n"
  }

  private static func table(_ table: OutcomeTable) -> JSONValue {
    [
      "title": .string(table.title), "about": .string(table.subtitle), "past_limit": .bool(table.isPastLimit),
      "rows": .array(table.rows.map(row)),
    ]
  }

  private static func row(_ row: OutcomeRow) -> JSONValue {
    [
      "rule": .string(row.rule), "who": .string(row.who), "asked": .string(row.asked), "again": .string(row.again),
      "lacking": .string(row.lacking), "notes": .array(row.notes.map { .string($0.wording) }),
      "explanation": .array(row.explanation.map(JSONValue.string)),
    ]
  }
}
