import Diagnostics
import ScreenPages

/// What happens to people, ahead of everything else.
extension DifferencePage {
  /// The verdict, then the lines that explain it.
  static func verdict(of accounts: ComparedAccounts) -> [MarkupElement] {
    let isBad = accounts.changes.contains { $0.meaning == .breaking }
    let isOpen = accounts.doubts.contains { $0.id != nil }
    // The page's title names the two versions.
    let verdict = accounts.opening[0].drop { $0 != ":" }.dropFirst(2)
    var headline = paragraph(sentence(String(verdict)))
    headline.set("class", "verdict \(isBad ? "bad" : isOpen ? "care" : "good")")
    return [headline] + accounts.opening.dropFirst().map { paragraph(sentence($0)) }
  }

  /// How many promises are kept.
  static func verdict(of promises: ComparedPromises) -> MarkupElement {
    let isOpen = promises.rows.contains { $0.now.verdict != .kept }
    let mood = promises.changes.isEmpty ? isOpen ? "care" : "good" : "bad"
    return MarkupElement("p", class: "verdict \(mood)", text: HarmlessText.line(sentence(promises.line), limit: 2_000))
  }

  private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  /// A table of everybody who notices a difference, and a line about the others.
  static func people(of accounts: ComparedAccounts, _ name: (String) -> String) -> [MarkupElement] {
    let rows = PeopleTable(accounts).rows
    var parts: [MarkupElement] = []
    let changed = rows.filter(\.differs)
    if !changed.isEmpty {
      var table = MarkupElement("table", class: "people")
      let titles = ["Who", "Before (\(accounts.before))", "Now (\(accounts.now))"]
      table.add(MarkupElement("thead", children: [MarkupElement("tr", children: titles.map { cell("th", $0) })]))
      table.add(MarkupElement("tbody", children: changed.flatMap { elements(of: $0, name) }))
      parts.append(table)
    }
    let same = rows.filter { !$0.differs }
    guard !same.isEmpty else { return parts }
    var details = MarkupElement("details")
    let everyone = same.flatMap(\.people).joined(separator: ", ")
    // On other paths something may differ, which the changes below say.
    details.add(MarkupElement("summary", text: HarmlessText.line("The same shortest path as before: \(everyone)", limit: 4_000)))
    let lines = same.map { row in
      let answers = row.answers.map { "\($0.question): \($0.now.text(name))" }.joined(separator: "; ")
      return "\(ComparedAccounts.list(row.people)): \(answers)"
    }
    details.add(MarkupElement("ul", children: lines.map { MarkupElement("li", text: HarmlessText.line($0, limit: 2_000)) }))
    parts.append(details)
    return parts
  }

  /// A line for each question to which the answers differ.
  private static func elements(of row: PeopleTable.Row, _ name: (String) -> String) -> [MarkupElement] {
    let answers = row.answers.filter { $0.before != $0.now }
    return answers.enumerated().map { index, answer in
      var line = MarkupElement("tr")
      if index == 0 {
        var who = cell("th", ComparedAccounts.list(row.people))
        if answers.count > 1 { who.set("rowspan", answers.count) }
        line.add(who)
      }
      let question = answer.question.hasSuffix("s in") || answer.question == "registers" ? "" : answer.question + ": "
      for reply in [answer.before, answer.now] { line.add(cell("td", question + reply.text(name), reply.mood)) }
      return line
    }
  }

  private static func cell(_ kind: String, _ text: String, _ mood: String? = nil) -> MarkupElement {
    var cell = MarkupElement(kind, text: HarmlessText.line(text, limit: 2_000))
    cell.set("class", mood)
    if kind == "th" { cell.set("scope", "col") }
    return cell
  }

  private static func paragraph(_ text: String) -> MarkupElement { MarkupElement("p", text: HarmlessText.line(text, limit: 2_000)) }
}

/// Examples in the place of what is different for each person.
extension MarkupElement {
  /// The element with `${account.email}` and the like replaced in its texts.
  var withExamples: MarkupElement {
    var element = MarkupElement(name)
    for attribute in attributes { element.set(attribute.name, attribute.value) }
    for child in children {
      switch child {
      case .element(let inner): element.add(inner.withExamples)
      case .text(let text): element.add(text: text.withExamples)
      case .attachment(let path): element.add(attachment: path)
      }
    }
    return element
  }

}

extension String {
  /// The text with examples in the place of variables.
  var withExamples: String {
    guard contains("${") else { return self }
    return replacing(/\$\{(?:masked\.)?(?:account\.|session\.)?([A-Za-z0-9_.]+)\}/) { match in
      switch match.output.1 {
      case "email": "j•••@example.com"
      case "phone": "+1 ••• 0100"
      default: "‹\(match.output.1)›"
      }
    }
  }
}
