import Encodings
import JourneyModel
import ModelCoding

extension IDXMapping {
  /// The choices of a field, one for each of its options, with the facts by which a scenario selects one.
  func choices(_ options: [IDXOption], _ field: IDXField, of context: IDXFormContext) -> ChoiceList {
    var choices = options.map { choice($0, field, of: context) }
    Self.number(&choices)
    return ChoiceList(
      choices: choices, selected: field.value.map { [field.isBoolean ? $0.flag : Value($0)] } ?? [], isReadOnly: field.isCarried,
      isRequired: field.isRequired)
  }

  private func choice(_ option: IDXOption, _ field: IDXField, of context: IDXFormContext) -> Choice {
    var choice = Choice(value: field.isBoolean ? option.value.flag : Value(option.value), label: option.label.map { RichText($0) })
    if case .forms = field.content {
      choice.value = .map(option.fields.carried)
      choice.widgets = widgets(option.fields, of: context)
      choice.facts = facts(of: option)
      choice.messages = Self.unique(option.fields.leaves.flatMap { messages(on: $0, form: context.form) })
    } else if field.name == "methodType" || field.name == "channel" {
      choice.facts = [Fact(field.name == "channel" ? "channel" : "method", choice.value)]
    }
    choice.facts += Self.facts(besides: option.extras)
    return choice
  }

  /// Names that select a choice by its own properties.
  private static let takenNames = Set(IDXDescription.selectors).union(["label", "value", "group", "methods"])

  /// What else is said of a choice, e.g. `gracePeriod`, under names that no other fact of a choice has.
  private static func facts(besides members: [JSONValue.Member]) -> [Fact] {
    members.map { Fact(takenNames.contains($0.name) ? "authenticator.\($0.name)" : $0.name, Value($0.value)) }
  }

  /// What selects the option: its authenticator as the reference has it, and its methods as its own fields have them.
  private func facts(of option: IDXOption) -> [Fact] {
    let authenticator = option.relatesTo.flatMap(response.authenticator)
    var facts: [Fact] = []
    func add(_ name: String, _ text: String?) {
      if let text, !text.isEmpty { facts.append(Fact(name, .text(text))) }
    }
    add("key", authenticator?.key)
    add("type", authenticator?.type)
    let offered = option.fields.methods
    let methods = offered.isEmpty ? authenticator?.methods ?? [] : offered
    if methods.count == 1, !option.fields.asksForMethod { add("method", methods[0]) }
    if methods.count > 1 || option.fields.asksForMethod, !methods.isEmpty {
      facts.append(Fact("methods", .list(methods.map(Value.text))))
    }
    add("nickname", authenticator?.nickname)
    if authenticator?.displayName != option.label { add("displayName", authenticator?.displayName) }
    if let profile = authenticator?.profile, !profile.isEmpty {
      facts.append(Fact("profile", .map(profile.map { Value.Member($0.name, Value($0.value)) })))
    }
    return facts + Self.facts(besides: authenticator?.extras ?? [])
  }

  /// Numbers the choices that share their key, else their type, else their label; and the forms that have no key or type.
  private static func number(_ choices: inout [Choice]) {
    var alike: [String: [Int]] = [:]
    for (place, choice) in choices.enumerated() {
      guard case .map = choice.value else { continue }
      let telling = choice.facts.first { $0.name == "key" || $0.name == "type" }?.value.text
      if let name = telling ?? choice.label?.visible { alike[name, default: []].append(place) }
      if telling == nil { choices[place].facts.append(Fact("option", .number(String(place + 1)))) }
    }
    for places in alike.values where places.count > 1 {
      for (number, place) in places.enumerated() { choices[place].facts.append(Fact("nth", .number(String(number + 1)))) }
    }
  }

  private static func unique(_ messages: [Message]) -> [Message] {
    var seen = Set<Message>()
    return messages.filter { seen.insert($0).inserted }
  }
}

extension IDXField {
  fileprivate var isBoolean: Bool { type == "boolean" }
}

extension [IDXField] {
  /// The values that are sent back unchanged, nested as they are sent.
  fileprivate var carried: [Value.Member] {
    compactMap { field in
      switch field.content {
      case .form(let fields):
        let inner = fields.carried
        return inner.isEmpty ? nil : Value.Member(field.name, .map(inner))
      case .value, .options, .display, .forms:
        guard field.isCarried, let value = field.value else { return nil }
        return Value.Member(field.name, Value(value))
      }
    }
  }

  /// The methods that these fields offer or carry.
  fileprivate var methods: [String] {
    guard let field = first(where: { $0.name == "methodType" }) else { return [] }
    if case .options(let options) = field.content { return options.compactMap(\.value.stringValue) }
    return field.value?.stringValue.map { [$0] } ?? []
  }

  /// Whether a method can be chosen.
  fileprivate var asksForMethod: Bool {
    guard let field = first(where: { $0.name == "methodType" }) else { return false }
    if case .options = field.content { return true }
    return !field.isCarried
  }
}

extension JSONValue {
  /// The value, a flag also where it is spelled as a text.
  fileprivate var flag: JourneyModel.Value { lenientBool.map { .bool($0) } ?? JourneyModel.Value(self) }
}
