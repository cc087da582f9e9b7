import Encodings

/// Small tenants in which everything that a flow can do is done somewhere, mostly without sense.
struct RandomTenant {
  private var random: SeededGenerator
  private let states: [String]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    states = (0..<Int.random(in: 3...5, using: &random)).map { "s\($0)" }
  }

  /// The text of its file.
  mutating func text() -> String {
    """
    tenant: made
    extends: journey-flow/standard
    clients: {app: {redirect_uris: ["https://app.test/cb"], entry_url: "https://app.test/in"}}
    facts:
      session.way: [none, mail, app]
      account.state: [active, locked]
      account.kinds: {set_of: [phone, app]}
      device.known: flag
    accounts:
      ann: {email: ann@x.test, password: secret-a, phone: "+361"}
      ben: {email: ben@x.test, password: secret-b, kinds: [app], totp: JBSWY3DPEHPK3PXP\(chance(3) ? ", state: locked" : "")}
    counters:
      tries: {of: account, limit: \(number(1...3))\(chance(2) ? "" : ", full: {\(consequence(of: "account"))}")}
      codes: {of: session, limit: \(number(1...2))\(chance(2) ? "" : ", full: {\(consequence(of: "session"))}")}
    timers:
      lock: {of: account, lasts: 15m\(chance(2) ? "" : ", over: {set: {account.state: \(word(["active", "locked"]))}, clear: tries}")}
      code: {of: session, lasts: 5m}
    messages:
      wrong: {en: Wrong.}
    mails:
      code: {to: \(word(["account.email", "session.target"])), subject: {en: Code}, text: {en: "${code}"}}
      link: {to: account.email, subject: {en: Link}, text: {en: "${link}"}, link: \(state())}
    start: \(states[0])
    screens:
    \(states.indices.filter { !isDecision($0) }.map { screen(states[$0]) }.joined())
    flow:
    \(states.indices.map { isDecision($0) ? decision(states[$0]) : flow(states[$0]) }.joined())
    """
  }

  /// Every third state decides at once, but for the first.
  private func isDecision(_ place: Int) -> Bool { place > 0 && place % 3 == 2 }

  private func screen(_ id: String) -> String {
    """
      \(id):
        forms:
          one:
            email: {type: input, label: E-mail}
            password: {type: password, label: Password}
            code: {type: input, label: Code}
            target: {type: input, label: Target}
            submit: {type: submit, label: Go}
          two:
            email: {type: input, label: E-mail}
            password: {type: password, label: Password}
            target: {type: input, label: Target}
            pick: {type: select, label: Pick, options: [{value: mail, label: Mail}, {value: app, label: App}]}
            submit: {type: submit, label: Go}

    """
  }

  private mutating func flow(_ id: String) -> String {
    "  \(id):\n    one:\n\(finds())\(edges())    two:\n\(edges(asksPick: true))"
  }

  private mutating func decision(_ id: String) -> String { "  \(id):\n    decide:\n\(edges(isDecision: true))" }

  private mutating func finds() -> String { chance(2) ? "      find: {account.email: answer.email}\n" : "" }

  private mutating func edges(asksPick: Bool = false, isDecision: Bool = false) -> String {
    var lines = (0..<number(0...3)).map {
      "      e\($0): {when: \(condition(asksPick: asksPick, isDecision: isDecision)), \(edge(isDecision: isDecision))}\n"
    }
    lines.append("      last: {\(edge(isDecision: isDecision))}\n")
    return lines.joined()
  }

  private mutating func condition(asksPick: Bool, isDecision: Bool) -> String {
    let parts = (0..<number(1...2)).map { _ in
      let atom = isDecision || chance(2) ? fact() : asksPick ? word(["answer.pick == mail", "answer.pick == app"]) : answer()
      return chance(4) ? "not \(atom)" : atom
    }
    return parts.joined(separator: word([" and ", " or "]))
  }

  private mutating func fact() -> String {
    word([
      "account", "session.way == mail", "session.way == app", "account.state == locked", "account.kinds has app", "account.kinds has phone",
      "device.known", "timer.lock == running", "timer.lock == over", "timer.code == over", "counter.tries == full", "counter.codes == full",
      "account.phone", "account.password", "session.target",
    ])
  }

  private mutating func answer() -> String {
    word([
      "answer.password == account.password", "answer.code == sent.code", "answer.code == totp(account.totp)", "answer.code",
      "answer.target",
      "answer.target == account.phone",
    ])
  }

  /// What an edge does, and where it leads.
  private mutating func edge(isDecision: Bool) -> String {
    var parts: [String] = []
    for _ in 0..<number(0...2) {
      let part = effect(isDecision: isDecision)
      if !parts.contains(where: { $0.prefix { $0 != ":" } == part.prefix { $0 != ":" } }) { parts.append(part) }
    }
    // A decision leads on, or it would lead in circles.
    switch number(0...(isDecision ? 7 : 9)) {
    case 0: parts.append("go: finish")
    case 1: parts.append("refuse: access_denied")
    case 8, 9: parts.append("say: wrong")
    default: parts.append("go: \(state())")
    }
    return parts.joined(separator: ", ")
  }

  private mutating func effect(isDecision: Bool) -> String {
    let answered = [
      "set: {account.phone: answer.target}", "set: {session.target: answer.target}", "set: {account.password: answer.password}",
    ]
    let fixed = [
      "set: {session.way: mail}", "set: {session.way: app}", "set: {account.state: locked}", "set: {account.state: active}",
      "set: {device.known: true}", "add: {account.kinds: app}", "remove: {account.kinds: app}", "start: lock", "start: code",
      "clear: tries",
      "count: tries", "count: codes", "send: code", "send: link", "forget: account", "forget: session",
      "set: {session.target: account.phone}",
      "create: {account.email: \(isDecision ? "session.target" : "answer.email"), account.phone: \(word(["session.target", "account.phone", isDecision ? "session.target" : "answer.target"]))}",
    ]
    return word(isDecision ? fixed : fixed + answered)
  }

  /// What a full counter does.
  private mutating func consequence(of scope: String) -> String {
    let does = scope == "account" ? "set: {account.state: locked}" : word(["say: wrong", "forget: session", "set: {session.way: none}"])
    return chance(2) ? does : "\(does), go: \(state())"
  }

  private mutating func state() -> String { states.randomElement(using: &random) ?? "s0" }
  private mutating func word(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }
  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  /// Once in so many times.
  private mutating func chance(_ count: Int) -> Bool { number(1...count) == 1 }
}
