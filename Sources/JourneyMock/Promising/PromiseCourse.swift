import JourneyLanguage
import Synchronization

/// What a search knows throughout: the graph, how moments are packed, and the promise.
///
/// A class, because each of very many passages refers to it.
final class PromiseCourse: Sendable {
  let graph: TenantGraph
  let tables: TenantGraph.Tables
  let rules: [ScreenRule]
  let offers: ScreenOffers
  let layout: MomentLayout
  let promise: TenantPromise
  /// The bits of sessions that something asks for later, by state.
  private let lives: [UInt64]
  /// The messages whose codes something asks for later, by state, a bit for each.
  private let liveCodes: [UInt64]
  let limits: [Slot: UInt64]
  private let mailsWithCodes: Set<Int>
  /// The messages whose codes may be what a promise asks for, a bit for each.
  let countedCodes: UInt64
  /// Whether a journey that a link begins ends with tokens.
  let linksSignIn: Bool
  private let singles: Set<Int>
  private let secrets: [AttributeSlot: JourneyEvent.Proof]
  /// So many answers to one form are distinguished at most.
  static let mostAnswers = 10_000
  private let isCut = Atomic(false)
  /// Whether a form had more answers, so that some were not looked at.
  var hasTooManyAnswers: Bool { isCut.load(ordering: .relaxed) }

  /// Notes that a form has more answers than are looked at.
  func noteTooManyAnswers() { isCut.store(true, ordering: .relaxed) }

  init(_ tenant: CompiledTenant, _ promise: TenantPromise, layout: MomentLayout, offers: ScreenOffers, live: LiveParts) {
    self.offers = offers
    graph = tenant.graph
    tables = tenant.graph.tables
    rules = tenant.rules
    linksSignIn = tenant.linksSignIn
    singles = AlikeAccounts(tenant.people, in: tenant.graph, promise).singles
    limits = Dictionary(tenant.graph.tables.counters.map { ($0.slot, UInt64($0.limit)) }) { first, _ in first }
    lives = live.bits(in: layout)
    liveCodes = live.parts.map { parts in
      parts.reduce(0) { bits, part in if case .code(let mail) = part { bits | Self.bit(ofMail: mail) } else { bits } }
    }
    self.layout = layout
    self.promise = promise
    let mails = tenant.graph.tables.mails
    mailsWithCodes = Set(mails.indices.filter { place in (mails[place].texts + mails[place].subjects).contains { $0.has(.code) } })
    countedCodes = Self.countedCodes(by: promise.rule, tenant, offers)
    let names = tenant.graph.tables.attributes[.account] ?? []
    var secrets: [AttributeSlot: JourneyEvent.Proof] = [AccountAttribute.password.slot: .password]
    for (index, name) in names.enumerated()
    where tenant.graph.tables.secrets.contains(name) && name != "totp" && name != "password" {
      secrets[AttributeSlot(scope: .account, index: index)] = .answer
    }
    self.secrets = secrets
  }

  /// The bit of a message; the last one is that of all further messages.
  static func bit(ofMail mail: Int) -> UInt64 { 1 << UInt64(min(mail, 63)) }

  private static func countedCodes(by rule: EventRule, _ tenant: CompiledTenant, _ offers: ScreenOffers) -> UInt64 {
    guard rule.asksForCode else { return 0 }
    var bits: UInt64 = 0
    for (place, state) in tenant.graph.states.enumerated() {
      let beside = offers.beside[place].map(\.form)
      let screens = ([place] + beside.compactMap(\.state)).compactMap { tenant.graph.states[$0].screen.map { tenant.rules[$0].id } }
      guard screens.contains(where: { rule.counts(.right(.code, on: $0)) }) else { continue }
      for atom in (state.everyForm + beside.map(\.form)).flatMap(\.edges).flatMap(\.condition.atoms) {
        guard case .answer(let test) = atom, case .equalsCode(let mail) = test.comparison else { continue }
        bits |= bit(ofMail: mail)
      }
    }
    return bits
  }

  /// The moment without what nothing asks for later.
  func pruned(_ moment: JourneyMoment) -> JourneyMoment {
    var pruned = moment
    pruned.session = moment.state < 0 ? 0 : moment.session & lives[moment.state]
    if pruned.wasShown || moment.state < 0 && promise.rule.isOnly { pruned.seen = 0 }
    if moment.state < 0 { pruned.hasProved = false }
    let codes = moment.state < 0 ? 0 : liveCodes[moment.state]
    pruned.hasOwnCodes = pruned.hasOwnCodes && codes & countedCodes != 0
    pruned.othersCodes &= codes
    if !pruned.wrongCodes.isEmpty {
      pruned.wrongCodes = pruned.wrongCodes.filter { source, _ in
        if case .mail(let mail) = source { codes & Self.bit(ofMail: mail) != 0 } else { moment.state >= 0 }
      }
    }
    if pruned.wasShown || moment.state < 0 {
      pruned.prover = nil
      pruned.forgetCodes()
    }
    return pruned
  }

  /// Whether no other account is like the person's: who is found there again is the same.
  func isSingle(_ person: JourneyMoment.Person) -> Bool {
    if case .account(let place) = person { singles.contains(place) } else { false }
  }

  /// Whether a message has a code that is asked for later.
  func hasCode(_ mail: Int) -> Bool { mailsWithCodes.contains(mail) }

  /// Whether it makes a difference that a message is sent.
  func isNoticed(_ mail: Int) -> Bool {
    let (message, rule) = (tables.mails[mail], promise.rule)
    if message.linkState != nil || layout.codes[mail] != nil { return true }
    if rule.countsOfCode || rule.asksForCode, hasCode(mail) { return true }
    return ([rule.event] + rule.after).contains(.mail(message.name))
  }

  /// The screen of a state.
  func screen(of state: Int) -> String? { graph.states[state].screen.map { rules[$0].id } }

  /// What an answer proves that passes the test; `nil` for nothing.
  func proof(of comparison: AnswerTest.Comparison) -> JourneyEvent.Proof? {
    switch comparison {
    case .equalsCode, .equalsTOTP: .code
    case .equalsAttribute(let slot): secrets[slot]
    case .present, .equals, .equalsAnswer, .has, .matches: nil
    }
  }

  /// Whether the promise is about the person.
  func isMeant(_ moment: JourneyMoment) -> Bool {
    if promise.isOfNewcomers, moment.person != .created { return false }
    if let accounts = promise.accounts {
      guard case .account(let place) = moment.person, accounts.contains(place) else { return false }
    }
    return holds(promise.who, at: moment)
  }

  /// Whether a journey is about another person than the promise, where that alone counts.
  func isOfAnother(_ person: JourneyMoment.Person) -> Bool {
    guard promise.isAlone, person != .nobody, let accounts = promise.accounts else { return false }
    if case .account(let place) = person { return !accounts.contains(place) }
    return true
  }

  /// Whether a condition of the promise holds: moments keep whatever it asks for.
  func holds(_ condition: Guard, at moment: JourneyMoment) -> Bool {
    condition.holds { isTrue($0, at: moment) ?? false }
  }

  /// Whether it is so; `nil` if an answer decides, or if the moment does not keep it.
  func isTrue(_ atom: GuardAtom, at moment: JourneyMoment) -> Bool? { Facts(course: self, moment: moment).isTrue(atom) }

  /// Whether an answer can pass the test; `nil` if the moment does not keep what decides.
  func canPass(_ test: AnswerTest, at moment: JourneyMoment) -> Bool? {
    switch test.comparison {
    case .equalsAttribute(let slot), .equalsTOTP(let slot): has(slot, at: moment)
    case .equalsCode(let mail): layout.codes[mail].map { $0.value(in: moment.session) == 1 }
    case .equals, .has: offers.isOffered(test, on: graph.states[moment.state].screen) { isTrue($0, at: moment) }
    case .present, .equalsAnswer, .matches: true
    }
  }

  /// The answers with an option for each choice of the form that needs one; `nil` where a choice offers none that they leave.
  func completed(_ answers: AssumedAnswers, to form: GraphForm, at moment: JourneyMoment) -> AssumedAnswers? {
    offers.completed(answers, to: form, on: graph.states[moment.state].screen) { isTrue($0, at: moment) }
  }

  /// What has to be kept to tell whether an answer can pass the test in a state.
  func variables(of test: AnswerTest, at state: Int) -> [KeptVariable] {
    let offered = graph.states[state].screen.flatMap { offers.condition(of: test, on: $0) }
    return [test.comparison.variable].compactMap(\.self) + (offered?.atoms.compactMap(\.variable) ?? [])
  }

  /// Whether there is a text; `nil` if the moment does not keep it.
  func has(_ slot: AttributeSlot, at moment: JourneyMoment) -> Bool? { isTrue(.attribute(slot), at: moment) }
}
