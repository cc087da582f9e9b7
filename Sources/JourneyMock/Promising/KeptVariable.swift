/// Something that moments of a search may keep. Of what is left out, everything is assumed that can be.
enum KeptVariable: Sendable, Hashable {
  case fact(Slot)
  case counter(Slot)
  case timer(Slot)
  case text(AttributeSlot)
  /// Whether the code of a message was sent in the journey, by the message's place.
  case code(Int)

  /// Whether it belongs to the journey, independent of its person.
  var isOfSession: Bool {
    switch self {
    case .fact(let slot), .counter(let slot), .timer(let slot): slot.scope == .session
    case .text(let slot): slot.scope == .session
    case .code: true
    }
  }

  /// What is kept first, where a way that was found assumes several: what adds least to look at.
  var rank: Int {
    switch self {
    case .counter, .code: 0
    case .fact(let slot): slot.scope == .session ? 1 : 2
    case .text(let slot): slot.scope == .session ? 1 : 2
    case .timer: 3
    }
  }
}

extension GuardAtom {
  /// What it asks for; `nil` where moments always keep it.
  var variable: KeptVariable? {
    switch self {
    case .account: nil
    case .fact(let slot, _), .member(let slot, _): .fact(slot)
    case .timer(let slot, _): .timer(slot)
    case .full(let slot): .counter(slot)
    case .attribute(let slot): .text(slot)
    case .answer(let test): test.comparison.variable
    }
  }

  /// Where it is kept; `nil` if it does not belong to a scope.
  var scope: FactScope? {
    switch self {
    case .account, .answer: nil
    case .fact(let slot, _), .member(let slot, _), .timer(let slot, _), .full(let slot): slot.scope
    case .attribute(let slot): slot.scope
    }
  }
}

extension AnswerTest.Comparison {
  /// What has to be there for an answer to pass; `nil` where nothing has.
  var variable: KeptVariable? {
    switch self {
    case .equalsAttribute(let slot), .equalsTOTP(let slot): .text(slot)
    case .equalsCode(let mail): .code(mail)
    case .present, .equals, .equalsAnswer, .has, .matches: nil
    }
  }
}

extension Guard {
  /// What it asks for.
  var variables: [KeptVariable] { atoms.compactMap(\.variable) }

  /// Whether it holds where some atoms are not known; `nil` if it depends on those.
  func decided(_ truth: (GuardAtom) -> Bool?) -> Bool? {
    switch self {
    case .constant(let flag): return flag
    case .atom(let atom): return truth(atom)
    case .not(let inner): return inner.decided(truth).map { !$0 }
    case .all(let parts): return Self.join(parts, decidedBy: false, truth)
    case .any(let parts): return Self.join(parts, decidedBy: true, truth)
    }
  }

  /// The first atom that is not known and on which it depends; `nil` if it is decided.
  func firstOpen(_ truth: (GuardAtom) -> Bool?) -> GuardAtom? {
    switch self {
    case .constant: return nil
    case .atom(let atom): return truth(atom) == nil ? atom : nil
    case .not(let inner): return inner.firstOpen(truth)
    case .all(let parts), .any(let parts):
      guard decided(truth) == nil else { return nil }
      return parts.first { $0.decided(truth) == nil }?.firstOpen(truth)
    }
  }

  private static func join(_ parts: [Guard], decidedBy deciding: Bool, _ truth: (GuardAtom) -> Bool?) -> Bool? {
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
