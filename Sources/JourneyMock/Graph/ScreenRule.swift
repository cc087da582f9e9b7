/// What the machine knows of a screen; how it is sent is its speech's business.
package struct ScreenRule: Sendable {
  package var id: String
  package var forms: [ScreenForm]

  package init(id: String, forms: [ScreenForm]) {
    self.id = id
    self.forms = forms
  }

  /// The form of this id.
  package func form(_ id: String) -> ScreenForm? { forms.first { $0.id == id } }
}

/// A form of a screen, and when it is there.
package struct ScreenForm: Sendable {
  package var id: String
  package var condition: Guard
  /// The ids of the widgets on which a message can stand.
  package var messagePlaces: [String]

  package init(id: String, condition: Guard, messagePlaces: [String]) {
    self.id = id
    self.condition = condition
    self.messagePlaces = messagePlaces
  }
}
