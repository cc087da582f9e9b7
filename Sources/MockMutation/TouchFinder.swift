import Diagnostics
import JourneyMock
import JourneyModel
import LocatedYAML

/// Finds what an element of a tenant affects: the edges and screens that a case saw if it can notice a change of the element.
struct TouchFinder {
  let definition: TenantDefinition
  let graph: FlowGraph
  /// The names of the messages that the server says itself.
  let phrases: [String]

  /// The edges of a form from one of them on: those before it are tried first, and never learn of it.
  func edges(of rules: RulesPlace, from first: Int = 0) -> MutantTouch {
    let names = definition[rules].edges[first...].map(\.name.value)
    return MutantTouch(edges: Set(names.flatMap { ids(of: rules, named: $0) }))
  }

  /// What leads to this edge, and nothing else.
  func edge(_ place: EdgePlace) -> MutantTouch {
    switch place {
    case .edge(let rules, let edge): MutantTouch(edges: Set(ids(of: rules, named: definition[rules].edges[edge].name.value)))
    case .full(let counter): counting(definition.counters[counter].name.value)
    case .over(let timer): doing { $0.starts(definition.timers[timer].name.value) }
    }
  }

  /// The ids in the graph: a form that is everywhere has them in every state.
  private func ids(of rules: RulesPlace, named name: String) -> [String] {
    guard case .everywhere(let form) = rules else { return ["\(definition.element(rules)).\(name)"] }
    let suffix = ".\(definition.everywhere[form].id.value).\(name)"
    return graph.states.flatMap(\.edges).map(\.id).filter { $0.hasSuffix(suffix) }
  }

  /// The edges that do something of a kind, and those that fill a counter which then does it.
  func doing(_ fits: (EffectDefinition) -> Bool) -> MutantTouch {
    var touch = MutantTouch()
    for place in definition.edgePlaces where definition[place].effects.contains(where: fits) {
      switch place {
      case .edge: touch = touch.union(edge(place))
      case .full(let counter): touch = touch.union(counting(definition.counters[counter].name.value))
      case .over: touch.isEverything = true
      }
    }
    return touch
  }

  private func counting(_ counter: String) -> MutantTouch {
    var touch = MutantTouch()
    for place in definition.edgePlaces {
      guard case .edge = place, definition[place].effects.contains(where: { $0.counts(counter) }) else { continue }
      touch = touch.union(edge(place))
    }
    return touch
  }

  /// Every case that sees the screen: it is shown under its id, and so are the ways in and out of its states.
  func screen(_ id: String) -> MutantTouch {
    let states = Set(graph.states.filter { $0.screen == id }.map(\.id))
    let edges = graph.states.flatMap { state in
      state.edges.filter { states.contains(state.id) || states.contains($0.target) }.map(\.id)
    }
    return MutantTouch(edges: Set(edges), screens: [id])
  }

  /// Every case that gets the message; `nil` if none ever does, because a standard has more messages than each tenant needs.
  func message(_ message: MessageDefinition) -> MutantTouch? {
    let name = message.name.value
    var touch = doing { $0.says(name) }
    for state in definition.states where state.says.contains(where: { $0.value == name }) {
      touch = touch.union(screen(state.screen?.value ?? state.id.value))
    }
    // What the server says itself may be the answer to a request of a step, which no screen shows.
    touch.isEverything = phrases.contains(name)
    guard touch != MutantTouch() else { return nil }
    touch.texts = Set(message.text.texts.map(\.text.text))
    return touch
  }

  /// Everything that a policy decides or measures, directly or through policies that name it.
  func policy(_ name: String) -> MutantTouch {
    var touch = MutantTouch()
    var names: Set<String> = [name]
    var open = [name]
    while let policy = open.popLast() {
      touch = touch.union(direct(policy))
      for other in definition.policy where !names.contains(other.name.value) {
        guard case .guarded(let scalar) = other.value, scalar.names("policy.\(policy)") else { continue }
        names.insert(other.name.value)
        open.append(other.name.value)
      }
    }
    return touch
  }

  /// What names the policy itself.
  private func direct(_ name: String) -> MutantTouch {
    let spelling = "policy.\(name)"
    func names(_ scalar: YAMLScalar?) -> Bool { scalar.map { $0.names(spelling) } ?? false }
    var touch = MutantTouch()
    for rules in definition.rulesPlaces {
      if let first = definition[rules].edges.firstIndex(where: { names($0.condition) }) {
        touch = touch.union(edges(of: rules, from: first))
      }
    }
    for screen in definition.screens {
      let conditions = screen.forms.flatMap { [$0.condition] + $0.widgets.map(\.condition) }
      if conditions.contains(where: names) { touch = touch.union(self.screen(screen.id.value)) }
    }
    for counter in definition.counters where names(counter.limit) { touch = touch.union(counting(counter.name.value)) }
    for timer in definition.timers where names(timer.lasts) { touch = touch.union(doing { $0.starts(timer.name.value) }) }
    for mail in definition.mails where names(mail.life) { touch = touch.union(doing { $0.sends(mail.name.value) }) }
    return touch
  }
}

extension EffectDefinition {
  func says(_ name: String) -> Bool { if case .say(let names) = self { names.contains { $0.value == name } } else { false } }
  func starts(_ name: String) -> Bool { if case .start(let names) = self { names.contains { $0.value == name } } else { false } }
  func counts(_ name: String) -> Bool { if case .count(let names) = self { names.contains { $0.value == name } } else { false } }
  func sends(_ name: String) -> Bool { if case .send(let names) = self { names.contains { $0.value == name } } else { false } }
}
