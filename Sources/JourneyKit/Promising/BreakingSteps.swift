import Diagnostics
import JourneyLanguage
import JourneyMock
import JourneyModel
import LocatedYAML

/// Writes the acts of a way as steps of a scenario.
struct BreakingSteps {
  /// The steps, a line each.
  private(set) var lines: [String] = []
  /// What the journey begins with.
  private(set) var start: [String] = []

  private let tenant: MockTenant
  private let person: Int?
  /// What is entered to name the person, where that is a variable.
  private let address: String?
  /// The variables with the codes and links that were sent last, by the message's name.
  private var codes: [String: String] = [:]
  private var links: [String: String] = [:]
  /// What texts of the session were set to, in scenario language.
  private var texts: [AttributeSlot: String] = [:]
  private var count = 0
  private var hasUsedApp = false
  /// Who was named last.
  private var current: BreakingWay.Person?

  init(_ tenant: MockTenant, person: Int?, address: String?) {
    self.tenant = tenant
    self.person = person
    self.address = address
  }

  private var tables: TenantGraph.Tables { tenant.graph.tables }

  /// Adds what a person does.
  mutating func add(_ act: BreakingWay.Act, isFirst: Bool, isLast: Bool) {
    switch act {
    case .begin(let given, let hint): begin(given, hint, isFirst: isFirst)
    case .send(let form): send(form)
    case .wait(_, let lasts): lines.append("  - wait: \(DurationText.format(lasts + .seconds(1)))")
    case .push(let word): lines.append("  - push: \(word == "accepted" ? "accept" : "reject")")
    case .open(let mail):
      if let link = links[mail] { lines.append("  - open: \"${\(link)}\"") }
    }
  }

  /// Adds where it ends.
  mutating func end(_ end: BreakingWay.End) {
    switch end {
    case .tokens: lines.append("  - finish:")
    case .error(let error): lines.append("  - error: \(error)")
    case .left: lines.append("  - hand_over: present")
    case .expired: break
    case .screen(let id): lines.append("  - screen: \(id)")
    }
  }

  private mutating func begin(_ given: [BreakingWay.Given], _ hint: BreakingWay.Person?, isFirst: Bool) {
    var members: [String] = []
    for fact in given where fact.fact == "session.prompt" { members.append("prompt: \(fact.word)") }
    if hint != nil { current = hint }
    if hint != nil { members.append("login_hint: \(Self.quoted(named(hint, by: nil)))") }
    if isFirst {
      start = members
    } else {
      // Who is signed in already would not be asked.
      if members.isEmpty { members.append("prompt: login") }
      lines.append("  - start_again: {\(members.joined(separator: ", "))}")
    }
  }

  // MARK: Forms

  private mutating func send(_ form: BreakingWay.SentForm) {
    let rules = tenant.graph.states.first { state in state.form(form.form) != nil && screenID(of: state) == form.screen }?.form(form.form)
    if form.named != nil { current = form.named }
    var answers: [(widget: String, text: String)] = []
    for find in rules?.finds ?? [] {
      if case .answer(let path) = find.source, !answers.contains(where: { $0.widget == path.joined(separator: ".") }) {
        let text = address ?? named(form.named, by: find.attribute)
        if rules?.finds.first?.attribute == find.attribute || answers.isEmpty {
          answers.append((path.joined(separator: "."), Self.quoted(text)))
        }
      }
    }
    answers += proven(form)
    answers += filled(form, besides: answers.map(\.widget))
    lines.append("  - screen: \(form.screen)")
    let written = Self.grouped(answers, widgets(of: form).map(\.id.value))
    if written.isEmpty {
      lines.append("    press: \(form.form)")
    } else {
      lines.append("    answers: {\(written.joined(separator: ", "))}")
    }
    if form.comesBack {
      lines += ["  - hand_over: present", "    comes_back: {}"]
    }
    for edge in form.edges { follow(edge, answers) }
  }

  private func screenID(of state: GraphState) -> String? { state.screen.map { tenant.screens[$0].id } }

  private func widgets(of form: BreakingWay.SentForm) -> [WidgetDefinition] {
    tenant.definition.screens.first { $0.id.value == form.screen }?.forms.first { $0.id.value == form.form }?.widgets ?? []
  }

  /// What is answered so that the tests turn out as they are to.
  private mutating func proven(_ form: BreakingWay.SentForm) -> [(widget: String, text: String)] {
    var answers: [(widget: String, text: String)] = []
    for answer in form.answers where answer.isTrue {
      if let text = text(for: answer.test, on: answer.widget, in: form) { answers.append((answer.widget, text)) }
    }
    for answer in form.answers where !answer.isTrue && !answers.contains(where: { $0.widget == answer.widget }) {
      guard let wrong = wrong(answer.test) else { continue }
      answers.append((answer.widget, wrong))
    }
    return answers
  }

  private mutating func text(for test: AnswerTest.Comparison, on widget: String, in form: BreakingWay.SentForm) -> String? {
    switch test {
    case .equals(let text): return Self.quoted(text)
    case .has(let text): return "[\(Self.quoted(text))]"
    case .equalsAttribute(let slot): return Self.quoted(text(of: slot))
    case .equalsCode(let mail): return codes[tables.mails[mail].name].map { Self.quoted("${\($0)}") }
    case .equalsTOTP(let slot):
      if hasUsedApp { lines.append("  - wait: 31s") }
      hasUsedApp = true
      return Self.quoted("${totp(account.\(name(of: slot)))}")
    case .present: return widgets(of: form).first { $0.id.value == widget }.map(Self.sample) ?? Self.quoted("x")
    case .equalsAnswer: return Self.quoted(Self.newPassword)
    case .matches: return widgets(of: form).first { $0.id.value == widget }.map(Self.sample)
    }
  }

  private func wrong(_ test: AnswerTest.Comparison) -> String? {
    switch test {
    case .equalsAttribute: Self.quoted("Wrong-answer-0")
    case .equalsCode, .equalsTOTP: Self.quoted("000000")
    case .equals, .has, .present, .equalsAnswer, .matches: nil
    }
  }

  /// What has to be filled in besides.
  private func filled(_ form: BreakingWay.SentForm, besides answered: [String]) -> [(widget: String, text: String)] {
    widgets(of: form).compactMap { widget in
      let id = widget.id.value
      let isAsked = ["password", "passcode"].contains(widget.type.value) || widget.isRequired
      guard isAsked, !answered.contains(where: { $0 == id || $0.hasPrefix(id + ".") }) else { return nil }
      return (id, Self.sample(widget))
    }
  }

  // MARK: Texts

  private func name(of slot: AttributeSlot) -> String { tables.attributes[slot.scope]?[slot.index] ?? "" }

  private func text(of slot: AttributeSlot) -> String {
    texts[slot] ?? "${\(slot.scope.rawValue).\(name(of: slot))}"
  }

  private func named(_ named: BreakingWay.Person?, by attribute: AttributeSlot?) -> String {
    guard case .account(let place)? = named else { return "nobody@unknown.test" }
    guard place == person, address == nil else { return identity(of: place) }
    guard case .map(let members) = tenant.accounts[place].value else { return identity(of: place) }
    let wanted = attribute.map(name) ?? "email"
    let other = members.first { ["email", "username", "phone"].contains($0.name) }?.name
    return "${account.\(members.contains { $0.name == wanted } ? wanted : other ?? wanted)}"
  }

  /// A text by which the person is found.
  func identity(of place: Int) -> String {
    guard case .map(let members) = tenant.accounts[place].value else { return "" }
    for name in ["email", "username", "phone"] {
      if let member = members.first(where: { $0.name == name }), case .text(let text) = member.value { return text }
    }
    return ""
  }

  // MARK: What an edge does

  private mutating func follow(_ id: String, _ answers: [(widget: String, text: String)]) {
    let edges = tenant.graph.states.flatMap { $0.forms + ($0.decision.map { [$0] } ?? []) }.flatMap(\.edges)
    guard let edge = edges.first(where: { $0.id == id }) else { return }
    for effect in edge.effects {
      switch effect {
      case .setAttribute(.attribute(let slot), let source): texts[slot] = text(of: source, answers)
      case .send(let mail): take(mail)
      default: break
      }
    }
  }

  private func text(of source: ValueSource, _ answers: [(widget: String, text: String)]) -> String? {
    switch source {
    case .literal(let text): text
    case .attribute(let slot): text(of: slot)
    case .answer(let path): answers.first { $0.widget == path.joined(separator: ".") }.map { String($0.text.dropFirst().dropLast()) }
    case .newTOTP, .newNumber, .nothing: nil
    }
  }

  /// Whether the person has such a text, as far as the tenant's file says.
  private func currentHas(_ name: String) -> Bool {
    switch current {
    case .account(let place)?:
      guard case .map(let members) = tenant.accounts[place].value else { return false }
      return members.contains { $0.name == name }
    case .created?: return true
    case .nobody?, nil: return false
    }
  }

  /// Takes a message out of the inbox, and keeps its code and link.
  private mutating func take(_ index: Int) {
    let rule = tables.mails[index]
    guard rule.recipient.scope != .account || currentHas(name(of: rule.recipient)) else { return }
    count += 1
    var captures: [String] = []
    if rule.texts.contains(where: { $0.has(.code) }) {
      codes[rule.name] = "code\(count)"
      captures.append("code\(count): code")
    }
    if rule.linkState != nil {
      links[rule.name] = "link\(count)"
      captures.append("link\(count): link")
    }
    guard !captures.isEmpty else { return }
    lines.append("  - \(rule.channel == .sms ? "sms" : "mail"): \(Self.quoted(text(of: rule.recipient)))")
    lines.append("    capture: {\(captures.joined(separator: ", "))}")
  }
}

extension BreakingSteps {
  static let newPassword = "Aa-1234567890"

  static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// What a person might enter.
  static func sample(_ widget: WidgetDefinition) -> String {
    switch widget.type.value {
    case "checkbox", "boolean": "true"
    case "password": quoted(newPassword)
    case "passcode": quoted("000000")
    case "phone": quoted("+36301234567")
    case "date": quoted("1990-01-01")
    default: quoted(widget.id.value.lowercased().contains("mail") ? "somebody@unknown.test" : "Somebody")
    }
  }

  /// Answers as they are written: the parts of one choice in one map.
  fileprivate static func grouped(_ answers: [(widget: String, text: String)], _ widgets: [String]) -> [String] {
    var plain: [String] = []
    var choices: [(widget: String, members: [String])] = []
    for answer in answers {
      let owner = widgets.contains(answer.widget) ? nil : widgets.first { answer.widget.hasPrefix($0 + ".") }
      guard let owner else {
        plain.append("\(answer.widget): \(answer.text)")
        continue
      }
      let part = answer.widget.dropFirst(owner.count + 1)
      let member = "\(part == "methodType" ? "method" : String(part)): \(answer.text)"
      if let index = choices.firstIndex(where: { $0.widget == owner }) {
        choices[index].members.append(member)
      } else {
        choices.append((owner, [member]))
      }
    }
    return plain + choices.map { "\($0.widget): {\($0.members.joined(separator: ", "))}" }
  }
}

extension WidgetDefinition {
  /// Whether its file says that it has to be filled in.
  fileprivate var isRequired: Bool {
    guard case .scalar(let scalar)? = attributes.first(where: { $0.name == "required" })?.value else { return false }
    return scalar.kind == .boolean(true)
  }
}
