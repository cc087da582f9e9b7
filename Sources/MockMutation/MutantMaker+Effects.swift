import Diagnostics
import JourneyMock
import LocatedYAML

extension MutantMaker {
  /// Takes one thing away that an edge does.
  mutating func mutateEffect(_ index: Int, of edge: EdgeDefinition, _ place: EdgePlace) {
    switch edge.effects[index] {
    case .say(let names):
      drop(names, .dropSay, index, place, { "the message '\($0)' is not shown any more" }) { .say($0) }
    case .start(let names):
      drop(names, .dropStart, index, place, { "the timer '\($0)' is not started any more" }) { .start($0) }
    case .clear(let names):
      drop(names, .dropClear, index, place, { "'\($0)' is not cleared any more" }) { .clear($0) }
    case .count(let names):
      drop(names, .dropCount, index, place, { "'\($0)' is not counted any more" }) { .count($0) }
    case .send(let names):
      drop(names, .dropSend, index, place, { "the message '\($0)' is not sent any more" }) { .send($0) }
    case .set(let name, let value):
      drop(name, .dropSet, index, place, "'\(name.value)' is not set to '\(value.text)' any more")
    case .add(let name, let word): drop(name, .dropAdd, index, place, "'\(name.value)' no longer gains '\(word.text)'")
    case .remove(let name, let word): drop(name, .dropRemove, index, place, "'\(name.value)' no longer loses '\(word.text)'")
    case .forget(let what): drop(what, .dropForget, index, place, "the \(what.value) is not forgotten any more")
    case .evaluate(let what): drop(what, .dropEvaluate, index, place, "the \(what.value) are not evaluated any more")
    case .refuse(let error): drop(error, .dropRefuse, index, place, "the journey no longer ends in '\(error.value)'")
    case .handOver(let page): drop(page, .dropHandOver, index, place, "the journey no longer leaves for '\(page.value)'")
    case .expire: drop(edge.name.map { _ in "session" }, .dropExpire, index, place, "the session no longer expires")
    case .create(let members): dropMembers(members, index, place)
    }
  }

  /// Without one of the names, one after the other.
  private mutating func drop(
    _ names: [Located<String>], _ operation: MutationOperator, _ index: Int, _ place: EdgePlace, _ sentence: (String) -> String,
    _ effect: @escaping @Sendable ([Located<String>]) -> EffectDefinition
  ) {
    for (position, name) in names.enumerated() {
      add(
        definition.element(place), operation, name.value, at: name.range, sentence(name.value), touching: touch.edge(place)
      ) { definition in
        var rest = names
        rest.remove(at: position)
        definition[place].effects[index] = effect(rest)
      }
    }
  }

  private mutating func drop(
    _ name: Located<String>, _ operation: MutationOperator, _ index: Int, _ place: EdgePlace, _ sentence: String
  ) {
    add(definition.element(place), operation, name.value, at: name.range, sentence, touching: touch.edge(place)) {
      $0[place].effects.remove(at: index)
    }
  }

  private mutating func dropMembers(
    _ members: [(attribute: Located<String>, source: YAMLScalar)], _ index: Int, _ place: EdgePlace
  ) {
    for (position, member) in members.enumerated() {
      add(
        definition.element(place), .dropCreate, member.attribute.value, at: member.attribute.range,
        "a new account no longer has '\(member.attribute.value)'", touching: touch.edge(place)
      ) { definition in
        var rest = members
        rest.remove(at: position)
        definition[place].effects[index] = .create(rest)
      }
    }
  }
}
