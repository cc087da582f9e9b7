extension PromiseCourse {
  /// What is so at a moment, as far as moments keep it.
  struct Facts: JourneyFacts {
    let course: PromiseCourse
    let moment: JourneyMoment

    var isAboutSomebody: Bool { moment.person != .nobody }

    func fact(_ slot: Slot) -> Kept<UInt64> { kept(course.layout.field(ofFact: slot), slot.scope) { $0 } }

    func counted(_ counter: Slot) -> Kept<Int> {
      kept(course.layout.field(ofCounter: counter), counter.scope) { $0 == course.limits[counter] ? Int.max : Int($0) }
    }

    func phase(of timer: Slot) -> Kept<TimerPhase> { kept(course.layout.field(ofTimer: timer), timer.scope, TimerPhase.init(bits:)) }

    func hasText(_ slot: AttributeSlot) -> Kept<Bool> { kept(course.layout.field(ofText: slot), slot.scope) { $0 == 1 } }

    private func kept<Value>(_ field: MomentLayout.Field?, _ scope: FactScope, _ read: (UInt64) -> Value) -> Kept<Value> {
      // Without a person, their facts, texts and counters do not exist.
      guard scope == .session || isAboutSomebody else { return .nobodys }
      return field.map { .value(read($0.value(in: moment[scope]))) } ?? .unknown
    }
  }
}

extension TimerPhase {
  init(bits: UInt64) { self = bits == 0 ? .off : bits == 1 ? .running : .over }

  /// As moments keep it.
  var bits: UInt64 {
    switch self {
    case .off: 0
    case .running: 1
    case .over: 2
    }
  }
}
