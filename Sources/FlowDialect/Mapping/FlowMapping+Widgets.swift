import Encodings
import JourneyModel
import ModelCoding

extension FlowMapping {
  /// A widget with what a person can do with it; one of an unknown type keeps its JSON.
  func widget(_ wire: FlowWidget) -> Widget {
    let kind = kind(of: wire)
    var widget = Widget(id: WidgetID(wire.id), typeName: wire.type, kind: kind)
    widget.label = label(of: wire)
    if case .unknown = kind { return widget }
    for member in wire.members where !Self.mappedMembers.contains(member.name) && !member.value.isNull {
      widget.extras.append(Value.Member(member.name, Value(member.value.withoutNulls)))
    }
    return widget
  }

  /// The members of a widget that are not among its extras.
  private static let mappedMembers: Set<String> = [
    "type", "id", "label", "value", "values", "readonly", "validator", "placeholder", "autocomplete", "inputmode", "options",
    "assertionOptions", "enrollOptions",
  ]

  private func kind(of wire: FlowWidget) -> WidgetKind {
    switch wire.type {
    case "static": .output(text(of: wire))
    case "input": .entry(entry(wire, wire["inputmode"]?.stringValue == "email" ? .email : .text))
    case "password": .entry(entry(wire, .password))
    case "phone": .entry(entry(wire, .phone))
    case "passcode": .entry(entry(wire, .passcode))
    case "date": .entry(entry(wire, .date))
    case "checkbox":
      .toggle(
        Toggle(isOn: wire["value"]?.boolValue ?? false, isReadOnly: wire.isReadOnly, isRequired: wire.isRequired))
    case "select": .choice(choices(wire, takesSeveral: false))
    case "multiSelect": .choice(choices(wire, takesSeveral: true))
    case "submit": .submitter
    case "close": .close
    case "passkeyLogin", "webauthnLogin": .credential(prompt(wire, .get, "assertionOptions"))
    case "passkeyEnroll", "webauthnEnroll": .credential(prompt(wire, .create, "enrollOptions"))
    default: .unknown(Value(.object(wire.members)))
    }
  }

  private func text(of wire: FlowWidget) -> RichText {
    let text = wire["value"]?.stringValue ?? ""
    return wire["render"]?["type"]?.stringValue == "html" ? VisibleText.richText(text) : RichText(text)
  }

  private func label(of wire: FlowWidget) -> RichText? {
    guard let text = wire["label"]?.stringValue else { return nil }
    return wire["render"]?["labelType"]?.stringValue == "html" ? VisibleText.richText(text) : RichText(text)
  }

  private func entry(_ wire: FlowWidget, _ purpose: Entry.Purpose) -> Entry {
    Entry(
      purpose: purpose, value: wire["value"]?.scalarText, placeholder: wire["placeholder"]?.stringValue,
      isReadOnly: wire.isReadOnly, isRequired: wire.isRequired, autocomplete: wire["autocomplete"]?.stringValue,
      inputMode: wire["inputmode"]?.stringValue, validator: wire.rules)
  }

  private func choices(_ wire: FlowWidget, takesSeveral: Bool) -> ChoiceList {
    var list: [Choice] = []
    Self.append(wire["options"]?.arrayValue ?? [], group: nil, to: &list)
    // Two of the SDKs read `values`; the API and the others have `value`.
    let selected = wire["value"] ?? wire["values"]
    return ChoiceList(
      choices: list, takesSeveral: takesSeveral,
      selected: selected.map { value in value.arrayValue?.map { Value($0) } ?? [Value(value)] } ?? [],
      placeholder: wire["placeholder"]?.stringValue, isReadOnly: wire.isReadOnly, isRequired: wire.isRequired,
      validator: wire.rules)
  }

  /// Groups may be nested; an item is under the nearest heading.
  private static func append(_ options: [JSONValue], group: String?, to list: inout [Choice]) {
    for option in options {
      let label = option["label"]?.stringValue
      if let items = option["options"]?.arrayValue {
        append(items, group: label ?? group, to: &list)
      } else {
        list.append(Choice(value: Value(option["value"] ?? .null), label: label.map { RichText($0) }, group: group))
      }
    }
  }

  private func prompt(_ wire: FlowWidget, _ ceremony: CredentialPrompt.Ceremony, _ name: String) -> CredentialPrompt {
    CredentialPrompt(ceremony: ceremony, options: wire[name].map { Value($0) } ?? .null)
  }
}

extension FlowWidget {
  fileprivate var isReadOnly: Bool { self["readonly"]?.boolValue ?? false }
  fileprivate var isRequired: Bool { self["validator"]?["required"]?.boolValue ?? false }

  /// The validator's rules without `required`, those that are `null` left out, `regexp` spelled `regex`.
  fileprivate var rules: [Value.Member] {
    var rules: [Value.Member] = []
    for member in self["validator"]?.objectValue ?? [] where !member.value.isNull && member.name != "required" {
      rules.append(Value.Member(member.name == "regexp" ? "regex" : member.name, Value(member.value)))
    }
    return rules
  }
}

extension JSONValue {
  /// The value without members that are `null`, which say the same as members that are not there.
  fileprivate var withoutNulls: JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { !$0.value.isNull }.map { Member($0.name, $0.value.withoutNulls) })
  }

  /// The text of a string, the spelling of a number.
  fileprivate var scalarText: String? {
    switch self {
    case .string(let text): text
    case .number(let spelling): spelling
    case .null, .bool, .array, .object: nil
    }
  }
}
