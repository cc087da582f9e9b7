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

extension WidgetDefinition {
  /// Whether its file says that it has to be filled in.
  package var isRequired: Bool {
    guard case .scalar(let scalar)? = attributes.first(where: { $0.name == "required" })?.value else { return false }
    return scalar.kind == .boolean(true)
  }

  /// Whether it is a field that a person may leave empty: passwords and codes are asked for in every dialect.
  var isOptional: Bool {
    !isRequired && ["input", "phone", "date", "select"].contains(type.value)
      && !attributes.contains { $0.name == "readonly" }
  }
}
