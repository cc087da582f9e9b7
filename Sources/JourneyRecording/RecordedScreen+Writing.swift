package import JourneyModel

extension RecordedScreen {
  /// What a step expects of a screen by default: its id, and the messages that would fail the walk if no step expected them.
  ///
  /// - Parameter volatile: texts that other walks have not, such as an address that was made up.
  package init(_ screen: Screen, volatile: [String]) {
    self.init(id: screen.id.text)
    let strict = screen.messages.filter(\.level.mustBeExpected)
    let nested = screen.forms.flatMap(\.everyWidget).contains { widget in
      guard case .choice(let list) = widget.kind else { return false }
      return list.choices.contains { choice in choice.messages.contains(where: \.level.mustBeExpected) }
    }
    if nested || strict.contains(where: { Self.isVolatile($0.text.visible, volatile) }) { hasOtherMessages = true }
    if !hasOtherMessages { messages = strict.map(Message.init) }
  }

  /// Expects every message of the screen, of any level.
  package mutating func expectMessages(of screen: Screen, volatile: [String]) {
    guard !hasOtherMessages else { return }
    messages = screen.messages.filter { !Self.isVolatile($0.text.visible, volatile) }.map(Message.init)
  }

  /// Expects the fields of a form: their type, their label, and whether they have to be filled in.
  ///
  /// - Parameters:
  ///   - isWritten: which of its fields; those that other forms of the screen have too are left out.
  ///   - types: the words that the dialect has for types.
  package mutating func expectFields(
    of form: Form, on screen: Screen, types: [String], volatile: [String], where isWritten: (JourneyModel.Widget) -> Bool
  ) {
    for field in form.fields where isWritten(field) {
      let owners = screen.forms.filter { form in form.everyWidget.contains { $0.id == field.id } }
      guard owners.count == 1, !widgets.contains(where: { $0.id == field.id.text }) else { continue }
      let label = field.label.map(\.visible).flatMap { Self.isVolatile($0, volatile) || $0.isEmpty ? nil : $0 }
      widgets.append(
        Widget(
          id: field.id.text, type: types.contains(field.typeName) ? field.typeName : nil, label: label, isRequired: field.kind.isRequired))
    }
  }

  /// Expects exactly the widgets that the screen has.
  package mutating func expectOnlyWidgets(of screen: Screen) {
    onlyWidgets = screen.widgetsInOrder.filter(\.widget.isVisible).map(\.widget.id.text)
  }

  private static func isVolatile(_ text: String, _ volatile: [String]) -> Bool {
    volatile.contains { !$0.isEmpty && text.contains($0) }
  }
}

extension RecordedScreen.Message {
  fileprivate init(_ message: JourneyModel.Message) {
    let scope =
      switch message.scope {
      case .page, .form: "global"
      case .widget(_, let widget): widget.text
      }
    self.init(scope: scope, level: message.level, text: message.text.visible)
  }
}
