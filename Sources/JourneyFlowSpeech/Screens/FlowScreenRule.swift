import JourneyMock
import JourneyModel

/// A screen ready to be sent, and what its server checks of an answer.
struct FlowScreenRule: Sendable {
  var id: String
  var forms: [FlowFormRule]
  /// `screen`, `branding`, `forms`, `layout`, by language.
  var full: [JSONTemplate]
  /// The same without `branding`, `layout` and the widgets' `render`.
  var minimal: [JSONTemplate]

  /// The conditions of its forms, widgets and options, those left out that always hold.
  var conditions: [Guard] = []

  func form(_ id: String) -> FlowFormRule? { forms.first { $0.id == id } }

  /// What the machine knows of it.
  var rule: ScreenRule {
    ScreenRule(
      id: id, forms: forms.map { ScreenForm(id: $0.id, condition: $0.condition, messagePlaces: $0.widgets.map(\.id)) })
  }

  /// What scenarios may name of it.
  var outline: [ScreenOutline.FormOutline] {
    forms.map { form in
      ScreenOutline.FormOutline(
        id: FormID(form.id), widgets: form.widgets.map { ScreenOutline.WidgetOutline(id: WidgetID($0.id), type: $0.type.rawValue) })
    }
  }
}

extension FlowFormRule {
  /// Its own condition, and those of everything in it.
  fileprivate var conditions: [Guard] {
    [condition] + widgets.flatMap { widget in [widget.condition] + widget.options.map(\.condition) }
  }
}

extension FlowScreenRule {
  init(id: String, forms: [FlowFormRule]) {
    self.init(id: id, forms: forms, full: [], minimal: [], conditions: forms.flatMap(\.conditions).filter { $0 != .always })
  }
}

/// A form as the server knows it.
struct FlowFormRule: Sendable {
  var id: String
  var condition: Guard
  var widgets: [FlowWidgetRule]
}

/// A widget as the server knows it: what it takes.
struct FlowWidgetRule: Sendable {
  var id: String
  /// The id split at its dots, as an answer is nested.
  var path: [String]
  var type: FlowWidgetType
  var condition: Guard
  var isReadOnly: Bool
  var isRequired: Bool
  /// Of what is typed.
  var text = TextRules()
  /// The bounds of a list of several, in choices.
  var minimum: Int?
  var maximum: Int?
  var options: [FlowOptionRule]
  /// Of a widget for a credential.
  var ceremony: FlowCeremony?
}

/// One choice of a list.
struct FlowOptionRule: Sendable {
  var value: TextTemplate
  var condition: Guard
}
