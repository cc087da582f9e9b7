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
  private let startKeys: Set<String>
  private let leftOut: Set<String>
  private let goesOnInPages: Bool
  /// How many characters every field for passwords takes at most; `nil` for any number.
  private let longestPassword: Int?
  /// What is entered to name the person, where that is a variable.
  private let address: String?
  /// The variables with the codes and links that were sent last, by the message's name.
  private var codes: [String: String] = [:]
  private var links: [String: String] = [:]
  /// What texts of the session were set to, in scenario language; and those of people.
  private var texts: [AttributeSlot: String] = [:]
  private var ownTexts: [BreakingWay.Person: [AttributeSlot: String]] = [:]
  /// What was typed as a password in the form that was sent last.
  private var chosen: String?
  private var count = 0
  private var hasUsedApp = false
  /// The screen that is there and was not yet looked at.
  private var shown: String?
  /// Who was named last.
  private var current: BreakingWay.Person?
  /// Whether the journey was begun by a link, and where it came to, if that was its end.
  private var isOfLink = false
  private var ended: BreakingWay.End?
  /// From which line on the journey is on the tenant's own pages; `nil` while an app shows it.
  private var pagesFrom: Int?

  /// - Parameters:
  ///   - startKeys: what a journey of the walked dialect can begin with.
  ///   - goesOnInPages: whether a journey that is handed over goes on on the tenant's own pages.
  ///   - leftOut: widgets that are there only under a condition and get no answer, unless an edge asks for one.
  init(
    _ tenant: MockTenant, person: Int?, address: String?, startKeys: Set<String>, goesOnInPages: Bool = false,
    leavingOut leftOut: Set<String> = []
  ) {
    self.goesOnInPages = goesOnInPages
    self.startKeys = startKeys
    self.leftOut = leftOut
    self.tenant = tenant
    self.person = person
    self.address = address
    longestPassword = tenant.definition.screens.flatMap(\.forms).flatMap(\.widgets).filter { $0.type.value == "password" }
      .compactMap { $0.limit("maxLength") }.min()
  }

  private var tables: TenantGraph.Tables { tenant.graph.tables }

  /// Adds what a person does.
  mutating func add(_ act: BreakingWay.Act, isFirst: Bool, isLast: Bool) {
    switch act {
    case .begin(let given, let hint): begin(given, hint, isFirst: isFirst)
    case .send(let form): send(form, isCompared: isLast && address != nil)
    case .wait(_, let lasts): lines.append("  - wait: \(DurationText.format(lasts + .seconds(1)))")
    case .push(let word): lines.append("  - push: \(word == "accepted" ? "accept" : "reject")")
    case .open(let mail):
      lookAtScreen()
      leavePages(isClosed: true)
      if let link = links[mail] { lines.append("  - open: \"${\(link)}\"") }
      isOfLink = true
    }
  }

  /// Takes whatever the screen shows before the person goes elsewhere.
  private mutating func lookAtScreen() {
    if let shown { lines += ["  - screen: \(shown)", "    messages: any"] }
    shown = nil
  }

  /// Puts what was done on the tenant's own pages below the step that led there.
  ///
  /// - Parameter isClosed: whether the person closed them.
  private mutating func leavePages(isClosed: Bool) {
    guard let first = pagesFrom else { return }
    for index in first..<lines.count { lines[index] = "    " + lines[index] }
    if isClosed { lines.append("    comes_back: cancelled") }
    pagesFrom = nil
  }

  /// Adds where it ends.
  ///
  /// - Parameter forms: the forms that are there, and no others; empty where that is not checked.
  mutating func end(_ end: BreakingWay.End, onlyForms forms: [String] = []) {
    let isOnPage = if case .screen = end { true } else { false }
    if !isOnPage { leavePages(isClosed: false) }
    lines += Self.steps(at: end).map { "  " + $0 }
    if !forms.isEmpty { lines.append("    only_forms: [\(forms.joined(separator: ", "))]") }
    leavePages(isClosed: true)
  }

  /// Adds where it ends, for one person or for another.
  mutating func end(_ end: BreakingWay.End, or other: BreakingWay.End) {
    lines.append("  - either:")
    for end in [end, other] {
      for (index, line) in Self.steps(at: end).enumerated() { lines.append((index == 0 ? "      - " : "        ") + line) }
    }
  }

  /// Adds what is tried where it ends, and that these forms are there and no others.
  mutating func add(_ stay: BreakingWay.Stay, at end: BreakingWay.End) {
    for form in stay.sent { add(.send(form), isFirst: false, isLast: false) }
    self.end(end, onlyForms: stay.forms)
  }

  /// What a scenario says to begin with a fact.
  private static let keysOfFacts = ["session.prompt": "prompt", "session.page": "page"]

  private mutating func begin(_ given: [BreakingWay.Given], _ hint: BreakingWay.Person?, isFirst: Bool) {
    var members: [String] = []
    for fact in given { if let key = Self.keysOfFacts[fact.fact] { members.append("\(key): \(fact.word)") } }
    if hint != nil { current = hint }
    if hint != nil { members.append("login_hint: \(SampleAnswer.quoted(named(hint, by: nil)))") }
    if isFirst {
      start = members
    } else {
      // Who is signed in already would not be asked.
      if members.isEmpty, startKeys.contains("prompt") { members.append("prompt: login") }
      lookAtScreen()
      leavePages(isClosed: ended == nil)
      if isOfLink, ended == .tokens, !tenant.linksSignIn { lines += ["  - finish:", "    tokens: none"] }
      if let ended, ended != .tokens { end(ended) }
      lines.append("  - start_again: {\(members.joined(separator: ", "))}")
    }
    (isOfLink, ended) = (false, nil)
  }

  // MARK: Forms

  /// - Parameter isCompared: whether what comes of it is compared, so that nothing is done after it.
  private mutating func send(_ form: BreakingWay.SentForm, isCompared: Bool) {
    let rules = tenant.graph.states.first { state in state.form(form.form) != nil && screenID(of: state) == form.owner }?.form(form.form)
    if form.named != nil { current = form.named }
    var answers: [(widget: String, text: String)] = []
    for find in rules?.finds ?? [] {
      if case .answer(let path) = find.source, !answers.contains(where: { $0.widget == path.joined(separator: ".") }) {
        let text = address ?? named(form.named, by: find.attribute)
        if rules?.finds.first?.attribute == find.attribute || answers.isEmpty {
          answers.append((path.joined(separator: "."), SampleAnswer.quoted(text)))
        }
      }
    }
    let widgets = widgets(of: form)
    let shownSecret = secretToTake(form)
    // What a provider's page asks for is not a widget of the form.
    let elsewhere = answers.filter { answer in
      !widgets.contains { answer.widget == $0.id.value || answer.widget.hasPrefix($0.id.value + ".") }
    }
    answers.removeAll { answer in elsewhere.contains { $0.widget == answer.widget } }
    answers += proven(form).filter { proof in !answers.contains { $0.widget == proof.widget } }
    for widget in widgets
    where !(widget.condition != nil && leftOut.contains(widget.id.value))
      && !answers.contains(where: { $0.widget == widget.id.value || $0.widget.hasPrefix(widget.id.value + ".") })
    {
      answers += SampleAnswer.answers(to: widget, besides: form.answers.filter { !$0.isTrue })
    }
    answers = answers.map { ($0.widget, shortened($0.text, on: $0.widget, widgets)) }
    lines.append("  - screen: \(form.screen)")
    lines += shownSecret.map { ["    capture: {\($0.variable): {widget: \($0.widget), attribute: value}}"] } ?? []
    // The parts of these are widgets of their own.
    let apart = ["questions", "authenticator", "channel"]
    let written = Self.grouped(answers, widgets.filter { !apart.contains($0.type.value) }.map(\.id.value))
    if written.isEmpty {
      lines.append("    press: \(form.form)")
    } else {
      lines.append("    answers: {\(written.joined(separator: ", "))}")
    }
    lines.append("    messages: any")
    if form.comesBack || !elsewhere.isEmpty { comeBack(form, elsewhere) }
    shown = form.leadsTo
    ended = form.edges.last.flatMap { edge($0) }.flatMap { Self.end(at: $0.target) }
    guard !isCompared else { return }
    chosen = widgets.first { $0.type.value == "password" }.flatMap { widget in answers.first { $0.widget == widget.id.value }?.text }
    for edge in form.edges { follow(edge, answers + elsewhere) }
  }

  /// The page on which another provider asks who the person is, and which leads back to the app; or the tenant's own pages, on which the
  /// journey goes on.
  private mutating func comeBack(_ form: BreakingWay.SentForm, _ answers: [(widget: String, text: String)]) {
    let pages = form.edges.compactMap { id -> String? in
      guard case .handOver(let page)? = edge(id)?.target else { return nil }
      return page
    }
    guard pagesFrom == nil else { return }
    lines += ["  - hand_over: present", "    steps:"]
    if goesOnInPages, !pages.isEmpty {
      pagesFrom = lines.count
      return
    }
    lines.append("      - screen: away/\(pages.first ?? form.form.split(separator: "/").last.map(String.init) ?? form.form)")
    let written = answers.map { "\($0.widget): \($0.text)" }
    lines.append(written.isEmpty ? "        press: Continue" : "        answers: {\(written.joined(separator: ", "))}")
  }

  private func edge(_ id: String) -> GraphEdge? {
    for state in tenant.graph.states {
      for form in state.forms + (state.decision.map { [$0] } ?? []) {
        if let edge = form.edges.first(where: { $0.id == id }) { return edge }
      }
    }
    return nil
  }

  private func screenID(of state: GraphState) -> String? { state.screen.map { tenant.screens[$0].id } }

  private func widgets(of form: BreakingWay.SentForm) -> [WidgetDefinition] {
    tenant.definition.screens.first { $0.id.value == form.owner }?.forms.first { $0.id.value == form.form }?.widgets ?? []
  }

  /// What is answered so that the tests turn out as they are to.
  private mutating func proven(_ form: BreakingWay.SentForm) -> [(widget: String, text: String)] {
    var answers: [(widget: String, text: String)] = []
    // One text has to pass all tests of a widget: the narrowest test names it.
    for answer in form.answers.filter(\.isTrue).sorted(by: { $0.test.narrowness > $1.test.narrowness })
    where !answers.contains(where: { $0.widget == answer.widget }) {
      if let text = text(for: answer.test, on: answer.widget, in: form) { answers.append((answer.widget, text)) }
    }
    for answer in form.answers where !answer.isTrue && !answers.contains(where: { $0.widget == answer.widget }) {
      guard let wrong = wrong(answer.test, on: answer.widget, in: form) else { continue }
      answers.append((answer.widget, wrong))
    }
    return answers
  }

  private mutating func text(for test: AnswerTest.Comparison, on widget: String, in form: BreakingWay.SentForm) -> String? {
    switch test {
    case .equals(let text): return SampleAnswer.quoted(text)
    case .has(let text): return "[\(SampleAnswer.quoted(text))]"
    case .equalsAttribute(let slot): return SampleAnswer.quoted(text(of: slot))
    case .equalsCode(let mail): return codes[tables.mails[mail].name].map { SampleAnswer.quoted("${\($0)}") }
    case .equalsTOTP(let slot):
      if hasUsedApp { lines.append("  - wait: 31s") }
      hasUsedApp = true
      return SampleAnswer.quoted("${totp(\(text(of: slot).dropFirst(2).dropLast()))}")
    case .present: return sample(of: widget, in: form)
    case .matches(let pattern):
      let own = sample(of: widget, in: form)
      return SampleAnswer.lengthened(own, to: pattern) ?? own
    case .equalsAnswer: return SampleAnswer.quoted(SampleAnswer.password)
    }
  }

  /// The secret of an authenticator app that is set up: which widget shows it, and the variable that keeps it; `nil` if none is needed.
  private mutating func secretToTake(_ form: BreakingWay.SentForm) -> (widget: String, variable: String)? {
    for case .equalsTOTP(let slot) in form.answers.filter(\.isTrue).map(\.test) where slot.scope == .session && texts[slot] == nil {
      guard let screen = tenant.definition.screens.first(where: { $0.id.value == form.owner }),
        let widget = screen.widget(showing: "${\(slot.scope.rawValue).\(name(of: slot))}")
      else { continue }
      count += 1
      texts[slot] = "${secret\(count)}"
      return (widget, "secret\(count)")
    }
    return nil
  }

  /// A password that is made up, so short that every field for passwords takes it, where that is long enough.
  private func shortened(_ quoted: String, on id: String, _ widgets: [WidgetDefinition]) -> String {
    guard let most = longestPassword, quoted.count - 2 > most, quoted.hasPrefix("\"" + SampleAnswer.password.prefix(most)),
      let widget = widgets.first(where: { $0.id.value == id }), widget.type.value == "password", widget.limit("minLength") ?? 0 <= most
    else { return quoted }
    return quoted.prefix(most + 1) + "\""
  }

  private func sample(of widget: String, in form: BreakingWay.SentForm) -> String {
    widgets(of: form).first { widget == $0.id.value }.map { SampleAnswer.text($0) } ?? SampleAnswer.text(inPart: widget)
  }

  private func wrong(_ test: AnswerTest.Comparison, on widget: String, in form: BreakingWay.SentForm) -> String? {
    switch test {
    case .equalsAttribute: SampleAnswer.quoted(SampleAnswer.wrong(for: widgets(of: form).first { $0.id.value == widget }))
    case .equalsCode, .equalsTOTP: SampleAnswer.quoted("000000")
    case .equals, .has, .present, .equalsAnswer, .matches: nil
    }
  }

  // MARK: Texts

  private func name(of slot: AttributeSlot) -> String { tables.attributes[slot.scope]?[slot.index] ?? "" }

  private func text(of slot: AttributeSlot) -> String {
    if slot.scope == .session { return texts[slot] ?? "${session.\(name(of: slot))}" }
    if slot.scope == .account, case .account(let place)? = current, place != person, let text = openText(slot, of: place) { return text }
    return current.flatMap { ownTexts[$0]?[slot] } ?? "${\(slot.scope.rawValue).\(name(of: slot))}"
  }

  /// A text of a person that the scenario is not about, if it is not secret.
  private func openText(_ slot: AttributeSlot, of place: Int) -> String? {
    let name = name(of: slot)
    guard ["email", "username", "phone"].contains(name), case .map(let members) = tenant.accounts[place].value else { return nil }
    guard case .text(let text)? = members.first(where: { $0.name == name })?.value else { return nil }
    return text
  }

  private func named(_ named: BreakingWay.Person?, by attribute: AttributeSlot?) -> String {
    if case .created? = named { return created(attribute) }
    guard case .account(let place)? = named else { return SampleAnswer.nobody }
    guard place == person, address == nil else { return identity(of: place) }
    guard case .map(let members) = tenant.accounts[place].value else { return identity(of: place) }
    let wanted = attribute.map(name) ?? "email"
    let other = members.first { ["email", "username", "phone"].contains($0.name) }?.name
    return "${account.\(members.contains { $0.name == wanted } ? wanted : other ?? wanted)}"
  }

  /// A text by which who registered is found.
  private func created(_ attribute: AttributeSlot?) -> String {
    let texts = ownTexts[.created] ?? [:]
    let places = (attribute.map { [$0] } ?? []) + [AccountAttribute.email, .username, .phone].map(\.slot)
    return places.compactMap { texts[$0] }.first ?? SampleAnswer.nobody
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
    for effect in edge(id)?.effects ?? [] {
      if case .setAttribute(let target, let source) = effect { set(target, to: source, answers) }
      if case .send(let mail) = effect { take(mail) }
      guard case .create(let assignments) = effect else { continue }
      current = .created
      for assignment in assignments { set(assignment.target, to: assignment.source, answers) }
    }
  }

  private mutating func set(_ target: AttributeTarget, to source: ValueSource, _ answers: [(widget: String, text: String)]) {
    guard case .attribute(let slot) = target else { return }
    var text = text(of: source, answers)
    // Whatever is kept of it, people know the password that they chose.
    if slot == AccountAttribute.password.slot, let chosen { text = String(chosen.dropFirst().dropLast()) }
    if slot.scope == .session { texts[slot] = text } else if let current { ownTexts[current, default: [:]][slot] = text }
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
    case .created?: return ownTexts[.created]?.keys.contains { self.name(of: $0) == name } ?? false
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
    lines.append("  - \(rule.channel == .sms ? "sms" : "mail"): \(SampleAnswer.quoted(text(of: rule.recipient)))")
    lines.append("    capture: {\(captures.joined(separator: ", "))}")
  }
}
