/// One change, or the texts that one change of the definitions changes: what one sentence reports.
package struct ChangeGroup: Sendable, Hashable {
  /// In the order of `RunDifference.changes`; never empty, and of one class.
  package let changes: [Change]
  /// That of its only change, else the tenant's name with the cause: what a list of allowed changes may name in place of each text.
  package let id: String

  /// This many texts of one cause are reported together.
  static let fewest = 3

  init(_ change: Change) {
    changes = [change]
    id = change.id
  }

  /// - Parameter changes: texts that all have the same causes, and at least one.
  init(texts changes: [Change]) {
    self.changes = changes
    let tenant = changes.first?.tenant ?? ""
    let causes = changes.first?.causes.map { String($0.element.map { $0 == " " ? "-" : $0 }) } ?? []
    id = "\(tenant):\(causes.joined(separator: "+")):texts"
  }

  /// What makes texts one group; `nil` for a change that is not grouped.
  static func key(of change: Change) -> [String]? {
    switch change.kind {
    case .label, .placeholder, .text, .pageText, .notice, .subject: break
    default: return nil
    }
    return change.causes.isEmpty ? nil : [change.tenant] + change.causes.map(\.line)
  }

  package var isOfTexts: Bool { changes.count > 1 }
  package var meaning: ChangeClass { first.meaning }
  package var causes: [Change.Cause] { first.causes }
  /// As an example of what it shows.
  package var first: Change { changes[0] }

  /// What differs for a person.
  package var sentence: String {
    guard isOfTexts else { return first.sentence }
    let screens = Set(changes.map(\.first.screen)).subtracting([""]).count
    let places = screens == 0 ? "" : " on \(Counted.text(screens, "screen"))"
    let causes = causes.map { "'\($0.element)'" }.joined(separator: " and ")
    return "\(changes.count) texts\(places) change, all because of \(causes)."
  }

  /// The ids of the cases that saw any of it, each once.
  package var cases: [String] { Self.unique(changes.flatMap(\.cases)) }
  /// Whose walks these are, each once.
  package var accounts: [String] { Self.unique(changes.flatMap(\.accounts)) }
  /// Walks that ended before they could tell whether they meet it.
  package var untold: Int { changes.map(\.untold).max() ?? 0 }
  /// How many walks saw it, and a `+` if others ended before they could.
  package var count: String { "\(cases.count)\(untold > 0 ? "+" : "")" }

  /// Why it is allowed; `nil` unless all of it is.
  package var allowed: String? {
    let reasons = changes.compactMap(\.allowed)
    return reasons.count == changes.count ? Self.unique(reasons).joined(separator: "; ") : nil
  }

  /// A line for each of its texts; those that are allowed where others are not say so.
  package var lines: [String] {
    changes.map { change in
      guard allowed == nil, let reason = change.allowed else { return change.sentence }
      return "\(change.sentence) (allowed: \(reason))"
    }
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}

extension RunDifference {
  /// The changes as they are reported, in their order: texts of one cause at the place of the first.
  package var groups: [ChangeGroup] {
    var texts: [[String]: [Change]] = [:]
    for change in changes { if let key = ChangeGroup.key(of: change) { texts[key, default: []].append(change) } }
    var told: Set<[String]> = []
    return changes.compactMap { change in
      guard let key = ChangeGroup.key(of: change), let group = texts[key], group.count >= ChangeGroup.fewest else {
        return ChangeGroup(change)
      }
      return told.insert(key).inserted ? ChangeGroup(texts: group) : nil
    }
  }
}

extension Change {
  /// The tenant whose walks saw it.
  fileprivate var tenant: String { String(id.prefix { $0 != ":" }) }
}
