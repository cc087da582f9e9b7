import Encodings
import JourneyMock

extension FlowDialogue {
  /// What the server says of answers that a form's widgets do not allow; empty if all is well.
  func missing(in answer: JSONValue, form: FlowFormRule?, session: Session, _ world: WorldState) -> [SaidMessage] {
    guard let form else { return [] }
    let truth = world.truth(in: session)
    var said: [SaidMessage] = []
    for widget in form.widgets where widget.type.takesAnswer && !widget.isReadOnly && truth.holds(widget.condition) {
      let value = answer.value(at: widget.path)
      let phrase: Int?
      if let value, value.isSomething || !widget.isRequired {
        phrase = refusal(of: value, by: widget, truth, world)
      } else {
        phrase = widget.isRequired ? phrases.required : nil
      }
      if let phrase { said.append(SaidMessage(message: phrase, form: form.id, widget: widget.id)) }
    }
    return said
  }

  /// The message about an answer that the widget does not take; `nil` if it takes it.
  private func refusal(of value: JSONValue, by widget: FlowWidgetRule, _ truth: GraphTruth, _ world: WorldState) -> Int? {
    func isOption(_ text: String) -> Bool {
      widget.options.contains { truth.holds($0.condition) && world.text($0.value, in: truth.session) == text }
    }
    switch widget.type {
    case .input, .phone, .date, .password, .passcode:
      guard let text = value.stringValue else { return phrases.invalid }
      return widget.text.breach(by: text).flatMap { phrases.words(for: $0) }
    case .checkbox: return value.boolValue == nil ? phrases.invalid : nil
    case .select: return value.stringValue.map { $0.isEmpty || isOption($0) } ?? false ? nil : phrases.invalid
    case .multiSelect:
      guard let elements = value.arrayValue else { return phrases.invalid }
      let isAllowed =
        elements.count >= widget.minimum ?? 0 && elements.count <= widget.maximum ?? Int.max
        && elements.allSatisfy { $0.stringValue.map(isOption) ?? false }
      return isAllowed ? nil : phrases.invalid
    case .passkeyLogin, .passkeyEnroll, .webauthnLogin, .webauthnEnroll: return value.objectValue == nil ? phrases.invalid : nil
    case .static, .submit, .close: return nil
    }
  }
}
