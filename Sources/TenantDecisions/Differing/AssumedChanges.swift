extension AssumedMember {
  /// The kinds of rules that the object's list is of; empty for an object that has nothing to do with lists.
  private var lists: [RuleKind] {
    let words = kind.split(separator: " ").map(String.init)
    guard words.count == 2, ["policy", "rule"].contains(words[1]), let kind = RuleKind(rawValue: words[0]) else { return [] }
    return [kind] + (kind == .session ? [.lifetime] : kind == .password ? [.recovery] : [])
  }

  private var isRule: Bool { kind.hasSuffix(" rule") }

  /// The rules of a version that the object is or has; `nil` if the version does not have it, as far as that can be seen.
  fileprivate func rules(in version: TenantRules) -> [DecisionRule]? {
    if kind == "app" { return version.apps.contains { $0.name == name } ? [] : nil }
    guard !lists.isEmpty else { return [] }
    let known = lists.flatMap { version.lists[$0] ?? [] }
    guard isRule else {
      let own = known.filter { $0.name == name }
      return own.isEmpty ? nil : own.flatMap(\.rules)
    }
    let own = known.flatMap { list in
      list.rules.filter { rule in
        let whole = "\(list.name)/\(rule.name)"
        return whole == name || rule.id.map { "\(whole) (\($0))" == name } ?? false
      }
    }
    return own.isEmpty ? nil : own
  }

  /// The apps that have the object's list.
  fileprivate func apps(in version: TenantRules) -> [String] {
    if kind == "app" { return [name] }
    guard lists.contains(.app) else { return [] }
    let apps = version.apps.filter { app in
      app.list.map { $0 == name || isRule && name.hasPrefix("\($0)/") } ?? false
    }
    return apps.map(\.name)
  }
}

/// What is not known because an import only assumes what a changed member does.
struct AssumedChanges {
  private let before: TenantRules
  private let now: TenantRules
  private let changes: [RuleChange]
  private let known: [RuleDoubt]

  /// - Parameters:
  ///   - changes: what is known to have changed.
  ///   - doubts: what is not known of the rules.
  init(_ before: TenantRules, _ now: TenantRules, changes: [RuleChange], doubts: [RuleDoubt]) {
    (self.before, self.now, self.changes, known) = (before, now, changes, doubts)
  }

  /// In the order of the members' keys.
  var doubts: [RuleDoubt] {
    guard let old = before.assumed, let new = now.assumed else { return [] }
    var come = new.keys.filter { old[$0] == nil }.sorted()
    var found = Set(old.keys.filter { new[$0] != nil && new[$0] != old[$0] })
    for key in old.keys.filter({ new[$0] == nil }).sorted() {
      let member = AssumedMember(key)
      if let place = come.firstIndex(where: { old[key] == new[$0] && isOtherName(member, AssumedMember($0)) }) {
        come.remove(at: place)
      } else if !isTold(member, by: before, missingIn: now, { $0.before }) {
        found.insert(key)
      }
    }
    found.formUnion(come.filter { !isTold(AssumedMember($0), by: now, missingIn: before) { $0.now } })
    return found.sorted().map { key in
      var member = AssumedMember(key)
      member.difference = Self.difference(old[key], new[key])
      return RuleDoubt(
        apps: member.apps(in: new[key] == nil ? before : now), people: nil, who: member.who, reasons: [member.reason], assumed: member)
    }
  }

  /// What the second version has of a member, by what is assumed of it in both. A member that is not there is assumed to mean something.
  private static func difference(_ old: String?, _ new: String?) -> AssumedMember.Difference {
    switch (old, new) {
    case (_, AssumedMember.absent): .gone
    case (AssumedMember.absent, _): .new
    case (_, nil): .gone
    case (nil, _): .new
    default: .changed
    }
  }

  /// Whether an object of the first version may have another name in the second one.
  private func isOtherName(_ old: AssumedMember, _ new: AssumedMember) -> Bool {
    old.kind == new.kind && old.path == new.path && old.rules(in: now) == nil && new.rules(in: before) == nil
  }

  /// Whether one version alone has the object, and that is reported already.
  ///
  /// - Parameter side: of a change, that of the first version.
  private func isTold(
    _ member: AssumedMember, by own: TenantRules, missingIn other: TenantRules, _ side: (RuleChange) -> RuleChange.Side
  ) -> Bool {
    guard member.rules(in: other) == nil, let rules = member.rules(in: own) else { return false }
    if member.kind == "app" {
      return changes.contains { $0.id == "app:\(member.name)" } || known.contains { $0.apps.contains(member.name) }
    }
    let names = Set(rules.map(\.name))
    return changes.contains { !names.isDisjoint(with: side($0).rules) }
  }
}
