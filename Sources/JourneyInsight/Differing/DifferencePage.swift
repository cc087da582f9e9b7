import Diagnostics
import JourneyModel
import ScreenPages
import TenantDecisions

/// The differences of a run, as a page: each sentence, and the two screens side by side.
package struct DifferencePage {
  private let difference: RunDifference
  private static let maxText = 2_000
  private static let maxCases = 50
  /// How many texts of one cause are shown with their screens.
  private static let maxShown = 2

  package init(_ difference: RunDifference) { self.difference = difference }

  package var text: String {
    var page = InsightPage("What changes for users: \(difference.before.name) → \(difference.now.name)")
    for accounts in difference.accounts { for part in Self.verdict(of: accounts) { page.add(part) } }
    for promises in difference.promises { page.add(Self.verdict(of: promises)) }
    for text in difference.rules.flatMap({ [$0.headline] + $0.renames.map(\.sentence) }) { page.add(Self.paragraph(text)) }
    if difference.isInterrupted { page.add(Self.paragraph("This is not all: a run was interrupted.")) }
    if !difference.broken.isEmpty {
      let walks = Counted.text(difference.broken.count, "walk")
      page.add(Self.paragraph("\(walks) broke, so what they would have shown is not known."))
    }
    let groups = difference.groups
    page.add(
      Self.paragraph(
        "\(Counted.text(groups.count + difference.computedChanges.count, "change")); \(Counted.text(difference.walks, "walk")) on each side, "
          + "\(difference.alike) identical, \(difference.unknown) incomplete\(difference.notLookedAt)."
      ))
    for remark in difference.remarks { page.add(Self.paragraph(remark)) }
    if let contents { page.add(contents) }
    if !difference.accounts.isEmpty { page.add(Self.heading("What happens to people")) }
    for accounts in difference.accounts { for part in Self.people(of: accounts, name) { page.add(part) } }
    for meaning in ChangeClass.allCases {
      let told = groups.filter { $0.meaning == meaning }
      let ruled = difference.computedChanges.filter { $0.meaning == meaning }
      guard !told.isEmpty || !ruled.isEmpty else { continue }
      page.add(Self.heading(difference.heading(of: meaning)))
      for change in ruled { page.add(element(of: change)) }
      for group in told { page.add(Self.element(of: group)) }
    }
    if !difference.peopleDoubts.isEmpty {
      let lines = difference.peopleDoubts.map { $0.line + ($0.allowed.map { " (allowed: \($0))" } ?? "") }
      page.add(Self.list("Not known of people and promises", lines))
    }
    if !difference.ruledDoubts.isEmpty {
      page.add(Self.heading("Not known of the rules"))
      for doubtful in difference.ruledDoubts { page.add(Self.element(of: doubtful)) }
    }
    if !difference.unexercised.isEmpty {
      page.add(Self.list("Changed but not exercised", difference.unexercisedWholes.map(Self.line(of:))))
    }
    if !difference.missing.isEmpty { page.add(Self.list("Allowed, and did not come", difference.missing.map(\.line))) }
    return page.text
  }

  /// Links to the parts of the page, with how much is in each; `nil` where there is little.
  private var contents: MarkupElement? {
    var parts: [(title: String, count: Int?)] = difference.accounts.isEmpty ? [] : [("What happens to people", nil)]
    let groups = difference.groups
    for meaning in ChangeClass.allCases {
      let count = groups.count { $0.meaning == meaning } + difference.computedChanges.count { $0.meaning == meaning }
      parts.append((difference.heading(of: meaning), count))
    }
    parts += [
      ("Not known of people and promises", difference.peopleDoubts.count), ("Not known of the rules", difference.ruledDoubts.count),
      ("Changed but not exercised", difference.unexercised.isEmpty ? 0 : difference.unexercisedWholes.count),
      ("Allowed, and did not come", difference.missing.count),
    ]
    let full = parts.filter { $0.count != 0 }
    guard full.count > 1 else { return nil }
    var list = MarkupElement("ul")
    for part in full {
      var link = MarkupElement("a", text: part.title + (part.count.map { " (\($0))" } ?? ""))
      link.set("href", "#\(Self.anchor(part.title))")
      list.add(MarkupElement("li", children: [link]))
    }
    var nav = MarkupElement("nav", children: [list])
    nav.set("aria-label", "On this page")
    return nav
  }

  private static func anchor(_ title: String) -> String { String(title.lowercased().map { $0.isLetter ? $0 : "-" }) }

  private static func heading(_ title: String) -> MarkupElement {
    var heading = MarkupElement("h2", text: title)
    heading.set("id", anchor(title))
    return heading
  }

  /// What people call a stop of a path; the stop itself where it has no name.
  private func name(of stop: String) -> String { difference.titles[stop] ?? OrgNames.screen(stop) ?? stop }

  /// A path, or a sentence that ends with one, with the names of its stops.
  private func named(_ path: String) -> String {
    path.split(separator: " → ", omittingEmptySubsequences: false).map { part in
      let stop = part.split(separator: ": ").last ?? part
      return part.dropLast(stop.count) + name(of: String(stop))
    }.joined(separator: " → ")
  }

  private static func line(of part: UnexercisedDifference) -> String {
    part.line + (part.allowed.map { " (allowed: \($0))" } ?? "")
  }

  private static func paragraph(_ text: String) -> MarkupElement { MarkupElement("p", text: HarmlessText.line(text, limit: maxText)) }

  private static func list(_ title: String, _ lines: [String]) -> MarkupElement {
    var section = MarkupElement("section")
    section.add(heading(title))
    var list = MarkupElement("ul")
    for line in lines { list.add(MarkupElement("li", text: HarmlessText.line(line, limit: maxText))) }
    section.add(list)
    return section
  }

  private static func element(of group: ChangeGroup) -> MarkupElement {
    var article = MarkupElement("article", class: "change")
    article.add(MarkupElement("h3", text: HarmlessText.line(group.sentence.withExamples, limit: maxText)))
    if !group.isOfTexts { for line in group.first.otherWordings { article.add(paragraph("also: \(line)")) } }
    let names = group.people(upTo: .max)
    let people = names.isEmpty ? "" : ": \(names)"
    article.add(paragraph("Seen by \(group.count) walk\(group.count == "1" ? "" : "s")\(people)."))
    for cause in group.causes { article.add(paragraph("Cause: \(cause.line)")) }
    if let reason = group.allowed { article.add(paragraph("Allowed: \(reason)")) }
    for change in group.changes.prefix(maxShown) { article.add(screens(of: change)) }
    if group.isOfTexts { article.add(texts(of: group)) }
    article.add(cases(of: group))
    return article
  }

  private func element(of ruled: ComputedChange) -> MarkupElement {
    var article = MarkupElement("article", class: "change")
    article.add(MarkupElement("h3", text: HarmlessText.line(ruled.sentence, limit: Self.maxText)))
    for text in Self.paragraphs(ruled.lines(.withoutFew)) { article.add(text) }
    article.add(Self.paragraph("Before: \(ruled.rule == nil ? named(ruled.before) : ruled.before)"))
    article.add(Self.paragraph("Now: \(ruled.rule == nil ? named(ruled.now) : ruled.now)"))
    for change in ruled.walked.prefix(Self.maxShown) { article.add(Self.screens(of: change)) }
    if let note = ruled.openQuestion { article.add(Self.paragraph(note)) }
    if let reason = ruled.allowed { article.add(Self.paragraph("Allowed: \(reason)")) }
    article.add(Self.element(ofID: ruled.id))
    return article
  }

  private static func element(of doubtful: ComparedRules.Doubtful) -> MarkupElement {
    var article = MarkupElement("article", class: "change")
    article.add(MarkupElement("h3", text: HarmlessText.line(doubtful.doubt.sentence, limit: maxText)))
    article.add(paragraph("Who: \(doubtful.doubt.who)"))
    for text in paragraphs(doubtful.doubt.known.lines) { article.add(text) }
    for reason in doubtful.doubt.reasons { article.add(paragraph("Because: \(reason)")) }
    if let reason = doubtful.allowed { article.add(paragraph("Allowed: \(reason)")) }
    article.add(element(ofID: doubtful.id))
    return article
  }

  private static func paragraphs(_ lines: [(label: String, text: String)]) -> [MarkupElement] {
    lines.map { paragraph("\($0.label.prefix(1).uppercased())\($0.label.dropFirst()): \($0.text)") }
  }

  private static func element(ofID text: String) -> MarkupElement {
    var id = MarkupElement("p", class: "ids")
    id.add(MarkupElement("code", text: HarmlessText.line(text, limit: maxText)))
    return id
  }

  private static func texts(of group: ChangeGroup) -> MarkupElement {
    var details = MarkupElement("details")
    details.add(MarkupElement("summary", text: "the \(group.changes.count) texts"))
    var list = MarkupElement("ul")
    for line in group.lines { list.add(MarkupElement("li", text: HarmlessText.line(line, limit: maxText))) }
    details.add(list)
    return details
  }

  private static func screens(of change: Change) -> MarkupElement {
    var pair = MarkupElement("div", class: "pair")
    let marked = Set(change.first.element.split(separator: "/").map(String.init))
    let sides = [("Before", change.first.screenBefore, change.first.before), ("Now", change.first.screenNow, change.first.now)]
    for (title, screen, words) in sides {
      guard let screen else { continue }
      var section = MarkupElement("section")
      let said = words.map { "\(title): \($0)" } ?? title
      section.add(MarkupElement("p", class: "quiet", text: HarmlessText.line(said, limit: maxText)))
      section.add(ScreenFigure(screen, marking: change.kind == .screenAdded ? [] : marked).element.withExamples)
      pair.add(section)
    }
    return pair
  }

  private static func cases(of group: ChangeGroup) -> MarkupElement {
    var details = MarkupElement("details", class: "ids")
    details.add(MarkupElement("summary", text: "id and cases"))
    var id = MarkupElement("p")
    id.add(MarkupElement("code", text: HarmlessText.line(group.id, limit: maxText)))
    details.add(id)
    var list = MarkupElement("ul")
    for scenario in group.cases.prefix(maxCases) { list.add(MarkupElement("li", text: HarmlessText.line(scenario, limit: 500))) }
    if group.cases.count > maxCases { list.add(MarkupElement("li", text: "and \(group.cases.count - maxCases) more")) }
    details.add(list)
    return details
  }
}
