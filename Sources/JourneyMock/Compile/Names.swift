import Diagnostics

/// What every name of a tenant means, for conditions, effects and texts.
package struct Names: Sendable {
  /// With their scopes.
  package var facts: [String: FactRule] = [:]
  /// In the order of their places.
  package var attributes: [FactScope: [String]] = [:]
  package var policies: [String: PolicyMeaning] = [:]
  package var counters: [String: Int] = [:]
  package var timers: [String: Int] = [:]
  package var messages: [String: Int] = [:]
  package var mails: [String: Int] = [:]
  package var states: [String: Int] = [:]
  package var counterSlots: [Slot] = []
  package var timerSlots: [Slot] = []
  /// Where the flow keeps what the rules demand; `nil` where no edge works them out.
  var demand: DemandPlaces?

  /// A policy's value once its own names are looked up.
  package enum PolicyMeaning: Sendable {
    case number(Int)
    case duration(Duration)
    case condition(Guard)
    /// Its errors are reported at its place.
    case unreadable
  }

  /// The slot of `account.email` and such; `nil` for a name that is not a text.
  package func attribute(_ name: String) -> AttributeSlot? {
    guard let (head, rest) = Self.split(name), let scope = FactScope(rawValue: head),
      let index = attributes[scope]?.firstIndex(of: rest)
    else { return nil }
    return AttributeSlot(scope: scope, index: index)
  }

  /// What a name in a condition means; a plain word means itself.
  func operand(_ text: String, _ place: Range<Int>) throws(GuardFault) -> GuardOperand {
    if text == "account" { return .account }
    guard let (head, rest) = Self.split(text) else { return .word(text) }
    switch head {
    case "answer": return .answer(Self.path(rest))
    case "policy":
      guard let policy = policies[rest] else { throw unknown(rest, "policy", Array(policies.keys), place) }
      if case .unreadable = policy { return .policy(.always) }
      guard case .condition(let condition) = policy else { throw GuardFault("policy '\(rest)' is neither a flag nor a condition", place) }
      return .policy(condition)
    case "timer":
      guard let index = timers[rest] else { throw unknown(rest, "timer", Array(timers.keys), place) }
      return .timer(timerSlots[index])
    case "counter":
      guard let index = counters[rest] else { throw unknown(rest, "counter", Array(counters.keys), place) }
      return .counter(counterSlots[index])
    case "sent":
      guard let index = mails[rest] else { throw unknown(rest, "mail or text message", Array(mails.keys), place) }
      return .code(index)
    case "account", "session", "device":
      if let fact = facts[text] { return .fact(fact) }
      if let slot = attribute(text) { return .attribute(slot) }
      throw unknown(text, "fact or text", kept, place)
    default: return facts[text].map { .fact($0) } ?? .word(text)
    }
  }

  /// The error of a word in the place of a name.
  func unknown(_ word: String, _ place: Range<Int>) -> GuardFault {
    let flags = ["yes": "true", "on": "true", "always": "true", "no": "false", "off": "false", "never": "false"]
    if let flag = flags[word.lowercased()] {
      return GuardFault("'\(word)' is neither true nor false", place, suggestion: "write '\(flag)'")
    }
    if let keyword = GuardKeyword.suggestion(for: word) { return GuardFault("unexpected '\(word)'", place, suggestion: keyword) }
    return unknown(word, "flag or fact", ["account"] + kept + policies.keys.map { "policy.\($0)" }, place)
  }

  private func unknown(_ name: String, _ what: String, _ known: [String], _ place: Range<Int>) -> GuardFault {
    let nearest = ClosestMatch.of(name, in: known)
    let possible = nearest == nil && !known.isEmpty ? "; there are \(known.sorted().joined(separator: ", "))" : ""
    return GuardFault("no \(what) '\(name)'\(possible)", place, suggestion: nearest.map { "did you mean '\($0)'?" })
  }

  /// The names of all facts and texts, with their scopes.
  package var kept: [String] {
    facts.keys + FactScope.allCases.flatMap { scope in (attributes[scope] ?? []).map { "\(scope.rawValue).\($0)" } }
  }

  /// The name before the first dot and the rest; `nil` if either is missing.
  package static func split(_ name: String) -> (head: String, rest: String)? {
    guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    let (head, rest) = (name[..<dot], name[name.utf8.index(after: dot)...])
    return head.isEmpty || rest.isEmpty ? nil : (String(head), String(rest))
  }

  /// A widget's id as the protocol nests it.
  package static func path(_ id: String) -> [String] {
    id.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { String(Substring($0)) }
  }
}
