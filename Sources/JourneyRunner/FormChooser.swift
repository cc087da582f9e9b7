internal import Diagnostics
internal import JourneyModel
internal import JourneyScenario

/// Finds the form that a step means: the one it presses, else the only one that has every answered widget.
struct FormChooser {
  let screen: Screen
  let answers: [ExpectedAnswer]
  let isForced: Bool
  private(set) var mismatches: [Mismatch] = []

  init(_ screen: Screen, answers: [ExpectedAnswer], isForced: Bool) {
    self.screen = screen
    self.answers = answers
    self.isForced = isForced
  }

  /// The target. `nil` is a mismatch: there is none, or a person cannot submit it.
  ///
  /// - Parameters:
  ///   - press: the form's id or the button's label, bound; `nil` if the step presses nothing by name.
  ///   - submission: what a person presses in the app to submit a form.
  ///   - runsScripts: whether a button that is disabled may be enabled until it is pressed.
  mutating func choose(press: Located<String>?, submission: FormSubmission, runsScripts: Bool) -> FormTarget? {
    guard let target = choose(press) else { return nil }
    guard !isForced else { return target }
    let place = press?.range ?? answers.first?.widget.range
    if !runsScripts, let button = target.button, button.isDisabled {
      mismatches.append(
        Mismatch(
          .press, subject: "what is pressed", expected: "a button that can be pressed",
          actual: "the button '\(button.label?.visible ?? button.id.text)' is disabled",
          details: ["if a script enables it, the tenant needs 'engine: browser'"], place: place.map { Excerpt($0) }))
    }
    let controls = SubmitControls(submission: submission)
    if let mismatch = controls.mismatch(target, answered: answers.map(\.widget.value), place: place.map { Excerpt($0) }) {
      mismatches.append(mismatch)
    }
    return target
  }

  private mutating func choose(_ press: Located<String>?) -> FormTarget? {
    guard let press else { return chooseByAnswers().map { FormTarget(form: $0, submitter: nil) } }
    guard let target = find(press) else { return nil }
    guard !isForced else { return target }
    for answer in answers where target.form.widget(named: answer.widget.value) == nil {
      addMissing(answer, in: [target.form], place: "form '\(target.form.id)', which is pressed")
    }
    return mismatches.isEmpty ? target : nil
  }

  private mutating func find(_ press: Located<String>) -> FormTarget? {
    let byID = screen.forms(named: press.value)
    let candidates = answered(byID.isEmpty ? byLabel(press.value) : byID.map { FormTarget(form: $0, submitter: nil) })
    if let only = candidates.first, candidates.count == 1 { return only }
    var mismatch = Mismatch(
      .press, subject: "what is pressed", expected: "one form, button or link '\(press.value)'", actual: "none", place: Excerpt(press.range)
    )
    if candidates.isEmpty {
      let labels = screen.forms.flatMap(\.pressLabels)
      let names = screen.forms.map(\.id.rawValue)
      let aliases = screen.forms.flatMap { $0.aliases.map(\.rawValue) }
      mismatch.nearest = Wording.suggestion(for: press.value, among: names + aliases + labels)
      mismatch.details = ["forms: \(Wording.list(names))", "labels: \(Wording.list(labels))"]
      if !aliases.isEmpty { mismatch.details.insert("also called: \(Wording.list(aliases))", at: 1) }
    } else {
      mismatch.actual = "\(candidates.count) of them"
      mismatch.details = candidates.map { target in
        "in form '\(target.form.id)'" + (target.submitter.map { ": button '\($0.text)'" } ?? "")
      }
      if Set(candidates.map(\.form.id)).count == candidates.count {
        mismatch.details.append("say which by its form, e.g. 'press: \(candidates[0].form.id)'")
      }
    }
    mismatches.append(mismatch)
    return nil
  }

  /// Of several, the only one whose form has every answered widget: its button is meant.
  private func answered(_ candidates: [FormTarget]) -> [FormTarget] {
    guard candidates.count > 1, !answers.isEmpty else { return candidates }
    let fitting = candidates.filter { target in answers.allSatisfy { target.form.widget(named: $0.widget.value) != nil } }
    return fitting.count == 1 ? fitting : candidates
  }

  /// What has the label and is visible; a form whose own label and only button say the same is one candidate.
  private func byLabel(_ label: String) -> [FormTarget] {
    screen.forms.flatMap { form in
      let buttons = form.widgets.filter { $0.isVisible && $0.kind.isControl && $0.label?.visible == label }
      if buttons.isEmpty { return form.label?.visible == label ? [FormTarget(form: form, submitter: nil)] : [] }
      return buttons.map { FormTarget(form: form, submitter: $0.id) }
    }
  }

  private mutating func chooseByAnswers() -> Form? {
    var known: [ExpectedAnswer] = []
    for answer in answers {
      if !screen.forms(withWidget: answer.widget.value).isEmpty {
        known.append(answer)
      } else if !isForced {
        addMissing(answer, in: screen.forms, place: "the screen")
      }
    }
    guard mismatches.isEmpty else { return nil }
    let fitting = screen.forms.filter { form in known.allSatisfy { form.widget(named: $0.widget.value) != nil } }
    if fitting.count == 1 { return fitting[0] }
    if known.isEmpty, let main = screen.forms.first { return main }
    addUndecided(fitting)
    return nil
  }

  private mutating func addUndecided(_ fitting: [Form]) {
    let place = answers.first.map { Excerpt($0.widget.range) }
    guard fitting.isEmpty else {
      mismatches.append(
        Mismatch(
          .answer, subject: "the form to post", expected: "one form that has every answered widget",
          actual: Wording.list(fitting.map(\.id.rawValue)), details: ["select one with 'press'"], place: place))
      return
    }
    let owners = answers.map { answer in
      "'\(answer.widget.value)' is in \(Wording.list(screen.forms(withWidget: answer.widget.value).map(\.id.rawValue)))"
    }
    mismatches.append(
      Mismatch(
        .answer, subject: "the form to post", expected: "one form that has every answered widget", actual: "no form has them all",
        details: owners, place: place))
  }

  private mutating func addMissing(_ answer: ExpectedAnswer, in forms: [Form], place: String) {
    let known = forms.flatMap(\.answerableIDs)
    mismatches.append(
      Mismatch(
        .answer, subject: .answer(answer.widget.value), expected: "a widget of this id", actual: "none on \(place)",
        nearest: Wording.suggestion(for: answer.widget.value, among: known), details: ["can be answered: \(Wording.list(known))"],
        place: Excerpt(answer.widget.range)))
  }
}

extension FormTarget {
  /// The button that is pressed, where it is known.
  fileprivate var button: Widget? {
    if let submitter { return form.widget(submitter) }
    return form.submitters.count == 1 ? form.submitters[0] : nil
  }
}

extension Widget {
  fileprivate var isDisabled: Bool { extras.contains(Value.Member("disabled", .bool(true))) }
}

extension Form {
  /// The ids of what a person can answer, nested widgets among them.
  fileprivate var answerableIDs: [String] {
    everyWidgetID.filter { id in
      guard let widget = widget(named: id) else { return false }
      return widget.kind.takesAnswer && widget.isVisible && !widget.kind.isReadOnly
    }
  }
}
