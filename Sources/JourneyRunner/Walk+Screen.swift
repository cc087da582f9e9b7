internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

extension Walk {
  mutating func walk(_ expected: ExpectedScreen, _ step: Step) -> Course {
    do throws(Undecided) {
      guard case .now(.screen(let screen)) = shown, try fits(expected.id, screen.id) else { return missed(expected, step) }
      isLookedAt = true
      return check(expected, on: screen, step)
    } catch {
      return fail(error.mismatch)
    }
  }

  private mutating func missed(_ expected: ExpectedScreen, _ step: Step) -> Course {
    if expected.isOptional { return skip("another screen is shown") }
    // A page that is not found does not come later; one that asks for patience may.
    let mayCome = errorStatus.map { [408, 425, 429].contains($0) } ?? true
    if mayCome, let course = askAgain(within: step.within) { return course }
    guard case .ids(let ids) = expected.id else {
      return fail(unfit(expected: "a screen \(expected.id.spelling)", within: step.within, at: step.range))
    }
    let names = ids.map(\.value)
    var mismatch = unfit(
      expected: "screen \(Wording.alternatives(names))", nearest: misspelling(of: names), within: step.within,
      at: ids.first?.range ?? step.range)
    if likelyCause == nil { mismatch.details += names.compactMap { unmetRules[$0] }.map { "likely cause: \($0)" } }
    return fail(mismatch)
  }

  /// An id that was merely mistyped: the shown one is near to it, and the tenant has no screen of the written name.
  private func misspelling(of names: [String]) -> String? {
    guard case .now(.screen(let screen)) = shown else { return nil }
    return names.lazy.filter { !tenant.screens.contains($0) }.compactMap { Wording.suggestion(for: $0, among: [screen.id.text]) }.first
  }

  /// Checks everything, captures, fills in; reports all mismatches at once.
  private mutating func check(_ written: ExpectedScreen, on screen: Screen, _ step: Step) -> Course {
    let expected = limits.script == nil ? written : written.withoutGone(on: screen)
    let captured = CaptureReader(screen: screen, exchange: exchange, bindings: bindings).read(step.captures)
    let bindingsBefore = bindings
    for (name, value) in captured.values { bind(name, to: value) }
    let target = chooseTarget(expected, on: screen)
    var matcher = ScreenMatcher(
      screen, exchange: exchange, posted: target.form?.form.id, expectedBefore: expectedMessages, bindings: bindingsBefore)
    matcher.check(expected)
    expectedMessages = matcher.messages.expected
    let silent = expected.statesMessages ? nil : silentMismatch(on: screen, at: step.range)
    let refused = expected.namesErrorPage ? nil : statusMismatch(on: screen, at: step.range)
    let shared = sharedNameMismatch(expected, step)
    (silentRefusal, errorStatus, sharedName) = (nil, nil, nil)
    if looksAtContent(expected, step) { doubts = [] } else { holdDoubts() }
    let ofPage = [silent, refused, shared].compactMap(\.self)
    let expectations = limits.script == nil ? explained(matcher.collector.mismatches) + captured.mismatches + ofPage : []
    if isStillToCome(expectations, expected), let course = askAgain(within: step.within) { return course }
    var problems = expectations + target.mismatches
    // What is not typed is shown with the line that it is in.
    if target.form == nil { learn(expected.answers.compactMap(\.writtenCredential)) }
    var submission: Submission?
    if let form = target.form {
      var filler = filler(of: form, on: screen)
      let filled = filler.fill(expected, in: &bindings)
      let (made, lengthened) = (filler.lead?.made ?? [], filler.lead?.lengthened ?? [])
      if let lead = filler.lead { longer = lead.longer }
      if let refusal = filler.refusal { return breakOff(Breakage(kind: .forbidden, message: refusal)) }
      submission = filled.submission
      // What an app refuses to send is an expectation as well.
      if limits.script == nil || expected.refuses.isEmpty { problems += filled.mismatches }
      answering = submission.map { answered(expected, with: $0, made: made, lengthened: lengthened) }
    }
    guard limits.script == nil, let snapshot = expected.snapshot else { return settle(submission, problems) }
    pending = .snapshot(submission, problems)
    return .ask(
      .compareSnapshot(
        SnapshotQuestion(
          name: snapshot.name(step) + roundSuffix, screen: screen, generated: bindings.generated.sorted(),
          secrets: bindings.unseen, place: Excerpt(step.range))))
  }

  /// Whether nothing but messages is missing that a script of the page may yet show.
  private func isStillToCome(_ mismatches: [Mismatch], _ expected: ExpectedScreen) -> Bool {
    tenant.engine == .browser && expected.statesMessages && !mismatches.isEmpty
      && mismatches.allSatisfy { $0.kind == .message && $0.actual == "nothing" }
  }

  /// Posts if nothing is wrong and there is something to post.
  mutating func settle(_ submission: Submission?, _ problems: [Mismatch]) -> Course {
    guard problems.isEmpty else { return fail(problems) }
    guard let submission else { return pass() }
    trace?.add(submission)
    if let answering { emit(.answered(answering)) }
    noteCodes(in: submission)
    answering = nil
    return perform(.submit(submission))
  }

  /// What is known of why a page says something else than a step expects, with each message that does not fit.
  private func explained(_ mismatches: [Mismatch]) -> [Mismatch] {
    mismatches.map { mismatch in
      guard mismatch.kind == .message else { return mismatch }
      var explained = mismatch
      explained.details += causes
      if tenant.engine != nil, mismatch.actual == "nothing" {
        let advice = "if the page says it, name the element in tenants.yaml: 'pages: {messages: {.its-class: error}}'"
        explained.details.append(unmarkedAdvice ?? advice)
      }
      return explained
    }
  }

  private func filler(of form: FormTarget, on screen: Screen) -> FormFiller {
    FormFiller(
      form, rules: AppRules(enforced: tenant.enforcedRules), selectors: tenant.dialect.selectors,
      lead: limits.script.map { ScreenLead($0.leads, on: screen.id.text, longer: longer) })
  }

  /// Presses a button of a page and does nothing else there; the next turn is for a purpose of the caller's.
  mutating func press(_ label: Located<Template>, on screen: Screen, then purpose: Pending) -> Course {
    var expected = ExpectedScreen(id: .ids([Located(screen.id.text, at: label.range)]))
    expected.press = label
    let target = chooseTarget(expected, on: screen)
    guard let form = target.form else { return fail(target.mismatches) }
    var filler = filler(of: form, on: screen)
    let filled = filler.fill(expected, in: &bindings)
    guard let submission = filled.submission, target.mismatches.isEmpty, filled.mismatches.isEmpty else {
      return fail(target.mismatches + filled.mismatches)
    }
    trace?.add(submission)
    emit(.answered(answered(expected, with: submission)))
    pending = purpose
    return .ask(.perform(.submit(submission)))
  }

  /// - Parameters:
  ///   - made: the widgets whose answers are not those of the step.
  ///   - lengthened: those whose answers have more characters.
  private func answered(
    _ expected: ExpectedScreen, with submission: Submission, made: [WidgetID] = [], lengthened: [WidgetID] = []
  ) -> AnsweredForm {
    let (made, longer) = (made.map(\.text), lengthened.map(\.text))
    let written = expected.answers.filter { !made.contains($0.widget.value) }.map { answer in
      let isLonger = longer.contains(answer.widget.value)
      return AnsweredForm.Answered(
        widget: answer.widget.value, from: isLonger ? .longer : AnswerSource(of: answer.value, known: sources))
    }
    return AnsweredForm(
      form: submission.form.rawValue, press: submission.submitter?.text,
      answers: written + made.map { AnsweredForm.Answered(widget: $0, from: .made) })
  }

  private mutating func chooseTarget(_ expected: ExpectedScreen, on screen: Screen) -> (form: FormTarget?, mismatches: [Mismatch]) {
    guard !expected.answers.isEmpty || expected.press != nil || !expected.refuses.isEmpty else { return (nil, []) }
    do throws(BindingFailure) {
      let press = try expected.press.map { press throws(BindingFailure) in
        Located(try press.value.text(in: &bindings), at: press.range)
      }
      var chooser = FormChooser(screen, answers: expected.answers, isForced: expected.isForced)
      let target = chooser.choose(press: press, submission: tenant.submission, runsScripts: tenant.engine == .browser)
      return (target, chooser.mismatches)
    } catch {
      return (nil, [Mismatch(error, of: "what is pressed")])
    }
  }
}

extension ExpectedScreen {
  /// The step without answers to what the screen does not have, if there is anything else to do there.
  fileprivate func withoutGone(on screen: Screen) -> ExpectedScreen {
    let there = answers.filter { !screen.forms(withWidget: $0.widget.value).isEmpty }
    guard !isForced, !there.isEmpty || press != nil else { return self }
    var step = self
    step.answers = there
    return step
  }

  /// Whether the step says which page it expects, so that an error page is not passed over.
  fileprivate var namesErrorPage: Bool {
    if statesMessages || response != nil { return true }
    switch id {
    case .ids: return true
    case .matcher: return false
    }
  }
}

extension ExpectedScreen.Snapshot {
  fileprivate func name(_ step: Step) -> String {
    switch self {
    case .byStep: step.id
    case .named(let name): name
    }
  }
}

extension ExpectedAnswer {
  /// The text that a scenario has for a field with the name of a credential.
  fileprivate var writtenCredential: Secret? {
    var name = widget.value[...]
    while name.last?.isNumber == true { name = name.dropLast() }
    guard CredentialName.isMember(String(name)), case .text(let text)? = value.constant, !text.isEmpty else { return nil }
    return Secret(text, name: "answer to '\(widget.value)'", source: .project)
  }
}
