/// How long a proof of one kind is good that can satisfy a rule.
struct ProofClock: Sendable, Hashable {
  var kind: ProofKind
  /// What such a proof has to be; `nil` where any of the kind counts.
  var need: ProofNeed?
  /// Whether it has a time of its own; if not, the rule's counts.
  var isOwn: Bool
  /// In seconds; `nil` for as long as the session.
  var again: Int?

  var isRequired: Bool { need?.isRequired ?? false }
  /// Whether it is asked for again within a session.
  var ends: Bool { again.map { $0 < ProofNeed.wholeSession } ?? false }
}

extension RuleAsk {
  /// How long the proofs are good that satisfy one of `anyOf`: those that are required, and where more kinds are asked for, those of the rest.
  func clocks(of needs: [ProofKind: ProofNeed]) -> [ProofClock] {
    let hasRest = needs.count(where: \.value.isRequired) < kinds ?? 0
    return ProofKind.allCases.compactMap { kind in
      let need = needs[kind]
      guard hasRest || need?.isRequired ?? false else { return nil }
      // What people are is proven with something that they have.
      let own = need ?? (kind == .inherence && needs[.possession]?.isRequired == false ? needs[.possession] : nil)
      return ProofClock(kind: kind, need: need, isOwn: own?.again != nil, again: own?.again ?? again)
    }
  }

  /// All times, once for each of `anyOf`.
  var clocks: [ProofClock] {
    anyOf.isEmpty ? [ProofClock(kind: .knowledge, need: nil, isOwn: false, again: again)] : anyOf.flatMap { clocks(of: $0) }
  }

  /// After how long without use proofs are asked for again; `nil` where that makes no difference, as with proofs that are asked for every time.
  var unusedTime: Int? {
    guard let unused, unused < ProofNeed.wholeSession, clocks.contains(where: { $0.again != 0 }) else { return nil }
    return unused
  }

  /// What of it is asked for again while a session lasts; `nil` for nothing.
  var laterPart: RuleAsk? {
    guard unusedTime == nil else { return self }
    guard anyOf.count == 1, let needs = anyOf.first, chains.isEmpty else { return clocks.contains(where: \.ends) ? self : nil }
    let ending = clocks.filter(\.ends)
    guard !ending.isEmpty else { return nil }
    guard ending.allSatisfy(\.isRequired), ending.count < clocks.count else { return self }
    var part = RuleAsk()
    part.anyOf = [needs.filter { need in ending.contains { $0.kind == need.key } }]
    (part.lacking, part.again) = (lacking, again)
    return part
  }
}
