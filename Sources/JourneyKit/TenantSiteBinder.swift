import Diagnostics
import Encodings
import JourneyClient
import JourneyLanguage
import JourneyMock
import JourneyModel
import JourneyScenario

/// Makes a site of one tenant's entry: binds its templates, loads its mock; every error is located.
struct TenantSiteBinder {
  let files: ProjectFiles
  private let environment: RunEnvironment
  let trust: TrustRules
  private let dialects: DialectRegistry
  private let mocks: LoadedMocks
  /// Maildirs that the caller names, by tenant.
  let maildirs: [String: String]
  private let clients: [AddedClient]
  var bindings: Bindings
  private(set) var diagnostics: [Diagnostic] = []
  /// Whether something is to be walked, and not only checked.
  var isWalked: Bool { environment.isNeeded }
  var network: CallerNetwork { CallerNetwork(environment.callers) }

  init(
    files: ProjectFiles, environment: RunEnvironment, trust: TrustRules = TrustRules(), dialects: DialectRegistry = DialectRegistry(),
    mocks: LoadedMocks = LoadedMocks(), maildirs: [String: String] = [:], clients: [AddedClient] = []
  ) {
    self.mocks = mocks
    self.maildirs = maildirs
    self.clients = clients
    self.files = files
    (self.environment, self.trust, self.dialects) = (environment, trust, dialects)
    bindings = environment.bindings
  }

  /// The site; `nil` if something is wrong with it, which is reported.
  mutating func site(_ entry: TenantEntry) -> TenantSite? {
    guard let name = entry.dialect?.value, let dialect = dialects.dialect(name), let installation = entry.installation else {
      return nil
    }
    let reach = reach(installation)
    // The client of a mock that cannot be read is not known.
    if case .mock = installation, reach == nil { return nil }
    let mock = reach?.mock
    if let mock, !mock.dialects.contains(name) { reportUnspoken(name, by: mock, entry, installation) }
    let client = mock?.clients.first
    let issuer = issuer(installation, reach?.reach)
    if reach?.reach.isLive == true { warnOfUnusedProxy(entry, issuer) }
    if case .site(let template) = installation, !dialect.hasPages {
      report(
        .badValue, "a 'site' is walked over its pages, which '\(name)' does not have", at: template.range,
        suggestion: "write 'dialect: hosted'")
    }
    let redirectURI = redirectURI(entry, client)
    let clientID = clientID(entry, client)
    let scopes = entry.client.scopes.compactMap { text($0) }
    let secretScope = secretScope(entry, installation, issuer)
    let secrets = environment.secrets(for: secretScope)
    // A mock gets the parts of its headers as well as what is typed.
    if secretScope.mock != nil { bindings.values["secret"] = secrets }
    let isBound = redirectURI != nil && scopes.count == entry.client.scopes.count
    if case .mock = installation, let mock, let clientID, isBound { check(entry.client, clientID, entry.name.range, against: mock) }
    let clientSecret = clientSecret(entry.client, of: mock?.clients.first { $0.id == clientID })
    // What its people need from the environment is reported with the rest; a tenant without them can still be planned for.
    let isWhole = !diagnostics.contains { $0.severity == .error }
    let accounts = accounts(entry, mock)
    guard let reach, let issuer, let redirectURI, let clientID, isWhole else { return nil }
    return TenantSite(
      name: entry.name.value, dialect: dialect, pageDialect: dialect.hasPages ? nil : dialects.pages, reach: reach.reach, issuer: issuer,
      firstPage: firstPage(installation), clientID: clientID,
      clientSecret: clientSecret, redirectURI: redirectURI, scopes: scopes.isEmpty ? client?.scopes ?? ["openid"] : scopes,
      postLogoutURI: optionalURL(entry.client.logoutURI, what: "client.logout_uri"),
      entryURL: optionalURL(entry.client.entryURL, what: "client.entry_url")
        ?? url(mock?.clients.first { $0.id == clientID }?.entryURL, entry.name.range, what: "entry_url of the mock's client"),
      claimedLinks: entry.claimedLinks.compactMap { text($0) }, pages: pages(entry, in: dialect), engine: engine(entry, in: dialect),
      checks: checks(entry, in: dialect),
      headers: headers(entry.headers),
      accounts: accounts, http: http(entry, at: issuer), given: entry.given, inbox: inbox(entry), device: device(entry),
      secretScope: secretScope, secrets: secrets)
  }

  /// The origins of its secrets; those of its accounts and headers that may not be sent to it are reported.
  private mutating func secretScope(
    _ entry: TenantEntry, _ installation: TenantEntry.Installation, _ issuer: WebURL?
  ) -> SecretScope {
    var reach = SecretScope(own: issuer?.origin.map { [$0] } ?? [], others: trust.requestOrigins)
    if case .mock = installation {
      reach.isCallers = true
      reach.mock = entry.name.value
    }
    guard issuer != nil else { return reach }
    let values = entry.accounts.flatMap { $0.attributes.map(\.value) } + entry.headers.map(\.value)
    let references = values.flatMap(\.references) + (entry.client.secret?.references ?? [])
    diagnostics += references.compactMap { environment.problem(with: $0, on: reach) }
    return reach
  }

  // MARK: Where it is

  private mutating func reach(_ installation: TenantEntry.Installation) -> (reach: TenantSite.Reach, mock: MockTenant?)? {
    switch installation {
    case .mock(let path): return mock(path).map { (.inProcess($0), $0) }
    case .mockAt(let template):
      guard let address = asked(template, what: "mock.at") else { return nil }
      return (.served(address, nil), nil)
    case .live, .site: return (.live, nil)
    }
  }

  private mutating func issuer(_ installation: TenantEntry.Installation, _ reach: TenantSite.Reach?) -> WebURL? {
    switch (installation, reach) {
    case (.mock(let path), .inProcess(let mock)): url(mock.issuer, path.range, what: "issuer")
    case (.mockAt, .served(let address, _)): address
    case (.live(let template), _): liveIssuer(template, what: "issuer")
    case (.site(let template), _): liveIssuer(template, what: "site").flatMap { root(of: $0, at: template.range) }
    case (.mock, _), (.mockAt, _): nil
    }
  }

  /// The first address of the same origin.
  private mutating func root(of address: WebURL, at range: SourceRange) -> WebURL? {
    guard let origin = address.origin else {
      report(.badValue, "a 'site' is an address of the web, with 'https://'", at: range)
      return nil
    }
    return url("\(origin)", range, what: "site")
  }

  /// The page of a site, whose problems are reported where its origin is read.
  private mutating func firstPage(_ installation: TenantEntry.Installation) -> WebURL? {
    guard case .site(let template) = installation else { return nil }
    return asked(template, what: "site")
  }

  /// Passwords and codes go to a live tenant: over plain HTTP everybody on the way reads them.
  private mutating func liveIssuer(_ template: Template, what: String) -> WebURL? {
    guard let address = asked(template, what: what) else { return nil }
    if address.scheme == "http", let host = address.host, !IPAddress.isOfThisMachine(host) {
      diagnostics.append(
        Diagnostic(
          .plainHTTP, "passwords and codes travel unencrypted to '\(host)'", at: template.range, severity: .warning,
          suggestion: "write 'https://…'"))
    }
    return address
  }

  /// What the tenant's entry says, else what its mock's first client has.
  private mutating func redirectURI(_ entry: TenantEntry, _ client: MockTenant.Client?) -> WebURL? {
    let what = "client.redirect_uri"
    // No page of a site leads back to an app; nothing has this address.
    if case .site? = entry.installation { return url("no-app:/", entry.name.range, what: what) }
    if let template = entry.client.redirectURI { return url(text(template), template.range, what: what) }
    if let address = client?.redirectURIs.first { return url(address, entry.name.range, what: what) }
    report(.missingKey, "the tenant '\(entry.name.value)' needs '\(what)'", at: entry.name.range)
    return nil
  }

  private mutating func clientID(_ entry: TenantEntry, _ client: MockTenant.Client?) -> String? {
    if case .site? = entry.installation { return "" }
    if let template = entry.client.id { return text(template) }
    if let client { return client.id }
    report(.missingKey, "the tenant '\(entry.name.value)' needs 'client.id'", at: entry.name.range)
    return nil
  }

  /// The secret of a confidential client, also where it is written down; an empty text means none. What the tenant's entry says, else what
  /// the mock's client has.
  private mutating func clientSecret(_ client: TenantEntry.Client, of known: MockTenant.Client?) -> Secret? {
    guard let template = client.secret else { return known?.secret }
    guard !reportProblems(with: template.references) else { return nil }
    do throws(BindingFailure) {
      let value = try template.evaluate(in: &bindings)
      let secret = value.secrets.first ?? Secret(value.text ?? "", name: "client.secret", source: .project)
      return secret.unsafeText.isEmpty ? nil : secret
    } catch {
      report(.unboundVariable, error.message, at: error.range)
      return nil
    }
  }

  /// A mock knows its clients: a wrong one is an error of this file, and not of every scenario.
  private mutating func check(_ client: TenantEntry.Client, _ id: String, _ name: SourceRange, against mock: MockTenant) {
    guard let known = mock.clients.first(where: { $0.id == id }) else {
      return reportUnknown("client", id, of: "the mock", among: mock.clients.map(\.id), at: client.id?.range ?? name)
    }
    if let template = client.redirectURI, let address = text(template), !known.redirectURIs.contains(address) {
      reportUnknown("redirect URI", address, of: "the mock's client '\(id)'", among: known.redirectURIs, at: template.range)
    }
    for template in client.scopes {
      guard let scope = text(template), !known.scopes.contains(scope) else { continue }
      reportUnknown("scope", scope, of: "the mock's client '\(id)'", among: known.scopes, at: template.range)
    }
  }

  private mutating func reportUnknown(_ what: String, _ name: String, of owner: String, among names: [String], at range: SourceRange) {
    let nearest = ClosestMatch.of(name, in: names).map { "did you mean '\($0)'?" }
    let possible = nearest == nil && !names.isEmpty ? "; it has \(names.joined(separator: ", "))" : ""
    report(.badValue, "\(owner) has no \(what) '\(name)'\(possible)", at: range, suggestion: nearest)
  }

  /// A mock answers in the dialects that its file names; in another one nothing would be shown.
  private mutating func reportUnspoken(
    _ dialect: String, by mock: MockTenant, _ entry: TenantEntry, _ installation: TenantEntry.Installation
  ) {
    guard case .mock(let path) = installation, let said = entry.dialect else { return }
    report(
      .badValue, "the mock '\(path.value)' does not speak '\(dialect)'; it speaks \(mock.dialects.joined(separator: ", "))", at: said.range,
      suggestion: advice(on: dialect, mock))
  }

  /// A dialect that no tenant speaks alone may be added to one that takes others.
  private func advice(on dialect: String, _ mock: MockTenant) -> String? {
    let speech = dialects.dialect(dialect)?.speech?.all.first { $0.dialect == dialect }
    guard let speech, !speech.isWhole, mock.speech.takesOthers else { return nil }
    return "add '\(dialect)' to its 'speaks'"
  }

  private mutating func mock(_ path: Located<String>) -> MockTenant? {
    let file: SourceFile
    do throws(ScenarioFileError) {
      file = try source(path.value, relativeTo: path.range.file.name)
    } catch {
      report(
        .unreadableInclude, "the mock '\(path.value)' cannot be read: \(error.reason)", at: path.range,
        suggestion: error.nearest.map { "did you mean '\($0)'?" })
      return nil
    }
    let own = mocks.tenant(of: file, dialects, diagnostics: &diagnostics) {
      [files] path, including throws(UnreadableInclude) in
      do throws(ScenarioFileError) {
        let name = try files.name(of: path, relativeTo: including.name)
        return SourceFile(name: name, text: String(decoding: try files.bytes(of: name), as: UTF8.self))
      } catch {
        throw UnreadableInclude(error.reason)
      }
    }
    return clients.reduce(own) { $0?.adding(client: $1.id, redirectURIs: $1.redirectURIs) }
  }

  private func source(_ path: String, relativeTo base: String) throws(ScenarioFileError) -> SourceFile {
    let name = try files.name(of: path, relativeTo: base)
    return SourceFile(name: name, text: String(decoding: try files.bytes(of: name), as: UTF8.self))
  }

  // MARK: Who walks it

  private mutating func accounts(_ entry: TenantEntry, _ mock: MockTenant?) -> [String: Value] {
    var accounts: [String: Value] = [:]
    for account in mock?.accounts ?? [] { accounts[account.name] = account.value }
    var owners: [String: (name: String, range: SourceRange)] = [:]
    for account in entry.accounts {
      checkEmail(of: account, among: &owners)
      var members: [Value.Member] = []
      for attribute in account.attributes {
        if attribute.name.value == "password", let text = attribute.value.constant?.text,
          let problem = GuessableSecrets.problem(with: text, of: account.name.value, at: attribute.value.range)
        {
          diagnostics.append(problem)
        }
        // What could not be bound is reported; that the account has it is known all the same.
        let value = value(attribute.value) ?? .secret(Secret("", name: "account.\(attribute.name.value)"))
        if attribute.name.value == "totp", let problem = value.clearText.flatMap(Base32.problem(withKey:)) {
          report(
            .badValue, "the key 'totp' of the account '\(account.name.value)' \(problem), so no code can be made of it",
            at: attribute.value.range)
        }
        let name = attribute.name.value
        members.append(Value.Member(name, Self.isSecret(name) ? value.hidden(as: "account.\(name)") : value))
      }
      accounts[account.name.value] = .map(members)
    }
    return accounts
  }

  /// Two names for one person would let two cases have the account at a time.
  private mutating func checkEmail(of account: TenantEntry.Account, among owners: inout [String: (name: String, range: SourceRange)]) {
    guard let email = account.attributes.first(where: { $0.name.value == "email" })?.value, let text = email.constant?.text, !text.isEmpty
    else { return }
    guard let owner = owners[text.lowercased()] else {
      owners[text.lowercased()] = (account.name.value, email.range)
      return
    }
    diagnostics.append(
      Diagnostic(
        .badValue, "the account '\(owner.name)' has the same 'email', so two cases could have it at a time", at: email.range,
        suggestion: "give every person one name", notes: [Diagnostic.Note("the first one", at: owner.range)]))
  }

  /// Whether no output shows the attribute, also where the file has it in clear.
  private static func isSecret(_ attribute: String) -> Bool { attribute == "password" || attribute == "totp" }

  private mutating func http(_ entry: TenantEntry, at issuer: WebURL) -> HTTPClientSettings {
    var settings = HTTPClientSettings()
    if let timeout = entry.requestTimeout {
      settings.limits.totalTimeout = timeout
      settings.limits.readTimeout = timeout
    }
    settings.requestsPerSecond = entry.rate?.perSecond
    settings.proxy = entry.proxy.flatMap { proxy($0) }
    if let proxy = settings.proxy, let range = entry.proxy?.range { checkReading(proxy, issuer, at: range) }
    if let tls = entry.tls { settings.trust = trusted(tls, of: entry) }
    settings.authorities = authorities(for: entry)
    return settings
  }

  private mutating func trusted(_ tls: TenantEntry.TLS, of entry: TenantEntry) -> HTTPClientSettings.Trust {
    guard tls.verifies else {
      if trust.policy != nil {
        report(
          .notAllowed, "'tls: {verify: false}' would show secrets to anyone in between; with a policy, name a 'ca'",
          at: entry.name.range)
      }
      return .anyone
    }
    guard let path = tls.authorities else { return .system }
    do throws(ScenarioFileError) {
      let name = try files.name(of: path.value, relativeTo: path.range.file.name)
      let pem = try files.bytes(of: name)
      guard HTTPClientTransport.areCertificates(pem) else { throw ScenarioFileError("they are not PEM") }
      return .systemAnd(pem: pem)
    } catch {
      report(.unreadableInclude, "the certificates '\(path.value)' cannot be read: \(error.reason)", at: path.range)
      return .system
    }
  }

  // MARK: Binding

  mutating func value(_ template: TemplateValue) -> Value? {
    guard !reportProblems(with: template.references) else { return nil }
    do throws(BindingFailure) {
      return try template.evaluate(in: &bindings)
    } catch {
      report(.unboundVariable, error.message, at: error.range)
      return nil
    }
  }

  /// A text that may be shown; `nil` if it cannot be bound, which is reported.
  mutating func text(_ template: Template) -> String? {
    guard !reportProblems(with: template.references) else { return nil }
    do throws(BindingFailure) {
      return try template.text(in: &bindings)
    } catch {
      report(.unboundVariable, error.message, at: error.range)
      return nil
    }
  }

  /// Reports what the environment should have but does not; returns whether there is any.
  mutating func reportProblems(with references: [Reference]) -> Bool {
    let problems = references.compactMap { environment.problem(with: $0) }
    diagnostics += problems
    return !problems.isEmpty
  }

  /// An address that requests go to, which the policy has to allow.
  mutating func asked(_ template: Template, what: String) -> WebURL? {
    asked(text(template), at: template.range, what: what)
  }

  mutating func asked(_ text: String?, at range: SourceRange, what: String) -> WebURL? {
    let address = url(text, range, what: what)
    if let refusal = address.flatMap(trust.refusal) { report(.notAllowed, refusal, at: range) }
    return address
  }

  private mutating func optionalURL(_ template: Template?, what: String) -> WebURL? {
    template.flatMap { url(text($0), $0.range, what: what) }
  }

  /// The address; `nil` without a text, which is reported already, or if it is not an address.
  mutating func url(_ text: String?, _ range: SourceRange, what: String) -> WebURL? {
    guard let text else { return nil }
    do {
      return try WebURL(text)
    } catch {
      report(.badValue, "'\(what)' has to be an absolute address, found '\(text)': \(error)", at: range)
      return nil
    }
  }

  mutating func report(
    _ id: DiagnosticID, _ message: String, at range: SourceRange, severity: Diagnostic.Severity = .error, suggestion: String? = nil
  ) {
    diagnostics.append(Diagnostic(id, message, at: range, severity: severity, suggestion: suggestion))
  }
}

extension Value {
  /// A text as a secret that its owner has, by this name; anything else as it is.
  func hidden(as name: String) -> Value {
    switch self {
    case .text(let text), .number(let text): .secret(Secret(text, name: name, source: .account))
    case .secret, .bool, .null, .list, .map: self
    }
  }
}
