import Diagnostics
import Encodings
import JourneyMock
import LocatedYAML

extension TenantCompiler {
  /// The widget with everything that the vendor's apps need, also where the file does not say it.
  mutating func widget(_ definition: WidgetDefinition) -> CompiledWidget? {
    guard let type = FlowWidgetType(rawValue: definition.type.value) else {
      let known = FlowWidgetType.allCases.map(\.rawValue)
      report(
        .unknownWidgetType, "unknown widget type '\(definition.type.value)'; expected one of \(known.joined(separator: ", "))",
        definition.type.range, suggestion: ClosestMatch.of(definition.type.value, in: known).map { "did you mean '\($0)'?" })
      return nil
    }
    var widget = CompiledWidget(
      id: definition.id.value, type: type, condition: condition(definition.condition), attributes: [], options: [], mustContain: [])
    var written: [FlowWidgetAttribute: [ScreenNode]] = [:]
    for entry in definition.attributes {
      guard let attribute = FlowWidgetAttribute(rawValue: entry.name), type.attributes.contains(attribute) else {
        if !reportRequired(entry, of: type) {
          reportUnknown(.unknownAttribute, entry.key, "attribute", type.attributes.map(\.rawValue), where: " of \(type.rawValue)")
        }
        continue
      }
      written[attribute] = nodes(attribute, entry.value, for: &widget)
      if attribute == .regex { widget.pattern = pattern(entry.value) }
    }
    for (attribute, node) in type.defaults where written[attribute] == nil { written[attribute] = [node] }
    if type == .multiSelect { Self.completeBounds(&written, choices: widget.options.count) }
    // One of the vendor's apps cannot read a password's rules without the kinds of characters, be there none.
    if type == .password, written[.mustContain] == nil, written.keys.contains(where: { $0.place == .validator }) {
      written[.mustContain] = [.literal([])]
    }
    if let render = type.defaultRender, written[.render] == nil { written[.render] = [.literal(.string(render))] }
    if type == .checkbox, written[.labelType] == nil { written[.labelType] = [.literal("text")] }
    for attribute in FlowWidgetAttribute.allCases {
      if let nodes = written[attribute] { widget.attributes.append((attribute, nodes)) }
    }
    return widget
  }

  /// The pattern that answers are held against; one that cannot be read here is sent as it is and checked by the apps alone.
  private mutating func pattern(_ node: YAMLNode) -> Pattern? {
    guard case .scalar(let scalar) = node, scalar.kind != .nothing else { return nil }
    do throws(PatternError) {
      return try Pattern(scalar.text)
    } catch {
      diagnostics.append(
        Diagnostic(
          .badRegularExpression, "the mock cannot check this pattern and accepts every answer: \(error)", at: scalar.range,
          severity: .warning))
      return nil
    }
  }

  /// Says that what is written of a password or a code is so anyway.
  private mutating func reportRequired(_ entry: YAMLMapping.Entry, of type: FlowWidgetType) -> Bool {
    guard entry.name == FlowWidgetAttribute.required.rawValue, type == .password || type == .passcode else { return false }
    report(.unknownAttribute, "a \(type.rawValue) is always required", entry.key.range, suggestion: "leave 'required' out")
    return true
  }

  /// Some of the vendor's apps cannot read a list with one of the two bounds.
  private static func completeBounds(_ written: inout [FlowWidgetAttribute: [ScreenNode]], choices: Int) {
    guard written[.minSelectable] != nil || written[.maxSelectable] != nil else { return }
    if written[.minSelectable] == nil { written[.minSelectable] = [.literal(.integer(0))] }
    if written[.maxSelectable] == nil { written[.maxSelectable] = [.literal(.integer(choices))] }
  }

  /// The attribute's value: one node, or one for each language.
  private mutating func nodes(
    _ attribute: FlowWidgetAttribute, _ node: YAMLNode, for widget: inout CompiledWidget
  ) -> [ScreenNode] {
    switch attribute.shape {
    case .localText: return localNodes(node)
    case .word: return [.literal(.string(text(node)?.text ?? ""))]
    case .flag: return [.literal(.bool(flag(node)))]
    case .number: return [.literal(.integer(wholeNumber(node)))]
    case .words:
      widget.mustContain = words(node)
      return [.literal(.array(widget.mustContain.map { .string($0) }))]
    case .options: return options(node, for: &widget)
    case .value:
      switch widget.type {
      case .checkbox: return [.literal(.bool(flag(node)))]
      case .multiSelect: return [.literal(.array(words(node).map { .string($0) }))]
      case .static, .input, .password, .select, .phone, .passcode, .date, .submit, .close: return localNodes(node)
      }
    }
  }

  private mutating func localNodes(_ node: YAMLNode) -> [ScreenNode] {
    guard let text = LocalText.decode(node, diagnostics: &diagnostics) else { return [.literal("")] }
    return texts(text).map { .text($0) }
  }

  /// A list of `{value, label, when}`.
  private mutating func options(_ node: YAMLNode, for widget: inout CompiledWidget) -> [ScreenNode] {
    guard case .sequence(let sequence) = node else {
      report(.wrongType, "options are a list of {value, label}", node.range)
      return [.list([])]
    }
    var lists = definition.languageNames.map { _ in [ScreenNode.Element]() }
    for item in sequence.items {
      guard case .mapping(let option) = item, let value = option["value"].flatMap({ self.text($0) }) else {
        report(.wrongType, "an option is {value, label}", item.range)
        continue
      }
      for entry in option.entries where !["value", "label", "when"].contains(entry.name) {
        reportUnknown(.unknownKey, entry.key, "key of an option", ["value", "label", "when"])
      }
      let condition = condition(option["when"].flatMap { self.text($0) })
      let template = template(value)
      widget.options.append(FlowOptionRule(value: template, condition: condition))
      let labels = option["label"].map { localNodes($0) } ?? lists.map { _ in .text(template) }
      for language in lists.indices {
        let node = ScreenNode.object([
          .init("type", .literal("item")), .init("label", labels[min(language, labels.count - 1)]), .init("value", .text(template)),
        ])
        lists[language].append(ScreenNode.Element(condition: condition, node: node))
      }
    }
    return lists.map { .list($0) }
  }
}
