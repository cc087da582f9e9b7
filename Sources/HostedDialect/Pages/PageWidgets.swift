internal import Encodings
internal import JourneyModel

/// Makes widgets of a page's fields, with the labels that a browser computes.
struct PageWidgets {
  private let tree: HTMLTree
  private let names: AccessibleNames

  init(_ page: HTMLPage) {
    tree = page.tree
    names = AccessibleNames(page.tree)
  }

  /// Whether a hidden field is there against forged requests, so that it is not reported.
  static func isToken(_ field: PageField) -> Bool {
    guard field.first.kind == .hidden else { return false }
    let name = field.first.name.asciiLowercased
    return ["authenticity_token", "__requestverificationtoken", "csrfmiddlewaretoken"].contains(name) || name.hasPrefix("csrf")
      || name.hasPrefix("_csrf") || name.hasPrefix("xsrf") || name.hasPrefix("_xsrf")
  }

  /// The widget of a field.
  func widget(_ field: PageField) -> Widget? {
    guard let element = tree.element(field.first.node), let kind = kind(of: field, element) else { return nil }
    let isGroup = field.controls.count > 1
    let name = isGroup ? names.groupName(of: field.first) ?? names.name(of: field.first) : names.name(of: field.first)
    var widget = Widget(id: field.id, typeName: PageTellings.type(on: element) ?? Self.type(of: field.first), kind: kind)
    widget.label = name.map { RichText($0) }
    widget.isVisible = field.controls.contains { !tree.nodes[$0.node].isHidden }
    if field.controls.allSatisfy(\.isDisabled) { widget.extras.append(Value.Member("disabled", .bool(true))) }
    if field.controls.contains(where: asks), !field.controls.contains(where: isChecked) {
      // Either only for screen readers, or where browsers do not look: no form is held back for it.
      widget.extras.append(Value.Member("unchecked", .bool(true)))
    }
    if field.first.overrides.skipsValidation { widget.extras.append(Value.Member("formnovalidate", .bool(true))) }
    if field.first.type == "email", element.has("multiple") { widget.extras.append(Value.Member("multiple", .bool(true))) }
    if element.word("role") == "switch" { widget.extras.append(Value.Member("role", .text("switch"))) }
    return widget
  }

  private static func type(of control: PageControl) -> String { control.kind == .button ? "button" : control.type }

  private func kind(of field: PageField, _ element: HTMLElement) -> WidgetKind? {
    let first = field.first
    let isFixed = field.controls.allSatisfy(\.isDisabled) || first.isReadOnly
    let isRequired = field.controls.contains { asks($0) }
    switch first.kind {
    case .text, .hidden: return .entry(entry(first, element, isFixed: isFixed, isRequired: isRequired))
    case .checkbox where field.controls.count == 1:
      return .toggle(Toggle(isOn: first.isOn, isReadOnly: isFixed, isRequired: isRequired))
    case .checkbox: return .choice(boxes(field, takesSeveral: true, isFixed, isRequired))
    case .radio: return .choice(boxes(field, takesSeveral: false, isFixed, isRequired))
    case .select(let takesSeveral): return .choice(list(first, takesSeveral: takesSeveral, isFixed, isRequired))
    case .submitter, .button: return .submitter
    case .file:
      let required = isRequired ? [Value.Member("required", .bool(true))] : []
      return .unknown(.map([Value.Member("type", .text("file")), Value.Member("name", .text(first.name))] + required))
    }
  }

  private func asks(_ control: PageControl) -> Bool {
    guard let element = tree.element(control.node), control.kind != .hidden else { return false }
    return element.has("required") || element.word("aria-required") == "true"
  }

  /// Whether a browser checks that it is filled in.
  private func isChecked(_ control: PageControl) -> Bool {
    guard !control.isScripted, let element = tree.element(control.node), element.has("required") else { return false }
    // Browsers look at no field with `readonly`, though a person ticks such a box; a list takes no notice of the attribute.
    return element.name == "select" || !element.has("readonly")
  }

  private func entry(_ control: PageControl, _ element: HTMLElement, isFixed: Bool, isRequired: Bool) -> Entry {
    var entry = Entry(purpose: Self.purpose(of: control, element))
    entry.value = control.value.isEmpty ? nil : control.value
    entry.placeholder = element.text("placeholder")
    entry.isReadOnly = isFixed || control.kind == .hidden
    entry.isRequired = isRequired
    entry.autocomplete = element.text("autocomplete")
    entry.inputMode = element.text("inputmode")
    entry.validator = Self.rules(of: control, element).compactMap { name in
      if ["minlength", "maxlength"].contains(name) { return element.count(name).map { Value.Member(name, .number(String($0))) } }
      return (name == "pattern" ? element[name] : element.text(name)).map { Value.Member(name, .text($0)) }
    }
    // A server's hidden fields name sessions and tokens under any name; what is made of words is the page's own.
    entry.isSecret = control.kind == .hidden && !PublicText.isPublic(control.value, named: control.name)
    return entry
  }

  /// The rules that browsers look at in a field of this type (HTML section 4.10.5); elsewhere the attributes say nothing.
  private static func rules(of control: PageControl, _ element: HTMLElement) -> [String] {
    switch control.type {
    case "number", "range", "date", "month", "week", "time", "datetime-local": ["min", "max", "step"]
    case "color", "hidden": []
    default: (element.name == "input" ? ["pattern"] : []) + ["minlength", "maxlength"]
    }
  }

  private static func purpose(of control: PageControl, _ element: HTMLElement) -> Entry.Purpose {
    if ["g-recaptcha-response", "h-captcha-response", "cf-turnstile-response"].contains(control.name) { return .captcha }
    if element.words("autocomplete").contains(where: { $0.asciiLowercased == "one-time-code" }) { return .passcode }
    return switch control.type {
    case "hidden": .hidden
    case "password": .password
    case "email": element.has("multiple") ? .text : .email
    case "tel": .phone
    case "number", "range": .number
    case "date": .date
    default: .text
    }
  }

  private func boxes(_ field: PageField, takesSeveral: Bool, _ isFixed: Bool, _ isRequired: Bool) -> ChoiceList {
    let choices = field.controls.map { control in
      Choice(
        value: .text(control.value), label: names.name(of: control).map { RichText($0) },
        facts: (tree.element(control.node).map(PageTellings.facts) ?? []) + Self.facts(isDisabled: control.isDisabled))
    }
    var selected = field.controls.filter(\.isOn).map { Value.text($0.value) }
    if !takesSeveral { selected = selected.suffix(1) }
    return ChoiceList(choices: choices, takesSeveral: takesSeveral, selected: selected, isReadOnly: isFixed, isRequired: isRequired)
  }

  private func list(_ control: PageControl, takesSeveral: Bool, _ isFixed: Bool, _ isRequired: Bool) -> ChoiceList {
    let choices = control.choices.filter { $0.isSelected || !$0.isHidden }.map { choice in
      Choice(
        value: .text(choice.value), label: choice.label.isEmpty ? nil : RichText(choice.label), group: choice.group,
        facts: Self.facts(isDisabled: choice.isDisabled))
    }
    return ChoiceList(
      choices: choices, takesSeveral: takesSeveral, selected: control.chosen.map(Value.text), isReadOnly: isFixed, isRequired: isRequired)
  }

  private static func facts(isDisabled: Bool) -> [Fact] { isDisabled ? [Fact("disabled", .bool(true))] : [] }
}
