import Diagnostics
import JourneyLanguage
import JourneyMock
import LocatedYAML
import TenantDecisions

// How elements of a definition read in one line: names and values, without places and layout.

extension PolicyDefinition.Value {
  var line: String {
    switch self {
    case .number(let number): String(number)
    case .duration(let duration): DurationText.format(duration)
    case .flag(let flag): String(flag)
    case .guarded(let scalar): scalar.text
    case .unreadable: ""
    }
  }
}

extension YAMLScalar {
  /// Whether a condition or value names one of these policies.
  func names(policies: Set<String>) -> Bool { policies.contains { names("policy.\($0)") } }
}

extension String {
  /// Whether a text with expressions names one of these policies, as a whole word.
  func names(policies: Set<String>) -> Bool {
    split { !($0.isLetter || $0.isNumber || "._-".contains($0)) }
      .contains { word in policies.contains { word == "policy.\($0)" } }
  }
}

extension FactDefinition.Kind {
  var line: String {
    switch self {
    case .word(let words): words.joined(separator: ", ")
    case .set(let words): "set of \(words.joined(separator: ", "))"
    case .flag: "flag"
    }
  }
}

extension EdgeDefinition {
  var line: String {
    ([condition.map { "when \($0.text)" }] + effects.map(\.line) + [target.map { "go \($0.value)" }]).compactMap(\.self)
      .joined(separator: ", ")
  }
}

extension EdgeDefinition {
  /// Whether it asks for a fact, or changes it.
  func names(_ fact: String) -> Bool { condition?.names(fact) ?? false || effects.contains { $0.names(fact) } }
}

extension EffectDefinition {
  /// Whether it changes a fact, or takes a value from it.
  func names(_ fact: String) -> Bool {
    switch self {
    case .set(let name, let value), .add(let name, let value), .remove(let name, let value): name.value == fact || value.names(fact)
    case .create(let members): members.contains { $0.attribute.value == fact || $0.source.names(fact) }
    case .say, .start, .clear, .count, .send, .forget, .evaluate, .refuse, .handOver, .expire: false
    }
  }

  var line: String {
    switch self {
    case .say(let names): "say \(names.line)"
    case .set(let name, let value): "set \(name.value) \(value.text)"
    case .add(let name, let value): "add \(name.value) \(value.text)"
    case .remove(let name, let value): "remove \(name.value) \(value.text)"
    case .start(let names): "start \(names.line)"
    case .clear(let names): "clear \(names.line)"
    case .count(let names): "count \(names.line)"
    case .send(let names): "send \(names.line)"
    case .create(let members): "create " + members.map { "\($0.attribute.value): \($0.source.text)" }.joined(separator: ", ")
    case .forget(let name): "forget \(name.value)"
    case .evaluate(let name): "evaluate \(name.value)"
    case .refuse(let name): "refuse \(name.value)"
    case .handOver(let name): "hand_over \(name.value)"
    case .expire: "expire"
    }
  }

  /// The fact that it changes; `nil` for other effects.
  var fact: String? {
    switch self {
    case .set(let name, _), .add(let name, _), .remove(let name, _): name.value
    case .say, .start, .clear, .count, .send, .create, .forget, .evaluate, .refuse, .handOver, .expire: nil
    }
  }

  /// What it clears: counters and timers by their names.
  var cleared: [String] {
    if case .clear(let names) = self { names.map(\.value) } else { [] }
  }

  /// Whether it counts or starts one of these.
  func touches(counters: [String], timers: [String]) -> Bool {
    switch self {
    case .count(let names): names.contains { counters.contains($0.value) }
    case .start(let names): names.contains { timers.contains($0.value) }
    case .say, .set, .add, .remove, .clear, .send, .create, .forget, .evaluate, .refuse, .handOver, .expire: false
    }
  }
}

extension [Located<String>] {
  fileprivate var line: String { map(\.value).joined(separator: ", ") }
}

extension LocalText {
  var line: String { texts.map { "\($0.language?.value ?? "") \($0.text.text)" }.joined(separator: " | ") }
}

extension YAMLNode {
  var line: String {
    switch self {
    case .scalar(let scalar): scalar.text
    case .sequence(let sequence): "[" + sequence.items.map(\.line).joined(separator: ", ") + "]"
    case .mapping(let mapping): mapping.line
    }
  }
}

extension YAMLMapping {
  var line: String { "{\(entries.line)}" }
}

extension [YAMLMapping.Entry] {
  var line: String { map { "\($0.key.value): \($0.value.line)" }.joined(separator: ", ") }
}

extension KnownAuthenticator {
  /// All that it is, in one line.
  var line: String {
    let parts = [
      "type: \(type)", "method: \(method)", "proves: [\(proves.map(\.rawValue).sorted().joined(separator: ", "))]",
      "properties: [\(properties.map { sometimes.contains($0) ? "\($0.rawValue) (sometimes)" : $0.rawValue }.sorted().joined(separator: ", "))]",
    ]
    return parts.joined(separator: ", ")
  }
}
