internal import JourneyModel

extension AnswerReader {
  /// One choice, or several where the list takes several.
  func read(_ value: Value, for list: ChoiceList) throws(Refusal) -> AnswerValue {
    guard list.takesSeveral else { return answer(try theChoice(value, in: list), writtenAs: value) }
    let written: [Value]
    if case .list(let values) = value { written = values } else { written = [value] }
    var chosen: [Value] = []
    for value in written { chosen.append(try theChoice(value, in: list).value) }
    return .list(chosen)
  }

  /// The choice whose value or label it is; by value first.
  func choice(_ value: Value, in list: ChoiceList) -> Choice? {
    let matches = choices(value, in: list)
    return matches.count == 1 ? matches[0] : nil
  }

  /// What is posted for a choice: its value, else the facts by which it was selected, because they may answer what the choice asks for.
  func answer(_ choice: Choice, writtenAs written: Value) -> AnswerValue {
    if case .map(let members) = written, choice.value != written, case .map = choice.value { return .choice(members) }
    return answer(choice)
  }

  /// What is posted for a choice of which nothing else is known: its value, else all its facts.
  private func answer(_ choice: Choice) -> AnswerValue {
    switch choice.value {
    case .text(let text): .text(text)
    case .number(let spelling): .number(spelling)
    case .bool(let flag): .bool(flag)
    case .secret(let secret): .secret(secret)
    case .null: .nothing
    case .list(let values): .list(values)
    case .map(let members): .choice(choice.facts.isEmpty ? members : choice.facts.map { Value.Member($0.name, $0.value) })
    }
  }

  private func theChoice(_ value: Value, in list: ChoiceList) throws(Refusal) -> Choice {
    let matches = choices(value, in: list)
    if let only = matches.first, matches.count == 1 { return only }
    guard matches.isEmpty else {
      throw Refusal(
        rule: "options", expected: "one option", actual: "\(value.quoted) matches \(matches.count) options",
        details: matches.map { "\($0.readable): \($0.told)" })
    }
    if case .list = value {
      throw Refusal(rule: "type", expected: "one option, because only one can be chosen", actual: "a list")
    }
    let names = list.choices.flatMap { [$0.value.text, $0.label?.visible].compactMap(\.self) }
    throw Refusal(
      rule: "options", expected: "one of the options", actual: value.quoted,
      nearest: value.text.flatMap { Wording.suggestion(for: $0, among: names) },
      details: ["the options are: " + list.choices.prefix(Self.maxShown).map(\.told).joined(separator: ", ")])
  }

  private static let maxShown = 50

  private func choices(_ value: Value, in list: ChoiceList) -> [Choice] {
    if case .map(let members) = value {
      let equal = list.choices.filter { $0.value == value }
      return equal.isEmpty ? list.choices(toldBy: members) : equal
    }
    guard let written = value.spelling else { return [] }
    let byValue = list.choices.filter { $0.value.spelling == written }
    guard byValue.isEmpty else { return byValue }
    // Without facts to distinguish them, a choice is selected by its exact label.
    return selectors.isEmpty ? list.choices.filter { $0.label?.visible == written } : list.choices(toldBy: written, facts: selectors)
  }
}

extension Choice {
  /// What a scenario may write for it.
  fileprivate var told: String {
    let value = value.quoted
    let name = label.map { "'\($0.visible)'" }
    let facts = facts.filter { !$0.isSecret }.map { "\($0.name): \($0.value.quoted)" }
    return (name.map { $0 == value ? $0 : "\($0) (\(value))" } ?? value) + (facts.isEmpty ? "" : " {\(facts.joined(separator: ", "))}")
  }
}

extension Value {
  /// The text that a scalar spells; `nil` for lists, maps and null. That of a secret is for comparing only.
  var spelling: String? {
    switch self {
    case .text(let text), .number(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .secret(let secret): secret.unsafeText
    case .null, .list, .map: nil
    }
  }
}
