import Encodings
import JourneyModel
import ModelCoding

extension WorldState {
  mutating func apply(
    _ effect: Effect, _ answer: JSONValue, in session: inout Session, form: String, says: inout [SaidMessage],
    target: inout Target
  ) {
    switch effect {
    case .setFact(let slot, let word): change(slot.scope, in: &session) { $0.facts[slot.index] = word }
    case .addMember(let slot, let bit): change(slot.scope, in: &session) { $0.facts[slot.index] |= bit }
    case .removeMember(let slot, let bit): change(slot.scope, in: &session) { $0.facts[slot.index] &= ~bit }
    case .takeMembers(let asked):
      change(asked.slot.scope, in: &session) { $0.facts[asked.slot.index] = asked.bits(of: answer, after: $0.facts[asked.slot.index]) }
    case .setAttribute(let place, let source): set(place, to: source, answer, in: &session)
    case .startTimer(let index):
      let rule = tables.timers[index]
      let until = now + rule.lasts
      change(rule.slot.scope, in: &session) { $0.timers[rule.slot.index] = .running(until: until) }
    case .clearTimer(let index):
      let slot = tables.timers[index].slot
      change(slot.scope, in: &session) { $0.timers[slot.index] = .off }
    case .clearCounter(let index):
      let slot = tables.counters[index].slot
      change(slot.scope, in: &session) { $0.counters[slot.index] = 0 }
    case .count(let index): count(index, answer, in: &session, form: form, says: &says, target: &target)
    case .send(let mail): send(mail, in: &session)
    case .create(let assignments): create(assignments, answer, in: &session)
    case .forgetAccount: session.account = nil
    case .forgetSession:
      session.account = nil
      session.scope = ScopeState(.session, in: tables)
      session.codes = [:]
      session.passed = []
      session.staysSignedIn = false
    case .evaluateRules(let places): evaluateRules(places, in: &session)
    case .say(let message): says.append(SaidMessage(message: message, form: form))
    }
  }

  /// A counter that reaches its limit stays there, and what it does then comes on top.
  private mutating func count(
    _ index: Int, _ answer: JSONValue, in session: inout Session, form: String, says: inout [SaidMessage], target: inout Target
  ) {
    let rule = tables.counters[index]
    var isFull = false
    change(rule.slot.scope, in: &session) { scope in
      let counted = scope.counters[rule.slot.index]
      isFull = counted == Int.max || counted + 1 >= rule.limit
      scope.counters[rule.slot.index] = isFull ? Int.max : counted + 1
    }
    guard isFull else { return }
    for effect in rule.effects { apply(effect, answer, in: &session, form: form, says: &says, target: &target) }
    if rule.target != .stay { target = rule.target }
  }

  /// Changes the scope's state; there is nothing to change of an account that is not known.
  private mutating func change(_ scope: FactScope, in session: inout Session, _ change: (inout ScopeState) -> Void) {
    switch scope {
    case .session: change(&session.scope)
    case .account: if let account = session.account { accounts.change(account, change) }
    case .device:
      guard let account = session.account else { return }
      browsers.changeDevice(of: account, in: session.browser, from: ScopeState(.device, in: tables), change)
    }
  }

  private mutating func set(_ target: AttributeTarget, to source: ValueSource, _ answer: JSONValue, in session: inout Session) {
    switch target {
    case .attribute(let slot):
      let text = value(source, answer, in: session)
      change(slot.scope, in: &session) { $0.attributes[slot.index] = text }
    case .claim(let name):
      guard let account = session.account else { return }
      let value = claim(source, answer, in: session)
      accounts[account].claims.setMember(at: Names.path(name)[...], to: value)
    }
  }

  /// A claim keeps what a text loses: a box that was ticked is `true`, several choices are a list.
  private mutating func claim(_ source: ValueSource, _ answer: JSONValue, in session: Session) -> Value? {
    if case .answer(let path) = source { return answer.value(at: path).map { Value($0) } }
    return value(source, answer, in: session).map { .text($0) }
  }

  mutating func value(_ source: ValueSource, _ answer: JSONValue, in session: Session) -> String? {
    switch source {
    case .literal(let text): text
    case .answer(let path): answer.value(at: path)?.plainText
    case .attribute(let slot): value(slot, in: session)
    case .newTOTP: Base32.encode(random.bytes(20))
    case .newNumber: random.digits(2)
    case .nothing: nil
    }
  }

  private mutating func create(_ assignments: [Assignment], _ answer: JSONValue, in session: inout Session) {
    var account = AccountState(name: nil, scope: ScopeState(.account, in: tables), claims: [])
    account[.sub] = AccountCompiler.subject(of: random.token(), tenant: tenant.name)
    // The new one is named by what was known before it, so that one account can be made of another.
    var sources = assignments
    for index in sources.indices {
      if case .attribute = sources[index].source {
        sources[index].source = value(sources[index].source, answer, in: session).map { .literal($0) } ?? .nothing
      }
    }
    session.account = accounts.add(account)
    for assignment in sources { set(assignment.target, to: assignment.source, answer, in: &session) }
  }

  /// A message that reaches the inbox at once; its code and link are fresh, and the last ones are the good ones.
  mutating func send(_ index: Int, in session: inout Session) {
    let rule = tables.mails[index]
    guard let to = value(rule.recipient, in: session), !to.isEmpty else { return }
    let text = rule.texts[session.language]
    var code = ""
    if text.has(.code) || rule.subjects[session.language].has(.code) {
      code = random.digits(6)
      session.lastCode = code
      session.codes[index] = SentCode(text: code, until: rule.life.map { now + $0 })
    }
    let link = rule.linkState.flatMap { state in text.has(.link) ? self.link(to: state, life: rule.life, in: session) : nil }
    let subject = self.text(rule.subjects[session.language], in: session, code: code, link: "")
    let message = self.text(text, in: session, code: code, link: link ?? "")
    let received = slips.contains(.mailLate) ? now + .seconds(3600) : now
    for _ in 0..<(slips.contains(.mailMissing) ? 0 : slips.contains(.mailDoubled) ? 2 : 1) {
      mailbox.add(
        InboxMessage(
          id: "m\(nextEvent())", channel: rule.channel, to: to, subject: subject, text: message, links: link.map { [$0] } ?? [],
          received: received))
    }
  }

  /// The address of the app, with a challenge that is good once.
  private mutating func link(to state: Int, life: Duration?, in session: Session) -> String {
    let challenge = random.token()
    let link = EntryLink(
      account: session.account, state: state, client: session.request.client,
      until: slips.contains(.linkExpired) ? now : life.map { now + $0 },
      scope: session.scope, sender: session.id)
    links.add(link, challenge: challenge)
    return addresses.link(state, challenge, session, self)
  }

  /// Lets every timer of the session, its account and its device run out whose time has come.
  package mutating func settleTimers(of session: inout Session) {
    guard !tables.timers.isEmpty else { return }
    let moment = now
    for rule in tables.timers {
      var isOver = false
      change(
        rule.slot.scope, in: &session,
        onlyIf: { scope in
          guard case .running(let until) = scope.timers[rule.slot.index] else { return false }
          return until <= moment
        }
      ) { scope in
        scope.timers[rule.slot.index] = .over
        isOver = true
      }
      guard isOver else { continue }
      var says: [SaidMessage] = []
      var target = Target.stay
      for effect in rule.effects { apply(effect, [:], in: &session, form: "", says: &says, target: &target) }
    }
  }

  private mutating func change(
    _ scope: FactScope, in session: inout Session, onlyIf condition: (ScopeState) -> Bool, _ change: (inout ScopeState) -> Void
  ) {
    let state: ScopeState? =
      switch scope {
      case .session: session.scope
      case .account: session.account.map { accounts[$0].scope }
      case .device: device(of: session)
      }
    guard let state, condition(state) else { return }
    self.change(scope, in: &session, change)
  }
}
