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

  /// - Parameter changes: the same on several screens.
  init(alike changes: [Change], _ words: String) {
    self.changes = changes
    id = "\(changes[0].tenant):everywhere:\(changes[0].kind.rawValue):\(words)"
  }

  /// What makes changes of several screens one group; `nil` for a change that is not grouped so.
  static func likeness(of change: Change) -> [String]? { change.words.map { [change.tenant, change.kind.rawValue, $0] } }

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
  package var causes: [Change.Cause] {
    changes.dropFirst().reduce(into: first.causes) { all, change in
      all += change.causes.filter { !all.contains($0) }.prefix(max(0, Self.mostCauses - all.count))
    }
  }
  private static let mostCauses = 3
  /// As an example of what it shows.
  package var first: Change { changes[0] }

  /// What differs for a person.
  package var sentence: String {
    guard isOfTexts else { return first.sentence }
    guard first.words == nil else { return first.sentence(on: Set(changes.map(\.first.screen)).count) }
    let screens = Set(changes.map(\.first.screen)).subtracting([""]).count
    let places = screens == 0 ? "" : " on \(Counted.text(screens, "screen"))"
    let causes = causes.map { "'\($0.element)'" }.joined(separator: " and ")
    return "\(changes.count) texts\(places) change, all because of \(causes)."
  }

  /// The ids of the cases that saw any of it, each once.
  package var cases: [String] { Self.unique(changes.flatMap(\.cases)) }
  /// Whose walks these are, each once.
  package var accounts: [String] { Self.unique(changes.flatMap(\.accounts)) }
  /// How many walks sign in as no account of the tenant's, as those of new users do.
  package var withoutAccount: Int { Self.unique(changes.flatMap(\.withoutAccount)).count }
  /// Whose walks these are, with so many names at most, and how many others there are; empty where none is an account's.
  func people(upTo most: Int) -> String {
    let names = accounts
    guard !names.isEmpty else { return "" }
    let rest = names.count - most
    let others = withoutAccount == 0 ? "" : "; \(withoutAccount) without an account"
    return names.prefix(most).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "") + others
  }

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
    Self.unique(
      changes.map { change in
        let text = change.words == nil ? change.sentence : "'\(change.first.screen)'"
        guard allowed == nil, let reason = change.allowed else { return text }
        return "\(text) (allowed: \(reason))"
      })
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}

extension RunDifference {
  /// The changes as they are reported, in their order: texts of one cause, and what is the same on several screens, at the place of the
  /// first.
  package var groups: [ChangeGroup] {
    var texts: [[String]: [Change]] = [:]
    var alike: [[String]: [Change]] = [:]
    for change in changes {
      if let key = ChangeGroup.key(of: change) { texts[key, default: []].append(change) }
      if let key = ChangeGroup.likeness(of: change) { alike[key, default: []].append(change) }
    }
    var told: Set<[String]> = []
    return changes.compactMap { change in
      if let key = ChangeGroup.likeness(of: change), let group = alike[key], Set(group.map(\.first.screen)).count > 1 {
        return told.insert(key).inserted ? ChangeGroup(alike: group, key[2]) : nil
      }
      guard let key = ChangeGroup.key(of: change), let group = texts[key], group.count >= ChangeGroup.fewest else {
        return ChangeGroup(change)
      }
      return told.insert(key).inserted ? ChangeGroup(texts: group) : nil
    }
  }
}

extension Change {
  /// The tenant whose walks saw it.
  var tenant: String { String(id.prefix { $0 != ":" }) }
}
