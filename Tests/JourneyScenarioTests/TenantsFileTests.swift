import Diagnostics
import JourneyLanguage
import JourneyScenario
import Testing

/// tenants.yaml becomes tenants, each with what it takes from the one that it is like.
struct TenantsFileTests {
  private static let text = """
    default: acme
    tenants:
      acme:
        dialect: journey-flow
        mock: ../fixtures/tenants/acme.yaml
        client: {id: acme-web, redirect_uri: "https://app.acme.test/callback", scopes: [openid, profile]}
        headers: {X-A: 1, X-B: 2}
      acme-staging:
        like: acme
        issuer: ${env.ACME_ISSUER}
        client: {id: "${env.ACME_CLIENT}"}
        accounts:
          jane: {email: jane+ci@acme.test, password: "${secret.JANE_PASSWORD}", phone: 12}
        inbox: {mailpit: "http://127.0.0.1:8025"}
        device: manual
        claimed_links: ["https://app.acme.test/welcome/*"]
        rate: 30/m
        request_timeout: 10s
        tls: {ca: certs/ca.pem}
        proxy: ${env.HTTPS_PROXY}
        headers: {x-b: 3}
      served: {like: acme, mock: {at: "http://127.0.0.1:8080"}}
    allow: {commands: true, hosts: [api.acme.test]}
    """

  private func read(_ text: String) -> (file: TenantsFile, diagnostics: [Diagnostic]) {
    TenantsFile.read(Array(text.utf8), named: "journeys/tenants.yaml", dialects: ["journey-flow"])
  }

  @Test func `what is not said is taken from the tenant that it is like`() throws {
    let (file, diagnostics) = read(Self.text)
    #expect(diagnostics.isEmpty, "\(DiagnosticRenderer().render(diagnostics))")
    #expect(file.defaultTenant?.value == "acme")
    #expect(file.tenants.map(\.name.value) == ["acme", "acme-staging", "served"])
    let staging = try #require(file["acme-staging"])
    #expect(staging.dialect?.value == "journey-flow")
    guard case .live(let issuer) = staging.installation else { throw ScenarioText.NotThat() }
    #expect(issuer.spelling == "${env.ACME_ISSUER}")
    #expect(staging.client.id?.spelling == "${env.ACME_CLIENT}")
    #expect(staging.client.redirectURI?.constant == "https://app.acme.test/callback")
    #expect(staging.client.scopes.map(\.constant) == ["openid", "profile"])
    #expect(staging.accounts.map(\.name.value) == ["jane"])
    #expect(staging.rate?.perSecond == 0.5)
    #expect(staging.requestTimeout == .seconds(10))
    #expect(staging.tls?.authorities?.value == "certs/ca.pem")
    #expect(staging.headers.map { "\($0.name.value)=\($0.value.spelling)" } == ["X-A='1'", "x-b='3'"])
    #expect(file.allowance.commands == true)
    #expect(file.allowance.hosts?.map(\.value) == ["api.acme.test"])
  }

  @Test(arguments: [32, 33, 20_000]) func `a line of tenants that take from each other has an end`(count: Int) throws {
    let first = "  t0: {dialect: journey-flow, mock: a.yaml}\n"
    let line = (1..<count).map { "  t\($0): {like: t\($0 - 1)}\n" }
    let (_, diagnostics) = read("default: t0\ntenants:\n" + first + line.joined())
    let messages = diagnostics.map(\.message)
    #expect(messages == (count > 33 ? ["the chain of 'like' has more than 32 tenants"] : []))
  }

  @Test func `an installation is said or taken, never both`() throws {
    let file = read(Self.text).file
    guard case .mockAt(let address)? = file["served"]?.installation, case .mock(let path)? = file["acme"]?.installation
    else { throw ScenarioText.NotThat() }
    #expect(address.constant == "http://127.0.0.1:8080")
    #expect(path.value == "../fixtures/tenants/acme.yaml")
  }
}
