import Diagnostics
import JourneyMock
import LocatedYAML
import TenantDecisions

/// One element of a mock's definition that can be changed on its own: what it is called, where it is, and how it reads.
struct DefinitionElement: Sendable, Hashable {
  /// E.g. `policy mfa`, `edge second.decide.none`, `screen terms`.
  var name: String
  var range: SourceRange
  /// What is compared, in one line; layout and comments do not count.
  var text: String
  /// What is compared too, and never shown: passwords, keys and answers of accounts.
  var hidden: [String: String] = [:]
  /// What walks take from the file on both sides, so that they show no difference in it: the addresses of an account.
  var given: [String: String] = [:]
  /// Of an account: its facts, by their names.
  var facts: [String: String] = [:]
  /// Of an account: the edges that ask for each of its facts.
  var factEdges: [String: Set<String>] = [:]
  /// The edges that it is part of, or that depend on it.
  var edges: Set<String> = []
  /// The edges that ask for what it brings about later: once a time is over, or a counter is full.
  var laterEdges: Set<String> = []
  /// The screens that it is part of; `ended:finished` for the tokens, `account NAME` for who has it.
  var screens: Set<String> = []
  /// The forms and widgets that it decides, each with its screen: `SCREEN/FORM`, `SCREEN/FORM/WIDGET`.
  var parts: Set<String> = []
  /// The messages and mails that it is.
  var texts: Set<String> = []
  /// What a walk can show of it.
  var role = Role.decides
  /// The screen that it comes and goes with; `nil` for what is on no screen of its own.
  var home: String?
  /// The edges that it is itself, as walks name them.
  var taken: Set<String> = []
  /// The edges of the form whose order this is.
  var order: [String] = []

  /// What a walk can show of an element.
  enum Role: Sendable, Hashable {
    /// It decides what comes next: a walk that took the same way on both sides did not exercise what differs in it.
    case decides
    /// It is on a screen or in a message.
    case shown
    /// A name that only other elements use, such as a fact.
    case declares
    /// A person, whose walks use what the person has.
    case person
  }

  /// Whether walks exercised it though none showed a difference.
  ///
  /// - Parameters:
  ///   - isNew: whether only one of the two versions has it.
  ///   - screens: those that are reported as new, gone or renamed, which includes all that they are made of.
  func isExercised(by met: Set<String>, isNew: Bool, on screens: Set<String>) -> Bool {
    switch role {
    case .person: !met.isDisjoint(with: self.screens)
    case .declares: isNew && !met.isDisjoint(with: edges)
    case .shown: isNew && home.map(screens.contains) ?? false
    case .decides: isNew && home.map(screens.contains) ?? false && !met.isDisjoint(with: taken)
    }
  }
}

extension TenantDefinition {
  /// Everything of which another version of the tenant may differ, by name.
  var elements: [String: DefinitionElement] {
    var all: [DefinitionElement] = policyElements + flowElements + limitElements + textElements + screenElements
    all += settingElements + ruleElements
    for entry in branding?.entries ?? [] {
      all.append(DefinitionElement(name: "branding \(entry.name)", range: entry.key.range, text: entry.value.line, role: .shown))
    }
    if let issuer { all.append(DefinitionElement(name: "issuer", range: issuer.range, text: issuer.value)) }
    if let start { all.append(DefinitionElement(name: "start", range: start.range, text: start.value)) }
    for fact in facts {
      all.append(
        DefinitionElement(
          name: "fact \(fact.name.value)", range: fact.name.range, text: fact.kind.line, edges: edges(naming: fact.name.value),
          role: .declares))
    }
    let factNames = Set(facts.map(\.name.value))
    let factEdges = Dictionary(uniqueKeysWithValues: factNames.map { ($0, edges(naming: $0)) })
    for account in accounts {
      let facts = account.members.filter { factNames.contains("account.\($0.key.value)") }
      let shown = account.members.filter { isShown(ofAccounts: $0.key.value) }
      let text = shown.map { "\($0.key.value): \($0.value.line)" } + (account.claims.map { [$0.line] } ?? [])
      let hidden = account.members.filter { member in !shown.contains { $0.key.value == member.key.value } }
      all.append(
        DefinitionElement(
          name: "account \(account.name.value)", range: account.name.range, text: text.joined(separator: ", "),
          hidden: Dictionary(hidden.map { ($0.key.value, $0.value.line) }) { first, _ in first },
          given: Dictionary(
            account.members.filter { Self.takenFromFile.contains($0.key.value) }.map { ($0.key.value, $0.value.line) }
              + (account.claims.map { [("claims", $0.line)] } ?? [])
          ) { first, _ in first }, facts: Dictionary(facts.map { ("account.\($0.key.value)", $0.value.line) }) { first, _ in first },
          factEdges: factEdges, screens: ["account \(account.name.value)"], role: .person))
    }
    return Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
  }

  /// What an account has that anybody may see; everything else that is not a fact may be a secret.
  private static let shownOfAccounts: Set<String> = ["email", "username", "phone", "sub", "id", "claims"]

  /// Whether a member of accounts is nothing that a person proves who they are by.
  func isShown(ofAccounts member: String) -> Bool {
    Self.shownOfAccounts.contains(member) || facts.contains { $0.name.value == "account.\(member)" }
      || rules.names.contains { $0.fact.value == "account.\(member)" }
  }

  /// Under these a person is known, and walks sign in or the app knows them.
  private static let takenFromFile: Set<String> = ["email", "username", "phone", "sub", "id"]

  /// What rules speak about. What rules ask for is worked out and not walked, see `ComparedRules`.
  private var ruleElements: [DefinitionElement] {
    let situations = rules.situations.map { situation in
      DefinitionElement(name: "situation \(situation.name.value)", range: situation.name.range, text: situation.facts.line)
    }
    let impossible = rules.impossible.first.map { first in
      [DefinitionElement(name: "impossible", range: first.range, text: rules.impossible.map(\.text).joined(separator: "; "))]
    }
    let authenticators = rules.authenticators.map { authenticator in
      DefinitionElement(name: "authenticator \(authenticator.name.value)", range: authenticator.name.range, text: authenticator.value.line)
    }
    let apps = rules.apps.map { app in
      let parts =
        ["rules: \(app.list?.value ?? "none")"] + (app.isForAdministrators ? ["administrators: true"] : [])
        + (app.standsForOthers ? ["others: true"] : [])
      return DefinitionElement(name: "app \(app.name.value)", range: app.name.range, text: parts.joined(separator: ", "))
    }
    // What a name means is compared with the rules that read it.
    let names = rules.names.flatMap { fact in
      fact.names.map { name in
        DefinitionElement(name: "\(fact.fact.value) \(name.name.value)", range: name.name.range, text: name.name.value)
      }
    }
    return situations + (impossible ?? []) + authenticators + apps + names
  }

  private var policyElements: [DefinitionElement] {
    policy.map { rule in
      let names = policies(madeOf: rule.name.value)
      let timed = timers.filter { $0.lasts.names(policies: names) }.map(\.name.value)
      let counted = counters.filter { $0.limit.names(policies: names) }.map(\.name.value)
      let parts = parts(naming: names)
      return DefinitionElement(
        name: "policy \(rule.name.value)", range: rule.name.range, text: rule.value.line,
        edges: edges(naming: names, counted: counted, timed: timed), laterEdges: edges(after: counted, timed),
        screens: Set(screens.map(\.id.value).filter { id in parts.contains { $0.hasPrefix(id + "/") } }), parts: parts)
    }
  }

  /// The policy and those that are made of it.
  private func policies(madeOf policy: String) -> Set<String> {
    var names: Set<String> = [policy]
    for _ in self.policy {
      for rule in self.policy {
        if case .guarded(let scalar) = rule.value, scalar.names(policies: names) { names.insert(rule.name.value) }
      }
    }
    return names
  }

  /// The forms and widgets that policies decide.
  private func parts(naming names: Set<String>) -> Set<String> {
    func isNamed(_ condition: YAMLScalar?) -> Bool { condition?.names(policies: names) ?? false }
    var parts: Set<String> = []
    for screen in screens {
      for form in screen.forms {
        let place = "\(screen.id.value)/\(form.id.value)"
        if isNamed(form.condition) { parts.insert(place) }
        for widget in form.widgets
        where isNamed(widget.condition) || widget.attributes.contains(where: { $0.value.line.names(policies: names) }) {
          parts.insert("\(place)/\(widget.id.value)")
        }
      }
    }
    return parts
  }

  /// The edges that policies decide: those whose form asks for them, and those that count or wait for what they limit.
  private func edges(naming names: Set<String>, counted: [String], timed: [String]) -> Set<String> {
    var edges: Set<String> = []
    forEachForm { _, form, ids in
      let asks = form.edges.contains { edge in
        guard let condition = edge.condition else { return false }
        return condition.names(policies: names) || timed.contains { condition.names("timer.\($0)") }
      }
      for edge in form.edges {
        let counts = edge.effects.contains { $0.touches(counters: counted, timers: timed) }
        if asks || counts { edges.formUnion(ids(edge)) }
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
    // What starts such a time when it is full, and what its end clears, is counted differently once it is over.
    let counters =
      effects.flatMap(\.cleared)
      + counters.filter { $0.full?.effects.contains { $0.touches(counters: [], timers: timed) } ?? false }.map(\.name.value)
    return effects.compactMap(\.fact).reduce(into: edges { $0.touches(counters: counters, timers: []) }) { found, fact in
      forEachForm { _, form, ids in
        guard form.edges.contains(where: { $0.condition?.names(fact) ?? false }) else { return }
        for edge in form.edges { found.formUnion(ids(edge)) }
      }
    }
  }

  /// The edges that ask for a fact, or change it.
  private func edges(naming fact: String) -> Set<String> {
    var edges: Set<String> = []
    forEachForm { _, form, ids in
      for edge in form.edges where edge.names(fact) { edges.formUnion(ids(edge)) }
    }
    return edges
  }

  /// Calls a closure with each form: how it is called, its rules, and the ids in the graph of one of its edges.
  ///
  /// A form that is everywhere has edges of its own in each state, as walks name them.
  private func forEachForm(_ body: (_ name: String, FormRules, _ ids: (EdgeDefinition) -> Set<String>) -> Void) {
    for form in everywhere {
      body("everywhere.\(form.id.value)", form) { edge in
        Set(states.map { "\($0.id.value).\(form.id.value).\(edge.name.value)" })
      }
    }
    for state in states {
      for form in state.forms {
        body("\(state.id.value).\(form.id.value)", form) { ["\(state.id.value).\(form.id.value).\($0.name.value)"] }
      }
      if let decision = state.decision { body("\(state.id.value).decide", decision) { ["\(state.id.value).decide.\($0.name.value)"] } }
    }
  }

  /// The screen of the state that a form is of; `nil` for one that is everywhere, or decides.
  private func home(of form: String) -> String? {
    states.first { state in state.forms.contains { "\(state.id.value).\($0.id.value)" == form } }.map { $0.screen?.value ?? $0.id.value }
  }

  private var flowElements: [DefinitionElement] {
    var elements: [DefinitionElement] = []
    forEachForm { prefix, form, ids in
      let siblings = form.edges.reduce(into: Set<String>()) { $0.formUnion(ids($1)) }
      let home = home(of: prefix)
      for edge in form.edges {
        elements.append(
          DefinitionElement(
            name: "edge \(prefix).\(edge.name.value)", range: edge.name.range, text: edge.line, edges: siblings, home: home,
            taken: ids(edge)))
      }
      let order = form.edges.map(\.name.value)
      elements.append(
        DefinitionElement(
          name: "order of \(prefix)", range: form.id.range, text: order.joined(separator: ", "), edges: siblings, home: home, order: order))
      if !form.finds.isEmpty {
        let text = form.finds.map { "\($0.attribute.value): \($0.source.text)" }.joined(separator: ", ")
        elements.append(DefinitionElement(name: "find of \(prefix)", range: form.id.range, text: text, edges: siblings))
      }
    }
    for state in states where !state.says.isEmpty || state.screen != nil {
      let text = "screen \(state.screen?.value ?? state.id.value), say \(state.says.map(\.value).joined(separator: ", "))"
      elements.append(
        DefinitionElement(
          name: "state \(state.id.value)", range: state.id.range, text: text, screens: [state.screen?.value ?? state.id.value],
          role: .shown, home: state.screen?.value ?? state.id.value))
    }
    return elements
  }

  private var limitElements: [DefinitionElement] {
    counters.map { counter in
      DefinitionElement(
        name: "counter \(counter.name.value)", range: counter.name.range,
        text: "\(counter.limit.text) \(counter.full?.line ?? ""), of \(counter.scope.rawValue)",
        edges: edges { $0.touches(counters: [counter.name.value], timers: []) }, laterEdges: edges(after: [counter.name.value], []))
    }
      + timers.map { timer in
        DefinitionElement(
          name: "timer \(timer.name.value)", range: timer.name.range,
          text: "\(timer.lasts.text) \(timer.over?.line ?? ""), of \(timer.scope.rawValue)",
          edges: edges { $0.touches(counters: [], timers: [timer.name.value]) }, laterEdges: edges(after: [], [timer.name.value]))
      }
  }

  private func edges(with isMeant: (EffectDefinition) -> Bool) -> Set<String> {
    var edges: Set<String> = []
    forEachForm { _, form, ids in
      for edge in form.edges where edge.effects.contains(where: isMeant) { edges.formUnion(ids(edge)) }
    }
    return edges
  }

  private var textElements: [DefinitionElement] {
    messages.map { message in
      DefinitionElement(
        name: "message \(message.name.value)", range: message.name.range,
        text: "\(message.level) \(message.widget?.value ?? "") \(message.text.line)", texts: Set(message.text.texts.map(\.text.text)),
        role: .shown)
    }
      + mails.map { mail in
        DefinitionElement(
          name: "\(mail.isSMS ? "sms" : "mail") \(mail.name.value)", range: mail.name.range,
          text: "\(mail.recipient.text) \(mail.subject?.line ?? "")",
          edges: edges { if case .send(let sent) = $0 { sent.contains { $0.value == mail.name.value } } else { false } },
          texts: Set(mail.subject?.texts.map(\.text.text) ?? []), role: .shown)
      }
      + mails.compactMap { mail in
        mail.life.map { life in
          DefinitionElement(
            name: "life of \(mail.isSMS ? "sms" : "mail") \(mail.name.value)", range: life.range, text: life.text)
        }
      }
      + mails.compactMap { mail in
        mail.link.map { link in
          DefinitionElement(
            name: "link of \(mail.isSMS ? "sms" : "mail") \(mail.name.value)", range: link.range, text: link.value,
            edges: edges { if case .send(let sent) = $0 { sent.contains { $0.value == mail.name.value } } else { false } })
        }
      }
      + mails.map { mail in
        // A log does not keep what messages say, which may be a code: no walk can tell of another text.
        DefinitionElement(
          name: "text of \(mail.isSMS ? "sms" : "mail") \(mail.name.value)", range: mail.name.range,
          text: mail.text.line)
      }
  }

  /// Clients, tokens, limits and the like: if they matter, a difference that a walk saw names them; else no walk could show it.
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
    let hidden = keys.entries.filter { Self.isHidden(ofApps: $0.name) }
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
      func shown(_ name: String, _ range: SourceRange, _ text: String) -> DefinitionElement {
        DefinitionElement(name: name, range: range, text: text, screens: [id], role: .shown, home: id)
      }
      var elements = [shown("screen \(id)", screen.id.range, screen.own.line)]
      for form in screen.forms {
        elements.append(shown("form \(id)/\(form.id.value)", form.id.range, form.condition?.text ?? "always"))
        for widget in form.widgets {
          let name = "widget \(id)/\(form.id.value)/\(widget.id.value)"
          let text = widget.type.value + (widget.condition.map { " when \($0.text)" } ?? "")
          elements.append(shown(name, widget.id.range, text))
          for entry in widget.attributes {
            elements.append(shown("\(name) \(entry.key.value)", entry.key.range, entry.value.line))
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
