import Diagnostics

extension ImportReport {
  /// The page for people; members of the same path and reason are one row.
  package var markdown: String {
    var text = "_This page describes how the org '\(MarkdownText.plain(name))' defends its sign-in: keep it as you keep the "
    text += "configuration itself; \(ImportedTenant.mark)._\n\n# Import of \(MarkdownText.plain(name)) (\(vendor))\n\n"
    text += countTable
    if let first = people.first {
      text += "\nRules name \(people.count == 1 ? "1 person" : "\(people.count) people"), such as 'named \(first)'. Who they are is not "
      text += "imported: the word is a digest of an id, and the same in every import.\n"
    }
    for list in ImportList.allCases.reversed() where list.needsAccepting { text += section(list) }
    text += shortSection(.outside) + shortSection(.understood)
    return text
  }

  private static let meanings: [ImportList: String] = [
    .understood: "is in the mock", .outside: "acts after sign-in, or shows no screen",
    .open: "decided by what configuration does not contain: a fact of the situation, or an open flag",
    .assumed: "a default, or a behavior that is not documented", .missing: "not in the source", .notUnderstood: "not read by this version",
  ]

  private var countTable: String {
    let worst = Dictionary(grouping: objects, by: \.worst)
    let counts = counts
    return "| list | members | objects whose worst member it is | meaning |\n|--|--|--|--|\n"
      + ImportList.allCases.map { list in
        "| \(list.rawValue) | \(counts[list] ?? 0) | \(worst[list]?.count ?? 0) | \(Self.meanings[list] ?? "") |\n"
      }.joined()
  }

  /// A row of members with the same path and reason.
  private struct Row {
    var path: String
    var reason: String
    var kind: String
    var names: [String]
    var count: Int
  }

  private func rows(_ list: ImportList) -> [Row] {
    var rows: [Row] = []
    var places: [[String]: Int] = [:]
    for object in objects {
      for member in object.members() where member.mark.list == list {
        let path = "\(MemberPath(member.path.steps.map { if case .element = $0 { .element(0) } else { $0 } }))"
          .split(separator: "[0]", omittingEmptySubsequences: false).joined(separator: "[]")
        let key = [object.kind, path, member.mark.reason]
        if let place = places[key] {
          rows[place].count += 1
          if rows[place].names.last != object.name { rows[place].names.append(object.name) }
        } else {
          places[key] = rows.count
          rows.append(Row(path: path, reason: member.mark.reason, kind: object.kind, names: [object.name], count: 1))
        }
      }
    }
    return rows
  }

  private func section(_ list: ImportList) -> String {
    let gaps = gaps.filter { $0.list == list }
    let rows = rows(list)
    guard !gaps.isEmpty || !rows.isEmpty else { return "" }
    var text = "\n## \(title(list))\n\n"
    for gap in gaps { text += "- \(MarkdownText.plain(gap.what)): \(MarkdownText.plain(gap.reason))\n" }
    guard !rows.isEmpty else { return text }
    text += (gaps.isEmpty ? "" : "\n") + "| of | member | why | where |\n|--|--|--|--|\n"
    for row in rows {
      text += "| \(row.kind) | \(MarkdownText.plain(row.path)) | \(MarkdownText.plain(row.reason)) | \(names(row)) |\n"
    }
    return text
  }

  private func names(_ row: Row) -> String {
    let most = 5
    let shown = row.names.prefix(most).map(MarkdownText.plain).joined(separator: ", ")
    return row.names.count > most ? "\(shown) and \(row.names.count - most) more" : shown
  }

  /// Of what need not be looked at only how much there is.
  private func shortSection(_ list: ImportList) -> String {
    let rows = rows(list)
    guard !rows.isEmpty else { return "" }
    var kinds: [String] = []
    for row in rows where !kinds.contains(row.kind) { kinds.append(row.kind) }
    let parts = kinds.map { kind in "\(kind): \(rows.filter { $0.kind == kind }.reduce(0) { $0 + $1.count })" }
    return "\n## \(title(list))\n\nMembers by kind of object, each with its path in the JSON file: \(parts.joined(separator: ", ")).\n"
  }

  private func title(_ list: ImportList) -> String { list.rawValue.prefix(1).uppercased() + list.rawValue.dropFirst() }
}
