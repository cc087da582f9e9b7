extension PromiseCourse {
  /// The forms that are on the screen.
  func shownForms(at moment: JourneyMoment) -> [GraphForm] {
    guard moment.state >= 0, let screen = graph.states[moment.state].screen else { return [] }
    return graph.states[moment.state].forms.filter { form in
      rules[screen].form(form.id).map { holds($0.condition, at: moment) } ?? false
    }
  }

  /// The moment once one of its running timers is over, for each of them.
  func afterTime(_ moment: JourneyMoment) -> [(JourneyMoment, BreakingWay.Act)] {
    tables.timers.compactMap { rule in
      guard let field = layout.field(ofTimer: rule.slot), field.value(in: moment[rule.slot.scope]) == 1 else { return nil }
      var bits = moment[rule.slot.scope]
      field.set(2, in: &bits)
      for effect in rule.effects { apply(effect, to: &bits) }
      var later = moment
      later[rule.slot.scope] = bits
      return (later, .wait(timer: rule.name, lasts: rule.lasts))
    }
  }

  /// The moment once a push that waits is answered, either way.
  func afterPush(_ moment: JourneyMoment) -> [(JourneyMoment, BreakingWay.Act)] {
    guard let fact = tables.push, let waiting = fact.place(of: .waiting), let field = layout.field(ofFact: fact.slot),
      field.value(in: moment.session) == waiting
    else { return [] }
    return [PushState.accepted, .rejected].compactMap { answer in
      guard let word = fact.place(of: answer) else { return nil }
      var later = moment
      field.set(word, in: &later.session)
      return (later, .push(answer.rawValue))
    }
  }

  /// What a timer does that is over: it touches its own scope only.
  private func apply(_ effect: Effect, to bits: inout UInt64) {
    switch effect {
    case .setFact(let slot, let word): layout.field(ofFact: slot)?.set(word, in: &bits)
    case .addMember(let slot, let bit): if let field = layout.field(ofFact: slot) { bits |= bit << field.shift }
    case .removeMember(let slot, let bit): if let field = layout.field(ofFact: slot) { bits &= ~(bit << field.shift) }
    case .setAttribute(.attribute(let slot), let source): layout.field(ofText: slot)?.set(source == .nothing ? 0 : 1, in: &bits)
    case .clearCounter(let index): layout.field(ofCounter: tables.counters[index].slot)?.set(0, in: &bits)
    case .clearTimer(let index): layout.field(ofTimer: tables.timers[index].slot)?.set(0, in: &bits)
    case .setAttribute(.claim, _), .startTimer, .count, .send, .create, .forgetAccount, .forgetSession, .say: break
    }
  }
}
