/// A condition over finite facts: what holds, what does not, and what depends on a fact that is not known.
///
/// **Shape**: nested without a limit of its own; the reader of a file limits its depth and weight.
package indirect enum Condition<Atom: Sendable & Hashable>: Sendable, Hashable {
  case constant(Bool)
  case atom(Atom)
  case not(Condition)
  case all([Condition])
  case any([Condition])

  package static var always: Condition { .constant(true) }

  /// Whether it holds where each atom is what `truth` returns for it.
  package func holds(_ truth: (Atom) -> Bool) -> Bool {
    switch self {
    case .constant(let flag): flag
    case .atom(let atom): truth(atom)
    case .not(let inner): !inner.holds(truth)
    case .all(let parts): parts.allSatisfy { $0.holds(truth) }
    case .any(let parts): parts.contains { $0.holds(truth) }
    }
  }

  /// Every atom in it, in the order written.
  package var atoms: [Atom] {
    switch self {
    case .constant: []
    case .atom(let atom): [atom]
    case .not(let inner): inner.atoms
    case .all(let parts), .any(let parts): parts.flatMap(\.atoms)
    }
  }

  /// How many parts it has, itself and all that is nested in it.
  package var weight: Int {
    switch self {
    case .constant, .atom: 1
    case .not(let inner): 1 + inner.weight
    case .all(let parts), .any(let parts): parts.reduce(1) { $0 + $1.weight }
    }
  }
}

/// In three values.
extension Condition {
  /// Whether it holds where some atoms are not known; `nil` if it depends on those.
  package func decided(_ truth: (Atom) -> Bool?) -> Bool? {
    switch self {
    case .constant(let flag): return flag
    case .atom(let atom): return truth(atom)
    case .not(let inner): return inner.decided(truth).map { !$0 }
    case .all(let parts): return Self.join(parts, decidedBy: false, truth)
    case .any(let parts): return Self.join(parts, decidedBy: true, truth)
    }
  }

  /// The first atom that is not known and on which it depends; `nil` if it is decided.
  package func firstOpen(_ truth: (Atom) -> Bool?) -> Atom? {
    switch self {
    case .constant: return nil
    case .atom(let atom): return truth(atom) == nil ? atom : nil
    case .not(let inner): return inner.firstOpen(truth)
    case .all(let parts), .any(let parts):
      guard decided(truth) == nil else { return nil }
      return parts.first { $0.decided(truth) == nil }?.firstOpen(truth)
    }
  }

  private static func join(_ parts: [Condition], decidedBy deciding: Bool, _ truth: (Atom) -> Bool?) -> Bool? {
    var isOpen = false
    for part in parts {
      guard let value = part.decided(truth) else {
        isOpen = true
        continue
      }
      if value == deciding { return deciding }
    }
    return isOpen ? nil : !deciding
  }
}
