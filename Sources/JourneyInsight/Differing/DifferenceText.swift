import Diagnostics
package import TenantDecisions

/// The differences of a run, for a terminal: a sentence for each change, then who saw it and where it comes from.
package struct DifferenceText {
  private let difference: RunDifference
  private let groups: [ChangeGroup]
  private let precision: Headcount.Precision
  private static let maxWays = 6
  private static let maxPeople = 12
  private static let maxTexts = 5

  /// - Parameter precision: how small numbers of people are written.
  package init(_ difference: RunDifference, _ precision: Headcount.Precision = .exact) {
    (self.difference, self.precision) = (difference, precision)
    groups = difference.groups
  }

  package var text: String {
    var lines = opening
    var number = 0
    for meaning in ChangeClass.allCases {
      let told = groups.filter { $0.meaning == meaning }
      let ruled = difference.computedChanges.filter { $0.meaning == meaning }
      guard !told.isEmpty || !ruled.isEmpty else { continue }
      lines += ["", difference.heading(of: meaning).uppercased()]
      for change in ruled {
        number += 1
        lines += self.lines(of: change, number)
      }
      for group in told {
        number += 1
        lines += self.lines(of: group, number)
      }
    }
    lines += doubts + unexercised + missing + [""] + summary
    // Texts of servers and files may hold anything; each line stays one.
    return lines.map { HarmlessText.line($0, limit: Self.longestLine) }.joined(separator: "\n") + "\n"
  }

  private static let longestLine = 4_000

  /// What is said first: what was compared, and what keeps it from being everything.
  private var opening: [String] {
    let sides = "\(difference.before.name) → \(difference.now.name)"
    let seed = difference.now.seed.map { ", seed \($0)" } ?? ""
    var lines = difference.accounts.flatMap { $0.opening.prefix(1) + $0.opening.dropFirst().map { "  \($0)" } }
    lines += difference.rules.flatMap { [$0.headline(precision)] + $0.renames.map { HarmlessText.line($0.sentence) } }
    if difference.isInterrupted { lines.append("Incomplete: a run was interrupted.") }
    if !difference.broken.isEmpty {
      lines.append("\(Counted.text(difference.broken.count, "walk")) broke, so what they would have shown is not known:")
      lines += difference.broken.prefix(5).map { "  \($0.id): \($0.reason)" }
    }
    if difference.walks == 0, difference.comparesMocks { return lines + promises + difference.remarks }
    let (alike, unknown) = (difference.alike, difference.unknown)
    lines.append(
      "\(sides)\(seed): \(Counted.text(difference.walks, "walk")) on each side, \(alike) identical, "
        + "\(unknown) incomplete")
    if !difference.unknownAt.isEmpty { lines.append("the incomplete walks end at " + openPlaces.joined(separator: ", ")) }
    if difference.onlyBefore + difference.onlyNow > 0 {
      lines.append("not compared: \(Counted.text(difference.onlyBefore, "case")) only before, \(difference.onlyNow) only now")
    }
    return lines + promises + difference.remarks
  }

  private var promises: [String] { difference.promises.map(\.line) }

  /// The places at which most walks end that are incomplete, with how many.
  private var openPlaces: [String] {
    places.map { "\($0.key) (\($0.value))" }
  }

  private var places: [(key: String, value: Int)] {
    Array(difference.unknownAt.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.maxWays))
  }

  private func lines(of group: ChangeGroup, _ number: Int) -> [String] {
    let mark = group.allowed == nil ? "\(number)" : "\(number) allowed:"
    var lines = ["\(mark)  \(group.sentence)"]
    lines += group.isOfTexts ? texts(of: group) : course(of: group.first)
    lines.append("     seen by \(Counted.text(group.cases.count, "walk"))\(people(group))")
    if group.untold > 0 { lines.append("     \(Counted.text(group.untold, "walk")) ended before this point") }
    lines += group.causes.map { "     cause   \($0.line)" }
    if !group.isOfTexts, let note = group.first.openQuestion { lines.append("     \(note)") }
    if let reason = group.allowed { lines.append("     allowed \(reason)") }
    lines.append("     id      \(group.id)")
    return lines
  }

  private func texts(of group: ChangeGroup) -> [String] {
    let all = group.lines
    let rest = all.count - Self.maxTexts
    return all.prefix(Self.maxTexts).map { "     -       \($0)" }
      + (rest > 0 ? ["     and     \(rest) more; --json and --html name them"] : [])
  }

  /// The other words of a change, and what came before and comes now.
  private func course(of change: Change) -> [String] {
    var lines = change.otherWordings.prefix(3).map { "     also    \($0)" }
    let before = ways(change.waysBefore, change)
    let now = ways(change.waysNow, change)
    if !before.isEmpty { lines.append("     before  \(before)") }
    if !now.isEmpty { lines.append("     now     \(now)") }
    return lines
  }

  private func ways(_ ways: [Change.Tally<Change.Way>], _ change: Change) -> String {
    guard change.kind.isOfWay else { return "" }
    let shown = ways.sorted { $0.count > $1.count }.prefix(Self.maxWays).map { "\($0.element.from) → \($0.element.to)  \($0.count)" }
    let rest = ways.count - shown.count
    return shown.joined(separator: "   ") + (rest > 0 ? "   and \(rest) more" : "")
  }

  private func people(_ group: ChangeGroup) -> String {
    let names = group.people(upTo: Self.maxPeople)
    return names.isEmpty ? "" : ": \(names)"
  }

  private var unexercised: [String] {
    guard !difference.unexercisedWholes.isEmpty else { return [] }
    return ["", "CHANGED BUT NOT EXERCISED"]
      + difference.unexercisedWholes.flatMap { part in
        ["-  \(part.line)"] + (part.allowed.map { ["     allowed \($0)"] } ?? []) + ["     id      \(part.id)"]
      }
  }

  private var missing: [String] {
    guard !difference.missing.isEmpty else { return [] }
    return ["", "ALLOWED BUT NOT FOUND"] + difference.missing.map { "-  \($0.line)" }
  }

  private func lines(of ruled: ComputedChange, _ number: Int) -> [String] {
    var lines = ["\(ruled.allowed == nil ? "\(number)" : "\(number) allowed:")  \(ruled.sentence)"]
    lines += Self.lines(ruled.lines(precision))
    lines += ["     before  \(ruled.before)", "     now     \(ruled.now)"]
    if let note = ruled.openQuestion { lines.append("     \(note)") }
    if let reason = ruled.allowed { lines.append("     allowed \(reason)") }
    lines.append("     id      \(ruled.id)")
    return lines
  }

  private static func lines(_ lines: [(label: String, text: String)]) -> [String] {
    lines.map { "     \($0.label)\(String(repeating: " ", count: 8 - $0.label.count))\($0.text)" }
  }

  private var doubts: [String] {
    guard !difference.ruledDoubts.isEmpty || !difference.peopleDoubts.isEmpty else { return [] }
    return ["", "NOT KNOWN"] + difference.peopleDoubts.flatMap { lines(of: $0) } + difference.ruledDoubts.flatMap { lines(of: $0) }
  }

  private func lines(of doubtful: ComparedAccounts.Doubtful) -> [String] {
    var lines = ["-  \(doubtful.sentence)", "     as      \(doubtful.reason)"]
    if let reason = doubtful.allowed { lines.append("     allowed \(reason)") }
    return lines + (doubtful.id.map { ["     id      \($0)"] } ?? [])
  }

  private func lines(of doubtful: ComparedRules.Doubtful) -> [String] {
    var lines = ["-  \(doubtful.doubt.sentence)", "     who     \(doubtful.doubt.who)"] + Self.lines(doubtful.doubt.known.lines)
    lines += doubtful.doubt.reasons.map { "     as      \($0)" }
    if let reason = doubtful.allowed { lines.append("     allowed \(reason)") }
    lines.append("     id      \(doubtful.id)")
    return lines
  }

  private var summary: [String] {
    guard difference.walks > 0 || difference.comparesMocks else {
      return ["nothing is compared: the two sides have no case in common"]
    }
    guard difference.walks > 0 else {
      let parts = difference.computedParts
      return ["\(counted); only \(parts) were compared, because no scenario runs on both tenants\(difference.notLookedAt)"]
    }
    guard !groups.isEmpty || !difference.computedChanges.isEmpty else {
      let (count, advice) = (difference.unknown, advice)
      guard difference.broken.isEmpty, !difference.isInterrupted else {
        return ["no change was seen; the comparison is incomplete, see above\(difference.notLookedAt)"]
      }
      guard count > 0 else { return [(isComplete ? "no change" : "no change that a walk saw") + difference.notLookedAt] }
      let said = "no change was seen, and \(Counted.being(count, "walk")) incomplete"
      return [said + difference.notLookedAt + advice.behind] + advice.below
    }
    return [counted + difference.notLookedAt + advice.behind] + advice.below
  }

  /// How many changes there are, by class.
  private var counted: String {
    let counts = ChangeClass.allCases.compactMap { meaning -> String? in
      let told = groups.count { $0.meaning == meaning }
      let ruled = difference.computedChanges.count { $0.meaning == meaning }
      let texts = difference.count(of: meaning)
      return told + ruled == 0
        ? nil : "\(told + ruled) \(meaning.rawValue)\(texts > told ? " (\(texts) \(meaning == .wording ? "texts" : "in all"))" : "")"
    }
    let count = groups.count + difference.computedChanges.count
    let isKnown = difference.ruledDoubts.isEmpty && difference.peopleDoubts.isEmpty
    return count == 0
      ? isKnown ? "no change" : "it is not known whether anything changes"
      : "\(Counted.text(count, "change")): \(counts.joined(separator: ", "))"
  }

  /// Whether the walks say everything of the two sides: both have the same cases, and nothing differs in the files that they did not
  /// exercise.
  private var isComplete: Bool {
    difference.unexercised.isEmpty && difference.ruledDoubts.isEmpty && difference.accounts.allSatisfy(\.unknown.isEmpty)
      && difference.otherVersions.isEmpty && difference.hasSameCases
  }

  /// How to learn what is not known: behind the last line, or on lines of its own.
  private var advice: (behind: String, below: [String]) {
    let count = difference.unknown - difference.shorter.values.reduce(0, +)
    guard count > 0 else { return ("", []) }
    switch difference.leading {
    case .possible: return (".  To continue incomplete walks: --through FOLDER", [])
    case .given(let folder, let heads):
      return ("", ["\(Counted.being(count, "walk")) still incomplete:"] + IncompleteWalks(difference.incomplete, folder, heads).lines)
    case .impossible:
      return ("", ["\(Counted.being(count, "walk")) incomplete: a log ends at the first failing step"])
    }
  }
}

extension Change.Cause {
  /// One line: place, element, before and now.
  package var line: String {
    let (old, new) = Self.shown(before, now)
    switch (old, new) {
    case (let old?, let new?): return "\(place)  \(element): \(old.isEmpty ? "''" : old) → \(new.isEmpty ? "''" : new)"
    case (nil, let text?): return "\(place)  \(element) is new\(text.isEmpty ? "" : ": \(text)")"
    case (let text?, nil): return "\(place)  \(element) is gone\(text.isEmpty ? "" : ", which was \(text)")"
    case (nil, nil): return "\(place)  \(element)"
    }
  }

  private static let longest = 160
  /// Signs that both texts have in common before they differ, and that are shown.
  private static let context = 30

  /// In quotes; empty where there is nothing to quote. Of long texts with the same beginning the parts are shown in which they differ.
  private static func shown(_ before: String?, _ now: String?) -> (String?, String?) {
    var begin = 0
    if let before, let now, max(before.count, now.count) > longest {
      let common = zip(before, now).prefix { $0 == $1 }.map(\.0)
      if common.count > 2 * context { begin = common.prefix(common.count - context).lastIndex(of: " ").map { $0 + 1 } ?? 0 }
    }
    func shown(_ text: String) -> String {
      guard !text.isEmpty else { return "" }
      let rest = text.dropFirst(begin)
      return "'\(begin > 0 ? "…" : "")\(rest.prefix(longest))\(rest.count > longest ? "…" : "")'"
    }
    return (before.map(shown), now.map(shown))
  }
}

extension Change {
  /// What this change leaves open.
  var openQuestion: String? {
    kind == .moreTries ? "to see the new limit, add a scenario that tries until it is reached" : nil
  }
}
