/// Compares what two versions of a tenant demand, by the proofs that are enough.
struct DemandComparison: Sendable {
  /// Sets of authenticators, as each of the two versions knows them.
  private let sets: [(before: [KnownAuthenticator], now: [KnownAuthenticator])]
  /// For each property that some authenticator has only sometimes the same without it.
  private let leastSets: [[(before: [KnownAuthenticator], now: [KnownAuthenticator])]]
  /// Whether the two versions know the same authenticators.
  let knowsSame: Bool
  private let knowsPasswords: Bool
  /// Who has nothing but a password, in each version; `nil` where one has no authenticators.
  private let passwords: (before: PasswordHolders, now: PasswordHolders)?

  init(_ before: TenantRules, _ now: TenantRules) {
    knowsSame = before.authenticators == now.authenticators
    knowsPasswords = (before.authenticators + now.authenticators).contains(where: \.isPassword)
    passwords =
      before.authenticators.isEmpty || now.authenticators.isEmpty ? nil : (PasswordHolders(before), PasswordHolders(now))
    let names = Self.names(before, now)
    let known = (Dictionary(before.authenticators), Dictionary(now.authenticators))
    sets = (names.isEmpty ? [] : ProofSet.groups(of: names, upTo: ProofSet.mostTogether(of: names.count)) ?? []).map { group in
      (before: group.compactMap { known.0[$0] }, now: group.compactMap { known.1[$0] })
    }
    let uncertain = (before.authenticators + now.authenticators).reduce(into: Set<ProofProperty>()) { $0.formUnion($1.sometimes) }
    let sets = self.sets
    leastSets = ProofProperty.allCases.filter(uncertain.contains).map { property in
      let kept = Set(ProofProperty.allCases).subtracting([property])
      return sets.map { set in
        (before: set.before.map { $0.withoutUncertain(but: kept) }, now: set.now.map { $0.withoutUncertain(but: kept) })
      }
    }
  }

  /// What it means for a person that other rules decide; `nil` if nothing is different.
  func shift(_ before: DecidingPair.Half, _ now: DecidingPair.Half) -> DemandShift? {
    shift(PersonalAsks(before), PersonalAsks(now))
  }

  private func shift(_ before: PersonalAsks, _ now: PersonalAsks) -> DemandShift? {
    switch (before.demand, now.demand) {
    case (.ask(let old), .ask(let new)):
      if knowsSame, before.session == now.session, before.app == now.app { return nil }
      let shift = shift(old, new, before, now)
      return shift != .closed && isClosedToLacking(old, new) ? .closedToLacking : shift
    case (.deny, .ask), (.deny, .set): return .opened
    case (.ask, .deny), (.set, .deny): return .closed
    case (.set, .ask), (.ask, .set), (.set, .set): return before.demand == now.demand ? nil : .other
    case (.deny, .deny): return nil
    }
  }

  /// Whether people who have nothing but a password got in, and do not: a rule lets them set up nothing, or nothing is enough.
  private func isClosedToLacking(_ old: Set<RuleAsk>, _ new: Set<RuleAsk>) -> Bool {
    guard let passwords else { return false }
    return old.allSatisfy { passwords.before.getIn(by: .ask($0)) } && !new.allSatisfy { passwords.now.getIn(by: .ask($0)) }
  }

  private func shift(_ old: Set<RuleAsk>, _ new: Set<RuleAsk>, _ before: PersonalAsks, _ now: PersonalAsks) -> DemandShift? {
    checked(unchecked(old, new, before, now), old, new)
  }

  private func unchecked(
    _ old: Set<RuleAsk>, _ new: Set<RuleAsk>, _ before: PersonalAsks, _ now: PersonalAsks
  ) -> DemandShift? {
    let lacking = (old.lackingRank, new.lackingRank)
    let proofs = proofs(old, new)
    guard let shift = joined(proofs, before, now) else {
      if lacking.0 != lacking.1 {
        return lacking.1 == LackingProof.deny.rank
          ? .closedToLacking : lacking.0 < lacking.1 ? .moreOfLacking : .lessOfLacking
      }
      if let shift = shiftOfStandings(old, new) { return shift }
      if let shift = before.shiftOfClocks(to: now) { return shift }
      // The steps of a chain in another order are other screens.
      if old.orders != new.orders { return .other }
      return Set(old.needed.map(\.ask)) == Set(new.needed.map(\.ask)) ? nil : .words
    }
    let isWorse = proofs == .more || proofs == .other
    return isWorse && lacking.1 == LackingProof.deny.rank ? .closedToLacking : shift
  }

  /// What becomes of people who lack what one of several rules asks for, where another one refuses other people all the same.
  private func shiftOfStandings(_ old: Set<RuleAsk>, _ new: Set<RuleAsk>) -> DemandShift? {
    guard Set(old.map(\.lacking)) != Set(new.map(\.lacking)) else { return nil }
    let standings = sets.map { (before: HolderStanding(old, of: $0.before), now: HolderStanding(new, of: $0.now)) }
    if standings.contains(where: { $0.before != .refused && $0.now == .refused }) { return .closedToLacking }
    if standings.contains(where: { $0.before == .letIn && $0.now == .setsUp }) { return .moreOfLacking }
    return standings.contains { $0.before != $0.now } ? .lessOfLacking : nil
  }

  /// What changes at a sign-in, with what changes later, where the app's rules alone ask again.
  private func joined(_ first: DemandShift?, _ before: PersonalAsks, _ now: PersonalAsks) -> DemandShift? {
    let (old, new) = (before.later, now.later)
    guard first != .closed, first != .opened, !old.isEmpty, !new.isEmpty, old != new || !knowsSame else { return first }
    guard sets.isEmpty || sets.contains(where: { before.demand.isMet(by: $0.before) }) else { return first }
    let again: DemandShift? =
      switch proofs(old, new) {
      case .closed: .more
      case .opened: .less
      case let shift: shift
      }
    guard let first, let again else { return first ?? again }
    return first == again ? first : .other
  }

  /// The same, where people who have no suitable authenticator are not asked: those who are let in now are not locked out, and those who
  /// had to set something up may be let in without.
  private func checked(_ shift: DemandShift?, _ old: Set<RuleAsk>, _ new: Set<RuleAsk>) -> DemandShift? {
    guard (old.union(new)).contains(where: { $0.whenLacking == .passOver }), !sets.isEmpty else { return shift }
    let standings = sets.map { set in
      (before: HolderStanding(old, of: set.before), now: HolderStanding(new, of: set.now))
    }
    if shift == .closedToLacking, !standings.contains(where: { $0.before != .refused && $0.now == .refused }) { return .other }
    if shift == .more, sets.contains(where: { isLess($0.now, new, than: $0.before, old) }) { return .other }
    if shift == .less, sets.contains(where: { isLess($0.before, old, than: $0.now, new) }) { return .other }
    guard shift == nil || shift == .words else { return shift }
    if standings.contains(where: { $0.before == .letIn && $0.now == .setsUp }) { return .moreOfLacking }
    return standings.contains { $0.before == .setsUp && $0.now == .letIn } ? .lessOfLacking : shift
  }

  /// Whether people are let in with less of what they have than the other asks want of it, as they are not asked for what they lack.
  ///
  /// People who have a password give it in any case: what is asked for before the rules decide is not in the rules.
  private func isLess(
    _ held: [KnownAuthenticator], _ asks: Set<RuleAsk>, than otherHeld: [KnownAuthenticator], _ others: Set<RuleAsk>
  ) -> Bool {
    guard HolderStanding(asks, of: held) == .letIn, HolderStanding(others, of: otherHeld) != .refused else { return false }
    let (asked, otherAsked) = (asks.asked(of: held), others.asked(of: otherHeld))
    guard asked != otherAsked, isWithPassword(held) else { return false }
    return sets.contains { set in
      guard isWithPassword(set.before + set.now) else { return false }
      let used = Set((set.before + set.now).map(\.name))
      let proven = held.filter { used.contains($0.name) }
      return asked.allSatisfy { $0.isMet(by: proven) }
        && !otherAsked.allSatisfy { $0.isMet(by: otherHeld.filter { used.contains($0.name) }) }
    }
  }

  /// Whether a password is one of them, or neither version has passwords.
  private func isWithPassword(_ held: [KnownAuthenticator]) -> Bool {
    !knowsPasswords || held.contains(where: \.isPassword)
  }

  /// By the sets of proofs that are enough, else by the words of the demands; `nil` if they are the same.
  private func proofs(_ old: Set<RuleAsk>, _ new: Set<RuleAsk>) -> DemandShift? {
    leastSets.reduce(proofs(old, new, sets)) { shift, sets in
      switch (shift, proofs(old, new, sets)) {
      case (_, nil), (.closed, _), (.opened, _): shift
      // Whether people have what an authenticator has only sometimes is not known.
      case (nil, .closed), (nil, .more), (.more, .closed): .more
      case (nil, .opened), (nil, .less), (.less, .opened): .less
      case (let shift, let other): shift == other ? shift : .other
      }
    }
  }

  private func proofs(
    _ old: Set<RuleAsk>, _ new: Set<RuleAsk>, _ sets: [(before: [KnownAuthenticator], now: [KnownAuthenticator])]
  ) -> DemandShift? {
    guard !sets.isEmpty else {
      let (stronger, weaker) = (Self.implies(new, old), Self.implies(old, new))
      return stronger == weaker ? (stronger ? nil : .other) : stronger ? .more : .less
    }
    let enough = sets.map { set in
      (before: old.allSatisfy { $0.isMet(by: set.before) }, now: new.allSatisfy { $0.isMet(by: set.now) })
    }
    let lost = enough.contains { $0.before && !$0.now }
    let gained = enough.contains { !$0.before && $0.now }
    if lost, !enough.contains(where: \.now) { return .closed }
    if gained, !enough.contains(where: \.before) { return .opened }
    return lost ? (gained ? .other : .more) : gained ? .less : nil
  }

  private static func implies(_ asks: Set<RuleAsk>, _ others: Set<RuleAsk>) -> Bool {
    others.allSatisfy { other in
      var other = other.once
      other.lacking = nil
      return asks.contains { $0.once.implies(other) } || other == RuleAsk()
    }
  }

  /// The authenticators that some rule can tell apart, or that are others now.
  private static func names(_ before: TenantRules, _ now: TenantRules) -> [String] {
    let words = before.askedWords.union(now.askedWords)
    guard before.authenticators != now.authenticators else { return now.distinctAuthenticators(besides: words).map(\.name) }
    let old = before.authenticators.map(\.name)
    return old + now.authenticators.map(\.name).filter { !old.contains($0) }
  }
}

extension [String: KnownAuthenticator] {
  fileprivate init(_ all: [KnownAuthenticator]) { self.init(all.map { ($0.name, $0) }) { first, _ in first } }
}

extension Set<RuleAsk> {
  /// The ways through steps that have an order.
  fileprivate var orders: Set<[[Set<String>]]> { Set<[[Set<String>]]>(map(\.chains).filter { !$0.isEmpty }) }

  /// What people with some authenticators are asked for: not what they lack, where such an ask is passed over.
  fileprivate func asked(of held: [KnownAuthenticator]) -> Set<RuleAsk> {
    filter { $0.whenLacking != .passOver || $0.isMet(by: held) }
  }

  /// The worst that happens to people who have no suitable authenticator.
  fileprivate var lackingRank: Int { map(\.whenLacking.rank).max() ?? 0 }
}

extension LackingProof {
  fileprivate var rank: Int {
    switch self {
    case .passOver: 0
    case .setUp: 1
    case .deny: 2
    }
  }
}

/// What becomes of people who have some authenticators.
private enum HolderStanding {
  case letIn, setsUp, refused

  init(_ asks: Set<RuleAsk>, of held: [KnownAuthenticator]) {
    let lacking = asks.filter { !$0.isMet(by: held) }.map(\.whenLacking)
    self = lacking.contains(.deny) ? .refused : lacking.contains(.setUp) ? .setsUp : .letIn
  }
}
