internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

/// Fills a form in as a person would, within what the app lets them do.
struct FormFiller {
  let target: FormTarget
  let rules: AppRules
  /// The facts by which the dialect lets a choice be selected.
  let selectors: [String]
  /// How a script is led on; `nil` for a step that has to say everything.
  private(set) var lead: ScreenLead?
  private var answers: [Answer] = []
  private var mismatches: [Mismatch] = []
  /// Why a secret is not typed into one of the fields, the first of such reasons; then nothing may be sent.
  private(set) var refusal: String?
  /// The rules that the app refuses to break, by widget.
  private var violations: [String: [(rule: String, mismatch: Mismatch)]] = [:]
  private var order: [String] = []

  init(_ target: FormTarget, rules: AppRules, selectors: [String], lead: ScreenLead? = nil) {
    self.target = target
    self.lead = lead
    self.rules = rules.applied(to: target.form, pressing: target.submitter)
    self.selectors = selectors
  }

  /// What is posted, and what prevents it; nothing is posted if the app had to refuse, and did.
  ///
  /// Send a submission only if no mismatch is returned with it.
  mutating func fill(_ expected: ExpectedScreen, in bindings: inout Bindings) -> (submission: Submission?, mismatches: [Mismatch]) {
    for answer in expected.answers { read(answer, isForced: expected.isForced, in: &bindings) }
    if !expected.isForced { fillInTheRest() }
    if !expected.isForced { checkUnanswered() }
    for refusal in expected.refuses { check(refusal.value, at: Excerpt(refusal.range)) }
    for widget in order { mismatches += (violations[widget] ?? []).prefix(1).map(\.mismatch) }
    let submission = Submission(form: target.form.id, answers: answers, submitter: target.submitter, isForced: expected.isForced)
    return (expected.refuses.isEmpty ? submission : nil, mismatches)
  }

  private mutating func read(_ written: ExpectedAnswer, isForced: Bool, in bindings: inout Bindings) {
    let name = written.widget.value
    let value: Value
    do throws(BindingFailure) { value = try written.value.evaluate(in: &bindings) } catch {
      mismatches.append(Mismatch(error, of: .answer(name)))
      return
    }
    guard let widget = target.form.widget(named: name) else {
      add(Answer(widget: WidgetID(name), value: AnswerReader.plain(value)), to: nil, bindings)
      return
    }
    do throws(AnswerReader.Refusal) {
      let typed = isForced ? value : lead?.value(of: value, in: widget) ?? value
      let answer = try AnswerReader(widget: widget, selectors: selectors).read(typed, isForced: isForced)
      add(Answer(widget: widget.id, value: answer), to: widget, bindings)
      guard !isForced else { return }
      for broken in rules.violations(answer, of: widget) {
        add(broken.rule, name, expected: broken.expected, actual: broken.actual, place: Excerpt(written.value.range))
      }
    } catch {
      add(
        error.rule, name, expected: error.expected, actual: error.actual, nearest: error.nearest, details: error.details,
        place: Excerpt(written.value.range))
    }
  }

  /// Answers what a script does not know.
  private mutating func fillInTheRest() {
    guard lead != nil else { return }
    for widget in target.form.widgets where !answers.contains(where: { $0.widget == widget.id }) && !isAnsweredInside(widget) {
      guard let value = lead?.answer(to: widget) else { continue }
      do throws(AnswerReader.Refusal) {
        answers.append(
          Answer(widget: widget.id, value: try AnswerReader(widget: widget, selectors: selectors).read(value, isForced: false)))
      } catch {}
    }
  }

  /// Keeps an answer, and why it may not be typed there.
  private mutating func add(_ answer: Answer, to widget: Widget?, _ bindings: Bindings) {
    answers.append(answer)
    guard refusal == nil, widget?.asksForSecret != true else { return }
    let field = answer.widget.text
    guard let secret = answer.value.secrets.first(where: { bindings.fields(of: $0)?.contains(field) == false }) else { return }
    refusal =
      "nothing was sent: under the policy '\(secret.name)' may be typed only into a field of a password or code, and '\(field)' is neither; "
      + "if it belongs there, the policy has to name the field, as in 'fields: [\(field)]'"
  }

  /// An app that checks what is required does so for every widget, not only for those that were touched.
  private mutating func checkUnanswered() {
    guard rules.enforced.contains("required"), case .input = target.form.kind else { return }
    for widget in target.form.widgets where !answers.contains(where: { $0.widget == widget.id }) {
      let name = widget.id.text
      guard violations[name] == nil, !isAnsweredInside(widget) else { continue }
      for broken in rules.violations(nil, of: widget) {
        add(broken.rule, name, expected: broken.expected, actual: broken.actual, place: nil)
      }
    }
  }

  /// Whether the fields of one of its choices are answered, which selects that choice.
  private func isAnsweredInside(_ widget: Widget) -> Bool {
    let inner = (widget.choiceList?.choices ?? []).flatMap(\.widgets).map(\.id)
    return answers.contains { inner.contains($0.widget) }
  }

  private mutating func add(
    _ rule: String, _ widget: String, expected: String, actual: String, nearest: String? = nil, details: [String] = [], place: Excerpt?
  ) {
    let mismatch = Mismatch(
      .answer, subject: .answer(widget), expected: expected, actual: actual, nearest: nearest, details: details, place: place)
    if violations[widget] == nil { order.append(widget) }
    violations[widget, default: []].append((rule, mismatch))
  }

  private mutating func check(_ refusal: ExpectedScreen.Refusal, at place: Excerpt) {
    let broken = violations.removeValue(forKey: refusal.widget) ?? []
    if broken.contains(where: { $0.rule == refusal.rule }) { return }
    let actual = broken.isEmpty ? "it would send it" : "it breaks \(Wording.list(broken.map(\.rule)))"
    let checked = rules.enforced.sorted()
    mismatches.append(
      Mismatch(
        .refusal, subject: "what the app does with the answer to '\(refusal.widget)'", expected: "it breaks '\(refusal.rule)'",
        actual: actual, details: ["this app checks: \(Wording.list(checked))"], place: place))
  }
}
