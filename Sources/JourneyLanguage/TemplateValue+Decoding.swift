package import Diagnostics
internal import JourneyModel
package import LocatedYAML

/// How the plain words and numbers of a value are read.
package enum ScalarReading: Sendable, Hashable {
  /// `true`, `null` and `12` are what JSON takes them for.
  case typed
  /// All are texts, as they were spelled.
  case text
}

extension TemplateValue {
  /// The value that a node holds; what needs no binding is folded into constants.
  ///
  /// An empty value is reported and read as an empty text.
  package static func decode(
    _ node: YAMLNode, scalars: ScalarReading = .typed, diagnostics: inout [Diagnostic]
  ) -> TemplateValue {
    switch node {
    case .scalar(let scalar): return decode(scalar, scalars, diagnostics: &diagnostics)
    case .sequence(let sequence):
      var items: [TemplateValue] = []
      items.reserveCapacity(sequence.items.count)
      for item in sequence.items { items.append(decode(item, scalars: scalars, diagnostics: &diagnostics)) }
      return list(items, sequence.range).folded
    case .mapping(let mapping):
      if let name = Template.nameWithoutSign(mapping) {
        diagnostics.append(
          Diagnostic(
            .variableWithoutSign, "'{\(name)}' is a map here, not a variable", at: mapping.range, suggestion: "write \"${\(name)}\""))
        return constant("", mapping.range)
      }
      var members: [Member] = []
      members.reserveCapacity(mapping.entries.count)
      for entry in mapping.entries {
        members.append(Member(name: entry.key, value: decode(entry.value, scalars: scalars, diagnostics: &diagnostics)))
      }
      return map(members, mapping.range).folded
    }
  }

  private static func decode(
    _ scalar: YAMLScalar, _ reading: ScalarReading, diagnostics: inout [Diagnostic]
  ) -> TemplateValue {
    switch (scalar.kind, reading) {
    case (.nothing, _):
      diagnostics.append(Diagnostic(.emptyValue, "the value is empty", at: scalar.range, suggestion: "write \"\" for an empty text"))
      return constant("", scalar.range)
    case (.null, .typed): return constant(.null, scalar.range)
    case (.boolean(let flag), .typed): return constant(.bool(flag), scalar.range)
    case (.number, .typed): return constant(.number(scalar.text), scalar.range)
    case (.text, _), (.null, .text), (.boolean, .text), (.number, .text):
      let template = Template.parse(scalar, diagnostics: &diagnostics)
      return template.constant.map { constant(.text($0), scalar.range) } ?? text(template)
    }
  }

  /// The same value, as a constant where all of its parts are.
  private var folded: TemplateValue {
    switch self {
    case .constant, .text: return self
    case .list(let items, let range):
      var values: [Value] = []
      for item in items {
        guard let value = item.constant else { return self }
        values.append(value)
      }
      return .constant(.list(values), range)
    case .map(let members, let range):
      var values: [Value.Member] = []
      for member in members {
        guard let value = member.value.constant else { return self }
        values.append(Value.Member(member.name.value, value))
      }
      return .constant(.map(values), range)
    }
  }
}
