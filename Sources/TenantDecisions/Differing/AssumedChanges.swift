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
    let gone = old.keys.filter { new[$0] == nil }.sorted()
    var come = new.keys.filter { old[$0] == nil }.sorted()
    var found = old.keys.filter { new[$0] != nil && new[$0] != old[$0] }.map { ($0, AssumedMember($0)) }
    for key in gone {
      var member = AssumedMember(key)
      if let place = come.firstIndex(where: { old[key] == new[$0] && isOtherName(member, AssumedMember($0)) }) {
        come.remove(at: place)
        continue
      }
      member.difference = .gone
      if !isTold(member, by: before, missingIn: now) { found.append((key, member)) }
    }
    for key in come {
      var member = AssumedMember(key)
      member.difference = .new
      if !isTold(member, by: now, missingIn: before) { found.append((key, member)) }
    }
    return found.sorted { $0.0 < $1.0 }.map(\.1).map { member in
      RuleDoubt(
        apps: member.apps(in: member.difference == .gone ? before : now), people: nil, who: member.who, reasons: [member.reason],
        assumed: member)
    }
  }

  /// Whether an object of the first version may have another name in the second one.
  private func isOtherName(_ old: AssumedMember, _ new: AssumedMember) -> Bool {
    old.kind == new.kind && old.path == new.path && old.rules(in: now) == nil && new.rules(in: before) == nil
  }

  /// Whether one version alone has the object, and that is reported already.
  private func isTold(_ member: AssumedMember, by own: TenantRules, missingIn other: TenantRules) -> Bool {
    guard member.rules(in: other) == nil, let rules = member.rules(in: own) else { return false }
    if member.kind == "app" {
      return changes.contains { $0.id == "app:\(member.name)" } || known.contains { $0.apps.contains(member.name) }
    }
    let names = Set(rules.map(\.name))
    return changes.contains { change in !names.isDisjoint(with: (member.difference == .gone ? change.before : change.now).rules) }
  }
}
