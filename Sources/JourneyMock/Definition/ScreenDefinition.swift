package import Diagnostics
package import LocatedYAML

/// How a screen looks: forms, widgets, labels. Nothing here decides where a journey goes.
package struct ScreenDefinition: Sendable {
  package var id: Located<String>
  package var forms: [FormDefinition]
  /// What only some dialect has, in the order written.
  package var own: [YAMLMapping.Entry] = []
}

/// What may have keys that only some dialect has.
package protocol DialectKeyed {
  /// In the order written.
  var own: [YAMLMapping.Entry] { get }
}

extension DialectKeyed {
  /// The value of a key that only some dialect has.
  package func own(_ name: String) -> YAMLNode? { own.first { $0.name == name }?.value }
}

extension ScreenDefinition: DialectKeyed {}
extension MessageDefinition: DialectKeyed {}
extension ClientDefinition: DialectKeyed {}

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
