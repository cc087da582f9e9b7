extension PromiseCourse {
  /// The forms that are on the screen, in the order sent, and those that may be as far as the moment tells.
  func shownForms(at moment: JourneyMoment) -> [ShownForm] {
    guard moment.state >= 0, let screen = graph.states[moment.state].screen else { return [] }
    let state = graph.states[moment.state]
    let own = rules[screen].forms.compactMap { rule in
      state.form(rule.id).flatMap { shown(ShownForm(form: $0, state: moment.state, assumed: []), if: rule.condition, at: moment) }
    }
    return own
      + offers.beside[moment.state].compactMap { offered in
        let form = ShownForm(
          form: offered.form.form, state: offered.form.state ?? moment.state, assumed: [], isInAll: offered.isInAll)
        return shown(form, if: offered.form.condition, at: moment)
      }
  }

  private func shown(_ form: ShownForm, if condition: Guard, at moment: JourneyMoment) -> ShownForm? {
    if let isShown = condition.decided({ isTrue($0, at: moment) }) { return isShown ? form : nil }
    var assuming = form
    assuming.assumed = condition.atoms.filter { isTrue($0, at: moment) == nil }.compactMap(\.variable)
    return assuming
  }

  /// The moment once one of its timers is over that run, or may, for each of them; with what is assumed then.
  func afterTime(_ moment: JourneyMoment) -> [(moment: JourneyMoment, act: BreakingWay.Act, assumed: [KeptVariable])] {
    tables.timers.compactMap { rule in
      if rule.slot.scope != .session, moment.person == .nobody { return nil }
      var bits = moment[rule.slot.scope]
      let field = layout.field(ofTimer: rule.slot)
      if let field {
        guard field.value(in: bits) == 1 else { return nil }
        field.set(2, in: &bits)
      }
      for effect in rule.effects { apply(effect, to: &bits) }
      var later = moment
      later[rule.slot.scope] = bits
      guard later != moment else { return nil }
      return (later, .wait(timer: rule.name, lasts: rule.lasts), field == nil ? [.timer(rule.slot)] : [])
    }
  }

  /// The moment once a push that waits is answered, either way.
  ///
  /// Where moments do not keep what became of it, conditions about it are assumed anyhow.
  func afterPush(_ moment: JourneyMoment) -> [(moment: JourneyMoment, act: BreakingWay.Act)] {
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
    case .setAttribute(.claim, _), .takeMembers, .startTimer, .count, .send, .create, .forgetAccount, .forgetSession, .say,
      .evaluateRules:
      break
    }
  }
}
