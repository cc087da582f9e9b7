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
    if type == .password, written.keys.contains(where: { $0.place == .validator }) {
      // One of the vendor's apps cannot read a password's rules without the kinds of characters, be there none.
      if written[.mustContain] == nil { written[.mustContain] = [.literal([])] }
      for rule in FlowWidgetType.passwordRules where written[rule] == nil { written[rule] = [.literal(.null)] }
    }
    if let render = type.defaultRender, written[.render] == nil { written[.render] = [.literal(.string(render))] }
    if type == .checkbox, written[.labelType] == nil { written[.labelType] = [.literal("text")] }
    for attribute in type.nulls(render: Self.word(written[.render])) where written[attribute] == nil {
      written[attribute] = [.literal(.null)]
    }
    for attribute in FlowWidgetAttribute.allCases {
      if let nodes = written[attribute] { widget.attributes.append((attribute, nodes)) }
    }
    return widget
  }

  private static func word(_ nodes: [ScreenNode]?) -> String? {
    guard case .literal(let value)? = nodes?.first else { return nil }
    return value.stringValue
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
    case .word:
      if attribute == .format { checkFormat(node) }
      return [.literal(.string(text(node)?.text ?? ""))]
    case .hint: return [.literal(hint(node))]
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
      case .input, .phone, .date, .select:
        return localNodes(node).map { if case .text(let text) = $0 { .textOrNull(text) } else { $0 } }
      case .static, .password, .passcode, .submit, .close, .passkeyLogin, .passkeyEnroll, .webauthnLogin, .webauthnEnroll:
        return localNodes(node)
      }
    }
  }

  private mutating func localNodes(_ node: YAMLNode) -> [ScreenNode] {
    guard let text = LocalText.decode(node, diagnostics: &diagnostics) else { return [.literal("")] }
    return texts(text).map { .text($0) }
  }

  private mutating func checkFormat(_ node: YAMLNode) {
    guard let text = text(node) else { return }
    let known = TextRules.Format.allCases.map(\.rawValue)
    if !known.contains(text.text) { reportUnknown(.badValue, Located(text.text, at: text.range), "format", known) }
  }

  /// `{icon, variant}`, by which apps draw a button.
  private mutating func hint(_ node: YAMLNode) -> JSONValue {
    let known = ["icon", "variant"]
    guard case .mapping(let mapping) = node else {
      report(.wrongType, "a hint is {icon, variant}", node.range)
      return .null
    }
    for entry in mapping.entries where !known.contains(entry.name) { reportUnknown(.unknownKey, entry.key, "key of a hint", known) }
    return .object(known.compactMap { name in mapping[name].flatMap { text($0) }.map { JSONValue.Member(name, .string($0.text)) } })
  }

  /// A list of `{value, label, when}` and of groups `{label, options, when}`.
  private mutating func options(_ node: YAMLNode, for widget: inout CompiledWidget) -> [ScreenNode] {
    optionLists(node, below: .always, for: &widget).map { .list($0) }
  }

  /// - Parameter outer: the condition of the groups around.
  /// - Returns: the elements, by language.
  private mutating func optionLists(_ node: YAMLNode, below outer: Guard, for widget: inout CompiledWidget) -> [[ScreenNode.Element]] {
    var lists = definition.languageNames.map { _ in [ScreenNode.Element]() }
    guard case .sequence(let sequence) = node else {
      report(.wrongType, "options are a list of {value, label}", node.range)
      return lists
    }
    for item in sequence.items {
      guard case .mapping(let option) = item, let nodes = optionNodes(option, below: outer, for: &widget) else {
        report(.wrongType, "an option is {value, label}, a group of them {label, options}", item.range)
        continue
      }
      for language in lists.indices { lists[language].append(nodes[language]) }
    }
    return lists
  }

  /// One option or group, by language; `nil` for what is neither.
  private mutating func optionNodes(
    _ option: YAMLMapping, below outer: Guard, for widget: inout CompiledWidget
  ) -> [ScreenNode.Element]? {
    let value = option["value"].flatMap { text($0) }
    let isGroup = value == nil && option["options"] != nil
    guard isGroup || value != nil else { return nil }
    let known = [isGroup ? "options" : "value", "label", "when"]
    for entry in option.entries where !known.contains(entry.name) {
      reportUnknown(.unknownKey, entry.key, isGroup ? "key of a group of options" : "key of an option", known)
    }
    let condition = condition(option["when"].flatMap { text($0) })
    let label = option["label"].map { localNodes($0) }
    let template = value.map { self.template($0) } ?? TextTemplate("")
    let all = outer == .always ? condition : .all([outer, condition])
    var inner: [[ScreenNode.Element]] = []
    if isGroup, let options = option["options"] {
      inner = optionLists(options, below: all, for: &widget)
    } else {
      widget.options.append(FlowOptionRule(value: template, condition: all))
    }
    return definition.languageNames.indices.map { language in
      let text = label.map { $0[min(language, $0.count - 1)] } ?? .text(template)
      let last = isGroup ? ScreenNode.Member("options", .list(inner[language])) : ScreenNode.Member("value", .text(template))
      let node = ScreenNode.object([.init("type", .literal(isGroup ? "group" : "item")), .init("label", text), last])
      return ScreenNode.Element(condition: condition, node: node)
    }
  }
}
