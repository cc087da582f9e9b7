import Diagnostics
import Encodings
import HostedDialect
import JourneyClient
import JourneyModel
import JourneyReports
import JourneyRunner

/// A page as it is now at an address, loaded as a walk of its tenant loads it.
public struct LivePage: Sendable {
  private let summary: PageSummary
  /// Hides what only the caller may know, such as a header of the tenant that a page repeats.
  private let redactor: Redactor

  /// The page, after the redirects that lead to it.
  ///
  /// It is loaded over the tenant's own connection, with its headers, rate and certificates; only the tenant's origins are requested.
  /// An address that no tenant names is loaded alone, and what it leads to at other origins is not.
  ///
  /// Throws `ProjectRefusal` where the project is wrong, and `SavedPage.Failure` where it gets no page.
  ///
  /// - Parameters:
  ///   - address: `nil` for the page at which the tenant's app begins a sign-in.
  ///   - tenant: its name in tenants.yaml; `nil` for the hosted one that the address belongs to.
  public init(at address: String?, of tenant: String?, _ settings: RunSettings) async throws {
    let url = try address.map { text in try SavedPage.webAddress(text) }
    guard let name = tenant ?? Self.tenant(of: url, settings) else {
      guard let url else { throw SavedPage.Failure(description: "an address or a tenant is needed: 'journey look URL' or '--tenant NAME'") }
      redactor = Redactor()
      summary = try await Self.look(atForeign: url, settings)
      return
    }
    let site = JourneyRun.project(settings).sites[name]
    let rules = site?.pages ?? PageRules()
    let redactor = Redactor(of: site)
    self.redactor = redactor
    summary = try await withJourney(on: name, settings) { journey in
      guard var driver = journey.driver as? HostedDriver else {
        throw SavedPage.Failure(description: "the tenant '\(name)' has no pages: its dialect is not 'hosted'")
      }
      return try await Self.look(&driver, at: url, rules, redactor)
    }
  }

  /// The screen drawn, where it was found, what a scenario cannot do on it, and the rule that would name it.
  public func text(usesColour: Bool) -> String { redactor.redacted(summary.text(usesColour: usesColour)) }

  /// Whether a tenant's screens are pages; `false` for an unknown tenant.
  public static func isHosted(_ tenant: String, _ settings: RunSettings) -> Bool {
    JourneyRun.project(settings).sites[tenant]?.dialect.hasPages ?? false
  }

  /// The tenant that commands take where none is named; `nil` if the project names none and has several.
  public static func defaultTenant(_ settings: RunSettings) -> String? { JourneyRun.project(settings).defaultTenant }

  /// The first hosted tenant whose origin an address has.
  private static func tenant(of url: WebURL?, _ settings: RunSettings) -> String? {
    guard let origin = url?.origin else { return nil }
    let sites = JourneyRun.project(settings).sites.values.filter { $0.dialect.hasPages && $0.origins.contains(origin) }
    return sites.map(\.name).min()
  }

  private static func look(atForeign url: WebURL, _ settings: RunSettings) async throws -> PageSummary {
    if let refusal = JourneyRun.project(settings).trust.refusal(of: url) { throw SavedPage.Failure(description: refusal) }
    if settings.engine == .browser { return try await look(inBrowserAt: url, settings) }
    let network = CallerNetwork(settings.environment)
    var http = HTTPClientSettings()
    http.authorities = network.authoritiesFile.flatMap(network.authorities)
    // Not a registered client: no request of it asks for authorization.
    let client = OAuthClient(issuer: url.replacing(query: []), id: "look", redirectURI: try WebURL("journey.look:/none"))
    return try await HTTPClientTransport.withTransport(http) { transport in
      var driver = HostedDriver(
        configuration: HostedConfiguration(client: client), transport: transport, generator: SeededGenerator(seed: 0),
        now: { .machine })
      return try await Self.look(&driver, at: url, PageRules(), Redactor())
    }
  }

  /// In a real browser, as the first page of a site that no tenant names.
  private static func look(inBrowserAt url: WebURL, _ settings: RunSettings) async throws -> PageSummary {
    let project = Project(tenants: LiveTemplate(site: url.description).file.text, settings)
    return try await withJourney(in: project, on: LiveTemplate.tenant, settings) { journey in
      guard var driver = journey.driver as? HostedDriver else { throw SavedPage.Failure(description: "the site has no pages") }
      return try await look(&driver, at: url, PageRules(), Redactor())
    }
  }

  private static func look(
    _ driver: inout HostedDriver, at url: WebURL?, _ rules: PageRules, _ redactor: Redactor
  ) async throws -> PageSummary {
    let found: PageSighting
    do throws(DriverError) { found = try await driver.look(at: url) } catch {
      throw SavedPage.Failure(
        description: redactor.redacted(error.message), isOfServer: error.kind != .forbidden && error.kind != .impossible)
    }
    switch found {
    case .nothing(let sentence):
      throw SavedPage.Failure(description: redactor.redacted("no page to look at: \(sentence)"), isOfServer: true)
    case .page(let page, let reading, let status):
      return PageSummary(
        page: page, reading: reading, rules: rules, showsAddress: url.map { $0 != page.url } ?? true,
        refusedStatus: status >= 400 ? status : nil)
    }
  }
}
