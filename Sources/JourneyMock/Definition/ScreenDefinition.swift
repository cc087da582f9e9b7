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

  /// The number of an attribute, such as `maxLength`; `nil` for one that it does not have.
  package func limit(_ name: String) -> Int? {
    guard case .scalar(let limit)? = attributes.first(where: { $0.name == name })?.value else { return nil }
    return Int(limit.text)
  }

  /// Whether a text has as many characters as it takes.
  func takes(lengthOf text: String) -> Bool { text.count >= limit("minLength") ?? 0 && text.count <= limit("maxLength") ?? .max }

  /// Whether it is a field that a person may leave empty: passwords and codes are asked for in every dialect.
  var isOptional: Bool {
    !isRequired && ["input", "phone", "date", "select"].contains(type.value)
      && !attributes.contains { $0.name == "readonly" }
  }
}
