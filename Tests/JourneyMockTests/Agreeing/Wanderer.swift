import Diagnostics
import Encodings
import IDXSpeech
import JourneyLanguage
import JourneyModel
import LocatedYAML

@testable import JourneyMock

/// People who do whatever can be done, in several browsers, one journey after the other, in a world of a tenant.
///
/// It takes the steps of the served world and knows nothing of those who explore or prove: what it meets, they have to know.
struct Wanderer {
  /// Something that promises are about.
  struct Happening: Hashable {
    var event: JourneyEvent
    /// The account of the tenant's file that it is about; `nil` for nobody and for who registered.
    var account: String?
    /// What the facts of that account are then, by the place of the fact.
    var facts: [UInt64] = []
    /// Of tokens: whether the person's password was typed in the journey, or set.
    var isProved = false
  }

  let tenant: MockTenant
  private let offers: ScreenOffers
  private let required: Set<String>
  var world: WorldState
  var random: SeededGenerator
  private var browsers: [String] = []
  private var journeys: [String] = []
  /// The journeys in which the person's password was typed or set, with the accounts whose it is.
  private var proofs: [String: Set<Int>] = [:]
  /// What was done, for a message.
  private var acts: [String] = []
  private(set) var edges: [String: [String]] = [:]
  private(set) var states: [Int: [String]] = [:]
  /// What happened, with what was done until then.
  private(set) var happenings: [Happening: [String]] = [:]

  init(_ tenant: MockTenant, seed: UInt64) {
    self.tenant = tenant
    offers = tenant.offers
    random = SeededGenerator(seed: seed)
    required = Set(
      tenant.definition.screens.flatMap(\.forms).flatMap(\.widgets).filter { widget in
        tenant.speaksIDX || widget.attributes.contains { $0.name == "required" }
      }.map(\.id.value))
    world = Self.world(tenant, seed)
  }

  private static func world(_ tenant: MockTenant, _ seed: UInt64) -> WorldState {
    WorldState(
      tenant: tenant.compiled, issuer: "https://x.test", clock: .standing(at: Instant(milliseconds: 1_800_000_000_000)),
      random: WorldRandom(seed: seed), faults: [],
      addresses: .init(
        link: { _, challenge, _, _ in challenge }, page: { _, _, _, _ in nil }, notice: { _, _ in nil }, beginning: { _, _ in nil },
        end: { _, _ in nil }, comeback: { _, _ in nil }),
      tokens: StandardTokens())
  }

  /// Does so many things in a fresh world.
  mutating func wander(acts count: Int) {
    world = Self.world(tenant, random.next())
    (browsers, journeys, proofs, acts) = ([], [], [:], [])
    begin()
    for _ in 0..<count {
      switch Int.random(in: 0..<20, using: &random) {
      case 0: begin()
      case 1: wait()
      case 2: answerPush()
      case 3: open()
      default: answer()
      }
    }
  }

  // MARK: What people do

  private mutating func browser() -> String {
    if let known = browsers.randomElement(using: &random), Bool.random(using: &random) { return known }
    let browser = world.browser(nil)
    browsers.append(browser)
    return browser
  }

  private mutating func begin() {
    let browser = browser()
    var session = world.begin(StartRequest(client: 0, redirectURI: "https://app.test/cb"), browser: browser, language: 0)
    let prompt = tenant.graph.tables.facts.first { $0.name == "session.prompt" }?.words.randomElement(using: &random)
    let hint = Bool.random(using: &random) ? nil : world.accounts.text(AccountAttribute.email.slot, using: &random)
    world.keep(prompt: prompt, loginHint: hint, in: &session)
    acts.append("begin \(session.id.prefix(3)) prompt=\(prompt ?? "-") hint=\(hint ?? "-")")
    let outcome = world.enter(&session)
    note(outcome, session, before: nil)
  }

  private mutating func wait() {
    guard let timer = tenant.graph.tables.timers.randomElement(using: &random) else { return }
    acts.append("wait for \(timer.name)")
    world.clock.advance(by: timer.lasts)
  }

  private mutating func answerPush() {
    let accepts = Bool.random(using: &random)
    if world.answerPush(accepts: accepts, account: nil) { acts.append("push \(accepts ? "accepted" : "rejected")") }
  }

  private mutating func open() {
    let links = world.mailbox.messages.flatMap(\.links)
    guard let challenge = links.randomElement(using: &random), let link = world.links[challenge] else { return }
    world.links.spend(challenge)
    guard !link.isLate(at: world.now) else { return }
    let browser = browser()
    var session = world.begin(StartRequest(client: 0, redirectURI: "https://app.test/cb"), browser: browser, language: 0)
    session.isEntry = !tenant.linksSignIn
    session.follow(link)
    acts.append("open \(session.id.prefix(3)) at \(tenant.graph.states[link.state].id)")
    let outcome = world.enter(&session)
    happen(.link, session)
    note(outcome, session, before: nil)
  }

  private mutating func answer() {
    guard let id = journeys.randomElement(using: &random), var session = world.sessions[id] else { return }
    if case .handedOver = session.status, session.comeBack() {
      acts.append("\(id.prefix(3)) comes back")
      let outcome = world.enter(&session)
      note(outcome, session, before: nil)
      return
    }
    guard case .open = session.status else {
      journeys.removeAll { $0 == id }
      return
    }
    world.settleTimers(of: &session)
    guard let shown = forms(of: session).randomElement(using: &random) else { return }
    let before = session.state
    if let state = shown.state { session.turn(to: state) }
    let people = world.accounts.count
    guard let answer = answer(to: shown.form, in: session) else { return }
    acts.append("\(id.prefix(3)) \(tenant.graph.states[before].id).\(shown.form.id) \(JSONWriter.text(of: answer))")
    let (mails, account) = (world.mailbox.added, session.account)
    let outcome = world.take(shown.form, answer: answer, in: &session)
    acts.append("  \(outcome.edges.joined(separator: ", "))")
    prove(answer, in: session, account, isNew: world.accounts.count > people)
    noteMail(outcome, session, since: mails)
    note(outcome, session, before: before)
  }

  /// The forms that a person can send: those that the screen shows, and those that dialects offer beside them.
  private func forms(of session: Session) -> [(form: GraphForm, state: Int?)] {
    let state = tenant.graph.states[session.state]
    guard let screen = state.screen else { return [] }
    let truth = world.truth(in: session)
    let own = tenant.compiled.rules[screen].forms.filter { truth.holds($0.condition) }.compactMap { state.form($0.id) }
    return own.map { ($0, nil) }
      + offers.beside[session.state].map(\.form).filter { truth.holds($0.condition) && !$0.form.edges.isEmpty }.map { ($0.form, $0.state) }
  }

  // MARK: What happens

  private mutating func prove(_ answer: JSONValue, in session: Session, _ before: Int?, isNew: Bool) {
    let typed = answer.leaves
    for account in Set([before, session.account].compactMap(\.self)) {
      if isNew || world.accounts[account][.password].map({ typed.contains($0) }) == true { proofs[session.id, default: []].insert(account) }
    }
  }

  private mutating func noteMail(_ outcome: GraphOutcome, _ session: Session, since count: Int) {
    let sent = outcome.edges.flatMap { tenant.graph.edge($0)?.effects ?? [] }.compactMap { effect -> Int? in
      if case .send(let mail) = effect { mail } else { nil }
    }
    guard world.mailbox.added > count, sent.count == 1 else { return }
    happen(.mail(tenant.graph.tables.mails[sent[0]].name), session)
  }

  private mutating func note(_ outcome: GraphOutcome, _ session: Session, before: Int?) {
    world.sessions.keep(session)
    for edge in outcome.edges where edges[edge] == nil { edges[edge] = acts }
    switch session.status {
    case .open:
      // Two journeys of one person at the same time are no ways of the graph.
      journeys = [session.id]
      if states[session.state] == nil { states[session.state] = acts }
      if session.state != before, let screen = tenant.graph.states[session.state].screen {
        happen(.screen(tenant.compiled.rules[screen].id), session)
      }
    case .finished:
      if session.account == nil {
        happen(.error, session)
      } else if !session.isEntry {
        // The journey of a link ends with a page, unless links sign in.
        happen(.tokens, session)
      }
    case .refused: happen(.error, session)
    case .handedOver, .expired: break
    }
  }

  private mutating func happen(_ event: JourneyEvent, _ session: Session) {
    let account = session.account.map { world.accounts[$0] }
    let happening = Happening(
      event: event, account: account?.name, facts: account?.scope.facts ?? [],
      isProved: event == .tokens && session.account.map { proofs[session.id]?.contains($0) ?? false } ?? false)
    if happenings[happening] == nil { happenings[happening] = acts }
  }
}

// MARK: Answers

extension Wanderer {
  /// Answers that lead somewhere more often than not; `nil` where a choice has nothing to choose, without which a screen is refused.
  private mutating func answer(to form: GraphForm, in session: Session) -> JSONValue? {
    var texts: [[String]: [JSONValue]] = [:]
    let named = Int.random(in: 0..<max(world.accounts.count, 1), using: &random)
    for find in form.finds {
      guard case .answer(let path) = find.source, named < world.accounts.count else { continue }
      if let text = world.accounts[named].scope.attributes[find.attribute.index] {
        texts[path, default: []] += [.string(text), .string(text)]
      }
    }
    let person = form.finds.isEmpty ? session.account : named
    for edge in form.edges {
      for case .answer(let test) in edge.condition.atoms { texts[test.path, default: []] += values(that: test, of: person, in: session) }
      for effect in edge.effects { for path in effect.answered { texts[path.path, default: []] += values(of: path.words) } }
    }
    var entries: [(path: [String], value: JSONValue)] = []
    for path in texts.keys.sorted(by: { $0.joined(separator: ".") < $1.joined(separator: ".") }) {
      var values = (texts[path] ?? []) + [.string("x")]
      if !required.contains(path.joined(separator: ".")) { values += [.string(""), .null] }
      if let value = values.randomElement(using: &random), !value.isNull { entries.append((path, value)) }
    }
    guard let screen = tenant.graph.states[session.state].screen else { return .object(paths: entries) }
    let truth = world.truth(in: session)
    for choice in offers.needed(by: form.id, on: screen) where truth.holds(choice.condition) {
      guard let option = choice.options.filter({ truth.holds($0.condition) }).randomElement(using: &random) else { return nil }
      entries.removeAll { entry in
        entry.path == choice.path || ["key", "methodType", "channel"].contains { entry.path == choice.path + [$0] }
      }
      entries.append((choice.hasMethods ? choice.path + ["key"] : choice.path, .string(option.text)))
      let methods = option.methods ?? []
      if let method = methods.randomElement(using: &random), methods.count == 1 || Bool.random(using: &random) {
        entries.append((choice.path + ["methodType"], .string(method)))
      }
    }
    return .object(paths: entries)
  }

  private mutating func values(of words: [String]?) -> [JSONValue] {
    guard let words else {
      let taken = world.accounts.text(AccountAttribute.email.slot, using: &random)
      return [.string("new\(Int.random(in: 0..<3, using: &random))@x.test"), taken.map { .string($0) } ?? .null]
    }
    return [.array(words.filter { _ in Bool.random(using: &random) }.map { .string($0) })]
  }

  private func values(that test: AnswerTest, of person: Int?, in session: Session) -> [JSONValue] {
    switch test.comparison {
    case .equals(let text):
      return isOffered(test, in: session) ? [.string(text)] : []
    case .has(let text):
      return isOffered(test, in: session) ? [.array([.string(text)])] : []
    case .equalsAttribute(let slot):
      let text = slot.scope == .session ? session.scope.attributes[slot.index] : person.flatMap { self.text(slot, of: $0, in: session) }
      return text.map { [.string($0), .string($0)] } ?? []
    case .equalsTOTP(let slot):
      let key = slot.scope == .session ? session.scope.attributes[slot.index] : person.flatMap { self.text(slot, of: $0, in: session) }
      guard let secret = key.flatMap({ Base32.decode($0) }) else { return [] }
      return [.string(OneTimePassword(secret: secret).code(counter: UInt64(world.now.seconds / 30)))]
    case .equalsCode(let mail): return session.codes[mail].map { [.string($0.text), .string($0.text)] } ?? []
    case .present: return [.bool(true)]
    case .equalsAnswer, .matches: return []
    }
  }

  private func text(_ slot: AttributeSlot, of person: Int, in session: Session) -> String? {
    slot.scope == .account && person < world.accounts.count
      ? world.accounts[person].scope.attributes[slot.index] : world.device(of: session)?.attributes[slot.index]
  }

  /// Whether the screen has the value among its choices; where it is no choice, anybody may write it.
  private func isOffered(_ test: AnswerTest, in session: Session) -> Bool {
    guard let screen = tenant.graph.states[session.state].screen, let condition = offers.condition(of: test, on: screen) else {
      return true
    }
    return world.truth(in: session).holds(condition)
  }
}

extension Effect {
  /// The answers that it keeps, with the words of a set.
  fileprivate var answered: [(path: [String], words: [String]?)] {
    switch self {
    case .takeMembers(let asked): [(asked.path, asked.words.map(\.word))]
    case .setAttribute(_, .answer(let path)): [(path, nil)]
    case .create(let assignments):
      assignments.compactMap { if case .answer(let path) = $0.source { (path, nil) } else { nil } }
    default: []
    }
  }
}

extension Accounts {
  fileprivate func text(_ slot: AttributeSlot, using random: inout SeededGenerator) -> String? {
    (0..<count).randomElement(using: &random).flatMap { self[$0].scope.attributes[slot.index] }
  }
}

extension TenantGraph {
  fileprivate func edge(_ id: String) -> GraphEdge? {
    (everyForm + everywhere).lazy.flatMap(\.edges).first { $0.id == id }
  }
}

extension MockTenant {
  /// Whether it is an org, whose fields have to be filled in where nothing else is said.
  fileprivate var speaksIDX: Bool { speech is IDXMockSpeech }
}

extension JSONValue {
  /// Nested as the paths are; a value below another one is left out.
  fileprivate static func object(paths: [(path: [String], value: JSONValue)]) -> JSONValue {
    var members: [Member] = []
    var names: [String] = []
    for (path, _) in paths where path.first.map({ !names.contains($0) }) == true { names.append(path[0]) }
    for name in names {
      let below = paths.filter { $0.path.first == name }.map { (path: Array($0.path.dropFirst()), value: $0.value) }
      if let leaf = below.first(where: { $0.path.isEmpty }) {
        members.append(Member(name, leaf.value))
      } else {
        members.append(Member(name, .object(paths: below)))
      }
    }
    return .object(members)
  }

  /// Every text in it.
  fileprivate var leaves: Set<String> {
    switch self {
    case .object(let members): members.reduce(into: []) { $0.formUnion($1.value.leaves) }
    case .array(let values): values.reduce(into: []) { $0.formUnion($1.leaves) }
    case .string(let text), .number(let text): [text]
    case .null, .bool: []
    }
  }
}
