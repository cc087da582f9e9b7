package import JourneyModel

/// One thing that can be taken of a list: a choice, and where it can be done in several ways, one of them.
package struct ChoiceAnswer: Sendable, Hashable {
  package var label: String
  package var origin: AnswerOrigin
  /// What is sent for the choice.
  package let value: Value
  /// What distinguishes it from others, the way in which it is done included.
  package let facts: [Value.Member]
  /// The widgets that it asks for, except those that it answers itself.
  package var asks: [Widget]

  /// All that can be taken of a list, in its order.
  ///
  /// - Parameter selectors: the facts by which the dialect distinguishes choices.
  package static func all(of list: ChoiceList, selectors: [String]) -> [ChoiceAnswer] {
    list.choices.flatMap { choice in
      let inner = choice.widgets.first { widget in
        guard case .choice(let methods) = widget.kind else { return false }
        return !methods.choices.isEmpty && methods.choices.allSatisfy { !$0.facts.isEmpty }
      }
      guard let inner, case .choice(let methods) = inner.kind, methods.choices.count > 1 else {
        return [ChoiceAnswer(choice, with: [], nil, asks: Self.asked(by: choice, but: inner), of: list, selectors)]
      }
      return methods.choices.map { method in
        let facts = method.facts.filter { fact in selectors.contains(fact.name) && fact.value.text != nil }
        return ChoiceAnswer(
          choice, with: facts.map { Value.Member($0.name, $0.value) }, method.label?.visible ?? facts.first?.value.text,
          asks: Self.asked(by: choice, but: inner), of: list, selectors)
      }
    }
  }

  private static func asked(by choice: Choice, but inner: Widget?) -> [Widget] {
    choice.widgets.filter { $0 != inner && $0.isVisible && $0.kind.takesAnswer && !$0.kind.isReadOnly }
  }

  private init(
    _ choice: Choice, with extra: [Value.Member], _ method: String?, asks: [Widget], of list: ChoiceList, _ selectors: [String]
  ) {
    let name = choice.label?.visible ?? choice.value.text ?? "this"
    label = method.map { "\(name): \($0)" } ?? name
    self.asks = asks
    value = choice.value
    facts = choice.facts.map { Value.Member($0.name, $0.value) } + extra
    origin = Self.origin(choice, with: extra, of: list, selectors)
  }

  /// Facts that select this choice alone; else its label, else its value.
  private static func origin(_ choice: Choice, with extra: [Value.Member], of list: ChoiceList, _ selectors: [String]) -> AnswerOrigin {
    var members: [Value.Member] = []
    for name in selectors {
      guard let fact = choice.facts.first(where: { $0.name == name }), !fact.isSecret, fact.value.text != nil else { continue }
      members.append(Value.Member(fact.name, fact.value))
      if list.choices(toldBy: members) == [choice] { break }
    }
    let added = members + extra.filter { member in !members.contains { $0.name == member.name } }
    if !members.isEmpty, list.choices(toldBy: added) == [choice] { return .selector(added) }
    if let label = choice.label?.visible, list.choices.filter({ $0.label?.visible == label }).count == 1 { return .options([label]) }
    return .options([choice.value.text ?? ""])
  }
}
