import Encodings
import JourneyMock

extension FlowDialogue {
  /// What the server says of answers that a form's widgets do not allow; empty if all is well.
  ///
  /// Phone numbers may be any text, and so may an address that is typed into an `input`: no source says what they have to look like.
  func missing(in answer: JSONValue, form: FlowFormRule?, session: Session, _ world: WorldState) -> [SaidMessage] {
    guard let form else { return [] }
    let truth = world.truth(in: session)
    var said: [SaidMessage] = []
    for widget in form.widgets where widget.type.takesAnswer && !widget.isReadOnly && truth.holds(widget.condition) {
      let value = answer.value(at: widget.path)
      let phrase: Int?
      if let value, value.isSomething || !widget.isRequired {
        phrase = isAllowed(value, by: widget, truth, world) ? nil : phrases.invalid
      } else {
        phrase = widget.isRequired ? phrases.required : nil
      }
      if let phrase { said.append(SaidMessage(message: phrase, form: form.id, widget: widget.id)) }
    }
    return said
  }

  private func isAllowed(_ value: JSONValue, by widget: FlowWidgetRule, _ truth: GraphTruth, _ world: WorldState) -> Bool {
    func isOption(_ text: String) -> Bool {
      widget.options.contains { truth.holds($0.condition) && world.text($0.value, in: truth.session) == text }
    }
    switch widget.type {
    case .input, .phone, .date, .password, .passcode: return value.stringValue.map(widget.text.allow) ?? false
    case .checkbox: return value.boolValue != nil
    case .select: return value.stringValue.map { $0.isEmpty || isOption($0) } ?? false
    case .multiSelect:
      guard let elements = value.arrayValue else { return false }
      return elements.count >= widget.minimum ?? 0 && elements.count <= widget.maximum ?? Int.max
        && elements.allSatisfy { $0.stringValue.map(isOption) ?? false }
    case .static, .submit, .close: return true
    }
  }
}
