internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

extension Widget {
  /// What a scenario's attribute means of this widget; no value where the widget has none of it.
  func attribute(_ name: AttributeName, asMembers: Bool = true) -> MatchSubject {
    var subject =
      switch name {
      case .known(let attribute): self.attribute(attribute, asMembers: asMembers)
      case .extra(let name): extra(name)
      }
    subject.readsLiteralsAsText = true
    return subject
  }

  private func attribute(_ attribute: WidgetAttribute, asMembers: Bool) -> MatchSubject {
    switch attribute {
    case .type: MatchSubject(.text(typeName))
    case .label: MatchSubject(label)
    case .value: currentValue
    case .placeholder: MatchSubject(placeholder.map(Value.text))
    case .readonly: MatchSubject(.bool(kind.isReadOnly))
    case .required: MatchSubject(.bool(kind.isRequired))
    case .autocomplete: MatchSubject(entry?.autocomplete.map(Value.text))
    case .inputmode: MatchSubject(entry?.inputMode.map(Value.text))
    case .options: MatchSubject(options(asMembers: asMembers))
    case .validator: MatchSubject(validator.isEmpty ? nil : .map(validator))
    // Each dialect has a word of its own for it.
    case .render: extra(attribute.rawValue)
    case .visible: MatchSubject(.bool(isVisible))
    }
  }

  private func extra(_ name: String) -> MatchSubject { MatchSubject(extras.first { $0.name == name }?.value) }

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
    if case .output(let text) = kind { return MatchSubject(text) }
    // What a server keeps in a hidden field stays hidden, whole and in pieces.
    if let entry, entry.isSecret, let value = entry.value {
      return MatchSubject(.secret(Secret(value, name: "value of '\(id)'", source: .walk)))
    }
    return MatchSubject(kind.value)
  }

  /// The choices as maps, or as a person reads them if a scenario writes plain texts.
  private func options(asMembers: Bool) -> Value? {
    guard let choiceList else { return nil }
    return .list(choiceList.choices.map { asMembers ? .map($0.members) : .text($0.readable) })
  }
}

extension Choice {
  /// Its name for a person: its label, else its value.
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
  /// Whether it contains a rule for members.
  var namesMembers: Bool {
    switch rule {
    case .members: true
    case .equals(let value): value.isMap
    default: rule.children.contains(where: \.namesMembers)
    }
  }
}

extension Matcher {
  /// The same of a list of choices, where a text or a rule for one means its label, or its value if it has no label.
  var ofChoices: Matcher {
    switch rule {
    case .list(let matchers): Matcher(.list(matchers.map(\.ofChoice)), at: range)
    case .includes(let matchers): Matcher(.includes(matchers.map(\.ofChoice)), at: range)
    case .exactly(let matchers): Matcher(.exactly(matchers.map(\.ofChoice)), at: range)
    case .each(let matcher): Matcher(.each(matcher.ofChoice), at: range)
    case .not(let matcher): Matcher(.not(matcher.ofChoices), at: range)
    case .anyOf(let matchers): Matcher(.anyOf(matchers.map(\.ofChoices)), at: range)
    case .all(let matchers): Matcher(.all(matchers.map(\.ofChoices)), at: range)
    default: self
    }
  }

  private var ofChoice: Matcher {
    guard !namesMembers else { return self }
    let label = member("label", self)
    let value = Matcher(.all([member("label", Matcher(.absent, at: range)), member("value", self)]), at: range)
    return Matcher(.anyOf([label, value]), at: range)
  }

  private func member(_ name: String, _ matcher: Matcher) -> Matcher {
    Matcher(.members([NamedMatcher(name: Located(name, at: range), matcher: matcher)]), at: range)
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
