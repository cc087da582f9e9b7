/// What an effect reads and changes, to find what depends on what; `GraphStepper` says what it does.
struct EffectParts {
  /// What it depends on.
  private(set) var reads: [KeptVariable] = []
  /// What it may change of the journey's previous person.
  private(set) var changes: [KeptVariable] = []
  /// Whether what it changes is the same afterwards, whatever it was before.
  private(set) var overwrites = false
  /// What is so afterwards, if it is kept at all.
  private(set) var makesTrue: GuardAtom?
  /// The scope out of which nothing of it reaches; `nil` for what reaches further, or goes on later.
  private(set) var scope: FactScope?
  /// The texts that it keeps.
  private(set) var assignments: [Assignment] = []
  /// The place of the counter that may be full by it.
  private(set) var counter: Int?
  /// The place of the message that it sends.
  private(set) var mail: Int?

  init(_ effect: Effect, in tables: TenantGraph.Tables) {
    assignments = effect.assignments
    switch effect {
    case .setFact(let slot, let word): overwrite(.fact(slot), in: slot.scope, .fact(slot, equals: word))
    case .addMember(let slot, let bit):
      change(.fact(slot), in: slot.scope)
      makesTrue = .member(slot, bit: bit)
    case .removeMember(let slot, _): change(.fact(slot), in: slot.scope)
    case .takeMembers(let asked): change(.fact(asked.slot), in: asked.slot.scope)
    case .setAttribute(.attribute(let slot), let source):
      overwrite(.text(slot), in: slot.scope, source == .nothing ? nil : .attribute(slot))
    case .startTimer(let place):
      let slot = tables.timers[place].slot
      overwrite(.timer(slot), in: nil, .timer(slot, .running))
    case .clearTimer(let place):
      let slot = tables.timers[place].slot
      overwrite(.timer(slot), in: slot.scope, .timer(slot, .off))
    case .clearCounter(let place):
      let slot = tables.counters[place].slot
      overwrite(.counter(slot), in: slot.scope)
    case .count(let place):
      counter = place
      change(.counter(tables.counters[place].slot), in: nil)
    case .send(let place):
      mail = place
      reads.append(.text(tables.mails[place].recipient))
      change(.code(place), in: nil)
    case .evaluateRules(let places):
      reads += [.fact(places.proven), .fact(places.factors), .text(AccountAttribute.password.slot)]
      changes = places.results.map { .fact($0) }
      overwrites = true
    case .setAttribute(.claim, _), .create, .forgetAccount, .forgetSession, .say: break
    }
    for case .attribute(let source) in assignments.map(\.source) { reads.append(.text(source)) }
  }

  private mutating func change(_ variable: KeptVariable, in scope: FactScope?) {
    changes.append(variable)
    self.scope = scope
  }

  private mutating func overwrite(_ variable: KeptVariable, in scope: FactScope?, _ atom: GuardAtom? = nil) {
    change(variable, in: scope)
    overwrites = true
    makesTrue = atom
  }
}

extension Effect {
  /// The texts that it keeps.
  var assignments: [Assignment] {
    if case .setAttribute(let target, let source) = self { return [Assignment(target: target, source: source)] }
    if case .create(let assignments) = self { return assignments }
    return []
  }

  /// Whether it adds a person.
  var isCreation: Bool { if case .create = self { true } else { false } }
}
