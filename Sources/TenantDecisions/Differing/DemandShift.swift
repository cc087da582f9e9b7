/// What another demand means for the person who gets it; the order is how bad it is.
package enum DemandShift: Int, Sendable, Hashable, CaseIterable {
  /// Who got in does not.
  case closed
  /// Who has no suitable authenticator does not get in any more.
  case closedToLacking
  case more
  /// Some proofs that were enough are not, and the other way round.
  case other
  /// The same is asked for more often.
  case oftener
  /// Who has no suitable authenticator was let in, and has to set something up.
  case moreOfLacking
  case less
  /// Who did not get in does.
  case opened
  case seldomer
  /// Less happens to people who have no suitable authenticator.
  case lessOfLacking
  /// Other words, for which the same proofs are enough.
  case words
}

/// Compares what two versions of a tenant demand, by the proofs that are enough.
struct DemandComparison: Sendable {
  /// Sets of authenticators, as each of the two versions knows them.
  private let sets: [(before: [KnownAuthenticator], now: [KnownAuthenticator])]
  /// For each property that some authenticator has only sometimes the same without it.
  private let leastSets: [[(before: [KnownAuthenticator], now: [KnownAuthenticator])]]
  /// Whether the two versions know the same authenticators.
  let knowsSame: Bool
  /// Who has nothing but a password, in each version; `nil` where one has no authenticators.
  private let passwords: (before: PasswordHolders, now: PasswordHolders)?

  init(_ before: TenantRules, _ now: TenantRules) {
    knowsSame = before.authenticators == now.authenticators
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

  /// What a person meets who got one demand and gets another one; `nil` if nothing is different.
  func shift(_ before: RuleDemand, _ now: RuleDemand) -> DemandShift? {
    if before == now, knowsSame || before == .deny { return nil }
    switch (before, now) {
    case (.ask(let old), .ask(let new)):
      let shift = shift(old, new, before, now)
      return shift != .closed && isClosedToLacking(old, new) ? .closedToLacking : shift
    case (.deny, .ask), (.deny, .set): return .opened
    case (.ask, .deny), (.set, .deny): return .closed
    case (.set, .ask), (.ask, .set), (.set, .set): return before == now ? nil : .other
    case (.deny, .deny): return nil
    }
  }

  /// Whether people who have nothing but a password got in, and do not: a rule lets them set up nothing, or nothing is enough.
  private func isClosedToLacking(_ old: Set<RuleAsk>, _ new: Set<RuleAsk>) -> Bool {
    guard let passwords else { return false }
    return old.allSatisfy { passwords.before.getIn(by: .ask($0)) } && !new.allSatisfy { passwords.now.getIn(by: .ask($0)) }
  }

  private func shift(_ old: Set<RuleAsk>, _ new: Set<RuleAsk>, _ before: RuleDemand, _ now: RuleDemand) -> DemandShift? {
    let lacking = (old.lackingRank, new.lackingRank)
    guard let proofs = proofs(old, new, before, now) else {
      if lacking.0 != lacking.1 {
        return lacking.1 == LackingProof.deny.rank
          ? .closedToLacking : lacking.0 < lacking.1 ? .moreOfLacking : .lessOfLacking
      }
      if let shift = DemandClocks(old).shift(to: DemandClocks(new)) { return shift }
      if old.unused != new.unused { return new.unused < old.unused ? .oftener : .seldomer }
      // The steps of a chain in another order are other screens.
      if Set(old.map(\.chains)) != Set(new.map(\.chains)) { return .other }
      return before.once == now.once ? nil : .words
    }
    let isWorse = proofs == .more || proofs == .other
    return isWorse && lacking.1 == LackingProof.deny.rank ? .closedToLacking : proofs
  }

  /// By the sets of proofs that are enough, else by the words of the demands; `nil` if they are the same.
  private func proofs(_ old: Set<RuleAsk>, _ new: Set<RuleAsk>, _ before: RuleDemand, _ now: RuleDemand) -> DemandShift? {
    leastSets.reduce(proofs(old, new, before, now, sets)) { shift, sets in
      switch (shift, proofs(old, new, before, now, sets)) {
      case (_, nil), (.closed, _), (.opened, _): shift
      // Whether people have what an authenticator has only sometimes is not known.
      case (nil, .closed), (nil, .more), (.more, .closed): .more
      case (nil, .opened), (nil, .less), (.less, .opened): .less
      case (let shift, let other): shift == other ? shift : .other
      }
    }
  }

  private func proofs(
    _ old: Set<RuleAsk>, _ new: Set<RuleAsk>, _ before: RuleDemand, _ now: RuleDemand,
    _ sets: [(before: [KnownAuthenticator], now: [KnownAuthenticator])]
  ) -> DemandShift? {
    guard !sets.isEmpty else {
      let (stronger, weaker) = (Self.implies(new, old), Self.implies(old, new))
      return stronger == weaker ? (stronger ? nil : .other) : stronger ? .more : .less
    }
    let enough = sets.map { (before: before.isMet(by: $0.before), now: now.isMet(by: $0.now)) }
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
  /// After how long without use something is asked for again.
  fileprivate var unused: Int { compactMap(\.unused).min() ?? .max }

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

/// How long each proof is good that some rules ask for, by what it is, so that two versions can be compared part by part.
struct DemandClocks {
  /// In seconds, by the words of the proof.
  private let spans: [String: Int]

  init(_ asks: Set<RuleAsk>) {
    var spans: [String: Int] = [:]
    func add(_ key: String, _ again: Int?) { spans[key] = min(spans[key] ?? .max, again ?? .max) }
    for ask in asks {
      let whole = RuleWording.text(ask.once)
      if ask.anyOf.isEmpty { add(whole, ask.again) }
      for needs in ask.anyOf {
        var one = RuleAsk(kinds: ask.kinds)
        one.anyOf = [needs]
        let words = "\(whole)|\(RuleWording.text(one.once))"
        for (kind, need) in needs where need.isRequired { add("\(words)|\(kind.rawValue)", need.again ?? ask.again) }
        if needs.count(where: \.value.isRequired) < ask.kinds ?? 0 { add("\(words)|rest", ask.again) }
      }
    }
    self.spans = spans.mapValues { $0 >= ProofNeed.wholeSession ? .max : $0 }
  }

  /// What the clocks of a second version mean for who had these; `nil` if nothing is different.
  func shift(to other: DemandClocks) -> DemandShift? {
    guard spans.keys == other.spans.keys else {
      let (least, otherLeast) = (spans.values.min() ?? .max, other.spans.values.min() ?? .max)
      if least != otherLeast { return otherLeast < least ? .oftener : .seldomer }
      return spans.values.sorted() == other.spans.values.sorted() ? nil : .other
    }
    let isOftener = spans.contains { key, span in other.spans[key].map { $0 < span } ?? false }
    let isSeldomer = spans.contains { key, span in other.spans[key].map { $0 > span } ?? false }
    return isOftener ? (isSeldomer ? .other : .oftener) : isSeldomer ? .seldomer : nil
  }
}
