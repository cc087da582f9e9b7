import Encodings

extension WorldState {
  /// What the server says of answers that a form's widgets do not allow; empty where all is well.
  ///
  /// Phone numbers may be any text, and so may an address that is typed into an `input`: no source says what they have to look like.
  func missing(in answer: JSONValue, form id: String, session: Session) -> [SaidMessage] {
    guard let place = tenant.flow.states[session.state].screen, let form = tenant.rules[place].form(id) else { return [] }
    let truth = truth(in: session)
    var said: [SaidMessage] = []
    for widget in form.widgets where widget.type.takesAnswer && !widget.isReadOnly && truth.holds(widget.condition) {
      let value = answer.value(at: widget.path)
      let phrase: Int?
      if let value, value.isSomething || !widget.isRequired {
        phrase = isAllowed(value, by: widget, truth) ? nil : tenant.phrases.invalid
      } else {
        phrase = widget.isRequired ? tenant.phrases.required : nil
      }
      if let phrase { said.append(SaidMessage(message: phrase, form: id, widget: widget.id)) }
    }
    return said
  }

  private func isAllowed(_ value: JSONValue, by widget: ScreenWidget, _ truth: FlowTruth) -> Bool {
    switch widget.type {
    case .input, .phone, .date, .password, .passcode: return value.stringValue.map(widget.text.allow) ?? false
    case .checkbox: return value.boolValue != nil
    case .select: return value.stringValue.map { $0.isEmpty || isOption($0, of: widget, truth) } ?? false
    case .multiSelect:
      guard let elements = value.arrayValue else { return false }
      return elements.count >= widget.minimum ?? 0 && elements.count <= widget.maximum ?? Int.max
        && elements.allSatisfy { $0.stringValue.map { isOption($0, of: widget, truth) } ?? false }
    case .static, .submit, .close: return true
    }
  }

  private func isOption(_ text: String, of widget: ScreenWidget, _ truth: FlowTruth) -> Bool {
    widget.options.contains { truth.holds($0.condition) && self.text($0.value, in: truth.session) == text }
  }
}
