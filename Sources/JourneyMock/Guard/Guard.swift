package import Encodings

/// When an edge is taken or a widget is there: a condition over finite facts and comparisons of an answer.
package indirect enum Guard: Sendable, Hashable {
  case constant(Bool)
  case atom(GuardAtom)
  case not(Guard)
  case all([Guard])
  case any([Guard])

  package static let always = Guard.constant(true)

  /// Whether it holds where each atom is what `truth` says of it.
  package func holds(_ truth: (GuardAtom) -> Bool) -> Bool {
    switch self {
    case .constant(let flag): flag
    case .atom(let atom): truth(atom)
    case .not(let inner): !inner.holds(truth)
    case .all(let parts): parts.allSatisfy { $0.holds(truth) }
    case .any(let parts): parts.contains { $0.holds(truth) }
    }
  }

  /// Every atom in it, in the order written.
  package var atoms: [GuardAtom] {
    switch self {
    case .constant: []
    case .atom(let atom): [atom]
    case .not(let inner): inner.atoms
    case .all(let parts), .any(let parts): parts.flatMap(\.atoms)
    }
  }
}

extension Guard {
  /// How many parts it has, itself and all that is nested in it.
  package var weight: Int {
    switch self {
    case .constant, .atom: 1
    case .not(let inner): 1 + inner.weight
    case .all(let parts), .any(let parts): parts.reduce(1) { $0 + $1.weight }
    }
  }
}

/// One thing that is so or not.
package enum GuardAtom: Sendable, Hashable {
  /// An account is known.
  case account
  /// A fact is this word, counted from 0; a flag is 1.
  case fact(Slot, equals: UInt64)
  /// A set holds this word.
  case member(Slot, bit: UInt64)
  case timer(Slot, TimerPhase)
  /// A counter has reached its limit.
  case full(Slot)
  /// An account or session has this text.
  case attribute(AttributeSlot)
  case answer(AnswerTest)
}

/// A comparison of what was answered; an exploration takes it both ways.
package struct AnswerTest: Sendable, Hashable {
  /// The widget's id, split at its dots, as the protocol nests it.
  package var path: [String]
  package var comparison: Comparison

  package enum Comparison: Sendable, Hashable {
    /// Something was answered: a text that is not empty, a list that is not empty, `true`.
    case present
    case equals(String)
    case equalsAttribute(AttributeSlot)
    case equalsAnswer([String])
    /// The code of the last message of this name that was sent in this journey.
    case equalsCode(mail: Int)
    /// The code that an authenticator app with this secret shows.
    case equalsTOTP(AttributeSlot)
    /// A list holds this text.
    case has(String)
    case matches(Pattern)
  }
}

/// What a timer is doing.
package enum TimerPhase: String, Sendable, Hashable, CaseIterable {
  case off, running, over
}

/// Where a fact, counter or timer is kept: its scope, and its place there.
package struct Slot: Sendable, Hashable {
  package var scope: FactScope
  package var index: Int
}

/// Where a text of an account or a session is kept.
package struct AttributeSlot: Sendable, Hashable {
  package var scope: FactScope
  package var index: Int
}
