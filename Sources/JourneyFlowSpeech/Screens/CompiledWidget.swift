import Encodings
import JourneyMock

/// A form whose names are looked up, not yet written in a language.
struct CompiledForm {
  var id: String
  var condition: Guard
  var widgets: [CompiledWidget]

  var rule: FlowFormRule { FlowFormRule(id: id, condition: condition, widgets: widgets.map(\.rule)) }

  func element(language: Int, isMinimal: Bool) -> ScreenNode.Element {
    let widgets = widgets.map { ScreenNode.Element(condition: $0.condition, node: $0.node(language: language, isMinimal: isMinimal)) }
    return ScreenNode.Element(
      condition: condition,
      node: .object([
        ScreenNode.Member("type", .literal("form")), ScreenNode.Member("id", .literal(.string(id))),
        ScreenNode.Member("widgets", .list(widgets)),
      ]))
  }
}

/// A widget whose names are looked up, not yet written in a language.
struct CompiledWidget {
  var id: String
  var type: FlowWidgetType
  var condition: Guard
  /// With a node for each language, or one for all.
  var attributes: [(attribute: FlowWidgetAttribute, nodes: [ScreenNode])]
  var options: [FlowOptionRule]
  var mustContain: [String]
  /// `regex` where it can be read.
  var pattern: Pattern?

  /// What the server checks of it.
  var rule: FlowWidgetRule {
    FlowWidgetRule(
      id: id, path: Names.path(id), type: type, condition: condition, isReadOnly: isTrue(.readonly),
      isRequired: isTrue(.required) || type == .password || type == .passcode || type.isCredential, text: textRules,
      minimum: number(.minSelectable),
      maximum: number(.maxSelectable), options: options, ceremony: ceremony)
  }

  private var ceremony: FlowCeremony? {
    guard type.isCredential else { return nil }
    return FlowCeremony(
      widget: id, isEnrolment: type.isEnrolment, isSecurityKey: literal(.authenticatorType)?.stringValue == "securityKey")
  }

  private var textRules: TextRules {
    var rules = TextRules()
    rules.minimum = number(.minLength)
    rules.maximum = number(.maxLength)
    rules.length = number(.length)
    rules.mustContain = mustContain
    rules.pattern = pattern
    rules.restricted = literal(.restrictedCharacters)?.stringValue ?? ""
    rules.maxRepetitionLength = number(.maxRepeatedCharacters)
    rules.maxSequenceLength = number(.maxNumericCharacterSequences)
    rules.isDate = type == .date
    rules.format = type == .phone ? .phone : literal(.format)?.stringValue.flatMap(TextRules.Format.init)
    rules.earliest = literal(.notBefore)?.stringValue
    rules.latest = literal(.notAfter)?.stringValue
    return rules
  }

  /// The widget's JSON.
  func node(language: Int, isMinimal: Bool) -> ScreenNode {
    var widget = [ScreenNode.Member("type", .literal(.string(type.rawValue))), ScreenNode.Member("id", .literal(.string(id)))]
    var validator: [ScreenNode.Member] = []
    var render: [ScreenNode.Member] = []
    for (attribute, nodes) in attributes {
      let member = ScreenNode.Member(attribute.member, nodes.count == 1 ? nodes[0] : nodes[language])
      switch attribute.place {
      case .widget: widget.append(member)
      case .validator: validator.append(member)
      case .render: render.append(member)
      case .server: break
      }
    }
    if let ceremony {
      widget.append(ScreenNode.Member(type.isEnrolment ? "enrollOptions" : "assertionOptions", .ceremony(ceremony)))
    }
    if !validator.isEmpty { widget.append(ScreenNode.Member("validator", .object(validator))) }
    if !isMinimal, !render.isEmpty { widget.append(ScreenNode.Member("render", .object(render))) }
    return .object(widget)
  }

  private func literal(_ attribute: FlowWidgetAttribute) -> JSONValue? {
    guard let found = attributes.first(where: { $0.attribute == attribute }), case .literal(let value) = found.nodes[0] else { return nil }
    return value
  }

  private func isTrue(_ attribute: FlowWidgetAttribute) -> Bool { literal(attribute)?.boolValue ?? false }
  private func number(_ attribute: FlowWidgetAttribute) -> Int? { literal(attribute)?.intValue }
}
