/// All rules that are tried for one decision, from the top: those of several lists one after the other.
///
/// A list none of whose rules holds is passed over, so each rule holds where its own condition and its list's do.
package struct RuleSequence: Sendable, Hashable {
  /// A rule with its list.
  package struct Entry: Sendable, Hashable {
    package var list: String
    package var rule: DecisionRule
    /// The rule's condition and its list's.
    package var condition: Condition<DecisionAtom>
  }

  package let kind: RuleKind
  package let entries: [Entry]

  package init(kind: RuleKind, lists: [DecisionList]) {
    self.kind = kind
    entries = lists.flatMap { list in
      list.rules.map { Entry(list: list.name, rule: $0, condition: Self.joined(list.condition, $0.condition)) }
    }
  }

  private init(kind: RuleKind, entries: [Entry]) { (self.kind, self.entries) = (kind, entries) }

  /// With every condition replaced.
  func reading(_ condition: (Condition<DecisionAtom>) -> Condition<DecisionAtom>) -> RuleSequence {
    RuleSequence(
      kind: kind,
      entries: entries.map { entry in
        var entry = entry
        entry.condition = condition(entry.condition)
        return entry
      })
  }

  /// With the condition of one rule replaced.
  func reading(at place: Int, _ condition: (Condition<DecisionAtom>) -> Condition<DecisionAtom>) -> RuleSequence {
    var entries = entries
    entries[place].condition = condition(entries[place].condition)
    return RuleSequence(kind: kind, entries: entries)
  }

  /// The same rules, each at another place.
  func inOrder(_ places: [Int]) -> RuleSequence { RuleSequence(kind: kind, entries: places.map { entries[$0] }) }

  private static func joined(_ list: Condition<DecisionAtom>, _ rule: Condition<DecisionAtom>) -> Condition<DecisionAtom> {
    if list == .always { return rule }
    return rule == .always ? list : .all([list, rule])
  }
}

extension TenantRules {
  /// The rules of a kind other than `app`, in the order in which they are tried.
  package func sequence(of kind: RuleKind) -> RuleSequence { sequence(kind, lists[kind] ?? []) }

  /// The rules of an app's list; empty if the list does not exist.
  package func sequence(ofAppList name: String) -> RuleSequence {
    sequence(.app, (lists[.app] ?? []).filter { $0.name == name })
  }

  /// A rule that does not say what happens to people who have no suitable authenticator means the same as one that says what the tenant does.
  private func sequence(_ kind: RuleKind, _ lists: [DecisionList]) -> RuleSequence {
    RuleSequence(
      kind: kind,
      lists: lists.map { list in
        var list = list
        for place in list.rules.indices { list.rules[place].outcome = list.rules[place].outcome.saying(lacking) }
        return list
      })
  }

  /// The rules that decide together for an app: the session's, and those of its list.
  package func sequences(of app: RuledApp) -> [RuleSequence] {
    [sequence(of: .session)] + (app.list.map { [sequence(ofAppList: $0)] } ?? [])
  }

  /// Whether a rule that decides for an app reads which app it is.
  package func readsApp(for app: RuledApp) -> Bool {
    sequences(of: app).contains { $0.entries.contains { $0.condition.atoms.contains { $0.fact == DecisionFact.client } } }
  }
}
