import Diagnostics
package import JourneyMock
import JourneyModel
import LocatedYAML

extension TenantCompiler {
  /// The screen as pages show it.
  package mutating func hostedScreen(_ definition: ScreenDefinition) -> HostedScreenRule {
    var forms: [HostedFormRule] = []
    for form in definition.forms {
      var widgets: [HostedWidgetRule] = []
      for widget in form.widgets { widgets += hostedWidgets(widget, form: form.id.value, screen: definition.id.value) }
      let provider = form.widgets.first { $0.type.value == "provider" }
      // Pages run no ceremony, and a form without the credential that it asks for leads nowhere.
      let needsCredential = form.widgets.contains { Self.credentials.contains($0.type.value) }
      let condition = needsCredential ? .constant(false) : condition(form.condition)
      var rule = HostedFormRule(id: form.id.value, condition: condition, widgets: widgets, isProvider: provider != nil)
      if let label = provider?.attributes.first(where: { $0.name == "label" }) { rule.provider = localTexts(label.value) }
      forms.append(rule)
    }
    for index in forms.indices { forms[index].nameNewPasswords() }
    return HostedScreenRule(
      id: definition.id.value, forms: forms, layout: definition.own("layout").map { .vertical(Self.layout($0)) }, facts: facts(definition))
  }

  private static let credentials: Set<String> = ["passkeyLogin", "passkeyEnroll", "webauthnLogin", "webauthnEnroll"]

  /// Forms that are taken everywhere and that no screen of the tenant shows are on every page that has a form.
  mutating func addUnshownForms(to screens: inout [HostedScreenRule]) {
    let shown = Set(screens.flatMap { $0.forms.map(\.id) })
    let unshown = definition.everywhere.map(\.id.value).filter { !shown.contains($0) }
    for index in screens.indices where !screens[index].forms.isEmpty {
      screens[index].forms += unshown.map { HostedFormRule(id: $0, condition: .always, widgets: []) }
    }
  }

  /// What a message has in addition to its text.
  mutating func hostedMessage(_ definition: MessageDefinition) -> HostedMessageRule {
    var rule = HostedMessageRule()
    if let key = definition.own("key") { rule.key = text(key)?.text }
    if let status = definition.own("status") { rule.status = text(status).flatMap { Int($0.text) } }
    if case .sequence(let links)? = definition.own("links") {
      for case .mapping(let link) in links.items {
        guard let url = link["url"].flatMap({ text($0)?.text }) else { continue }
        let id = "link/\(rule.links.count + 1)"
        rule.links.append(HostedMessageRule.Link(id: id, label: link["label"].flatMap { text($0)?.text }, url: url))
      }
    }
    // What an app on the device would do is, in a browser, a page that says so.
    if case .mapping(let device)? = definition.own("device"), let action = device["action"].flatMap({ text($0)?.text }),
      let url = device["href"].flatMap({ text($0)?.text })
    {
      rule.links.append(HostedMessageRule.Link(id: "device-remediation/\(action)", label: action, url: url))
    }
    return rule
  }

  private mutating func facts(_ definition: ScreenDefinition) -> [HostedFactRule] {
    guard case .mapping(let context)? = definition.own("context") else { return [] }
    return context.entries.map { HostedFactRule(name: $0.name, texts: localTexts($0.value)) }
  }

  /// Items are `{form: [widgets]}`, `{horizontal: […]}` or `{vertical: […]}`; what is wrong with one is reported by the tenant's first dialect.
  private static func layout(_ node: YAMLNode) -> [Layout] {
    guard case .sequence(let sequence) = node else { return [] }
    return sequence.items.flatMap { item -> [Layout] in
      guard case .mapping(let mapping) = item else { return [] }
      return mapping.entries.flatMap { entry -> [Layout] in
        switch entry.name {
        case "horizontal": [.horizontal(layout(entry.value))]
        // A page has no grid: what would be in one is below each other.
        case "vertical", "grid": [.vertical(layout(entry.value))]
        default: places(entry)
        }
      }
    }
  }

  private static func places(_ entry: YAMLMapping.Entry) -> [Layout] {
    guard case .sequence(let widgets) = entry.value else { return [] }
    return widgets.items.compactMap { item in
      guard case .scalar(let scalar) = item else { return nil }
      return .widget(PlacedWidgetID(form: FormID(entry.name), widget: WidgetID(scalar.text)))
    }
  }

  /// None for a type that pages do not show.
  private mutating func hostedWidgets(_ definition: WidgetDefinition, form: String, screen: String) -> [HostedWidgetRule] {
    switch definition.type.value {
    case "authenticators", "authenticator": authenticators(definition, form: form, screen: screen)
    case "channel": [channel(definition)]
    case "questions": questions(definition)
    default: hostedWidget(definition).map { [$0] } ?? []
    }
  }

  /// A choice of authenticators or of one's methods, and where one is set up the number that it needs.
  private mutating func authenticators(_ definition: WidgetDefinition, form: String, screen: String) -> [HostedWidgetRule] {
    let isOne = definition.type.value == "authenticator"
    let condition = condition(definition.condition)
    var choice = HostedWidgetRule(
      id: definition.id.value + (isOne ? ".methodType" : ""), path: Names.path(definition.id.value), typeName: "choice",
      kind: .authenticator,
      condition: condition)
    choice.render = "radio"
    choice.isRequired = true
    if isOne {
      let key = screen.split(separator: "/").dropFirst().first.map(String.init) ?? ""
      let methods = definition.attributes.first { $0.name == "methods" }.map { words($0.value) } ?? []
      choice.options = methods.map { PageAuthenticator.method($0, of: key) }
      if choice.options.isEmpty { choice.options = [PageAuthenticator.option(key)] }
      if choice.options.count == 1 { choice.value = [choice.options[0].value] }
    } else if let options = definition.attributes.first(where: { $0.name == "options" }) {
      choice.options = authenticatorOptions(options.value)
    }
    guard form.contains("enroll"), choice.options.contains(where: { $0.facts.first?.value.text == PageAuthenticator.phone }) else {
      return [choice]
    }
    let number = "\(definition.id.value).phoneNumber"
    return [
      choice,
      HostedWidgetRule(id: number, path: Names.path(number), typeName: "text", kind: .entry(.phone), condition: condition),
    ]
  }

  /// By which way the device is reached on which an app is set up.
  private mutating func channel(_ definition: WidgetDefinition) -> HostedWidgetRule {
    let id = "\(definition.id.value).channel"
    var choice = HostedWidgetRule(
      id: id, path: Names.path(id), typeName: "choice", kind: .choice(takesSeveral: false), condition: condition(definition.condition))
    choice.render = "radio"
    choice.isRequired = true
    if let listed = definition.attributes.first(where: { $0.name == "options" }) { choice.options = options(listed.value) }
    return choice
  }

  /// A question of a list or one's own, and its answer.
  private mutating func questions(_ definition: WidgetDefinition) -> [HostedWidgetRule] {
    let ids = ["questionKey", "question", "answer"].map { "\(definition.id.value).\($0)" }
    let kinds: [HostedWidgetRule.Kind] = [.choice(takesSeveral: false), .entry(.text), .entry(.password)]
    let types = ["choice", "text", "password"]
    let condition = condition(definition.condition)
    var widgets = zip(ids, zip(types, kinds)).map { id, shape in
      HostedWidgetRule(id: id, path: Names.path(id), typeName: shape.0, kind: shape.1, condition: condition)
    }
    for (index, label) in ["Question", "Your own question", "Answer"].enumerated() { widgets[index].label = [TextTemplate(label)] }
    if let listed = definition.attributes.first(where: { $0.name == "options" }) { widgets[0].options = options(listed.value) }
    widgets[0].options.append(
      HostedOptionRule(value: TextTemplate("custom"), condition: .always, label: [TextTemplate("One of your own")]))
    return widgets
  }

  private mutating func authenticatorOptions(_ node: YAMLNode) -> [HostedOptionRule] {
    guard case .sequence(let sequence) = node else { return [] }
    var options: [HostedOptionRule] = []
    for case .mapping(let option) in sequence.items {
      guard let key = option["value"].flatMap({ text($0)?.text }) else { continue }
      let channels = option["channels"].map { words($0) } ?? []
      guard channels.isEmpty else {
        let condition = condition(option["when"].flatMap { text($0) })
        options += channels.map { PageAuthenticator.option(key, channel: $0, when: condition) }
        continue
      }
      let methods = option["methods"].map { words($0) } ?? PageAuthenticator.methods(of: key)
      let condition = condition(option["when"].flatMap { text($0) })
      if methods.count != 1 { options.append(PageAuthenticator.option(key, when: condition)) }
      options += methods.map { PageAuthenticator.option(key, method: $0, isOnly: methods.count == 1, when: condition) }
    }
    return options
  }

  /// `nil` for a type that pages do not show.
  private mutating func hostedWidget(_ definition: WidgetDefinition) -> HostedWidgetRule? {
    guard let kind = HostedWidgetRule.Kind(word: definition.type.value) else { return nil }
    let id = definition.id.value
    var widget = HostedWidgetRule(
      id: id, path: Names.path(id), typeName: definition.type.value, kind: kind, condition: condition(definition.condition))
    for entry in definition.attributes { read(entry, into: &widget) }
    if kind == .entry(.password) || kind == .entry(.passcode) { widget.isRequired = true }
    if kind == .entry(.date) { widget.text.isDate = true }
    if definition.type.value == "phone" { widget.text.format = .phone }
    if kind == .decision { widget.render = "radio" }
    // A question that is carried along is there to be read.
    if definition.type.value == "carried" { widget.value = widget.label }
    return widget
  }

  private mutating func read(_ entry: YAMLMapping.Entry, into widget: inout HostedWidgetRule) {
    switch entry.name {
    case "label": widget.label = localTexts(entry.value)
    case "placeholder": widget.placeholder = localTexts(entry.value)
    case "value": readValue(entry.value, into: &widget)
    case "options": widget.options = options(entry.value)
    case "readonly": widget.isReadOnly = flag(entry.value)
    case "required": widget.isRequired = flag(entry.value)
    case "autocomplete": widget.autocomplete = text(entry.value)?.text
    case "inputmode": widget.inputMode = text(entry.value)?.text
    case "render": widget.render = text(entry.value)?.text
    case "labelType": widget.isMarkup = text(entry.value)?.text == "html"
    case "minSelectable": widget.fewest = wholeNumber(entry.value)
    case "maxSelectable": widget.most = wholeNumber(entry.value)
    default: widget.text.read(entry, with: &self)
    }
  }

  private mutating func readValue(_ node: YAMLNode, into widget: inout HostedWidgetRule) {
    switch widget.kind {
    case .toggle: widget.isOn = flag(node)
    case .choice(takesSeveral: true): widget.selected = words(node)
    case .output, .entry, .choice, .authenticator, .decision, .submitter, .close: widget.value = localTexts(node)
    }
  }

  private mutating func localTexts(_ node: YAMLNode) -> [TextTemplate] {
    guard let text = LocalText.decode(node, diagnostics: &diagnostics) else { return [] }
    return texts(text)
  }

  private mutating func options(_ node: YAMLNode, in group: [TextTemplate] = [], when outer: Guard = .always) -> [HostedOptionRule] {
    guard case .sequence(let sequence) = node else { return [] }
    var options: [HostedOptionRule] = []
    for item in sequence.items {
      guard case .mapping(let option) = item else { continue }
      let own = condition(option["when"].flatMap { text($0) })
      let condition = outer == .always ? own : .all([outer, own])
      let label = option["label"].map { localTexts($0) } ?? []
      if let value = option["value"].flatMap({ text($0) }) {
        options.append(HostedOptionRule(value: template(value), condition: condition, label: label, group: group))
      } else if let inner = option["options"] {
        options += self.options(inner, in: label, when: condition)
      }
    }
    return options
  }
}

extension HostedFormRule {
  /// Marks for password managers which passwords are new: those with rules, and those that are asked for twice.
  fileprivate mutating func nameNewPasswords() {
    let passwords = widgets.indices.filter { widgets[$0].kind == .entry(.password) }
    let isChosen = passwords.count > 1 || passwords.contains { widgets[$0].text.minimum != nil }
    for index in passwords where isChosen && widgets[index].autocomplete == nil { widgets[index].autocomplete = "new-password" }
  }
}

extension HostedWidgetRule.Kind {
  /// What the words of tenants' files are on a page; `nil` for what a page has no control for.
  fileprivate init?(word: String) {
    switch word {
    case "static", "carried": self = .output
    case "decision": self = .decision
    case "input", "text": self = .entry(.text)
    case "email": self = .entry(.email)
    case "password": self = .entry(.password)
    case "passcode": self = .entry(.passcode)
    case "phone": self = .entry(.phone)
    case "date": self = .entry(.date)
    case "checkbox": self = .toggle
    case "select", "choice": self = .choice(takesSeveral: false)
    case "multiSelect": self = .choice(takesSeveral: true)
    case "submit": self = .submitter
    case "close": self = .close
    default: return nil
    }
  }
}
