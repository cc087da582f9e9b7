extension PromiseCourse {
  /// The forms that are on the screen, in the order sent, and those that may be, given what the moment keeps.
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
}
