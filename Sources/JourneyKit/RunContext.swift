import BrowserEngine
import Diagnostics
import Encodings
import HostedDialect
import JourneyClient
import JourneyLanguage
import JourneyMock
import JourneyModel
import JourneyRunner

/// What walks get: a driver on the case's tenant, a separate world if the tenant is a mock.
struct RunContext: WalkContext {
  let sites: [String: TenantSite]
  /// The transports of the tenants that are reached over sockets, by the tenant's name.
  let transports: [String: any HTTPTransport]
  let environment: RunEnvironment
  let trust: TrustRules
  let seed: UInt64
  /// When each walk on a mock in this process begins; `nil` for the machine's time.
  var mockStart: Instant?
  /// The project's, in whose folder screens are stored and commands run.
  let files: ProjectFiles
  /// Whether screens are stored instead of compared.
  let updatesSnapshots: Bool
  /// Unique to this run, so that two runs against one served mock never meet in a world.
  let runID: String
  /// What starts browsers; `nil` if no case needs one.
  var browsers: BrowserHost?
  /// Where browsers keep pictures of the pages; `nil` for nowhere.
  var picturesFolder: String?
  /// What messages call settings.
  var spelling = SettingSpelling()
  /// Hands out codes of authenticator apps on live tenants.
  var passcodes = PasscodeLedger(path: nil)
  /// Keeps other runs away from the accounts of live tenants.
  var accountLeases: (any AccountLeases)?
  /// What the outputs of the run hide; `nil` where every variable of the environment may be asked for on the way.
  var hidden: [Secret]?

  func open(_ planned: PlannedCase, attempt: Int, account: String?) async throws(DriverError) -> Attempt {
    guard let site = sites[planned.tenant.name] else {
      throw DriverError(.impossible, "no tenant '\(planned.tenant.name)'")
    }
    switch site.reach {
    case .inProcess(let mock): return inProcess(site, try self.mock(mock, in: planned.given ?? site.given), planned, attempt, account)
    case .served(let address, _): return try await served(site, address, planned, attempt, account)
    case .live: return try live(site, planned, attempt, account)
    }
  }

  /// The mock as people in a situation meet it.
  private func mock(_ mock: MockTenant, in given: GivenSituation?) throws(DriverError) -> MockTenant {
    guard let given else { return mock }
    var diagnostics: [Diagnostic] = []
    if let placed = mock.inSituation(given, diagnostics: &diagnostics) { return placed }
    throw DriverError(.impossible, diagnostics.first?.message ?? "the tenant knows no situation \(given.line)")
  }

  private func inProcess(
    _ site: TenantSite, _ mock: MockTenant, _ planned: PlannedCase, _ attempt: Int, _ account: String?
  ) -> Attempt {
    var generator = self.generator(planned, attempt, "world")
    let world = World(mock, clock: mockStart.map(MockClock.running(from:)) ?? .running, seed: generator.next())
    let transport = InProcessTransport(world: world, limits: site.http.limits)
    return make(
      site, planned, attempt, account, transport: transport, inbox: world, control: world, now: { await world.now() }, headers: [])
  }

  private func served(
    _ site: TenantSite, _ address: WebURL, _ planned: PlannedCase, _ attempt: Int, _ account: String?
  ) async throws(DriverError) -> Attempt {
    let transport = try transport(of: site)
    let world = ServedWorld(address: address, world: "\(runID)/\(planned.id)/\(attempt)".asHeaderText, transport: transport)
    if let given = planned.given ?? site.given { try await world.change(to: given) }
    var opened = make(
      site, planned, attempt, account, transport: transport, inbox: world, control: world, now: { await world.now() },
      headers: [Exchange.Header(ServedWorld.header, .text(world.world))])
    let steps = ServedSteps(requester: opened.requester, commands: opened.commands, clock: world.clock)
    (opened.requester, opened.commands) = (steps, steps)
    return opened
  }

  private func live(
    _ site: TenantSite, _ planned: PlannedCase, _ attempt: Int, _ account: String?
  ) throws(DriverError) -> Attempt {
    let transport = try transport(of: site)
    let inbox = site.inbox?.opened(transport, files, commands)
    let device = site.device.map { CommandDevice(words: $0, commands: commands) }
    var opened = make(
      site, planned, attempt, account, transport: transport, inbox: inbox, control: LiveTenant(device: device), now: { .machine },
      headers: [])
    opened.passcodes = passcodes
    if let inbox = site.inbox {
      let (scope, trust) = (site.secretScope, trust)
      opened.inboxRefusal = { inbox.refusal(of: $0, within: scope, trust) }
    }
    return opened
  }

  private func transport(of site: TenantSite) throws(DriverError) -> any HTTPTransport {
    guard let transport = transports[site.name] else {
      throw DriverError(.impossible, "no connection to the tenant '\(site.name)' was opened")
    }
    return transport
  }

  private func make(
    _ site: TenantSite, _ planned: PlannedCase, _ attempt: Int, _ account: String?, transport: any HTTPTransport,
    inbox: (any Inbox)?, control: any TenantControl, now: @escaping @Sendable () async -> Instant, headers: [Exchange.Header]
  ) -> Attempt {
    let client = client(of: site, headers)
    let seat = seat(planned, attempt, site, client, transport, now)
    let driverSite = DriverSite(
      client: client, app: planned.tenant.app, isSignedByRun: site.isSignedByRun, pages: site.pages, firstPage: site.firstPage,
      browser: seat, checks: site.checks,
      transport: transport, generator: generator(planned, attempt, "driver"), providers: ProviderCache(), now: now)
    var values: [String: Value] = ["env": environment.env, "secret": site.secretsOfWalk(hidden: hidden)]
    if let account, let value = site.accounts[account] { values["account"] = value.bound(to: site.secretScope) }
    let driver = site.dialect.makeDriver(driverSite)
    var opened = Attempt(
      driver: driver, makeBrowser: { Self.browser(of: site.pageDialect, driverSite) }, inbox: inbox,
      control: control, values: values, salt: site.isLive ? runID : nil,
      requester: StepRequester(
        issuer: site.issuer, transport: transport, reach: site.secretScope,
        allowed: AllowedOrigins(site.origins.union(trust.requestOrigins)), now: now, headers: headers),
      commands: commands,
      snapshots: SnapshotFiles(
        files, scenario: planned.id, app: planned.facts.app, isOfBrowser: seat != nil && driver is any PageVisitor,
        writes: updatesSnapshots, spelling: spelling))
    if let seat { opened.close = { await seat.close() } }
    return opened
  }

  /// Where the browsers of an attempt are opened; they reach what its driver would reach by plain HTTP.
  private func seat(
    _ planned: PlannedCase, _ attempt: Int, _ site: TenantSite, _ client: OAuthClient, _ transport: any HTTPTransport,
    _ now: @escaping @Sendable () async -> Instant
  ) -> BrowserSeat? {
    guard planned.tenant.engine == .browser, let browsers else { return nil }
    let reach = BrowserReach(
      pages: client.allowed, resources: AllowedOrigins(site.origins.union(trust.requestOrigins)),
      addresses: HostedConfiguration(client: client).addresses)
    let name = PercentEncoding.encodePath(planned.id) + (attempt > 1 ? "@attempt-\(attempt)" : "")
    let pictures = picturesFolder.map { "\($0)/\(name)" }
    return BrowserSeat(browsers, transport: transport, reach: reach, pictures: pictures, now: now)
  }

  /// The browser in which the app opens pages; `nil` where no dialect has pages that an app opens.
  private static func browser(of dialect: RegisteredDialect?, _ site: DriverSite) -> (any PageVisitor)? {
    var site = site
    site.app = nil
    site.isOpenedByApp = true
    return dialect?.makeDriver(site) as? any PageVisitor
  }

  private func client(of site: TenantSite, _ headers: [Exchange.Header]) -> OAuthClient {
    OAuthClient(
      issuer: site.issuer, id: site.clientID, secret: site.clientSecret?.bound(to: site.secretScope), redirectURI: site.redirectURI,
      scopes: site.scopes, postLogoutURI: site.postLogoutURI, entryURL: site.entryURL, claimedLinks: site.claimedLinks,
      headers: site.headers.map { Exchange.Header($0.name, $0.value.bound(to: site.secretScope)) } + headers)
  }

  /// What the policy allows to run.
  private var commands: LocalCommands { LocalCommands(trust: trust, folder: files.root, variables: environment.callers) }

  private func generator(_ planned: PlannedCase, _ attempt: Int, _ purpose: String) -> SeededGenerator {
    SeededGenerator(seed: seed, labels: [planned.id, String(attempt), purpose])
  }
}

extension String {
  /// The same name in the characters that a header may hold.
  fileprivate var asHeaderText: String {
    PercentEncoding.encodeComponent(self)
  }
}
