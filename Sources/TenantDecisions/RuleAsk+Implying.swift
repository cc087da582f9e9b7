extension RuleAsk {
  /// Whether every person who satisfies this satisfies the other as well, as far as their words show.
  func implies(_ other: RuleAsk) -> Bool {
    guard other.chains.isEmpty, leastKinds >= (other.kinds ?? 0) else { return false }
    guard other.lacking == nil || other.lacking == lacking || isOfAll(of: other) else { return false }
    return other.anyOf.isEmpty || !anyOf.isEmpty && anyOf.allSatisfy { own in other.anyOf.contains { Self.implies(own, $0) } }
  }

  /// Whether every person that the other one applies to has to give this or is refused, including those who have no suitable authenticator.
  func isOfAll(of other: RuleAsk) -> Bool {
    switch whenLacking {
    case .passOver: false
    case .setUp: other.whenLacking != .deny
    case .deny: true
    }
  }

  private static func implies(_ own: [ProofKind: ProofNeed], _ other: [ProofKind: ProofNeed]) -> Bool {
    other.allSatisfy { kind, need in need.isRequired && own[kind].map { $0.isRequired && $0.implies(need) } ?? false }
  }
}

extension ProofNeed {
  /// Whether every authenticator that fits this fits the other.
  fileprivate func implies(_ other: ProofNeed) -> Bool {
    Self.isNarrower(types, other.types) && Self.isNarrower(methods, other.methods) && Self.isNarrower(only, other.only)
      && other.not.isSubset(of: not) && other.properties.isSubset(of: properties)
  }

  /// Whether a choice leaves no more than another; an empty one leaves everything.
  private static func isNarrower(_ own: Set<String>, _ other: Set<String>) -> Bool {
    other.isEmpty || !own.isEmpty && own.isSubset(of: other)
  }
}
