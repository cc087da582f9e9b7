import Diagnostics

/// A dialect as far as tenants' files go: its own keys and messages, and what it makes of their forms.
package protocol TenantDialect: Sendable {
  /// The dialect's name, as tenants.yaml and scenarios write it, e.g. `journey-flow`.
  var dialect: String { get }
  /// What its tenants' files may say in addition to what every tenant's may.
  var keys: SpeechKeys { get }
  /// The names of the messages that the server says itself, whatever the graph says.
  var phrases: [String] { get }
  /// The facts of a session that requests set, and no edge of the graph.
  var givenFacts: [String] { get }

  /// What conditions may name of the answers to a form.
  func answers(to form: FormDefinition) -> [String]
  /// The widgets of a form on which a message can stand.
  func messagePlaces(on form: FormDefinition) -> [String]
  /// Whether a response has room for one message on a widget, and for one on the whole screen.
  var sendsOneMessageEach: Bool { get }
  /// Whether the graph has to say what a form does; not so of one that only leaves.
  func needsRules(_ form: FormDefinition) -> Bool
  /// Whether a person submits the form with the widget.
  func submits(_ widget: WidgetDefinition) -> Bool
  /// The methods of which a person chooses one with an option of a widget of this type; `nil` where there are none to choose.
  func methods(of option: String, in type: String) -> [String]?
  /// Whether a widget that does not say `required` may say so.
  func mayRequire(_ widget: WidgetDefinition) -> Bool
}

extension TenantDialect {
  package var keys: SpeechKeys { SpeechKeys() }
  package var phrases: [String] { [] }
  package var givenFacts: [String] { ["session.prompt"] }
  package func answers(to form: FormDefinition) -> [String] { form.widgets.map(\.id.value) }
  package func messagePlaces(on form: FormDefinition) -> [String] { form.widgets.map(\.id.value) }
  package var sendsOneMessageEach: Bool { false }
  package func needsRules(_ form: FormDefinition) -> Bool { true }
  package func submits(_ widget: WidgetDefinition) -> Bool { false }
  package func methods(of option: String, in type: String) -> [String]? { nil }
  package func mayRequire(_ widget: WidgetDefinition) -> Bool { false }
}
