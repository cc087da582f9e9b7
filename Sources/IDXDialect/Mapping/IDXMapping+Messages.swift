import JourneyModel

extension IDXMapping {
  /// The screen's own messages and those of fields, each once; those within options stand on their choices.
  func messages(of forms: [Form], _ wires: [FormID: IDXForm]) -> [Message] {
    var seen = Set<Message>()
    var messages = response.messages.map { Message($0, scope: .page) }
    for form in forms {
      for field in wires[form.id]?.fields.outsideOptions ?? [] { messages += Self.messages(on: field, form: form.id) }
    }
    return messages.filter { seen.insert($0).inserted }
  }

  static func messages(on field: IDXField, form: FormID) -> [Message] {
    field.messages.map { Message($0, scope: .widget(form, field.id)) }
  }
}

extension Message {
  init(_ wire: IDXMessage, scope: Scope) {
    let level = MessageLevel(word: wire.level?.lowercased() ?? "unknown")
    self.init(level: level, text: RichText(wire.text), key: wire.key, scope: scope)
  }
}

extension [IDXField] {
  /// The fields that can carry a message of their own, nested forms taken apart, options left as they are.
  fileprivate var outsideOptions: [IDXField] {
    flatMap { field in
      if case .form(let inner) = field.content { return [field] + inner.outsideOptions }
      return [field]
    }
  }
}
