package import Encodings
package import JourneyModel
import TenantDecisions

/// Everything that happens to a tenant in one attempt; a plain value that its `World` guards.
package struct WorldState: Sendable {
  /// The tenant with the policies of this world.
  package internal(set) var tenant: CompiledTenant
  /// The address by which the present request asks, without a slash at the end.
  package internal(set) var issuer: String {
    didSet { if issuer != oldValue { isTrustworthy = Self.isTrustworthy(issuer) } }
  }
  package var random: WorldRandom
  /// How the tenant words what its protocol leaves open.
  package internal(set) var style: AnswerStyle
  /// What the tenant does wrong on purpose.
  var weaknesses: Set<Weakness>
  /// Whether browsers take cookies with `Secure` from it.
  package private(set) var isTrustworthy: Bool
  package internal(set) var accounts: Accounts
  package var sessions = Sessions()
  package var browsers = Browsers()
  package var links = EntryLinks()
  package var grants = Grants()
  /// What is known of proofs of possession.
  var proofs = DPoPState()
  /// The thumbprint of the key that the present request proved to have, to which its tokens are bound.
  var proofKey: String?
  /// The notices to send that a person signed out.
  var logoutNotices: [LogoutNotice] = []
  /// What its tokens are signed by.
  package internal(set) var keys: WorldKeys
  /// What the tenant gets wrong in the present request.
  package internal(set) var slips: Set<Slip> = []
  var clock: MockClock
  var mailbox = Mailbox()
  var faults: Faults
  /// The place of the dialogue that the present request is part of.
  var dialogue = 0
  /// Where journeys begin; `nil` for where the tenant's file says.
  var beginning: JourneyBeginning?
  let addresses: Addresses
  /// What its tokens say.
  let tokens: any TokenShape
  private var requestCounts = RequestCounts()
  /// Counts responses, for `X-Event-ID`, and messages.
  private(set) var events = 0
  /// The edges that the present request took.
  private(set) var edgesTaken: [String] = []
  /// Receives what people do in journeys; `nil` without a recorder.
  let tellsActs: (@Sendable (JourneyAct) -> Void)?
  /// Whether the present request was to add a person beyond the limit, and so changed nothing.
  var lacksRoom = false
  /// What it depends on what the rules demand, where the present request needed a fact that is not set.
  var undecided: UndecidedRules?

  init(
    tenant: CompiledTenant, issuer: String, clock: MockClock, random: WorldRandom, faults: [Fault], addresses: Addresses,
    tokens: any TokenShape, tellsActs: (@Sendable (JourneyAct) -> Void)? = nil
  ) {
    self.tenant = tenant
    keys = WorldKeys(tenant.key)
    self.issuer = issuer
    self.clock = clock
    self.random = random
    self.faults = Faults(faults)
    self.addresses = addresses
    self.tokens = tokens
    self.tellsActs = tellsActs
    style = tenant.style
    weaknesses = tenant.weaknesses
    isTrustworthy = Self.isTrustworthy(issuer)
    accounts = Accounts(tenant.people)
  }

  /// Whether the tenant is weak in this way.
  package func has(_ weakness: Weakness) -> Bool { !weaknesses.isEmpty && weaknesses.contains(weakness) }

  /// The time as the tenant takes it.
  package var now: Instant { clock.now }

  var tables: TenantGraph.Tables { tenant.graph.tables }

  /// The number of the present request, counted together with messages.
  package var requestNumber: Int { events }

  mutating func beginRequest(in dialogue: Int) {
    self.dialogue = dialogue
    events += 1
    edgesTaken.removeAll(keepingCapacity: true)
    lacksRoom = false
    undecided = nil
    proofKey = nil
  }

  mutating func nextEvent() -> Int {
    events += 1
    return events
  }

  /// Notes edges that the request took, for coverage; a form that its screen does not list is taken on an edge that no map shows.
  package mutating func note(_ outcome: GraphOutcome) {
    edgesTaken += outcome.edges.filter { !$0.hasPrefix("everywhere.") }
  }

  /// The limit that a request exceeds; `nil` for all others, which are counted.
  package mutating func exceededLimit(by request: HTTPRequestMessage) -> ExceededLimit? {
    tenant.limits.isEmpty || has(.unlimited) ? nil : requestCounts.exceeded(by: request.url.path, of: tenant.limits, at: now)
  }

  /// What is remembered of the session's account in its browser.
  func device(of session: Session) -> ScopeState? {
    session.account.flatMap { browsers.device(of: $0, in: session.browser) }
  }
}

// MARK: Sessions

extension WorldState {
  /// The browser with this cookie, or a new one.
  package mutating func browser(_ cookie: String?) -> String {
    if let cookie, browsers.knows(cookie) { return cookie }
    let id = random.token()
    browsers.add(id)
    return id
  }

  /// Knows a browser by another cookie from now on, as who signs in must not be found by one that was known before.
  package mutating func renew(browser: String) -> String {
    guard !has(.sessionCookieKept) else { return browser }
    let fresh = random.token()
    browsers.rename(browser, to: fresh)
    sessions.update { session in
      if session.browser == browser { session.browser = fresh }
      if session.guest == browser { session.guest = fresh }
    }
    return fresh
  }

  /// A journey at the first state, not yet shown.
  package mutating func begin(_ request: StartRequest, browser: String, language: Int) -> Session {
    var session = Session(
      id: random.token(), browser: browser, request: request, language: language, started: now, publicID: random.token(),
      dialogue: dialogue, state: tenant.graph.start, scope: ScopeState(.session, in: tables))
    placeAtBeginning(&session)
    sessions.name(session)
    return session
  }

  /// The session of this id as it is now: over where its time is.
  package func session(_ id: String) -> Session? {
    guard var session = sessions[id] else { return nil }
    if let life = tenant.lives.session, session.started + life <= now { session.status = .expired }
    return session
  }

  /// Keeps what a client asked for at the start where the tenant has a place for it: the fact `session.prompt`, the text
  /// `session.login_hint`.
  package func keep(prompt: String?, loginHint: String?, in session: inout Session) {
    if let fact = tables.facts.first(where: { $0.name == "session.prompt" }), let prompt, let place = fact.words.firstIndex(of: prompt) {
      session.scope.facts[fact.slot.index] = UInt64(place)
    }
    if let loginHint, let place = tables.attributes[.session]?.firstIndex(of: "login_hint") {
      session.scope.attributes[place] = loginHint
    }
  }

  /// Whether a fact of the session is this word; not so where the tenant declares no such fact.
  package func fact(_ name: String, is word: String, in session: Session) -> Bool {
    guard let fact = tables.facts.first(where: { $0.name == name }), let place = fact.words.firstIndex(of: word) else { return false }
    return session.scope.facts[fact.slot.index] == UInt64(place)
  }

  /// The word that a fact of the session is; `nil` where the tenant declares no such fact.
  package func word(of name: String, in session: Session) -> String? {
    guard let fact = tables.facts.first(where: { $0.name == name }), case .word(let words) = fact.kind else { return nil }
    let place = Int(session.scope.facts[fact.slot.index])
    return words.indices.contains(place) ? words[place] : nil
  }

  /// A text of the session by its name without the scope; `nil` where there is none.
  package func text(_ name: String, of session: Session) -> String? {
    tables.attributes[.session]?.firstIndex(of: name).flatMap { session.scope.attributes[$0] }
  }

  /// The passkeys that an account registered, oldest first.
  package func passkeys(of account: Int) -> [EnrolledPasskey] { accounts[account].passkeys }

  /// Keeps a passkey of an account, in place of what was known of it.
  package mutating func keep(_ passkey: EnrolledPasskey, of account: Int) {
    if let place = accounts[account].passkeys.firstIndex(where: { $0.id == passkey.id }) {
      accounts[account].passkeys[place] = passkey
    } else {
      accounts[account].passkeys.append(passkey)
    }
  }

  /// The words of a set that an account has; none where the tenant declares no such set.
  package func members(of name: String, of account: Int) -> Set<String> {
    guard let fact = tables.facts.first(where: { $0.name == name }), case .set(let words) = fact.kind else { return [] }
    let bits = accounts[account].scope.facts[fact.slot.index]
    return Set(words.enumerated().compactMap { place, word in bits & (1 << UInt64(place)) != 0 ? word : nil })
  }

  /// The place of the client with this id.
  package func client(_ id: String?) -> Int? {
    id.flatMap { id in tenant.clientRules.firstIndex { $0.id == id } }
  }

  /// The first of the tenant's languages that the client asks for, by `ui_locales` and then by `Accept-Language`.
  package func language(_ locales: [String], _ header: String?) -> Int {
    let accepted = (header ?? "").utf8.split(separator: UInt8(ascii: ",")).map { part in
      String(Substring(part.drop { $0 == 0x20 }.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }))
    }
    for wanted in locales + accepted {
      let primary = wanted.lowercased().prefix { $0 != "-" }
      if let place = tenant.languages.firstIndex(where: { $0.lowercased() == wanted.lowercased() }) { return place }
      if let place = tenant.languages.firstIndex(where: { $0.lowercased().prefix { $0 != "-" } == primary }) { return place }
    }
    return 0
  }
}

// MARK: Texts

extension WorldState {
  /// The filled text of a template.
  package func text(_ template: TextTemplate, in session: Session) -> String { text(template, in: session, code: "", link: "") }

  /// The filled text of a message's template.
  func text(_ template: TextTemplate, in session: Session, code: String, link: String) -> String {
    if let constant = template.constant { return constant }
    return template.text { hole in
      switch hole {
      case .attribute(let slot): value(slot, in: session) ?? ""
      case .masked(let slot): TextTemplate.masked(value(slot, in: session) ?? "")
      case .claim(let name): session.account.flatMap { account in accounts[account].claims.first { $0.name == name }?.value.text } ?? ""
      case .code: code
      case .link: link
      }
    }
  }

  /// A text of the session or its account.
  func value(_ slot: AttributeSlot, in session: Session) -> String? {
    switch slot.scope {
    case .account: session.account.flatMap { accounts[$0].scope.attributes[slot.index] }
    case .session: session.scope.attributes[slot.index]
    case .device: nil
    }
  }
}
