import Diagnostics
import Encodings

/// What is kept in one scope, as tests read and change it: facts and texts by their names without the scope, counters and timers.
struct KeptState {
  let scope: FactScope
  let tables: TenantGraph.Tables

  /// What `face` shows in addition to facts and texts.
  private static let counters = "counters"
  private static let timers = "timers"

  private var facts: [FactRule] { tables.facts.filter { $0.slot.scope == scope } }
  private var texts: [String] { tables.attributes[scope] ?? [] }
  private var counters: [CounterRule] { tables.counters.filter { $0.slot.scope == scope } }
  private var timers: [TimerRule] { tables.timers.filter { $0.slot.scope == scope } }

  /// Every name that can be changed.
  var names: [String] {
    facts.map { bare($0.name) } + texts + (counters.isEmpty ? [] : [Self.counters]) + (timers.isEmpty ? [] : [Self.timers])
  }

  private func bare(_ name: String) -> String { String(name.dropFirst(scope.rawValue.count + 1)) }

  // MARK: Reading

  func face(of state: ScopeState, showsSecrets: Bool) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    for (place, name) in texts.enumerated() {
      guard let text = state.attributes[place] else { continue }
      members.append(.init(name, showsSecrets || !tables.secrets.contains(name) ? .string(text) : .string(SecretMask.mark)))
    }
    for fact in facts { members.append(.init(bare(fact.name), value(of: fact, state.facts[fact.slot.index]))) }
    let counted = counters.map { rule in
      JSONValue.Member(rule.name, state.counters[rule.slot.index] == .max ? "full" : .integer(state.counters[rule.slot.index]))
    }
    let timed = timers.map { JSONValue.Member($0.name, .string(state.timers[$0.slot.index].phase.rawValue)) }
    if !counted.isEmpty { members.append(.init(Self.counters, .object(counted))) }
    if !timed.isEmpty { members.append(.init(Self.timers, .object(timed))) }
    return members
  }

  private func value(of fact: FactRule, _ value: UInt64) -> JSONValue {
    switch fact.kind {
    case .flag: .bool(value != 0)
    case .word(let words): .string(words.indices.contains(Int(value)) ? words[Int(value)] : "")
    case .set(let words): .array(words.indices.filter { value & (1 << UInt64($0)) != 0 }.map { .string(words[$0]) })
    }
  }

  // MARK: Changing

  func change(_ member: JSONValue.Member, in state: inout ScopeState) throws(ControlRefusal) {
    if let fact = facts.first(where: { bare($0.name) == member.name }) {
      state.facts[fact.slot.index] = try value(member, of: fact)
    } else if let place = texts.firstIndex(of: member.name) {
      try changeText(member, at: place, in: &state)
    } else if member.name == Self.counters, !counters.isEmpty {
      for counter in try members(of: member) { try count(counter, in: &state) }
    } else if member.name == Self.timers, !timers.isEmpty {
      for timer in try members(of: member) { try time(timer, in: &state) }
    } else {
      throw .unknown(member.name, "fact or text", among: names, status: 400)
    }
  }

  private func changeText(_ member: JSONValue.Member, at place: Int, in state: inout ScopeState) throws(ControlRefusal) {
    switch member.value {
    case .null: state.attributes[place] = nil
    case .string(let text):
      // As it was read by who may not see it.
      if text == SecretMask.mark, tables.secrets.contains(member.name) { return }
      if let problem = AccountAttribute.problem(with: text, as: member.name) { throw ControlRefusal("'\(member.name)' \(problem)") }
      state.attributes[place] = text
    default: throw ControlRefusal("'\(member.name)' is a text, or null for none")
    }
  }

  private func value(_ member: JSONValue.Member, of fact: FactRule) throws(ControlRefusal) -> UInt64 {
    switch (fact.kind, member.value) {
    case (.flag, .bool(let flag)): return flag ? 1 : 0
    case (.flag, _): throw ControlRefusal("'\(member.name)' is true or false")
    case (.word(let words), .string(let word)): return UInt64(try place(of: word, in: words, of: member.name))
    case (.word(let words), _): throw ControlRefusal("'\(member.name)' is one of \(words.joined(separator: ", "))")
    case (.set(let words), .array(let items)):
      var bits: UInt64 = 0
      for item in items {
        guard let word = item.stringValue else { throw ControlRefusal("'\(member.name)' is a list of words") }
        bits |= 1 << UInt64(try place(of: word, in: words, of: member.name))
      }
      return bits
    case (.set(let words), _): throw ControlRefusal("'\(member.name)' is a list of \(words.joined(separator: ", "))")
    }
  }

  private func place(of word: String, in words: [String], of name: String) throws(ControlRefusal) -> Int {
    guard let place = words.firstIndex(of: word) else { throw .unknown(word, "value", of: name, among: words, status: 400) }
    return place
  }

  private func members(of member: JSONValue.Member) throws(ControlRefusal) -> [JSONValue.Member] {
    guard let members = member.value.objectValue else { throw ControlRefusal("'\(member.name)' is an object") }
    return members
  }

  private func count(_ member: JSONValue.Member, in state: inout ScopeState) throws(ControlRefusal) {
    guard let rule = counters.first(where: { $0.name == member.name }) else {
      throw .unknown(member.name, "counter", among: counters.map(\.name), status: 400)
    }
    if member.value.stringValue == "full" {
      state.counters[rule.slot.index] = .max
    } else if let count = member.value.intValue, 0..<rule.limit ~= count {
      state.counters[rule.slot.index] = count
    } else {
      throw ControlRefusal("the counter '\(member.name)' is a number below \(rule.limit), or \"full\"")
    }
  }

  private func time(_ member: JSONValue.Member, in state: inout ScopeState) throws(ControlRefusal) {
    guard let rule = timers.first(where: { $0.name == member.name }) else {
      throw .unknown(member.name, "timer", among: timers.map(\.name), status: 400)
    }
    switch member.value.stringValue {
    case "off": state.timers[rule.slot.index] = .off
    case "over": state.timers[rule.slot.index] = .over
    case let text:
      // What is read can be written: a timer that runs goes on.
      guard text == "running", state.timers[rule.slot.index].phase == .running else {
        throw ControlRefusal("the timer '\(member.name)' is set to \"off\" or \"over\"; the flow starts it")
      }
    }
  }
}
