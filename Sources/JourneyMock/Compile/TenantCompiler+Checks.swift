import Diagnostics

extension TenantCompiler {
  /// How many counters one may fill by being full itself, one after the other.
  private static let maxChainLength = 64

  /// A full counter counts others, which may be full then: that has to come to an end.
  mutating func checkCounterChains() {
    let next = tables.counters.map { rule in
      rule.effects.compactMap { effect -> Int? in if case .count(let index) = effect { index } else { nil } }
    }
    var left = Set(next.indices)
    for _ in 0..<Self.maxChainLength {
      let ended = left.filter { left.isDisjoint(with: next[$0]) }
      guard !ended.isEmpty else { break }
      left.subtract(ended)
    }
    for (index, counter) in definition.counters.enumerated() where left.contains(index) {
      let name = counter.name
      if Self.leads(from: index, to: index, by: next) {
        report(.badValue, "counter '\(name.value)' counts itself again once it is full", name.range)
      } else if !next[index].contains(where: { Self.leads(from: $0, to: $0, by: next) }) {
        report(.tooDeep, "counter '\(name.value)' fills more than \(Self.maxChainLength) others, one after the other", name.range)
      }
    }
  }

  /// A timer runs out without any request, so it can only change what lives where it does.
  mutating func checkScopeOfTimers() {
    for (rule, timer) in zip(tables.timers, definition.timers) {
      for effect in rule.effects where EffectParts(effect, in: tables).scope != rule.slot.scope {
        let message = "timer '\(rule.name)' is of the \(rule.slot.scope.rawValue) and can change nothing else"
        report(.badValue, message, timer.over?.name.range ?? timer.name.range)
      }
    }
  }

  /// Whether a way of at least one step leads there.
  private static func leads(from start: Int, to end: Int, by next: [[Int]]) -> Bool {
    var reached: Set<Int> = []
    var open = next[start]
    while let place = open.popLast() {
      if place == end { return true }
      if reached.insert(place).inserted { open += next[place] }
    }
    return false
  }
}
