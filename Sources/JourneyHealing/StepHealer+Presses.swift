internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyRunner
internal import JourneyScenario

// Forms, buttons, options and messages that have other names now.
extension StepHealer {
  /// A form that is missing: the only one with all widgets that the step names in it.
  func form(_ mismatch: Mismatch, on screen: Screen, _ expected: ExpectedScreen) -> Remedy {
    guard let written = expected.forms.first(where: { Excerpt($0.id.range) == mismatch.place }),
      case .with(let widgets, _, _) = written.state
    else { return refusal(of: mismatch) }
    let named = widgets.filter { $0.state != .absent }.map(\.id.value)
    let taken = Set(expected.forms.map(\.id.value))
    let candidates = screen.forms.filter { form in
      !taken.contains(form.id.rawValue) && !named.isEmpty && named.allSatisfy { form.widget(named: $0) != nil }
        && !WeightyText.turns(written.id.value, form.id.rawValue)
    }
    guard let found = candidates.first, candidates.count == 1,
      let edit = rename(written.id, to: found.id.rawValue, "form '\(written.id.value)' is called '\(found.id)'")
    else { return .refused("form '\(written.id.value)' is gone: no other one has all that the step names in it") }
    return .edits([edit])
  }

  /// A button or form that is missing: the only one that sends what the step answers.
  func press(on screen: Screen, _ expected: ExpectedScreen) -> Remedy? {
    guard let press = expected.press, press.value.parts.count == 1, case .literal(let written) = press.value.parts[0],
      !expected.answers.isEmpty
    else { return nil }
    let answered = expected.answers.map(\.widget.value)
    let forms = screen.forms.filter { form in answered.allSatisfy { form.widget(named: $0) != nil } }
    guard let form = forms.first, forms.count == 1 else { return nil }
    let controls = form.widgets.filter { $0.isVisible && $0.kind.isSubmitter }
    guard controls.count <= 1 else { return nil }
    if let sent = controls.first.flatMap({ weightyValue(of: $0, in: form, on: screen) }) {
      return .refused("what sends the answers sends \(sent), too: only a person can say whether that means the same")
    }
    let isLabel = written.contains(" ") || written.first?.isUppercase == true
    let name = (isLabel ? controls.first?.label?.visible ?? form.label?.visible : nil) ?? form.id.rawValue
    guard isLabel ? Likeness.isNameOfSame(written, name) : !WeightyText.turns(written, name) else {
      return .refused("what sends the answers is now '\(name)', previously '\(written)': only a person can say whether that means the same")
    }
    let reason = "what sends the answers is now called '\(name)', previously '\(written)'"
    return rename(Located(written, at: press.range), to: name, reason).map { .edits([$0]) }
  }

  /// What a button sends of itself that its author has to see.
  private func weightyValue(of button: Widget, in form: Form, on screen: Screen) -> String? {
    let own = screen.behaviour.first { $0.kind == .button && $0.subject == "\(form.id)/\(button.id)" }
    return own?.parameters.first { WeightyText.decides($0, byButton: true) }.map { "'\($0.name)=\($0.value.text ?? "")'" }
  }

  /// An answer whose widget, or whose option, has another name now.
  func answer(_ mismatch: Mismatch, on screen: Screen, _ expected: ExpectedScreen) -> Remedy {
    guard case .answer(let id) = mismatch.subject, let answer = expected.answers.first(where: { $0.widget.value == id }) else {
      return refusal(of: mismatch)
    }
    if Excerpt(answer.widget.range) == mismatch.place { return renamed(id, mismatch, on: screen, expected) }
    guard case .constant(.text(let written), let range) = answer.value, Excerpt(range) == mismatch.place,
      let widget = widget(id, on: screen), case .choice(let list) = widget.kind
    else { return refusal(of: mismatch) }
    let labels = list.choices.compactMap { $0.label?.visible }
    let alike = labels.filter { Likeness.isNameOfSame(written, $0) }
    guard let found = alike.first, alike.count == 1,
      let edit = rename(Located(written, at: range), to: found, "the option of '\(id)' is now '\(found)', previously '\(written)'")
    else { return .refused("the option '\(written)' of '\(id)' is gone") }
    return .edits([edit])
  }

  /// A message in other letters or with other punctuation: what it says is for people to judge.
  func message(_ mismatch: Mismatch, on screen: Screen, _ expected: ExpectedScreen) -> Remedy {
    let messages = screen.messages.filter { mismatch.actual.contains($0.text.visible) }
    guard let found = messages.first, messages.count == 1 else {
      return .refused("a message is gone, or another one comes: expected \(mismatch.expected), actual \(mismatch.actual)")
    }
    return reworded(mismatch, to: found.text.visible, of: "the message", expected)
  }

  /// A text of the tenant's look.
  func branding(_ mismatch: Mismatch, on screen: Screen, _ expected: ExpectedScreen) -> Remedy {
    guard let member = expected.branding.first(where: { Excerpt($0.matcher.range) == mismatch.place }),
      case .text(let text)? = screen.branding.first(where: { $0.name == member.name.value })?.value
    else { return refusal(of: mismatch) }
    return reworded(mismatch, to: text, of: "the branding '\(member.name.value)'", expected)
  }
}
