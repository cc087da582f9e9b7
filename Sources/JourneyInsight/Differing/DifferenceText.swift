/// What a run tells otherwise, for a terminal: a sentence for each change, then who met it and where it comes from.
package struct DifferenceText {
  private let difference: RunDifference
  private static let maxWays = 6
  private static let maxPeople = 12

  package init(_ difference: RunDifference) { self.difference = difference }

  package var text: String {
    var lines = opening
    var number = 0
    for meaning in ChangeClass.allCases {
      let changes = difference.changes.filter { $0.meaning == meaning }
      guard !changes.isEmpty else { continue }
      lines += ["", meaning.heading]
      for change in changes {
        number += 1
        lines += self.lines(of: change, number)
      }
    }
    lines += unmet + missing + ["", summary]
    return lines.joined(separator: "\n") + "\n"
  }

  /// What is said first: what was compared, and what keeps it from being everything.
  private var opening: [String] {
    let sides = "\(difference.before.name) → \(difference.now.name)"
    let seed = difference.now.seed.map { ", seed \($0)" } ?? ""
    var lines: [String] = []
    if difference.isInterrupted { lines.append("This is not all: a run was interrupted.") }
    if !difference.broken.isEmpty {
      lines.append("\(difference.broken.count) walks broke, so that what they would have met is not known:")
      lines += difference.broken.prefix(5).map { "  \($0.id): \($0.reason)" }
    }
    lines.append(
      "\(sides)\(seed): \(difference.walks) walks on each side, \(difference.alike) alike to their end, "
        + "\(difference.unknown) not known to their end")
    if !difference.unknownAt.isEmpty {
      let places = difference.unknownAt.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      lines.append("those end at " + places.prefix(Self.maxWays).map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    }
    if difference.onlyBefore + difference.onlyNow > 0 {
      lines.append("not compared: \(difference.onlyBefore) cases only before, \(difference.onlyNow) only now")
    }
    return lines
  }

  private func lines(of change: Change, _ number: Int) -> [String] {
    let mark = change.allowed == nil ? "\(number)" : "\(number) allowed:"
    var lines = ["\(mark)  \(change.sentence)"]
    lines += change.otherWordings.prefix(3).map { "     also    \($0)" }
    let before = ways(change.waysBefore, change)
    let now = ways(change.waysNow, change)
    if !before.isEmpty { lines.append("     before  \(before)") }
    if !now.isEmpty { lines.append("     now     \(now)") }
    lines.append("     met by  \(change.cases.count) walk\(change.cases.count == 1 ? "" : "s")\(people(change))")
    if change.untold > 0 { lines.append("     \(change.untold) walks ended before they could tell") }
    lines += change.causes.map { "     cause   \($0.line)" }
    if let note = change.openQuestion { lines.append("     \(note)") }
    if let reason = change.allowed { lines.append("     allowed \(reason)") }
    lines.append("     id      \(change.id)")
    return lines
  }

  private func ways(_ ways: [Change.Tally<Change.Way>], _ change: Change) -> String {
    guard change.kind.isOfWay else { return "" }
    let shown = ways.sorted { $0.count > $1.count }.prefix(Self.maxWays).map { "\($0.element.from) → \($0.element.to)  \($0.count)" }
    let rest = ways.count - shown.count
    return shown.joined(separator: "   ") + (rest > 0 ? "   and \(rest) more" : "")
  }

  private func people(_ change: Change) -> String {
    guard !change.accounts.isEmpty else { return "" }
    let rest = change.accounts.count - Self.maxPeople
    return ": " + change.accounts.prefix(Self.maxPeople).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  private var unmet: [String] {
    guard !difference.unmet.isEmpty else { return [] }
    return ["", "CHANGED, AND NO WALK MET IT"] + difference.unmet.map { "-  \($0.line)" }
  }

  private var missing: [String] {
    guard !difference.missing.isEmpty else { return [] }
    return ["", "ALLOWED, AND DID NOT COME"] + difference.missing.map { "-  \($0)" }
  }

  private var summary: String {
    let counts = ChangeClass.allCases.compactMap { meaning in
      let count = difference.count(of: meaning)
      return count > 0 ? "\(count) \(meaning.rawValue)" : nil
    }
    let total = difference.changes.count
    guard total > 0 else {
      return difference.unknown == 0 ? "no change" : "no change was met, and \(difference.unknown) walks are not known to their end"
    }
    let advice = difference.unknown > 0 ? ".  Close what is not known: --through FOLDER" : ""
    return "\(total) change\(total == 1 ? "" : "s"): \(counts.joined(separator: ", "))\(advice)"
  }
}

extension Change.Cause {
  /// One line: place, element, before and now.
  package var line: String {
    "\(place)  \(element): \(Self.shown(before) ?? "new") → \(Self.shown(now) ?? "gone")"
  }

  private static let longest = 160

  private static func shown(_ text: String?) -> String? {
    text.map { $0.count > longest ? "'\($0.prefix(longest))…'" : "'\($0)'" }
  }
}

extension Change {
  /// What this change leaves open.
  var openQuestion: String? {
    guard kind == .moreTries, let number = Int(first.element) else { return nil }
    return "whether and when it locks after \(number) is known only where a scenario tries so often"
  }
}
