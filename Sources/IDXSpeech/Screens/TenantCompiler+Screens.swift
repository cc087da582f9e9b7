import Diagnostics
import Encodings
import JourneyMock
import LocatedYAML

extension TenantCompiler {
  /// The screen of an org, in every language.
  mutating func idxScreen(_ definition: ScreenDefinition) -> IDXScreenRule {
    let (authenticator, methods) = concern(of: definition)
    var forms: [IDXFormRule] = []
    for form in definition.forms {
      if let form = idxForm(form) { forms.append(form) }
    }
    var screen = IDXScreenRule(
      id: definition.id.value, authenticator: authenticator, methods: methods, forms: forms, context: context(definition))
    // An org that asks for both at once means the password (okta/okta-signin-widget, `identify-with-password.json`).
    if authenticator == nil, forms.first?.identifiesByPassword ?? false {
      (screen.authenticator, screen.methods) = (.password, AuthenticatorKind.password.methods)
    }
    screen.challenge = mapping(definition.own("challenge"), "a challenge").map { challenge($0) } ?? []
    screen.settings = mapping(definition.own("settings"), "settings").map { $0.entries.map { .init($0.name, json($0.value)) } } ?? []
    checkName(of: screen, definition)
    return screen
  }

  /// What a file says, as a body says it: numbers and flags are none of texts.
  func json(_ node: YAMLNode) -> JSONValue {
    switch node {
    case .sequence(let sequence): return .array(sequence.items.map { json($0) })
    case .mapping(let mapping): return .object(mapping.entries.map { .init($0.name, json($0.value)) })
    case .scalar(let scalar):
      switch scalar.kind {
      case .boolean(let flag): return .bool(flag)
      case .number: return Int64(scalar.text).map { .integer($0) } ?? .string(scalar.text)
      case .nothing, .null: return .null
      case .text: return .string(scalar.text)
      }
    }
  }

  /// Texts by their names.
  private mutating func context(_ definition: ScreenDefinition) -> [IDXText] {
    var context: [IDXText] = []
    for entry in mapping(definition.own("context"), "a context")?.entries ?? [] {
      if let text = LocalText.decode(entry.value, diagnostics: &diagnostics) {
        context.append(IDXText(name: entry.name, texts: texts(text)))
      }
    }
    return context
  }

  /// The authenticator and the methods that the screen's id names.
  private mutating func concern(of screen: ScreenDefinition) -> (kind: AuthenticatorKind?, methods: [String]) {
    let parts = screen.id.value.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    guard parts.count > 1, parts[0] != "terminal", parts[0] != RemediationKind.redirectProvider.rawValue, screen.own("challenge") == nil
    else { return (nil, []) }
    guard let kind = AuthenticatorKind(rawValue: parts[1]) else {
      reportUnknown(.badValue, Located(parts[1], at: screen.id.range), "authenticator", AuthenticatorKind.allCases.map(\.rawValue))
      return (nil, [])
    }
    guard parts.count > 2 else { return (kind, kind.methods) }
    if !kind.methods.contains(parts[2]) {
      reportUnknown(.badValue, Located(parts[2], at: screen.id.range), "method", kind.methods, where: " of \(kind.rawValue)")
    }
    return (kind, [parts[2]])
  }

  /// A client names a screen by what is on it; an id that says something else would never be shown.
  private mutating func checkName(of screen: IDXScreenRule, _ definition: ScreenDefinition) {
    guard let first = screen.forms.first else {
      if !screen.id.hasPrefix("terminal/") {
        report(.badValue, "a screen without a form is named 'terminal/' and the key of its message", definition.id.range)
      }
      return
    }
    var name = first.id
    if first.kind.concernsDevice, let method = screen.challenge.first(where: { $0.name == "challengeMethod" })?.value.stringValue {
      name += "/\(method)"
    }
    if let kind = screen.authenticator, first.kind != .identify {
      name += "/\(kind.rawValue)"
      if screen.methods.count == 1, screen.methods[0] != kind.type, screen.methods[0] != kind.rawValue { name += "/\(screen.methods[0])" }
    }
    guard name != screen.id else { return }
    report(
      .badValue, "a screen is named by its first form and the authenticator it concerns", definition.id.range, suggestion: "write '\(name)'"
    )
  }

  /// Texts and lists of texts by their names on the wire; the method is needed.
  private mutating func challenge(_ mapping: YAMLMapping) -> [JSONValue.Member] {
    if mapping["challengeMethod"] == nil { report(.missingKey, "a challenge needs 'challengeMethod', e.g. LOOPBACK", mapping.range) }
    return mapping.entries.map { entry in
      if case .sequence = entry.value { return JSONValue.Member(entry.name, .array(words(entry.value).map { .string($0) })) }
      guard let scalar = scalar(entry.value) else {
        report(.wrongType, "'\(entry.name)' is a text or a list of texts", entry.value.range)
        return JSONValue.Member(entry.name, .null)
      }
      return JSONValue.Member(entry.name, .string(scalar.text))
    }
  }

  private mutating func idxForm(_ definition: FormDefinition) -> IDXFormRule? {
    guard let kind = RemediationKind(form: definition.id.value) else {
      reportUnknown(.unknownForm, definition.id, "remediation", RemediationKind.allCases.map(\.rawValue))
      return nil
    }
    var fields: [IDXFieldRule] = []
    for widget in definition.widgets {
      if let field = idxField(widget, isEnrolment: kind.isEnrolment) { fields.append(field) }
    }
    return IDXFormRule(id: definition.id.value, kind: kind, condition: condition(definition.condition), fields: fields)
  }

  private mutating func idxField(_ definition: WidgetDefinition, isEnrolment: Bool) -> IDXFieldRule? {
    guard let type = IDXFieldType(rawValue: definition.type.value) else {
      let known = IDXFieldType.allCases.map(\.rawValue)
      report(
        .unknownWidgetType, "unknown widget type '\(definition.type.value)'; expected one of \(known.joined(separator: ", "))",
        definition.type.range, suggestion: ClosestMatch.of(definition.type.value, in: known).map { "did you mean '\($0)'?" })
      return nil
    }
    var field = IDXFieldRule(
      id: definition.id.value, path: Names.path(definition.id.value), kind: .text, condition: condition(definition.condition),
      isRequired: false, labels: [], values: [])
    var options: [IDXOptionRule] = []
    var pickers: [PickerOption] = []
    var methods: [String] = []
    for entry in definition.attributes {
      guard let attribute = IDXFieldAttribute(rawValue: entry.name), type.attributes.contains(attribute) else {
        reportUnknown(.unknownAttribute, entry.key, "attribute", type.attributes.map(\.rawValue), where: " of \(type.rawValue)")
        continue
      }
      switch attribute {
      case .label: field.labels = localTexts(entry.value)
      case .value: field.values = localTexts(entry.value)
      case .required: field.isRequired = flag(entry.value)
      case .visible: field.isVisible = flag(entry.value)
      case .minLength: field.minimum = wholeNumber(entry.value)
      case .methods: methods = words(entry.value)
      case .options where type == .authenticators: pickers = pickerOptions(entry.value)
      case .options: options = idxOptions(entry.value, describes: type == .scopes)
      }
    }
    field.kind = type == .ceremony ? .ceremony(isEnrolment ? .create : .get) : Self.kind(type, options, pickers, methods)
    return field
  }

  private static func kind(
    _ type: IDXFieldType, _ options: [IDXOptionRule], _ pickers: [PickerOption], _ methods: [String]
  ) -> IDXFieldRule.Kind {
    switch type {
    case .text: .text
    case .password: .password
    case .checkbox: .checkbox
    case .carried: .carried
    case .choice: .choice(options)
    case .decision: .decision(options)
    case .authenticators: .picker(pickers)
    case .authenticator: .authenticator(methods: methods)
    case .channel: .channel(options)
    case .questions: .questions(options)
    case .provider: .provider
    case .scopes: .scopes(options)
    case .ceremony: .ceremony(.get)
    }
  }

  private mutating func localTexts(_ node: YAMLNode) -> [TextTemplate] {
    LocalText.decode(node, diagnostics: &diagnostics).map { texts($0) } ?? []
  }

  private mutating func idxOptions(_ node: YAMLNode, describes: Bool) -> [IDXOptionRule] {
    optionMaps(node, keys: ["value", "label", "when"] + (describes ? ["desc", "fixed"] : [])).map { option, value in
      IDXOptionRule(
        value: value.text, labels: option["label"].map { localTexts($0) } ?? [], descriptions: option["desc"].map { localTexts($0) } ?? [],
        isFixed: option["fixed"].map { flag($0) } ?? false, condition: condition(scalar(option["when"])))
    }
  }

  private mutating func pickerOptions(_ node: YAMLNode) -> [PickerOption] {
    var options: [PickerOption] = []
    for (option, value) in optionMaps(node, keys: ["value", "methods", "channels", "allowed_for", "grace", "when"]) {
      guard let kind = AuthenticatorKind(rawValue: value.text) else {
        let name = Located(value.text, at: value.range)
        reportUnknown(.badValue, name, "authenticator", AuthenticatorKind.allCases.map(\.rawValue))
        continue
      }
      let methods = option["methods"].map { words($0) } ?? kind.methods
      options.append(
        PickerOption(
          kind: kind, methods: methods, channels: option["channels"].map { words($0) } ?? [], policies: policies(of: option),
          condition: condition(scalar(option["when"]))))
    }
    return options
  }

  /// What the vendor's servers say that an authenticator may be used for.
  private static let uses = ["any", "sso", "recovery", "none"]

  private mutating func policies(of option: YAMLMapping) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let use = scalar(option["allowed_for"]) {
      if !Self.uses.contains(use.text) { reportUnknown(.badValue, Located(use.text, at: use.range), "use", Self.uses) }
      members.append(.init("allowedFor", .string(use.text)))
    }
    if let grace = option["grace"], let period = gracePeriod(grace) { members.append(.init("gracePeriod", period)) }
    return members
  }

  /// `{until: …}`, a moment, or `{skips: 3}`, how often it may be left for later.
  private mutating func gracePeriod(_ node: YAMLNode) -> JSONValue? {
    guard case .mapping(let mapping) = node, mapping.entries.count == 1, let entry = mapping.entries.first, let scalar = scalar(entry.value)
    else {
      report(.wrongType, "'grace' is {until: a moment} or {skips: a number}", node.range)
      return nil
    }
    switch entry.name {
    case "until": return ["expiry": .string(scalar.text)]
    case "skips":
      return ["type": "BY_SKIP_COUNT", "skipCount": .integer(wholeNumber(entry.value))]
    default:
      reportUnknown(.unknownKey, entry.key, "key of 'grace'", ["until", "skips"])
      return nil
    }
  }

  /// The maps of a list of options, each with its value.
  private mutating func optionMaps(_ node: YAMLNode, keys: [String]) -> [(option: YAMLMapping, value: YAMLScalar)] {
    guard case .sequence(let sequence) = node else {
      report(.wrongType, "options are a list of {\(keys.joined(separator: ", "))}", node.range)
      return []
    }
    var maps: [(YAMLMapping, YAMLScalar)] = []
    for item in sequence.items {
      guard case .mapping(let option) = item, let value = scalar(option["value"]) else {
        report(.wrongType, "an option is {\(keys.joined(separator: ", "))}", item.range)
        continue
      }
      for entry in option.entries where !keys.contains(entry.name) {
        reportUnknown(.unknownKey, entry.key, "key of an option", keys)
      }
      maps.append((option, value))
    }
    return maps
  }

  private func scalar(_ node: YAMLNode?) -> YAMLScalar? {
    guard case .scalar(let scalar) = node, scalar.kind != .nothing else { return nil }
    return scalar
  }
}
