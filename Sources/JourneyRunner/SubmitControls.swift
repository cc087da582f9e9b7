internal import Diagnostics
internal import JourneyModel
internal import JourneyScenario

/// The controls with which a person can submit a form.
struct SubmitControls {
  let submission: FormSubmission

  /// Why a person cannot submit the form; `nil` if they can.
  ///
  /// - Parameters:
  ///   - answered: the ids of the widgets that the step answers: a passkey's button submits once its ceremony is done.
  ///   - place: the place in the scenario that posts the form.
  func mismatch(_ target: FormTarget, answered: [String], place: Excerpt?) -> Mismatch? {
    guard case .widgets(let types) = submission, target.form.needsControl else { return nil }
    let controls = target.form.widgets.filter { types.contains($0.typeName) }
    let usable = controls.filter { hindrance($0, answered) == nil }
    if let pressed = target.submitter.flatMap({ target.form.widget($0) }) {
      if case .close = pressed.kind {
        return refusal(target.form, place, actual: "'\(pressed.id)' closes the app's journey and posts nothing")
      }
      if usable.contains(where: { $0.id == pressed.id }) { return nil }
    } else if !usable.isEmpty {
      return nil
    }
    let kinds = "a visible widget of type \(Wording.alternatives(types)) submits a form"
    let hindrances = controls.compactMap { control in
      hindrance(control, answered).map { "widget '\(control.id)' \($0)" }
    }
    return refusal(target.form, place, actual: "none that a person can press", details: hindrances + [kinds])
  }

  /// Why this control does not submit its form.
  private func hindrance(_ control: Widget, _ answered: [String]) -> String? {
    if !control.isVisible { return "is not shown" }
    if case .credential = control.kind, !answered.contains(control.id.text) { return "is not answered: it submits once it is" }
    return nil
  }

  private func refusal(_ form: Form, _ place: Excerpt?, actual: String, details: [String] = []) -> Mismatch {
    Mismatch(
      .press, subject: "what submits form '\(form.id)'", expected: "a button or link that submits it", actual: actual,
      details: details + ["'force: true' posts the form without one"], place: place)
  }
}

extension Form {
  /// Whether a person has to press something within it: a poll repeats automatically, and a form that leads elsewhere is a link itself.
  fileprivate var needsControl: Bool {
    switch kind {
    case .input, .action: true
    case .poll, .navigation: false
    }
  }
}
