import Encodings
import TenantDecisions

/// Tables of outcomes as one JSON object.
struct OutcomeJSON {
  let tables: [OutcomeTable]
  let glossary: RuleGlossary?

  init(_ tables: [OutcomeTable], _ glossary: RuleGlossary?) { (self.tables, self.glossary) = (tables, glossary) }

  var text: String {
    var members: [JSONValue.Member] = [.init("v", .integer(1)), .init("tables", .array(tables.map(Self.table)))]
    if let glossary {
      members += [
        .init("situations", .array(glossary.situations.map(Self.entry))),
        .init("authenticators", .array(glossary.authenticators.map(Self.entry))),
      ]
    }
    return JSONWriter.text(of: .object(members)) + "\n"
  }

  private static func entry(_ entry: RuleGlossary.Entry) -> JSONValue { ["name": .string(entry.name), "meaning": .string(entry.meaning)] }

  private static func table(_ table: OutcomeTable) -> JSONValue {
    [
      "title": .string(table.title), "about": .string(table.subtitle), "past_limit": .bool(table.isPastLimit),
      "rows": .array(table.rows.map(row)),
    ]
  }

  private static func row(_ row: OutcomeRow) -> JSONValue {
    .object(
      [
        .init("rule", .string(row.rule)), .init("who", .string(row.who)), .init("asked", .string(row.asked)),
        .init("again", .string(row.again)), .init("lacking", .string(row.lacking)),
        .init("notes", .array(row.notes.map { .string($0.wording) })), .init("depends_on", .array(row.openFlags.map(JSONValue.string))),
        .init("reason", row.reason.map(JSONValue.string) ?? .null),
        .init("explanation", .array(row.explanation.map(JSONValue.string))),
      ] + HeadcountJSON.members(row.count))
  }
}
