import Diagnostics
import JourneyMock
import LocatedYAML

/// One element of a mock's definition that can be changed by itself: what it is called, where it is, and how it reads.
struct DefinitionElement: Sendable, Hashable {
  /// E.g. `policy mfa`, `edge second.decide.none`, `screen terms`.
  var name: String
  var range: SourceRange
  /// What is compared, in one line; layout and comments do not count.
  var text: String
  /// What is compared too, and shown to nobody: passwords, keys and answers of accounts.
  var hidden: [String: String] = [:]
  /// The edges that it is part of, or that depend on it.
  var edges: Set<String> = []
  /// The edges that ask for what it brings about later: once a time is over, or a counter is full.
  var laterEdges: Set<String> = []
  /// The screens that it is part of; `ended:finished` for the tokens, `account NAME` for who has it.
  var screens: Set<String> = []
  /// The forms and widgets that it decides, each with its screen: `SCREEN/FORM`, `SCREEN/FORM/WIDGET`.
  var parts: Set<String> = []
  /// Whether walks may pass by it and show nothing: a time that none of them waited for, a number that none reached.
  var isLimit = false
  /// The messages and mails that it is.
  var texts: Set<String> = []
}

extension TenantDefinition {
  /// Everything of which another version of the tenant may differ, by name.
  var elements: [String: DefinitionElement] {
    var all: [DefinitionElement] = policyElements + flowElements + limitElements + textElements + screenElements + settingElements
    if let start { all.append(DefinitionElement(name: "start", range: start.range, text: start.value)) }
    for fact in facts {
      all.append(
        DefinitionElement(
          name: "fact \(fact.name.value)", range: fact.name.range, text: fact.kind.line, edges: edges(saying: fact.name.value)))
    }
    for account in accounts {
      let shown = account.members.filter { member in
        Self.shownOfAccounts.contains(member.key.value) || facts.contains { $0.name.value == "account.\(member.key.value)" }
      }
      let text = shown.map { "\($0.key.value): \($0.value.line)" } + (account.claims.map { [$0.line] } ?? [])
      let hidden = account.members.filter { member in !shown.contains { $0.key.value == member.key.value } }
      all.append(
        DefinitionElement(
          name: "account \(account.name.value)", range: account.name.range, text: text.joined(separator: ", "),
          hidden: Dictionary(hidden.map { ($0.key.value, $0.value.line) }) { first, _ in first },
          screens: ["account \(account.name.value)"]))
    }
    return Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
  }

  /// What an account has that anybody may see; everything else that is no fact may be a secret.
  private static let shownOfAccounts: Set<String> = ["email", "username", "phone", "sub", "id", "claims"]

  private var policyElements: [DefinitionElement] {
    policy.map { rule in
      let names = policies(madeOf: rule.name.value)
      let timed = timers.filter { timer in names.contains { timer.lasts.text.names(policy: $0) } }.map(\.name.value)
      let counted = counters.filter { counter in names.contains { counter.limit.text.names(policy: $0) } }.map(\.name.value)
      let parts = parts(naming: names)
      return DefinitionElement(
        name: "policy \(rule.name.value)", range: rule.name.range, text: rule.value.line,
        edges: edges(naming: names, counted: counted, timed: timed), laterEdges: edges(after: counted, timed),
        screens: Set(parts.map { String($0.prefix { $0 != "/" }) }), parts: parts, isLimit: !timed.isEmpty || !counted.isEmpty)
    }
  }

  /// The policy and those that are made of it.
  private func policies(madeOf policy: String) -> Set<String> {
    var names: Set<String> = [policy]
    for _ in self.policy {
      for rule in self.policy where names.contains(where: { rule.value.line.names(policy: $0) }) { names.insert(rule.name.value) }
    }
    return names
  }

  /// The forms and widgets that policies decide.
  private func parts(naming names: Set<String>) -> Set<String> {
    func isNamed(_ text: String?) -> Bool { text.map { text in names.contains { text.names(policy: $0) } } ?? false }
    var parts: Set<String> = []
    for screen in screens {
      for form in screen.forms {
        let place = "\(screen.id.value)/\(form.id.value)"
        if isNamed(form.condition?.text) { parts.insert(place) }
        for widget in form.widgets where isNamed(widget.condition?.text) || widget.attributes.contains(where: { isNamed($0.value.line) }) {
          parts.insert("\(place)/\(widget.id.value)")
        }
      }
    }
    return parts
  }

  /// The edges that policies decide: those whose form asks for them, and those that count or wait for what they limit.
  private func edges(naming names: Set<String>, counted: [String], timed: [String]) -> Set<String> {
    var edges: Set<String> = []
    forEachForm { prefix, form in
      let asks = form.edges.contains { edge in
        names.contains { edge.condition?.text.names(policy: $0) ?? false }
          || timed.contains { edge.condition?.text.contains("timer.\($0)") ?? false }
      }
      for edge in form.edges {
        let counts = edge.effects.contains { $0.touches(counters: counted, timers: timed) }
        if asks || counts { edges.insert("\(prefix).\(edge.name.value)") }
      }
    }
    return edges
  }

  /// The edges that ask for a fact which full counters or timers that are over set, and those that count what these clear.
  private func edges(after counted: [String], _ timed: [String]) -> Set<String> {
    let done =
      counters.filter { counted.contains($0.name.value) }.compactMap(\.full)
      + timers.filter { timed.contains($0.name.value) }.compactMap(\.over)
    let effects = done.flatMap(\.effects)
    // What starts such a time when it is full, and what its end clears, is counted otherwise once it is over.
    let counters =
      effects.flatMap(\.cleared)
      + counters.filter { $0.full?.effects.contains { $0.touches(counters: [], timers: timed) } ?? false }.map(\.name.value)
    return effects.compactMap(\.fact).reduce(into: edges { $0.touches(counters: counters, timers: []) }) { found, fact in
      forEachForm { prefix, form in
        guard form.edges.contains(where: { $0.condition?.text.contains(fact) ?? false }) else { return }
        for edge in form.edges { found.insert("\(prefix).\(edge.name.value)") }
      }
    }
  }

  /// The edges that ask for a fact, or change it.
  private func edges(saying fact: String) -> Set<String> {
    var edges: Set<String> = []
    forEachForm { prefix, form in
      for edge in form.edges where edge.line.contains(fact) { edges.insert("\(prefix).\(edge.name.value)") }
    }
    return edges
  }

  private func forEachForm(_ body: (String, FormRules) -> Void) {
    for form in everywhere { body("everywhere.\(form.id.value)", form) }
    for state in states {
      for form in state.forms { body("\(state.id.value).\(form.id.value)", form) }
      if let decision = state.decision { body("\(state.id.value).decide", decision) }
    }
  }

  private var flowElements: [DefinitionElement] {
    var elements: [DefinitionElement] = []
    forEachForm { prefix, form in
      let siblings = Set(form.edges.map { "\(prefix).\($0.name.value)" })
      for edge in form.edges {
        elements.append(
          DefinitionElement(name: "edge \(prefix).\(edge.name.value)", range: edge.name.range, text: edge.line, edges: siblings))
      }
      if !form.finds.isEmpty {
        let text = form.finds.map { "\($0.attribute.value): \($0.source.text)" }.joined(separator: ", ")
        elements.append(DefinitionElement(name: "find of \(prefix)", range: form.id.range, text: text, edges: siblings))
      }
    }
    for state in states where !state.says.isEmpty || state.screen != nil {
      let text = "screen \(state.screen?.value ?? state.id.value), say \(state.says.map(\.value).joined(separator: ", "))"
      elements.append(
        DefinitionElement(
          name: "state \(state.id.value)", range: state.id.range, text: text, screens: [state.screen?.value ?? state.id.value]))
    }
    return elements
  }

  private var limitElements: [DefinitionElement] {
    counters.map { counter in
      DefinitionElement(
        name: "counter \(counter.name.value)", range: counter.name.range, text: "\(counter.limit.text) \(counter.full?.line ?? "")",
        edges: edges { $0.touches(counters: [counter.name.value], timers: []) }, laterEdges: edges(after: [counter.name.value], []),
        isLimit: true)
    }
      + timers.map { timer in
        DefinitionElement(
          name: "timer \(timer.name.value)", range: timer.name.range, text: "\(timer.lasts.text) \(timer.over?.line ?? "")",
          edges: edges { $0.touches(counters: [], timers: [timer.name.value]) }, laterEdges: edges(after: [], [timer.name.value]),
          isLimit: true)
      }
  }

  private func edges(with isMeant: (EffectDefinition) -> Bool) -> Set<String> {
    var edges: Set<String> = []
    forEachForm { prefix, form in
      for edge in form.edges where edge.effects.contains(where: isMeant) { edges.insert("\(prefix).\(edge.name.value)") }
    }
    return edges
  }

  private var textElements: [DefinitionElement] {
    messages.map { message in
      DefinitionElement(
        name: "message \(message.name.value)", range: message.name.range,
        text: "\(message.level) \(message.widget?.value ?? "") \(message.text.line)", texts: Set(message.text.texts.map(\.text.text)))
    }
      + mails.map { mail in
        DefinitionElement(
          name: "\(mail.isSMS ? "sms" : "mail") \(mail.name.value)", range: mail.name.range,
          text: "\(mail.recipient.text) \(mail.subject?.line ?? "")",
          edges: edges { if case .send(let sent) = $0 { sent.contains { $0.value == mail.name.value } } else { false } },
          texts: Set(mail.subject?.texts.map(\.text.text) ?? []))
      }
      + mails.compactMap { mail in
        mail.life.map { life in
          DefinitionElement(
            name: "life of \(mail.isSMS ? "sms" : "mail") \(mail.name.value)", range: life.range, text: life.text, isLimit: true)
        }
      }
      + mails.map { mail in
        // A log does not keep what messages say, which may be a code: no walk can tell of another text.
        DefinitionElement(
          name: "text of \(mail.isSMS ? "sms" : "mail") \(mail.name.value)", range: mail.name.range,
          text: mail.text.line)
      }
  }

  /// Clients, tokens, limits and the like: what a walk met otherwise says so, else no walk could tell.
  private var settingElements: [DefinitionElement] {
    let faults = weaknessPlaces.map { DefinitionElement(name: "fault \($0.key.rawValue)", range: $0.value, text: "has it") }
    return faults
      + settings.flatMap { part, node -> [DefinitionElement] in
        switch node {
        case .mapping(let mapping): mapping.entries.map { Self.setting(part, $0) }
        case .sequence(let sequence) where part == .limits: sequence.items.enumerated().map { Self.setting(part, String($0 + 1), $1) }
        case .sequence, .scalar: [DefinitionElement(name: part.rawValue, range: node.range, text: node.line)]
        }
      }
  }

  private static func setting(_ part: TenantPart, _ entry: YAMLMapping.Entry) -> DefinitionElement {
    guard part == .clients, case .mapping(let keys) = entry.value else {
      return setting(part, entry.name, entry.value, at: entry.key.range)
    }
    // Whatever an app proves itself by stays unseen.
    let hidden = keys.entries.filter { $0.name.contains("secret") || $0.name.contains("key") }
    return DefinitionElement(
      name: "\(part.rawValue) \(entry.name)", range: entry.key.range,
      text: keys.entries.filter { member in !hidden.contains { $0.name == member.name } }.line,
      hidden: Dictionary(hidden.map { ($0.name, $0.value.line) }) { first, _ in first })
  }

  private static func setting(_ part: TenantPart, _ name: String, _ node: YAMLNode, at range: SourceRange? = nil) -> DefinitionElement {
    DefinitionElement(name: "\(part.rawValue) \(name)", range: range ?? node.range, text: node.line)
  }

  private var screenElements: [DefinitionElement] {
    screens.flatMap { screen -> [DefinitionElement] in
      let id = screen.id.value
      var elements = [DefinitionElement(name: "screen \(id)", range: screen.id.range, text: screen.own.line, screens: [id])]
      for form in screen.forms {
        elements.append(
          DefinitionElement(
            name: "form \(id)/\(form.id.value)", range: form.id.range, text: form.condition?.text ?? "always", screens: [id]))
        for widget in form.widgets {
          let name = "widget \(id)/\(form.id.value)/\(widget.id.value)"
          let text = widget.type.value + (widget.condition.map { " when \($0.text)" } ?? "")
          elements.append(DefinitionElement(name: name, range: widget.id.range, text: text, screens: [id]))
          for entry in widget.attributes {
            elements.append(
              DefinitionElement(name: "\(name) \(entry.key.value)", range: entry.key.range, text: entry.value.line, screens: [id]))
          }
        }
      }
      return elements
    }
  }
}

extension DefinitionElement {
  /// How it reads for people who compare it with another version: of what is hidden only the name, and whether it is another.
  func line(against other: DefinitionElement?) -> String {
    let changed = hidden.keys.sorted().filter { other != nil && other?.hidden[$0] != hidden[$0] }
    return ([text] + changed.map { "\($0): *** (another)" }).filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
