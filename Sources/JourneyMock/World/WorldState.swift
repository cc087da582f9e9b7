import Encodings
import JourneyModel

/// Everything that happens to a tenant in one attempt; a plain value that its `World` guards.
struct WorldState: Sendable {
  let tenant: MockTenant
  /// Without a slash at the end.
  let issuer: String
  var clock: MockClock
  var random: WorldRandom
  var style: AnswerStyle
  var accounts: [AccountState]
  var browsers = RecentTable<BrowserState>()
  var sessions = RecentTable<Session>()
  /// Sessions by the ticket of their finalize address.
  var tickets = RecentTable<String>()
  /// Sessions by what names them towards the hosted pages.
  var hostedChallenges = RecentTable<String>()
  var links = RecentTable<EntryLink>()
  var grants = GrantTable()
  var inbox: [InboxMessage] = []
  var faults: [Fault] = []
  /// By the place of the limit.
  var windows: [Int: RequestWindow] = [:]
  /// What the Identity Engine keeps of its transactions.
  var transactions = TransactionTable()
  /// Counts answers, for `X-Event-ID`, and messages.
  var events = 0
  /// The edges of the flow that the present request took.
  var edgesTaken: [String] = []

  init(tenant: MockTenant, issuer: String, clock: MockClock, random: WorldRandom) {
    self.tenant = tenant
    self.issuer = issuer
    self.clock = clock
    self.random = random
    style = tenant.style
    accounts = tenant.people
  }

  var now: Instant { clock.now }
  var tables: Flow.Tables { tenant.flow.tables }

  /// The browser with this cookie, or a new one.
  mutating func browser(_ cookie: String?) -> String {
    if let cookie, browsers[cookie] != nil { return cookie }
    let id = random.token()
    browsers[id] = BrowserState()
    return id
  }

  /// A journey at this state, not yet shown.
  mutating func begin(_ request: StartRequest, browser: String, language: Int, state: Int, isEntry: Bool) -> Session {
    let session = Session(
      id: random.token(), browser: browser, request: request, language: language, started: now,
      hostedChallenge: random.token(), isEntry: isEntry, state: state, scope: ScopeState(.session, in: tables))
    hostedChallenges[session.hostedChallenge] = session.id
    return session
  }

  /// What is remembered of the session's account in its browser.
  func device(of session: Session) -> ScopeState? {
    guard let account = session.account else { return nil }
    return browsers[session.browser]?.devices[account]
  }

  /// The filled text of a template.
  func text(_ template: TextTemplate, in session: Session, code: String = "", link: String = "") -> String {
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
