import Diagnostics
import LocatedYAML

extension TenantDefinition {
  /// This tenant without what it repeats word for word of what it extends, as a file does into which `journey show` was pasted.
  ///
  /// Such a thing is the base's: texts in further languages are allowed there, and names that this tenant has no use for.
  func withoutRepetitions(of base: TenantDefinition) -> TenantDefinition {
    let parts: [TenantPart] = [.facts, .counters, .timers, .messages, .mails, .sms, .screens, .everywhere, .flow]
    var repeated: [TenantPart: Set<String>] = [:]
    for part in parts {
      guard let own = written.part(part)?.mapping, let others = base.written.part(part)?.mapping else { continue }
      let known = Dictionary(others.entries.map { ($0.name, $0.value) }) { first, _ in first }
      repeated[part] = Set(own.entries.filter { known[$0.name]?.inLine == $0.value.inLine }.map(\.name))
    }
    func isOwn(_ part: TenantPart, _ name: String) -> Bool { repeated[part]?.contains(name) != true }
    var own = self
    own.facts = facts.filter { isOwn(.facts, $0.name.value) }
    own.counters = counters.filter { isOwn(.counters, $0.name.value) }
    own.timers = timers.filter { isOwn(.timers, $0.name.value) }
    own.messages = messages.filter { isOwn(.messages, $0.name.value) }
    own.mails = mails.filter { isOwn($0.isSMS ? .sms : .mails, $0.name.value) }
    own.screens = screens.filter { isOwn(.screens, $0.id.value) }
    own.everywhere = everywhere.filter { isOwn(.everywhere, $0.id.value) }
    own.states = states.filter { isOwn(.flow, $0.id.value) }
    if !isPolicyWhole {
      own.policy = policy.filter { rule in !base.policy.contains { $0.name.value == rule.name.value && $0.value.isSame(as: rule.value) } }
    }
    return own
  }
}

extension PolicyDefinition.Value {
  fileprivate func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.number(let number), .number(let other)): number == other
    case (.duration(let duration), .duration(let other)): duration == other
    case (.flag(let flag), .flag(let other)): flag == other
    case (.guarded(let scalar), .guarded(let other)): scalar.text == other.text
    default: false
    }
  }
}
