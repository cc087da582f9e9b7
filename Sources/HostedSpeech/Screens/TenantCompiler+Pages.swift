import Diagnostics
package import JourneyMock
import JourneyModel
import LocatedYAML

extension TenantCompiler {
  /// The screen as pages show it.
  package mutating func hostedScreen(_ definition: ScreenDefinition) -> HostedScreenRule {
    var forms: [HostedFormRule] = []
    for form in definition.forms {
      let widgets = form.widgets.compactMap { hostedWidget($0) }
      forms.append(HostedFormRule(id: form.id.value, condition: condition(form.condition), widgets: widgets))
    }
    for index in forms.indices { forms[index].nameNewPasswords() }
    return HostedScreenRule(id: definition.id.value, forms: forms, layout: definition.own("layout").map { .vertical(Self.layout($0)) })
  }

  /// Items are `{form: [widgets]}`, `{horizontal: […]}` or `{vertical: […]}`; what is wrong with one is reported by the tenant's first dialect.
  private static func layout(_ node: YAMLNode) -> [Layout] {
    guard case .sequence(let sequence) = node else { return [] }
    return sequence.items.flatMap { item -> [Layout] in
      guard case .mapping(let mapping) = item else { return [] }
      return mapping.entries.flatMap { entry -> [Layout] in
        switch entry.name {
        case "horizontal": [.horizontal(layout(entry.value))]
        case "vertical": [.vertical(layout(entry.value))]
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

  /// `nil` for a type that pages do not show.
  private mutating func hostedWidget(_ definition: WidgetDefinition) -> HostedWidgetRule? {
    guard let kind = HostedWidgetRule.Kind(word: definition.type.value) else { return nil }
    let id = definition.id.value
    var widget = HostedWidgetRule(
      id: id, path: Names.path(id), typeName: definition.type.value, kind: kind, condition: condition(definition.condition))
    for entry in definition.attributes { read(entry, into: &widget) }
    if kind == .entry(.password) || kind == .entry(.passcode) { widget.isRequired = true }
    if kind == .entry(.date) { widget.text.isDate = true }
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
    case .output, .entry, .choice, .submitter, .close: widget.value = localTexts(node)
    }
  }

  private mutating func localTexts(_ node: YAMLNode) -> [TextTemplate] {
    guard let text = LocalText.decode(node, diagnostics: &diagnostics) else { return [] }
    return texts(text)
  }

  private mutating func options(_ node: YAMLNode) -> [HostedOptionRule] {
    guard case .sequence(let sequence) = node else { return [] }
    var options: [HostedOptionRule] = []
    for item in sequence.items {
      guard case .mapping(let option) = item, let value = option["value"].flatMap({ text($0) }) else { continue }
      let template = template(value)
      let label = option["label"].map { localTexts($0) } ?? []
      options.append(HostedOptionRule(value: template, condition: condition(option["when"].flatMap { text($0) }), label: label))
    }
    return options
  }
}

extension HostedFormRule {
  /// Tells password managers which passwords are chosen: those with rules, and those that are asked for twice.
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
    case "static": self = .output
    case "input", "text": self = .entry(.text)
    case "email": self = .entry(.email)
    case "password": self = .entry(.password)
    case "passcode": self = .entry(.passcode)
    case "phone": self = .entry(.phone)
    case "date": self = .entry(.date)
    case "checkbox": self = .toggle
    case "select", "choice", "decision": self = .choice(takesSeveral: false)
    case "multiSelect": self = .choice(takesSeveral: true)
    case "submit": self = .submitter
    case "close": self = .close
    default: return nil
    }
  }
}
