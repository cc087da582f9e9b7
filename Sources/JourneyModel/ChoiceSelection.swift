/// Selects a choice by its facts instead of by its value, e.g. `{key: phone_number, method: sms}`.
extension ChoiceList {
  /// The choices that match every one of these members, in the order sent.
  public func choices(toldBy members: [Value.Member]) -> [Choice] {
    choices.filter { choice in members.allSatisfy(choice.isTold) }
  }

  /// The choices that one text selects: by the first of these facts that any choice has with this value, else by label, else by value.
  public func choices(toldBy text: String, facts names: [String]) -> [Choice] {
    let members = (names + ["label", "value"]).map { Value.Member($0, .text(text)) }
    for member in members {
      let told = choices.filter { $0.isTold(by: member) }
      if !told.isEmpty { return told }
    }
    return []
  }
}

extension Choice {
  /// Whether the member is a fact of it, one of a fact's values, its label or value, or selects a choice that it asks for.
  public func isTold(by member: Value.Member) -> Bool {
    if let fact = facts.first(where: { $0.name == member.name }) { return fact.value.holds(member.value) }
    switch member.name {
    case "label": return label.map { $0.visible.lowercased() } == member.value.scalarText?.lowercased()
    case "value": return value == member.value
    // Only choices that look the same as others are numbered.
    case "nth": return member.value.scalarText == "1"
    default: return !answers(toldBy: [member]).isEmpty
    }
  }

  /// What these members answer of the widgets that the choice asks for: those in which they select exactly one choice.
  public func answers(toldBy members: [Value.Member]) -> [Answer] {
    widgets.compactMap { widget in
      guard case .choice(let list) = widget.kind else { return nil }
      let told = list.choices.filter { inner in
        members.contains { member in inner.facts.contains { $0.name == member.name && $0.value.holds(member.value) } }
      }
      guard told.count == 1, let text = told[0].value.scalarText else { return nil }
      return Answer(widget: widget.id, value: .text(text))
    }
  }
}

extension Value {
  /// Whether it equals the other value, has the same spelling, or has it among its elements or members.
  fileprivate func holds(_ other: Value) -> Bool {
    if self == other { return true }
    switch self {
    case .list(let elements): return elements.contains { $0.holds(other) }
    case .map(let members): return members.contains { $0.value.holds(other) }
    case .null, .bool, .number, .text, .secret: return scalarText.map { $0 == other.scalarText } ?? false
    }
  }

  /// The spelling of a text or number.
  fileprivate var scalarText: String? {
    switch self {
    case .text(let text), .number(let text): text
    case .null, .bool, .list, .map, .secret: nil
    }
  }
}
