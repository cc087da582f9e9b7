import Diagnostics
import LocatedYAML

/// How a screen looks: forms, widgets, labels, layout. Nothing here decides where a journey goes.
struct ScreenDefinition: Sendable {
  var id: Located<String>
  var forms: [FormDefinition]
  /// `nil` for all widgets below each other in the order written.
  var layout: YAMLNode?
  /// What it tells beside its forms, by name; of dialects whose screens have a context.
  var context: [YAMLMapping.Entry] = []
  /// How it asks the person's device who they are; of dialects whose screens do.
  var challenge: YAMLMapping?
}

/// A form of a screen.
struct FormDefinition: Sendable {
  var id: Located<String>
  /// When it is there at all.
  var condition: YAMLScalar?
  var widgets: [WidgetDefinition]
}

/// A widget of a form.
struct WidgetDefinition: Sendable {
  var id: Located<String>
  var type: Located<String>
  /// When it is there at all.
  var condition: YAMLScalar?
  /// Everything else, in the order written.
  var attributes: [YAMLMapping.Entry]
}
