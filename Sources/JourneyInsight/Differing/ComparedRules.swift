package import TenantDecisions

/// What the rules of two versions of a tenant ask people for differently: worked out for everybody, and not walked.
package struct ComparedRules: Sendable, Hashable {
  /// People of which it is not known.
  package struct Doubtful: Sendable, Hashable {
    package let id: String
    package let doubt: RuleDoubt
    package internal(set) var allowed: String?
  }

  /// The worst first.
  package internal(set) var changes: [ComputedChange]
  package internal(set) var doubts: [Doubtful]
  /// Groups, zones and behaviors that have another name in the second version.
  package private(set) var renames: [RuleRename] = []
  /// The accounts that are others in the second version, and for which something changes by it.
  package private(set) var accounts: Set<String> = []
  /// The names of the two versions.
  package private(set) var before: String
  package private(set) var now: String

  /// - Parameters:
  ///   - before: the first version's name and rules; `nil` for a tenant without rules.
  ///   - now: those of the second.
  ///   - population: the people that are counted; `nil` to count none.
  package init(
    _ before: (name: String, rules: TenantRules?), _ now: (name: String, rules: TenantRules?), counting population: Population? = nil
  ) {
    (self.before, self.now) = (before.name, now.name)
    guard let old = before.rules, let new = now.rules else {
      let reason = "only '\(before.rules == nil ? now.name : before.name)' has rules"
      changes = []
      doubts = [
        Doubtful(
          id: "\(before.name):rules:not-known",
          doubt: RuleDoubt(apps: (before.rules ?? now.rules)?.apps.map(\.name) ?? [], people: nil, who: "everybody", reasons: [reason]))
      ]
      return
    }
    let difference = RuleDifference(old, new, counting: population)
    renames = difference.renames
    accounts = Set(difference.people.flatMap(\.people))
    changes = difference.changes.map { ComputedChange(id: Self.id(before.name, $0.id), $0) }
    changes += difference.people.compactMap { change in
      change.meaning.map { ComputedChange(id: Self.id(before.name, change.id), change, $0) }
    }
    doubts = difference.doubts.map { doubt in
      let place = doubt.assumed?.id ?? doubt.kind?.rawValue ?? doubt.apps.joined(separator: "+")
      return Doubtful(id: Self.id(before.name, "not-known:\(place)"), doubt: doubt)
    }
    doubts += difference.people.filter { $0.meaning == nil }.map { Doubtful(id: Self.id(before.name, $0.id), doubt: $0.doubt) }
  }

  /// Gives the two versions other names for people; ids stay.
  package mutating func call(_ before: String, _ now: String) { (self.before, self.now) = (before, now) }

  /// Adds accounts of which the rules do not say what becomes of them.
  ///
  /// - Parameters:
  ///   - gone: those that the second version does not have.
  ///   - others: those of which the flow knows something else, in words of each version.
  package mutating func add(gone: [String], others: [(name: String, before: String, now: String)]) {
    if !gone.isEmpty {
      let names = ComparedAccounts.list(gone)
      changes.append(
        ComputedChange(
          id: Self.id(before, "account/\(gone.joined(separator: "+")):gone"), .breaking,
          "\(names) \(gone.count == 1 ? "has" : "have") no account any more", people: ["the account\(gone.count == 1 ? "" : "s") \(names)"],
          before: Counted.text(gone.count, "account"), now: "\(now) has no account \(names)"))
      accounts.formUnion(gone)
    }
    for other in others {
      let doubt = RuleDoubt(
        apps: [], people: nil, who: "the account \(other.name): \(other.before) → \(other.now)",
        reasons: ["the rules do not say what this means for an account; a scenario of this account shows it"], accounts: [other.name])
      doubts.append(Doubtful(id: Self.id(before, "account/\(other.name):not-known"), doubt: doubt))
      accounts.insert(other.name)
    }
  }

  private static func id(_ tenant: String, _ change: String) -> String {
    "\(tenant):rules:\(String(change.map { $0 == " " ? "-" : $0 }))"
  }

  /// The line that is read first: who can no longer sign in, is asked for more or for less, and what is not known.
  ///
  /// Numbers of people are as they are written outside of a terminal.
  package var headline: String { headline(.withoutFew) }

  /// - Parameter precision: how small numbers of people are written.
  package func headline(_ precision: Headcount.Precision) -> String {
    let told = ChangeClass.allCases.flatMap { meaning -> [String] in
      let told = changes.filter { $0.meaning == meaning && $0.rule != nil }
      let accounts = changes.filter { $0.meaning == meaning && $0.rule == nil }
      // What depends on an open flag is a sentence of its own.
      let certain = told.filter { $0.rule?.isKnown ?? false }
      return [certain, told.filter { !certain.contains($0) }].compactMap { Self.headline(of: $0, meaning, precision) }
        + [Self.headline(of: accounts)].compactMap(\.self)
    }
    let said = told + (doubts.map(\.doubt).sentence.map { [$0] } ?? [])
    let sentence = said.isEmpty ? "by the rules no one is asked for anything else" : said.joined(separator: "; ")
    return "rules of \(before) → \(now): \(sentence)"
  }

  private static let shown = 3

  /// What happens by the rules, in one sentence for several changes of one class; `nil` without any.
  private static func headline(of changes: [ComputedChange], _ meaning: ChangeClass, _ precision: Headcount.Precision) -> String? {
    guard let first = changes.first else { return nil }
    let rules = changes.compactMap(\.rule)
    let count = rules.union.map { $0.text(precision) }
    let sentence =
      changes.count == 1
      ? first.sentence + (count.map { " (\($0))" } ?? "")
      : rules.sentence(otherwise: meaning.ofRules, meaning == .breaking ? "to" : "in", count)
    let isOnePlace = Set(rules.flatMap(\.places).map(\.apps)).count < 2
    return meaning == .breaking ? KnownPlaces.headline(sentence, of: changes.flatMap(\.known), isOnePlace: isOnePlace) : sentence
  }

  /// What becomes of single accounts that are others now; `nil` without any.
  private static func headline(of changes: [ComputedChange]) -> String? {
    let rest = changes.count - shown
    let told = changes.prefix(shown).map { KnownPlaces.headline($0.sentence, of: $0.known) }
    return changes.isEmpty ? nil : (told + (rest > 0 ? ["\(rest) more changes of accounts"] : [])).joined(separator: "; ")
  }
}

extension ComparedRules.Doubtful {
  package var line: String { "\(doubt.sentence): \(doubt.who); \(doubt.reasons.joined(separator: "; "))" }
}

extension ChangeClass {
  /// What happens to people by a change of this class.
  fileprivate var ofRules: String {
    switch self {
    case .breaking: "can no longer sign in"
    case .more: "are asked for more or for something else"
    case .less: "are let in or asked for less"
    case .wording: "are asked for the same in other words"
    case .protocolChange: "get other answers"
    }
  }
}
