package import Diagnostics
package import LocatedYAML

/// How a screen looks: forms, widgets, labels. Nothing here decides where a journey goes.
package struct ScreenDefinition: DialectKeyed, Sendable {
  package var id: Located<String>
  package var forms: [FormDefinition]
  /// What only some dialect has, in the order written.
  package var own: [YAMLMapping.Entry] = []
}

/// A form of a screen.
package struct FormDefinition: Sendable {
  package var id: Located<String>
  /// When it is there at all.
  package var condition: YAMLScalar?
  package var widgets: [WidgetDefinition]
}

/// A widget of a form.
package struct WidgetDefinition: Sendable {
  package var id: Located<String>
  package var type: Located<String>
  /// When it is there at all.
  package var condition: YAMLScalar?
  /// Everything else, in the order written.
  package var attributes: [YAMLMapping.Entry]
}
