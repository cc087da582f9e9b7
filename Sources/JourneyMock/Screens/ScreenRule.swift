import Encodings

/// A screen ready to be sent, and what its server checks of an answer.
struct ScreenRule: Sendable {
  var id: String
  var forms: [ScreenForm]
  /// `screen`, `branding`, `forms`, `layout`, by language.
  var full: [JSONTemplate]
  /// The same without `branding`, `layout` and the widgets' `render`.
  var minimal: [JSONTemplate]
  /// The screen of an org that speaks in remediations; its forms are written from this, and not from a template.
  var engine: EngineScreen?

  func form(_ id: String) -> ScreenForm? { forms.first { $0.id == id } }
}

/// A form as the server knows it.
struct ScreenForm: Sendable {
  var id: String
  var condition: Guard
  var widgets: [ScreenWidget]
}

/// A widget as the server knows it: what it takes.
struct ScreenWidget: Sendable {
  var id: String
  /// The id split at its dots, as an answer is nested.
  var path: [String]
  var type: WidgetType
  var condition: Guard
  var isReadOnly: Bool
  var isRequired: Bool
  /// Of what is typed.
  var text = TextRules()
  /// The bounds of a list of several, in choices.
  var minimum: Int?
  var maximum: Int?
  var options: [ScreenOption]
}

/// One choice of a list.
struct ScreenOption: Sendable {
  var value: TextTemplate
  var condition: Guard
}
