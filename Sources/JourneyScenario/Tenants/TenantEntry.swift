package import Diagnostics
package import JourneyLanguage
package import JourneyModel

/// One tenant as tenants.yaml says it, with what it takes from the tenant that it is like.
///
/// Texts may be templates of `${env.…}` and `${secret.…}`, which are bound when a run begins.
package struct TenantEntry: Sendable, Hashable {
  package var name: Located<String>
  /// The name of the tenant from which the rest was taken.
  package var like: Located<String>?
  package var dialect: Located<String>?
  /// `nil` only in an entry with errors.
  package var installation: Installation?
  package var client: Client
  /// In the order written; those of a mock come from its definition.
  package var accounts: [Account]
  /// The situation that the tenant's rules see if a scenario does not set one; of a live tenant, where its runner is.
  package var given: GivenSituation?
  package var inbox: Inbox?
  package var device: Device?
  package var claimedLinks: [Template]
  package var rate: Rate?
  package var requestTimeout: Duration?
  package var tls: TLS?
  package var proxy: Template?
  package var headers: [TemplateValue.Member]
  /// The hosted dialect's rule table and message selectors, as written.
  package var pages: PagesEntry?
  /// What walks its pages; `nil` for plain HTTP.
  package var engine: Located<PageEngineKind>?
  /// The passive checks that are switched off, in the order written; names are those of the dialect.
  package var checks: [SkippedCheck] = []
  /// The same for two entries that say the same, with what they take from others; a digest.
  package var fingerprint: UInt64 = 0

  /// A check that is switched off.
  package struct SkippedCheck: Sendable, Hashable {
    package var name: Located<String>
    package var reason: String
  }

  /// Where the tenant is.
  package enum Installation: Sendable, Hashable {
    /// A mock inside the run, defined in this file, whose path is relative to tenants.yaml.
    case mock(Located<String>)
    /// A mock that is served at an address.
    case mockAt(Template)
    /// A live tenant, by its issuer.
    case live(Template)
    /// A web site without OpenID, by the page that its journeys begin with.
    case site(Template)
  }

  /// The app as the tenant knows it.
  package struct Client: Sendable, Hashable {
    package var id: Template?
    package var secret: Template?
    package var redirectURI: Template?
    /// Empty if none are set.
    package var scopes: [Template] = []
    package var logoutURI: Template?
    package var entryURL: Template?

    package init() {}
  }

  /// A person who can sign in.
  package struct Account: Sendable, Hashable {
    package var name: Located<String>
    package var attributes: [TemplateValue.Member]

    package init(name: Located<String>, attributes: [TemplateValue.Member]) {
      self.name = name
      self.attributes = attributes
    }
  }

  /// Where messages arrive.
  package enum Inbox: Sendable, Hashable {
    case mock
    case mailpit(Template)
    /// A folder, relative to tenants.yaml.
    case maildir(Located<String>)
    case http([TemplateValue.Member], SourceRange)
    case command([Template], SourceRange)
  }

  /// Who answers a push.
  package enum Device: Sendable, Hashable {
    case mock
    /// A person, who is prompted; refused in CI.
    case manual(SourceRange)
    case command([Template], SourceRange)
  }

  /// So many requests in so much time.
  package struct Rate: Sendable, Hashable {
    package var count: Int
    package var span: Duration

    package init(count: Int, span: Duration) {
      self.count = count
      self.span = span
    }

    /// Requests in a second.
    package var perSecond: Double {
      let (seconds, attoseconds) = span.components
      return Double(count) / (Double(seconds) + Double(attoseconds) / 1e18)
    }
  }

  /// Whose certificates are believed.
  package struct TLS: Sendable, Hashable {
    /// A PEM file, relative to tenants.yaml.
    package var authorities: Located<String>?
    package var verifies: Bool

    package init(authorities: Located<String>? = nil, verifies: Bool = true) {
      self.authorities = authorities
      self.verifies = verifies
    }
  }

  package init(name: Located<String>) {
    self.name = name
    client = Client()
    accounts = []
    claimedLinks = []
    headers = []
  }
}

extension TenantEntry {
  /// Takes what is not said here; maps such as `client`, `accounts` and `headers` member by member.
  mutating func inherit(_ other: TenantEntry) {
    var both = Fingerprint()
    both.combine(fingerprint)
    both.combine(other.fingerprint)
    fingerprint = both.value
    dialect = dialect ?? other.dialect
    installation = installation ?? other.installation
    client.inherit(other.client)
    let names = Set(accounts.map(\.name.value))
    accounts = other.accounts.filter { !names.contains($0.name.value) } + accounts
    given = given ?? other.given
    inbox = inbox ?? other.inbox
    device = device ?? other.device
    if claimedLinks.isEmpty { claimedLinks = other.claimedLinks }
    rate = rate ?? other.rate
    requestTimeout = requestTimeout ?? other.requestTimeout
    tls = tls ?? other.tls
    proxy = proxy ?? other.proxy
    let headerNames = Set(headers.map { $0.name.value.lowercased() })
    headers = other.headers.filter { !headerNames.contains($0.name.value.lowercased()) } + headers
    pages = pages ?? other.pages
    // A tenant that speaks another dialect may have no pages.
    if dialect?.value == other.dialect?.value { engine = engine ?? other.engine }
    let skipped = Set(checks.map(\.name.value))
    checks = other.checks.filter { !skipped.contains($0.name.value) } + checks
  }
}

extension TenantEntry.Client {
  fileprivate mutating func inherit(_ other: Self) {
    id = id ?? other.id
    secret = secret ?? other.secret
    redirectURI = redirectURI ?? other.redirectURI
    if scopes.isEmpty { scopes = other.scopes }
    logoutURI = logoutURI ?? other.logoutURI
    entryURL = entryURL ?? other.entryURL
  }
}
