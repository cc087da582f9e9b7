internal import JourneyLanguage
internal import JourneyModel

extension Widget {
  /// What a scenario's attribute name means of this widget; no value where the widget has none of it.
  func attribute(_ name: String, asMembers: Bool = true) -> MatchSubject {
    var subject = rawAttribute(name, asMembers: asMembers)
    subject.readsLiteralsAsText = true
    return subject
  }

  private func rawAttribute(_ name: String, asMembers: Bool) -> MatchSubject {
    switch name {
    case "type": MatchSubject(.text(typeName))
    case "label": MatchSubject(label)
    case "value": currentValue
    case "placeholder": MatchSubject(placeholder.map(Value.text))
    case "readonly": MatchSubject(.bool(kind.isReadOnly))
    case "required": MatchSubject(.bool(kind.isRequired))
    case "autocomplete": MatchSubject(entry?.autocomplete.map(Value.text))
    case "inputmode": MatchSubject(entry?.inputMode.map(Value.text))
    case "options": MatchSubject(options(asMembers: asMembers))
    case "validator": MatchSubject(validator.isEmpty ? nil : .map(validator))
    case "visible": MatchSubject(.bool(isVisible))
    default: MatchSubject(extras.first { $0.name == name }?.value)
    }
  }

  var entry: Entry? {
    guard case .entry(let entry) = kind else { return nil }
    return entry
  }

  var choiceList: ChoiceList? {
    guard case .choice(let choices) = kind else { return nil }
    return choices
  }

  /// The server's rules, those of `required` left out.
  var validator: [Value.Member] { entry?.validator ?? choiceList?.validator ?? [] }

  private var placeholder: String? { entry?.placeholder ?? choiceList?.placeholder }

  private var currentValue: MatchSubject {
    switch kind {
    case .output(let text): MatchSubject(text)
    case .entry(let entry): MatchSubject(entry.value.map(Value.text))
    case .toggle(let toggle): MatchSubject(.bool(toggle.isOn))
    case .choice(let choices): MatchSubject(choices.takesSeveral ? .list(choices.selected) : choices.selected.first)
    case .submitter, .close, .credential: MatchSubject(nil)
    case .unknown(let raw): MatchSubject(raw["value"])
    }
  }

  /// The choices as maps, or as a person reads them where a scenario writes plain texts.
  private func options(asMembers: Bool) -> Value? {
    guard let choiceList else { return nil }
    return .list(choiceList.choices.map { asMembers ? .map($0.members) : .text($0.readable) })
  }
}

extension Choice {
  /// What a person calls it: its label, else its value.
  var readable: String { label?.visible ?? value.text ?? value.quoted }

  fileprivate var members: [Value.Member] {
    var members = [Value.Member("value", value)]
    if let label { members.append(Value.Member("label", .text(label.visible))) }
    if let group { members.append(Value.Member("group", .text(group))) }
    return members + facts.map { Value.Member($0.name, $0.value) }
  }
}

extension MatchSubject {
  init(_ text: RichText?) {
    self.init((text?.visible).map(Value.text), html: text?.html)
  }

  init(_ message: Message) {
    self.init(.text(message.text.visible), key: message.key, html: message.text.html, readsLiteralsAsText: true)
  }
}

extension Matcher {
  /// Whether a rule for members stands anywhere in it.
  var namesMembers: Bool {
    switch rule {
    case .members: true
    case .equals(let value): value.isMap
    case .anyOf(let rules), .includes(let rules), .exactly(let rules), .list(let rules), .all(let rules):
      rules.contains(where: \.namesMembers)
    case .not(let rule), .each(let rule), .ignoreCase(let rule), .length(let rule), .key(let rule), .html(let rule):
      rule.namesMembers
    case .contains, .startsWith, .endsWith, .matches, .atLeast, .atMost, .after, .before, .present, .absent, .empty: false
    }
  }
}

extension TemplateValue {
  fileprivate var isMap: Bool {
    switch self {
    case .constant(.map, _), .map: true
    case .constant(.list(let items), _): items.contains { if case .map = $0 { true } else { false } }
    case .list(let items, _): items.contains(where: \.isMap)
    case .constant, .text: false
    }
  }
}
