import Diagnostics
import Encodings
import HostedDialect
import JourneyClient
import JourneyLanguage
import JourneyMock
import JourneyModel
import JourneyScenario

/// One tenant of tenants.yaml, everything in it bound: where it is, and which accounts walk it.
struct TenantSite: Sendable {
  /// How the tenant is reached.
  enum Reach: Sendable {
    /// Served inside the run.
    case inProcess(MockTenant)
    /// A mock that is served at this address; it gives every attempt its own world.
    case served(WebURL, MockTenant?)
    case live

    /// Whether it is a tenant that remembers what earlier runs did.
    var isLive: Bool { if case .live = self { true } else { false } }
  }

  let name: String
  let dialect: RegisteredDialect
  /// The dialect of the web pages that its journeys leave for; `nil` for a tenant whose screens are pages.
  let pageDialect: RegisteredDialect?
  var reach: Reach
  var issuer: WebURL
  /// The page that journeys of a web site without OpenID begin with; `nil` for a tenant that has OpenID.
  var firstPage: WebURL?
  let clientID: String
  /// `nil` for a public client.
  let clientSecret: Secret?
  let redirectURI: WebURL
  let scopes: [String]
  let postLogoutURI: WebURL?
  let entryURL: WebURL?
  let claimedLinks: [String]
  /// How its pages become screens, in a dialect that has pages.
  let pages: PageRules
  /// What walks its pages where neither the scenario nor the run says; `nil` in a dialect without pages.
  let engine: PageEngineKind?
  /// Which passive checks are held against it, in a dialect that has some.
  let checks: FlowCheckRules
  let headers: [Exchange.Header]
  /// Account values by name.
  let accounts: [String: Value]
  let http: HTTPClientSettings
  /// The default situation for the tenant's rules; `nil` where the tenant does not set it.
  let given: GivenSituation?
  /// Where messages of a live tenant arrive; a mock keeps its own.
  let inbox: SiteInbox?
  /// The command that answers a push on a live tenant.
  let device: [String]?
  /// The origins to which a walk on this tenant may send secrets.
  var secretScope: SecretScope
  /// What `${secret.…}` means on this tenant.
  var secrets: Value

  /// The definition, where it is a mock whose file is known.
  var mock: MockTenant? {
    switch reach {
    case .inProcess(let mock): mock
    case .served(_, let mock): mock
    case .live: nil
    }
  }

  /// Whether its tokens are signed in this process, and the algorithm is not set.
  var isSignedByRun: Bool {
    guard case .inProcess(let mock) = reach else { return false }
    return mock.leavesAlgorithmOpen
  }

  /// Whether it is a mock in this process.
  var isInProcess: Bool {
    if case .inProcess = reach { true } else { false }
  }

  /// Whether it is a mock at an address, where every attempt has its own world as well.
  var isServedMock: Bool {
    if case .served = reach { true } else { false }
  }

  /// Whether it is a tenant that remembers what earlier runs did.
  var isLive: Bool {
    reach.isLive
  }

  /// The secrets that are written down for it: those of its accounts, its headers, its proxy and its client.
  var ownSecrets: [Secret] {
    let values: [Value] = Array(accounts.values) + headers.map(\.value)
    var secrets: [Secret] = values.flatMap(\.secrets)
    if let credentials = http.proxy?.credentials { secrets.append(Secret(credentials.password, name: "password of the proxy")) }
    if let clientSecret { secrets.append(clientSecret) }
    return secrets
  }

  /// What `${secret.…}` means to a walk: without those that are an address of the tenant, as a variable that `issuer` reads. It is in
  /// every link of a mail, which could then be compared with nothing.
  ///
  /// - Parameter hidden: what the outputs of the run hide; `nil` for every variable of the environment. The values of other
  ///   variables may be names or addresses that pages show, so they are not kept secret.
  func secretsOfWalk(hidden: [Secret]? = nil) -> Value {
    guard case .map(let members) = secrets else { return secrets }
    let names = hidden.map { Set($0.map(\.name)) }
    let texts = hidden.map { Set($0.map(\.unsafeText)) }
    return .map(
      members.filter { member in
        let values = member.value.secrets
        guard !values.contains(where: { isAddress($0.unsafeText) }) else { return false }
        guard let names, let texts else { return true }
        return values.contains { names.contains($0.name) || texts.contains($0.unsafeText) }
      })
  }

  private func isAddress(_ text: String) -> Bool {
    guard text.hasPrefix("http"), !text.contains("@"), !text.contains("?") else { return false }
    do throws(WebURLError) { return try WebURL(text).origin.map(origins.contains) ?? false } catch { return false }
  }

  /// The tenant's own origins.
  var origins: Set<Origin> { secretScope.own }

  /// Whether its probes need no permission: a mock of the project's own, served in this process, on this machine or where the
  /// command line says. What tenants.yaml only calls a mock might be anybody's tenant.
  var isProbedFreely: Bool {
    switch reach {
    case .inProcess: true
    case .served(let address, _): secretScope.isCallers || address.host.flatMap(IPAddress.init)?.isLoopback ?? (address.host == "localhost")
    case .live: false
    }
  }

  /// What scenarios of this tenant are checked against.
  ///
  /// - Parameter hasInventories: whether what the screens of a mock hold is part of it.
  func context(inventories hasInventories: Bool = true) -> TenantContext {
    TenantContext(
      dialect: dialect.description, accounts: attributes, addresses: addresses,
      inventory: hasInventories ? mock.map { TenantInventory($0, in: dialect.description.name) } : nil,
      pages: pagesContext(inventory: hasInventories), name: name, installation: mock == nil ? name : nil, hasOpenID: firstPage == nil)
  }

  /// What the accounts have, by their names.
  var attributes: [String: [String]] { accounts.mapValues(Self.attributes) }

  /// The names of its screens that its files tell: those of its rules for pages, and a mock's.
  var screenNames: Set<String> {
    let mocked = mock.map { $0.screens(in: dialect.description.name).map(\.id) } ?? []
    return Set(pages.screens.map(\.id) + mocked)
  }

  /// What steps on web pages are checked against; the pages of a mock that has none are not known.
  private func pagesContext(inventory hasInventory: Bool) -> PagesContext? {
    guard let pages = pageDialect?.description else { return nil }
    guard hasInventory else { return PagesContext(dialect: pages, inventory: nil) }
    let own = mock.flatMap { $0.dialects.contains(pages.name) ? TenantInventory($0, in: pages.name) : nil }
    return PagesContext(dialect: pages, inventory: own)
  }

  /// Those of the accounts, in lower case; `nil` if one may have an address that is not known.
  private var addresses: Set<String>? {
    let found = accounts.values.map { account -> [String] in
      guard case .map(let members) = account else { return [] }
      return members.compactMap { if case .text(let text) = $0.value, text.contains("@") { text.lowercased() } else { nil } }
    }
    return found.contains([]) ? nil : Set(found.joined())
  }

  private static func attributes(_ account: Value) -> [String] {
    guard case .map(let members) = account else { return [] }
    return members.map(\.name)
  }
}

extension TenantInventory {
  /// What a mock's screens hold, as a dialect shows them.
  init(_ mock: MockTenant, in dialect: String? = nil) {
    var screens: [String: [Form]] = [:]
    for screen in mock.screens(in: dialect ?? mock.dialect) {
      screens[screen.id] = screen.forms.map { form in
        Form(
          id: form.id.rawValue, aliases: form.aliases.map(\.rawValue), widgets: form.widgets.map { Widget(id: $0.id.text, type: $0.type) })
      }
    }
    self.init(screens: screens, messages: mock.messageTexts, following: mock.screensAfter)
  }
}

extension TenantSite {
  /// That it has no account of this name.
  func missing(account: String) -> Diagnostic {
    let names = accounts.keys.sorted()
    let possible = names.isEmpty ? "it has none" : "there is \(names.joined(separator: ", "))"
    let nearest = ClosestMatch.of(account, in: names).map { "did you mean '\($0)'?" }
    return Diagnostic(.unknownAccount, "the tenant '\(name)' has no account '\(account)': \(possible)", at: nil, suggestion: nearest)
  }
}
