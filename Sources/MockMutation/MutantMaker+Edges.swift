import Diagnostics
import JourneyMock
import LocatedYAML

extension MutantMaker {
  /// Edges that are gone, and accounts that are not looked for.
  mutating func mutateForm(_ place: RulesPlace) {
    let rules = definition[place]
    for (index, edge) in rules.edges.enumerated() {
      add(
        definition.element(.edge(place, index)), .dropEdge, at: edge.name.range, "the edge '\(edge.name.value)' is gone",
        touching: touch.edges(of: place, from: index)
      ) { $0[place].edges.remove(at: index) }
    }
    for (index, find) in rules.finds.enumerated() {
      let what = find.attribute.value
      add(
        definition.element(place), .dropFind, what, at: find.attribute.range, "no account is looked up by '\(what)' any more",
        touching: touch.edges(of: place)
      ) { $0[place].finds.remove(at: index) }
    }
  }

  /// Conditions, targets and effects of one edge.
  mutating func mutateEdge(_ place: EdgePlace) {
    let edge = definition[place]
    if let condition = edge.condition, case .edge(let rules, let index) = place {
      let name = "'\(edge.name.value)'"
      mutate(
        condition, of: definition.element(place), touching: touch.edges(of: rules, from: index),
        GuardWords(turned: "\(name) is taken when", ignored: "\(name) is taken whether or not", anything: "\(name) accepts anything as")
      ) { $0[place].condition = $1 }
    }
    mutateTarget(place, edge)
    for index in edge.effects.indices { mutateEffect(index, of: edge, place) }
  }

  private mutating func mutateTarget(_ place: EdgePlace, _ edge: EdgeDefinition) {
    guard let target = edge.target else { return }
    let element = definition.element(place)
    let touched = touch.edge(place)
    func isHere(_ name: String) -> Bool {
      guard case .edge(let rules, _) = place else { return false }
      return definition.element(rules).hasPrefix(name + ".")
    }
    for other in neighbours(of: target.value) where !isHere(other) {
      let sentence =
        other == "finish"
        ? "'\(edge.name.value)' ends the journey instead of leading to '\(target.value)'"
        : "'\(edge.name.value)' leads to '\(other)' instead of '\(target.value)'"
      add(element, .swapGo, other, at: target.range, sentence, touching: touched) { $0[place].target = Located(other, at: target.range) }
    }
    add(element, .swapGo, "stay", at: target.range, "'\(edge.name.value)' no longer leads to '\(target.value)'", touching: touched) {
      $0[place].target = nil
    }
    refuseFinish(place, edge, target)
  }

  /// The end is refused: the client learns of it only once it follows the end, as it does for a code.
  private mutating func refuseFinish(_ place: EdgePlace, _ edge: EdgeDefinition, _ target: Located<String>) {
    guard target.value == "finish", !edge.effects.contains(where: \.endsJourney) else { return }
    let error = Located("access_denied", at: target.range)
    let sentence = "'\(edge.name.value)' ends in the error '\(error.value)' instead of completing the journey"
    add(definition.element(place), .refuseFinish, at: target.range, sentence, touching: touch.edge(place)) {
      $0[place].effects.append(.refuse(error))
    }
  }

  /// Where an edge might lead by accident: to the state below its own target, and past all that is left.
  private func neighbours(of target: String) -> [String] {
    guard target != "finish" else { return ["start"] }
    let place = definition.states.firstIndex { $0.id.value == (target == "start" ? definition.start?.value : target) }
    guard let place else { return ["finish"] }
    let others = definition.states[(place + 1)...] + definition.states[..<place]
    let next = others.first { $0.decision == nil && $0.id.value != definition.start?.value }
    return (next.map { [$0.id.value] } ?? []) + ["finish"]
  }
}

extension EffectDefinition {
  /// Whether it decides where the journey goes, regardless of `go`.
  fileprivate var endsJourney: Bool {
    switch self {
    case .refuse, .handOver, .expire: true
    case .say, .set, .add, .remove, .start, .clear, .count, .send, .create, .forget, .evaluate: false
    }
  }
}
