import JourneyLanguage

extension PromisePassage {
  /// What a form leads to if it is answered so.
  struct Outcome {
    /// Up to the next state, which may decide at once.
    var passage: PromisePassage
    var answers: AssumedAnswers
  }

  /// Everything that a form can lead to: under any answers, and whatever it may be that moments do not keep.
  func outcomes(of form: GraphForm, answering first: AssumedAnswers = .any) -> [Outcome] {
    var stepper = Stepper(course: course)
    return stepper.answeredEdges(of: form, in: self, answering: first).flatMap { way -> [Outcome] in
      if course.promise.keepsPasswords, way.edge.effects.contains(where: \.setsPassword) { return [] }
      if course.promise.forgetsPasswords, !moment.hasNewPassword, course.entersPassword(way.answers) { return [] }
      if course.promise.avoided.contains(way.edge.id) { return [] }
      var taken = self
      taken.leftOut = way.answers.leftOut
      taken.assumed += assumed(by: way.answers)
      if !way.answers.isNothing { taken.noteProofs(way.answers, on: course.screen(of: moment.state), by: way.edge, of: form) }
      return taken.following(way.edge).filter { !course.isOfAnother($0.moment.person) }.map { Outcome(passage: $0, answers: way.answers) }
    }
  }

  /// Everything that can be so once time passed, or a push was answered, with what is to be done for it.
  func elsewhere() -> [(passage: PromisePassage, act: BreakingWay.Act)] {
    var stepper = Stepper(course: course)
    let times = course.promise.neverWaits ? [] : stepper.afterTime(self)
    let later = times.compactMap { place, later -> (passage: PromisePassage, act: BreakingWay.Act)? in
      guard later.moment != moment else { return nil }
      let rule = course.tables.timers[place]
      var later = later
      // What was wrong long ago may not count any more.
      if course.promise.countsInARow, later.moment.seen < course.promise.rule.count { later.moment.seen = 0 }
      if course.layout.field(ofTimer: rule.slot) == nil { later.assumed.append(.timer(rule.slot)) }
      return (later, .wait(timer: rule.name, lasts: rule.lasts))
    }
    return later + stepper.afterPush(self).map { ($0.journey, .push($0.answer.rawValue)) }
  }

  /// What is not kept and has to be so for the answers to lead there.
  private func assumed(by answers: AssumedAnswers) -> [KeptVariable] {
    let passed = answers.tests.filter { $0.isTrue && course.canPass($0.test, at: moment) == nil }
    return answers.assumed + passed.flatMap { course.variables(of: $0.test, at: moment.state) }
  }
}

extension PromiseCourse {
  /// Whether answers have the right password.
  fileprivate func entersPassword(_ answers: AssumedAnswers) -> Bool {
    answers.tests.contains { $0.isTrue && proof(of: $0.test.comparison) == .password }
  }
}

extension Effect {
  /// Whether it sets another password of the account.
  fileprivate var setsPassword: Bool {
    if case .setAttribute(.attribute(AccountAttribute.password.slot), _) = self { true } else { false }
  }
}
