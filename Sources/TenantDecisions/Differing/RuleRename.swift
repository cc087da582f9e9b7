/// A name that rules read, e.g. of a group, which is another one in another version of a tenant and means the same.
package struct RuleRename: Sendable, Hashable {
  /// E.g. `account.groups`.
  package var fact: String
  package var before: String
  package var now: String

  /// In one sentence, e.g. `group 'Staff' is called 'Employees' now`.
  package var sentence: String {
    "\(RuleWording.text(.atom(.member(fact: fact, "'\(before)'")), facts: [:])) is called '\(now)' now"
  }

  /// Every name that only the first version has and whose meaning one name has that only the second version has. A name without a meaning is
  /// there as well.
  package static func all(from before: TenantRules, to now: TenantRules) -> [RuleRename] {
    var renames: [RuleRename] = []
    for (fact, old) in before.meanings.sorted(by: { $0.key < $1.key }) {
      let new = now.meanings[fact] ?? [:]
      for (name, meaning) in old.sorted(by: { $0.key < $1.key }) where !now.has(name, fact) {
        let (known, same) = (old.values.count { $0 == meaning }, new.filter { $0.value == meaning }.map(\.key))
        guard known == 1, same.count == 1, !before.has(same[0], fact) else { continue }
        renames.append(RuleRename(fact: fact, before: name, now: same[0]))
      }
    }
    return renames
  }
}

extension TenantRules {
  fileprivate func has(_ name: String, _ fact: String) -> Bool {
    meanings[fact]?[name] != nil || listedNames[fact]?.contains(name) == true
  }

  /// These rules with the names that another version has.
  func calling(_ renames: [RuleRename]) -> TenantRules {
    guard !renames.isEmpty else { return self }
    let atoms = Dictionary(
      uniqueKeysWithValues: renames.flatMap { one in
        [
          (DecisionAtom.member(fact: one.fact, one.before), DecisionAtom.member(fact: one.fact, one.now)),
          (.word(fact: one.fact, one.before), .word(fact: one.fact, one.now)),
        ]
      })
    func called(_ condition: Condition<DecisionAtom>) -> Condition<DecisionAtom> { condition.mapped { atoms[$0] ?? $0 } }
    let groups = Dictionary(uniqueKeysWithValues: renames.filter { $0.fact == "account.groups" }.map { ($0.before, $0.now) })
    var rules = self
    rules.impossible = impossible.map(called)
    for (kind, lists) in lists {
      rules.lists[kind] = lists.map { list in
        var list = list
        list.condition = called(list.condition)
        for place in list.rules.indices {
          list.rules[place].condition = called(list.rules[place].condition)
          list.rules[place].outcome = list.rules[place].outcome.calling(groups)
        }
        return list
      }
    }
    rules.renameValues { $0.calling(renames) }
    for rename in renames {
      let meaning = rules.meanings[rename.fact]?.removeValue(forKey: rename.before)
      rules.meanings[rename.fact]?[rename.now] = meaning
      if case .word(let words)? = rules.facts[rename.fact]?.kind {
        rules.facts[rename.fact]?.kind = .word(words.map { $0 == rename.before ? rename.now : $0 })
      }
      if rules.listedNames[rename.fact]?.remove(rename.before) != nil { rules.listedNames[rename.fact]?.insert(rename.now) }
    }
    return rules
  }
}

extension RuleOutcome {
  /// The group that a registration rule puts people into, by its name in the other version.
  fileprivate func calling(_ groups: [String: String]) -> RuleOutcome {
    guard case .set(var words) = self, let now = words["group"].flatMap({ groups[$0] }) else { return self }
    words["group"] = now
    return .set(words)
  }
}

extension FactValues {
  /// What is so of a person or a situation, with the names that another version has.
  fileprivate func calling(_ renames: [RuleRename]) -> FactValues {
    var values = self
    for fact in Set(renames.map(\.fact)) {
      let names = Dictionary(renames.filter { $0.fact == fact }.map { ($0.before, $0.now) }) { first, _ in first }
      if let own = self.names[fact] { values.names[fact] = Set(own.map { names[$0] ?? $0 }) }
      if let own = words[fact] { values.words[fact] = names[own] ?? own }
    }
    return values
  }
}
