import JourneyModel

/// Makes a form's body of a person's answers, as one of the vendor's apps would.
struct FlowSubmission {
  /// Why answers cannot be posted, in a sentence.
  struct Problem: Error, Sendable, Hashable {
    let sentence: String
  }

  let app: FlowAppProfile
  /// What the authenticator made for the widgets that ask for a passkey.
  var credentials: [WidgetID: Value] = [:]

  /// The body of a form on the screen; answers to ids that the form does not have are refused unless it is forced.
  func body(of form: Form?, _ submission: Submission) throws(Problem) -> Value {
    var body = FlowBody()
    if let form, !submission.isForced { try fill(&body, from: form, submission) }
    try fillRest(&body, form: form, submission)
    return body.value
  }

  private func fill(_ body: inout FlowBody, from form: Form, _ submission: Submission) throws(Problem) {
    for widget in form.widgets {
      let value =
        if let answer = submission.answers.first(where: { $0.widget == widget.id }) {
          try posted(answer.value, widget: widget)
        } else {
          untouched(widget)
        }
      if let value { try set(widget.id, to: value, in: &body) }
    }
  }

  /// The answers that no widget of the form took: all of them if forced, else an error.
  private func fillRest(_ body: inout FlowBody, form: Form?, _ submission: Submission) throws(Problem) {
    for answer in submission.answers {
      if submission.isForced {
        try set(answer.widget, to: forced(answer.value, widget: form?.widget(answer.widget)), in: &body)
      } else if form?.widget(answer.widget) == nil {
        throw Problem(sentence: "form '\(submission.form)' has no widget '\(answer.widget)'")
      }
    }
  }

  private func set(_ id: WidgetID, to value: Value, in body: inout FlowBody) throws(Problem) {
    do {
      try body.set(id.text, to: value)
    } catch {
      throw Problem(
        sentence: "'\(error.first)' and '\(error.second)' cannot both be posted: one would be a value, the other an object of that name")
    }
  }

  /// What an answered widget posts; `nil` if the app leaves it out.
  private func posted(_ answer: AnswerValue, widget: Widget) throws(Problem) -> Value? {
    switch answer {
    case .nothing, .text(""): return emptyValue
    case .text(let text): return typed(text, widget: widget)
    case .secret(let secret): return .secret(secret)
    case .bool(let flag): return .bool(flag)
    case .number(let spelling): return typed(spelling, widget: widget)
    case .list(let values): return .list(values.map { chosen($0, widget: widget) })
    case .choice(let facts):
      let names = facts.map { "'\($0.name)'" }.joined(separator: ", ")
      throw Problem(sentence: "a choice of '\(widget.id)' is selected by its value or label; it has no \(names)")
    case .credential:
      guard let credential = credentials[widget.id] else { throw Problem(sentence: "widget '\(widget.id)' asks for no passkey") }
      return credential
    }
  }

  /// As the scenario wrote it, past what the widget asks for.
  private func forced(_ answer: AnswerValue, widget: Widget?) throws(Problem) -> Value {
    switch answer {
    case .nothing: return .null
    case .text(let text): return widget.map { typed(text, widget: $0) } ?? .text(text)
    case .secret(let secret): return .secret(secret)
    case .bool(let flag): return .bool(flag)
    case .number(let spelling): return .number(spelling)
    case .list(let values): return .list(values)
    case .choice(let facts): return .map(facts)
    case .credential: throw Problem(sentence: "a passkey cannot be forced")
    }
  }

  /// A text in the place of a widget: hidden input is a secret, a label represents its choice.
  private func typed(_ text: String, widget: Widget) -> Value {
    switch widget.kind {
    case .entry(let entry) where entry.purpose == .password || entry.purpose == .passcode:
      return .secret(Secret(text, name: "answer to '\(widget.id)'", source: .project))
    case .choice(let list):
      let value = chosen(.text(text), widget: widget)
      return list.takesSeveral ? .list([value]) : value
    case .entry, .toggle, .output, .submitter, .close, .credential, .unknown: return .text(text)
    }
  }

  private func chosen(_ value: Value, widget: Widget) -> Value {
    guard case .choice(let list) = widget.kind, !list.choices.contains(where: { $0.value == value }) else { return value }
    return list.choices.first { $0.label.map { .text($0.visible) } == value }?.value ?? value
  }

  private var emptyValue: Value? {
    switch app.emptyField {
    case .null: .null
    case .leftOut: nil
    case .emptyText: .text("")
    }
  }

  private func sendsReadOnly(_ widget: Widget) -> Bool {
    guard case .choice(let list) = widget.kind, list.takesSeveral else { return app.sendsReadOnly }
    return app.sendsReadOnly || app.sendsReadOnlyLists
  }

  /// What an untouched widget posts; `nil` for nothing.
  private func untouched(_ widget: Widget) -> Value? {
    if widget.kind.isReadOnly, !sendsReadOnly(widget) { return nil }
    // What is not drawn sets no value: those apps that take every value from the answer do so all the same.
    if !widget.isVisible, app.untouched == .typed { return nil }
    switch widget.kind {
    case .entry(let entry):
      guard let value = entry.value, !value.isEmpty, entry.purpose != .password else { return nil }
      return .text(value)
    case .toggle(let toggle):
      if app.impliesHiddenCheckbox, widget.isVisible, widget.isLabelOnly { return true }
      return app.untouched == .all ? .bool(toggle.isOn) : nil
    case .choice(let list):
      guard app.untouched == .all else { return nil }
      return list.takesSeveral ? .list(list.selected) : list.selected.first
    case .output, .submitter, .close, .credential, .unknown: return nil
    }
  }
}

extension Widget {
  /// Whether it is a checkbox without a box: only a text that is agreed to by going on.
  fileprivate var isLabelOnly: Bool {
    guard let render = extras.first(where: { $0.name == "render" }) else { return false }
    return render.value["type"] == "checkboxHidden"
  }
}
