import Encodings
import JourneyModel
import ModelCoding

/// A session while it follows an edge, with what the person answered.
struct ServedStep: SteppedJourney {
  var session: Session
  let answer: JSONValue
  /// The form that was sent.
  let form: String
  var target = Target.stay
  var says: [SaidMessage] = []
}

/// Effects act on the values themselves, and leave nothing open.
extension WorldState: GraphStepper {
  func facts(of step: ServedStep) -> GraphTruth { truth(in: step.session, answer: step.answer) }

  mutating func set(_ fact: Slot, to bits: UInt64, in step: inout ServedStep) {
    change(fact.scope, in: &step.session) { $0.facts[fact.index] = bits }
  }

  func answers(to asked: AnsweredSet, after bits: UInt64, in step: ServedStep) -> [UInt64] { [asked.bits(of: step.answer, after: bits)] }

  mutating func set(_ counter: Slot, counted times: Int, in step: inout ServedStep) {
    change(counter.scope, in: &step.session) { $0.counters[counter.index] = times }
  }

  func assume(_ counter: Slot, in step: inout ServedStep) {}

  mutating func set(timer place: Int, to phase: TimerPhase, in step: inout ServedStep) {
    let rule = tables.timers[place]
    let state: TimerState =
      switch phase {
      case .off: .off
      case .running: .running(until: now + rule.lasts)
      case .over: .over
      }
    change(rule.slot.scope, in: &step.session) { $0.timers[rule.slot.index] = state }
  }

  /// A claim keeps what a text loses: a box that was ticked is `true`, several choices are a list.
  mutating func text(_ source: ValueSource, for target: AttributeTarget, in step: ServedStep) -> Value? {
    if case .claim = target, case .answer(let path) = source { return step.answer.value(at: path).map { Value($0) } }
    return value(source, step.answer, in: step.session).map { .text($0) }
  }

  mutating func set(_ target: AttributeTarget, to text: Value?, from source: ValueSource, in step: inout ServedStep) {
    switch target {
    case .attribute(let slot): change(slot.scope, in: &step.session) { $0.attributes[slot.index] = text?.text }
    case .claim(let name):
      guard let account = step.session.account else { return }
      accounts[account].claims.setMember(at: Names.path(name)[...], to: text)
    }
  }

  mutating func addPerson(to step: inout ServedStep) {
    var account = AccountState(name: nil, scope: ScopeState(.account, in: tables), claims: [])
    account[.sub] = AccountCompiler.subject(of: random.token(), tenant: tenant.name)
    step.session.account = accounts.add(account)
  }

  func leavePerson(of step: inout ServedStep) { step.session.account = nil }

  func clear(_ step: inout ServedStep) {
    step.session.account = nil
    step.session.scope = ScopeState(.session, in: tables)
    step.session.codes = [:]
    step.session.passed = []
    step.session.staysSignedIn = false
  }

  mutating func send(_ mail: Int, in step: inout ServedStep) -> [ServedStep] {
    send(mail, in: &step.session)
    return []
  }

  func say(_ message: Int, in step: inout ServedStep) { step.says.append(SaidMessage(message: message, form: step.form)) }
}

extension WorldState {
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
    for place in tables.timers.indices where isDue(tables.timers[place], in: session) {
      var step = ServedStep(session: session, answer: [:], form: "")
      end(timer: place, in: &step)
      session = step.session
    }
  }

  private func isDue(_ rule: TimerRule, in session: Session) -> Bool {
    let state: ScopeState? =
      switch rule.slot.scope {
      case .session: session.scope
      case .account: session.account.map { accounts[$0].scope }
      case .device: device(of: session)
      }
    guard case .running(let until)? = state?.timers[rule.slot.index] else { return false }
    return until <= now
  }
}
