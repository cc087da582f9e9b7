/// Rules in plain English, for people who own policies and do not program.
package enum RuleWording {
  /// Who and when, e.g. `group Contractors and not zone office`.
  package static func text(_ condition: Condition<DecisionAtom>, facts: [String: DecisionFact]) -> String {
    switch condition {
    case .constant(let flag): flag ? "everybody" : "no one"
    case .atom(let atom): text(atom, facts: facts)
    case .not(.atom(let atom)): "not \(text(atom, facts: facts))"
    case .not(.any(let parts)): "everybody except \(parts.map { nested($0, facts) }.joined(separator: " or "))"
    case .not(let inner): "not (\(text(inner, facts: facts)))"
    case .all(let parts): parts.map { nested($0, facts) }.joined(separator: " and ")
    case .any(let parts): parts.map { nested($0, facts) }.joined(separator: " or ")
    }
  }

  private static func nested(_ condition: Condition<DecisionAtom>, _ facts: [String: DecisionFact]) -> String {
    switch condition {
    case .all, .any: "(\(text(condition, facts: facts)))"
    case .not(.any(let parts)): "not (\(text(.any(parts), facts: facts)))"
    case .constant, .atom, .not: text(condition, facts: facts)
    }
  }

  private static func text(_ atom: DecisionAtom, facts: [String: DecisionFact]) -> String {
    switch atom {
    case .member(let fact, let name): "\(singular(fact)) \(name)"
    case .word(let fact, let word): "\(singular(fact)) \(word)"
    case .flag(let fact): singular(fact)
    case .open(let fact): facts[fact].map(open) ?? fact
    }
  }

  /// What an open flag means: it is not known to rules, so its text is not read as something that is worked out.
  private static func open(_ fact: DecisionFact) -> String {
    "\(fact.shortName) (not in the configuration\(fact.meaning.map { ": \($0)" } ?? ""))"
  }

  /// People as the subject of a sentence, e.g. `people in group Employees and not in group Contractors`.
  ///
  /// - Parameter parts: what is so of all of them.
  static func people(_ parts: [Condition<DecisionAtom>], facts: [String: DecisionFact]) -> String {
    let groups = parts.compactMap(group)
    let others = parts.filter { group($0) == nil }
    let more = others.isEmpty ? [] : ["(\(others.map { nested($0, facts) }.joined(separator: " and ")))"]
    return (["people"] + (groups.isEmpty ? [] : [groups.joined(separator: " and ")]) + more).joined(separator: " ")
  }

  private static func group(_ condition: Condition<DecisionAtom>) -> String? {
    switch condition {
    case .atom(.member("account.groups", let name)): "in group \(name)"
    case .not(.atom(.member("account.groups", let name))): "not in group \(name)"
    default: nil
    }
  }

  /// A fact without its scope, and one of what it holds: `group` for `account.groups`.
  private static func singular(_ fact: String) -> String {
    let name = fact.split(separator: ".").dropFirst().joined(separator: ".")
    return ["groups": "group", "zones": "zone", "behaviors": "behavior", "factors": "factor", "client": "app"][name] ?? name
  }

  /// What a demand asks for, e.g. `a password and another kind of proof`.
  package static func text(_ demand: RuleDemand) -> String {
    switch demand {
    case .deny: "denied"
    case .set(let words): text(words.keys.sorted(), of: words)
    case .ask(let asks): text(asks)
    }
  }

  /// What a rule of enrolment decides.
  static func settingUp(_ demand: RuleDemand) -> String { demand == .deny ? "nothing is set up" : text(demand) }

  /// Some of the words of rules that ask for no proof.
  static func text(_ words: [String], of settings: [String: String]) -> String {
    words.map { word in settings[word].map { "\(word): \($0)" } ?? "no \(word)" }.joined(separator: ", ")
  }

  private static func text(_ asks: Set<RuleAsk>) -> String {
    let needed = asks.needed
    return needed.isEmpty ? "nothing" : needed.map(\.text).joined(separator: "; and ")
  }

  /// What one rule asks for, without how long it is good.
  package static func text(_ ask: RuleAsk) -> String {
    var parts: [String] = []
    if !ask.anyOf.isEmpty {
      let ways = ask.anyOf.map { text($0, kinds: ask.kinds ?? 0) }
      parts.append(ways.count == 1 ? ways[0] : ways.map { $0.contains(" and ") ? "(\($0))" : $0 }.joined(separator: " or "))
    } else if let kinds = ask.kinds {
      parts.append(kinds == 1 ? "any one proof" : "two kinds of proof")
    }
    if !ask.chains.isEmpty {
      let chains = ask.chains.map { chain in chain.map { $0.sorted().joined(separator: " or ") }.joined(separator: ", then ") }
      parts.append(chains.joined(separator: "; or "))
    }
    return parts.isEmpty ? "nothing" : parts.joined(separator: "; and ")
  }

  private static func text(_ needs: [ProofKind: ProofNeed], kinds: Int) -> String {
    let required = ProofKind.allCases.compactMap { kind in needs[kind].flatMap { $0.isRequired ? proof(kind, $0) : nil } }
    let further =
      kinds > required.count ? [required.isEmpty ? (kinds == 1 ? "any one proof" : "two kinds of proof") : another] : []
    return (required + further).joined(separator: " and ") + limits(needs)
  }

  private static let another = "another kind of proof"

  /// A proof of a kind that is not required, with what it has to be.
  static func furtherKind(_ needs: [ProofKind: ProofNeed]) -> String { another + limits(needs) }

  private static func limits(_ needs: [ProofKind: ProofNeed]) -> String {
    let limits = ProofKind.allCases.compactMap { kind in needs[kind].flatMap { $0.isRequired ? nil : limit(kind, $0) } }
    return limits.map { " (\($0))" }.joined()
  }

  /// What a proof has to be if it is of this kind, which it need not be.
  private static func limit(_ kind: ProofKind, _ need: ProofNeed) -> String {
    let what = "something \(kind.wording)"
    var rest = proof(kind, need)
    for start in [what, " but", " that is", " "] where rest.hasPrefix(start) { rest.removeFirst(start.count) }
    return "if it is \(what)" + (rest.isEmpty ? "" : ": \(rest)")
  }

  private static func proof(_ kind: ProofKind, _ need: ProofNeed) -> String {
    let properties = ProofProperty.allCases.filter(need.properties.contains).compactMap(\.wording)
    let what: String =
      if !need.only.isEmpty {
        need.only.sorted().joined(separator: " or ")
      } else if !need.types.isEmpty {
        need.types.sorted().joined(separator: " or ")
      } else {
        ["something", kind.wording].joined(separator: " ")
      }
    // "Something" has its adjectives behind it.
    let isNamed = !need.only.isEmpty || !need.types.isEmpty
    var clauses = isNamed || properties.isEmpty ? [] : ["is " + properties.joined(separator: " and ")]
    if need.properties.contains(.userVerification) { clauses.append("verifies the user") }
    var text = ((isNamed ? properties : []) + [what]).joined(separator: " ")
    if !need.methods.isEmpty { text += " by \(need.methods.sorted().joined(separator: " or "))" }
    if !clauses.isEmpty { text += " that \(clauses.joined(separator: " and "))" }
    if !need.not.isEmpty { text += " but not \(need.not.sorted().joined(separator: " or "))" }
    if let again = need.again { text += " \(Self.again(again))" }
    return text
  }

  /// Whether the person has to do something for a proof of possession that rules ask for; empty where they ask for none.
  static func presence(_ asks: [RuleAsk]) -> String {
    let needs = asks.flatMap(\.anyOf).compactMap { $0[.possession] }
    guard !needs.isEmpty else { return "" }
    return "user presence \(needs.allSatisfy { $0.properties.contains(.presence) } ? "required" : "not required")"
  }

  /// How long the proofs of a rule are good, e.g. `every 2h, and after 1h without use`.
  ///
  /// Rules of sessions are not asked again while a session lasts.
  package static func again(_ ask: RuleAsk, of kind: RuleKind = .app) -> String {
    clocks(ask, rest: kind == .session && ask.again == 0 ? "every sign-in" : again(ask.again))
      + (ask.unusedTime.map { ", and after \(span($0)) without use" } ?? "")
  }

  /// How long each proof is good that has a time of its own, and the rest.
  private static func clocks(_ ask: RuleAsk, rest: String) -> String {
    let all = ask.anyOf.flatMap(ask.clocks(of:))
    guard all.contains(where: { $0.isOwn && $0.again != ask.again }) else { return rest }
    var parts: [String] = []
    for clock in all where clock.isOwn {
      guard var bare = clock.need else { continue }
      bare.again = nil
      let text = "\(proof(clock.kind, bare)) \(again(clock.again))"
      if !parts.contains(text) { parts.append(text) }
    }
    return parts.joined(separator: ", ") + (all.contains { !$0.isOwn } ? ", the rest \(rest)" : "")
  }

  /// How long proofs are good, e.g. `every 2h`.
  package static func again(_ seconds: Int?) -> String {
    guard let seconds, seconds < ProofNeed.wholeSession else { return "once a session" }
    return seconds == 0 ? "every time" : "every \(span(seconds))"
  }

  /// A time in words, e.g. `2h`.
  static func span(_ seconds: Int) -> String {
    let units = [(86_400, "d"), (3600, "h"), (60, "m"), (1, "s")]
    var rest = seconds
    let parts = units.map { size, unit in
      let (count, remainder) = rest.quotientAndRemainder(dividingBy: size)
      rest = remainder
      return count > 0 ? "\(count)\(unit)" : ""
    }
    return seconds == 0 ? "0s" : parts.joined()
  }

  /// A person or a situation, e.g. `group Contractors, no zone, risk low`.
  package static func text(_ values: FactValues) -> String {
    var parts = values.words.map { (fact: $0, text: "\(singular($0)) \($1)") }
    parts += values.names.map { fact, names in
      let texts = names.isEmpty ? ["no \(singular(fact))"] : names.sorted().map { "\(singular(fact)) \($0)" }
      return (fact: fact, text: texts.joined(separator: " and "))
    }
    parts += values.flags.map { (fact: $0, text: $1 ? singular($0) : "not \(singular($0))") }
    return parts.sorted { $0.fact < $1.fact }.map(\.text).joined(separator: ", ")
  }

  /// What an authenticator counts as, e.g. `two kinds: something they have and something they are; phishing-resistant`.
  package static func text(_ authenticator: KnownAuthenticator) -> String {
    func text(_ property: ProofProperty, _ words: String?) -> [String] {
      guard let words, authenticator.properties.contains(property) else { return [] }
      return [words + (authenticator.sometimes.contains(property) ? " (sometimes)" : "")]
    }
    let properties =
      ProofProperty.allCases.flatMap { text($0, $0.wording) } + text(.userVerification, "verifies the user")
    return ([kinds(authenticator)] + (properties.isEmpty ? [] : [properties.joined(separator: ", ")])).joined(separator: "; ")
  }

  /// Authenticators that people use together, with what one counts as that is of several kinds.
  package static func text(_ authenticators: [KnownAuthenticator]) -> String {
    let texts = authenticators.map { $0.proves.count > 1 ? "\($0.name) (counts as \(kinds($0)))" : $0.name }
    return texts.isEmpty ? "nothing" : texts.joined(separator: " and ")
  }

  private static func kinds(_ authenticator: KnownAuthenticator) -> String {
    let kinds = ProofKind.allCases.filter(authenticator.proves.contains).map { "something \($0.wording)" }
    return kinds.count == 2 ? "two kinds: \(kinds.joined(separator: " and "))" : kinds.joined(separator: ", ")
  }

  /// What happens to people who have no suitable authenticator.
  package static func text(_ lacking: LackingProof) -> String {
    switch lacking {
    case .setUp: "sets one up"
    case .deny: "is refused"
    case .passOver: "is not asked"
    }
  }
}

extension ProofKind {
  fileprivate var wording: String {
    switch self {
    case .knowledge: "they know"
    case .possession: "they have"
    case .inherence: "they are"
    }
  }
}

extension ProofProperty {
  /// The adjective; `nil` for what is said in another way, or goes without saying.
  fileprivate var wording: String? {
    switch self {
    case .deviceBound: "device-bound"
    case .hardware: "hardware-protected"
    case .phishingResistant: "phishing-resistant"
    case .userVerification, .presence: nil
    }
  }
}

extension Set<RuleAsk> {
  /// Each once, in words, without those that another one implies; of two that imply each other the first in words.
  var needed: [(ask: RuleAsk, text: String)] {
    let worded = Set(map(\.once)).map { (ask: $0, text: RuleWording.text($0)) }.sorted { $0.text < $1.text }
    return worded.enumerated().filter { place, one in
      !worded.enumerated().contains { other, another in
        other != place && another.ask.implies(one.ask) && (!one.ask.implies(another.ask) || other < place)
      }
    }.map(\.element)
  }
}
