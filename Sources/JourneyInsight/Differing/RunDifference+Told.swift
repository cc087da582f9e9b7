package import TenantDecisions

// Changes that follow from others.

extension RunDifference {
  /// Leaves out what follows from other changes, where it is said what becomes of people.
  ///
  /// People can press something else than a script that presses what is gone, and they can wait where a script goes on after too many wrong
  /// answers.
  ///
  /// - Parameter ruled: the cases that walk on tenants with rules, by their ids.
  package mutating func leaveOutTold(ruled: [String: RuledCase] = [:]) {
    for place in rules.indices { rules[place].takeRefusals(from: &changes, of: ruled) }
    takeReplaced()
    takeNotReached()
    let unknown = Dictionary(accounts.map { ($0.before, Set($0.unknown)) }) { $0.union($1) }
    // For people who may or may not get in, the walk is all that there is.
    func isWorkedOut(_ change: Change) -> Bool {
      guard let unknown = unknown[change.tenant] else { return false }
      return unknown.isEmpty || change.withoutAccount.isEmpty && unknown.isDisjoint(with: change.accounts)
    }
    let told = Set(changes.filter(\.kind.keepsScripts).map { "\($0.tenant):\($0.first.screen)" })
    func cases(_ kind: ChangeKind) -> Set<String> { Set(changes.filter { $0.kind == kind }.flatMap(\.cases)) }
    let (fewer, more) = (cases(.noMoreTries), cases(.moreTries))
    changes.removeAll { change in
      guard change.first.screen.isEmpty, isWorkedOut(change) else { return false }
      // Both of what it was and of what it is are said only where one came after the other.
      guard change.first.before != nil, change.first.now != nil else { return false }
      return change.kind == .endClosed && fewer.isSuperset(of: change.cases)
        || change.kind == .endOpened && more.isSuperset(of: change.cases)
    }
    changes.removeAll { change in
      [.unanswerable, .answerable].contains(change.kind) && isWorkedOut(change)
        && told.contains("\(change.tenant):\(change.first.screen)")
    }
  }
}

extension RunDifference {
  /// A screen that goes away and the one that appears in its place are one change.
  private mutating func takeReplaced() {
    for removed in changes where removed.kind == .screenRemoved {
      let places = changes.indices.filter { changes[$0].isPlace(of: removed) }
      guard places.count == 1, let place = places.first, changes[place].replaced == nil else { continue }
      changes[place].replace(removed)
      changes.removeAll { $0.id == removed.id }
    }
  }
}

extension RunDifference {
  /// Takes into an end what no longer comes because the journey ends before it, such as a screen.
  private mutating func takeNotReached() {
    for end in changes where end.kind == .endClosed && !end.isOfTokens {
      let cut = changes.filter { $0.isCutOff(by: end) }
      changes.removeAll { change in cut.contains { $0.id == change.id } }
      guard let place = changes.firstIndex(where: { $0.id == end.id }) else { continue }
      for change in cut { changes[place].take(change) }
    }
  }
}

extension ComparedRules {
  /// Takes the screens on which people end if the rules lock them out: these show what the rules do, so they are not separate changes.
  mutating func takeRefusals(from all: inout [Change], of ruled: [String: RuledCase]) {
    for place in changes.indices where changes[place].locksOut {
      guard let rule = changes[place].rule else { continue }
      let isOfThese = { [before] (change: Change) in
        change.tenant == before && change.isDeadEnd && change.cases.allSatisfy { ruled[$0]?.isAmong(rule) ?? false }
      }
      changes[place].walked += all.filter(isOfThese)
      all.removeAll(where: isOfThese)
    }
  }
}

extension ComputedChange {
  fileprivate var locksOut: Bool { rule.map { $0.isKnown && [.closed, .closedToLacking].contains($0.shift) } ?? false }
}

extension Change {
  /// Whether it is that walks no longer come to tokens.
  fileprivate var isOfTokens: Bool { kind == .endClosed && first.element == "ended:finished" }

  /// Whether it is that something is not reached, since all walks that see it come to this end before; or that the end's screen is new.
  fileprivate func isCutOff(by end: Change) -> Bool {
    guard tenant == end.tenant, id != end.id else { return false }
    if kind == .screenAdded { return first.screen == end.first.element }
    guard [.screenRemoved, .leavesNoMore].contains(kind) || isOfTokens, !waysNow.isEmpty else { return false }
    return Set(end.waysNow.map(\.element.to)).isSuperset(of: waysNow.map(\.element.to))
  }

  /// Whether it is a new screen where another one was, on all walks that see either change.
  fileprivate func isPlace(of removed: Change) -> Bool {
    guard kind == .screenAdded, tenant == removed.tenant else { return false }
    let (was, isNow) = (removed.waysBefore.map(\.element), waysNow.map(\.element))
    return was.count == 1 && isNow.count == 1 && was[0].from == isNow[0].from && was[0].to == "'\(removed.first.screen)'"
      && isNow[0].to == "'\(first.screen)'" && waysBefore.map(\.element) == was
  }

  /// Whether people come to a screen from which they cannot go on.
  fileprivate var isDeadEnd: Bool { [.screenAdded, .endClosed].contains(kind) && first.screenNow?.isDeadEnd ?? false }

  /// The way to a new screen, with its title and who saw it, e.g. `'identify' → 'denied' (Access denied), seen by 1 walk: carl`.
  var way: String {
    let way = waysNow.max { $0.count < $1.count }?.element
    let title = first.screenNow?.title.map { " (\($0))" } ?? ""
    let names = accounts.isEmpty ? "" : ": \(ComparedAccounts.list(accounts))"
    return "\(way.map { "\($0.from) → \($0.to)" } ?? "'\(first.screen)'")\(title), seen by \(Counted.text(cases.count, "walk"))\(names)"
  }
}

extension ChangeKind {
  /// Whether what a script presses or chooses is there in one version alone.
  fileprivate var keepsScripts: Bool {
    switch self {
    case .wayRemoved, .wayAdded, .optionRemoved, .optionAdded, .fixed, .unfixed: true
    default: false
    }
  }
}
