/// What is so of a journey at one moment, as far as it is kept: how conditions are evaluated, for all callers.
protocol JourneyFacts {
  /// Whether an account is known.
  var isAboutSomebody: Bool { get }
  /// A word's place, a set's bits, or a flag.
  func fact(_ slot: Slot) -> Kept<UInt64>
  /// `Int.max` once the limit was reached.
  func counted(_ counter: Slot) -> Kept<Int>
  func phase(of timer: Slot) -> Kept<TimerPhase>
  func hasText(_ slot: AttributeSlot) -> Kept<Bool>
}

/// Something of a journey, an account or a device.
enum Kept<Value> {
  case value(Value)
  /// No person is known that could have it.
  case nobodys
  /// It may be anything.
  case unknown

  /// `nil` where it may be anything.
  func value(ofNobody none: Value) -> Value? {
    switch self {
    case .value(let value): value
    case .nobodys: none
    case .unknown: nil
    }
  }

  /// `nil` where it may be anything, or no person is known.
  var value: Value? { if case .value(let value) = self { value } else { nil } }
}

extension JourneyFacts {
  /// Whether it is so; `nil` if an answer decides, or if it is not kept.
  func isTrue(_ atom: GuardAtom) -> Bool? {
    switch atom {
    case .account: isAboutSomebody
    case .fact(let slot, let word): fact(slot).value(ofNobody: 0).map { $0 == word }
    case .member(let slot, let bit): fact(slot).value(ofNobody: 0).map { $0 & bit != 0 }
    case .timer(let slot, let phase): self.phase(of: slot).value(ofNobody: .off).map { $0 == phase }
    case .full(let slot): counted(slot).value(ofNobody: 0).map { $0 == Int.max }
    case .attribute(let slot): hasText(slot).value(ofNobody: false)
    case .answer: nil
    }
  }
}

/// Everything is kept: of the journey, of the account and of what a browser remembers of it.
protocol ScopedFacts: JourneyFacts {
  /// `nil` where nothing is remembered yet, or no person is known.
  func scope(_ scope: FactScope) -> ScopeState?
}

extension ScopedFacts {
  func fact(_ slot: Slot) -> Kept<UInt64> { kept(slot.scope, or: 0) { $0.facts[slot.index] } }
  func counted(_ counter: Slot) -> Kept<Int> { kept(counter.scope, or: 0) { $0.counters[counter.index] } }
  func phase(of timer: Slot) -> Kept<TimerPhase> { kept(timer.scope, or: .off) { $0.timers[timer.index].phase } }
  func hasText(_ slot: AttributeSlot) -> Kept<Bool> { kept(slot.scope, or: false) { $0.attributes[slot.index] != nil } }

  /// - Parameter none: what is so of a browser that remembers nothing of the account yet.
  private func kept<Value>(_ scope: FactScope, or none: Value, _ read: (ScopeState) -> Value) -> Kept<Value> {
    if let state = self.scope(scope) { return .value(read(state)) }
    return isAboutSomebody ? .value(none) : .nobodys
  }
}
