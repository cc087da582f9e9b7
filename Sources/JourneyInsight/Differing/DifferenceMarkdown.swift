import Diagnostics
import TenantDecisions

/// The differences of a run, as the comment of a pull request: never longer than a comment may be.
package struct DifferenceMarkdown {
  /// In bytes; GitHub takes comments of 65,536 characters.
  package static let limit = 60_000
  private static let maxPeople = 8
  private static let maxTexts = 20

  private let difference: RunDifference

  package init(_ difference: RunDifference) { self.difference = difference }

  package var text: String {
    let tail = self.tail
    var text = top
    var more = 0
    for row in ruledRows {
      guard text.utf8.count + row.utf8.count + tail.utf8.count + 1_000 < Self.limit else {
        more += 1
        continue
      }
      text += row
    }
    if more > 0 { text += "\n… \(more) more about rules in the other formats.\n" }
    if !ruledRows.isEmpty { text += "\n" }
    text += head
    let groups = difference.groups
    var left = groups.count
    for group in groups {
      let row = self.row(group)
      guard text.utf8.count + row.utf8.count + tail.utf8.count + 100 < Self.limit else { break }
      text += row
      left -= 1
    }
    if left > 0 { text += "\n… \(left) more in the other formats.\n" }
    return text + tail
  }

  private var top: String {
    var text = "### What changes for users: \(MarkdownText.plain(difference.before.name)) → \(MarkdownText.plain(difference.now.name))\n\n"
    for opening in difference.accounts.map(\.opening) {
      text += "**\(MarkdownText.plain(opening[0]))**\n\n"
      for line in opening.dropFirst() { text += "\(MarkdownText.plain(line))\n\n" }
    }
    for rules in difference.rules {
      text += "**\(MarkdownText.plain(rules.headline))**\n\n"
      for rename in rules.renames { text += "\(MarkdownText.plain(rename.sentence))\n\n" }
    }
    if !ruledRows.isEmpty { text += "| | change | who | before | now |\n|--|--|--|--|--|\n" }
    return text
  }

  /// What the rules ask for differently, and what is not known of them.
  private var ruledRows: [String] {
    difference.computedChanges.map { ruled in
      let notes = [ruled.openQuestion, ruled.allowed.map { "allowed: \($0)" }].compactMap { $0 }
      let cells = [
        ([ruled.sentence] + notes), ruled.lines(.withoutFew).map { $0.label == "who" ? $0.text : "\($0.label) \($0.text)" }, [ruled.before],
        [ruled.now],
      ]
      return Self.row(ruled.meaning.rawValue, cells)
    }
      + difference.peopleDoubts.map { doubtful in
        let notes = [doubtful.reason] + (doubtful.allowed.map { ["allowed: \($0)"] } ?? [])
        return Self.row("not known", [[doubtful.sentence] + notes, [doubtful.people.joined(separator: ", ")], [], []])
      }
      + difference.ruledDoubts.map { doubtful in
        let notes = doubtful.doubt.reasons + (doubtful.allowed.map { ["allowed: \($0)"] } ?? [])
        return Self.row(
          "not known", [[doubtful.doubt.sentence] + notes, [doubtful.doubt.who] + Self.lines(of: doubtful.doubt.known), [], []])
      }
  }

  private static func lines(of known: KnownPlaces) -> [String] { known.lines.map { "\($0.label) \($0.text)" } }

  private static func row(_ first: String, _ cells: [[String]]) -> String {
    let texts = cells.map { lines in lines.map { MarkdownText.plain(HarmlessText.line($0)) }.joined(separator: "<br>") }
    return "| \(([first] + texts).joined(separator: " | ")) |\n"
  }

  private var head: String {
    guard difference.walks > 0 || !difference.comparesMocks else {
      return "_No scenario is walked on both: only \(difference.computedParts) are compared\(difference.notLookedAt)._\n\n"
    }
    let counts = ChangeClass.allCases.map { meaning in
      let count = difference.count(of: meaning) + difference.computedChanges.count { $0.meaning == meaning }
      return meaning == .breaking && count == 0 ? nil : "\(count) \(meaning.rawValue)"
    }.compactMap(\.self)
    var text = ""
    if difference.isInterrupted { text += "**Incomplete: a run was interrupted.**\n\n" }
    if !difference.broken.isEmpty {
      text += "**\(Counted.text(difference.broken.count, "walk")) broke; what they would have shown is not known.**\n\n"
    }
    for remark in difference.promises.map(\.line) + difference.remarks { text += "_\(MarkdownText.plain(remark))_\n\n" }
    text +=
      "**\(counts.joined(separator: " · "))**, \(Counted.text(difference.walks, "walk")), \(difference.unknown) incomplete"
      + "\(difference.notLookedAt)\n\n"
    if !difference.changes.isEmpty { text += "| | change | walks | who |\n|--|--|--:|--|\n" }
    return text
  }

  private func row(_ group: ChangeGroup) -> String {
    let who = group.people(upTo: Self.maxPeople)
    var cell = MarkdownText.plain(group.sentence)
    for cause in group.causes.prefix(3) { cell += "<br>" + MarkdownText.plain(cause.line) }
    if let reason = group.allowed { cell += "<br>allowed: \(MarkdownText.plain(reason))" }
    if group.isOfTexts { cell += texts(of: group) }
    return "| \(group.meaning.rawValue) | \(cell) | \(group.count) | \(MarkdownText.plain(who)) |\n"
  }

  /// The texts of a group, folded.
  private func texts(of group: ChangeGroup) -> String {
    let lines = group.lines
    var text = "<details><summary>the texts</summary><ul>"
    for line in lines.prefix(Self.maxTexts) { text += "<li>\(MarkdownText.plain(line))</li>" }
    if lines.count > Self.maxTexts { text += "<li>and \(lines.count - Self.maxTexts) more</li>" }
    return text + "</ul></details>"
  }

  private var tail: String {
    var text = ""
    let unexercised = difference.unexercisedWholes
    if !unexercised.isEmpty {
      text += "\n**Changed but not exercised:**\n\n"
      for part in unexercised.prefix(20) {
        text +=
          "- \(MarkdownText.plain(String(part.line.prefix(400))))\(part.allowed.map { " (allowed: \(MarkdownText.plain($0)))" } ?? "")\n"
      }
      if unexercised.count > 20 { text += "- and \(unexercised.count - 20) more\n" }
    }
    if !difference.missing.isEmpty {
      text += "\n**Allowed but not found:**\n\n"
      for entry in difference.missing.prefix(20) { text += "- \(MarkdownText.plain(entry.line))\n" }
    }
    return text
  }
}
