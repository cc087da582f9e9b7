import Diagnostics
import Encodings
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

@testable import JourneyKit

struct TenantSiteBinderTests {
  /// What is wrong with a project that has these tenants, each as `line: id: message`.
  private static func problems(
    _ tenants: String, files: [String: String] = [:], environment: [String: String] = [:]
  ) async throws -> [String] {
    try await SampleProject.with(files, tenants: tenants) { project in
      var settings = project.settings
      settings.environment = environment
      let read = Project(settings)
      let all = read.diagnostics + read.unbound.sorted { $0.key < $1.key }.flatMap(\.value)
      return all.map { "\($0.range?.start.line ?? 0): \($0.id.rawValue): \($0.message)" }
    }
  }

  private static func live(_ lines: String) -> String {
    "tenants:\n  acme:\n    dialect: journey-flow\n" + lines
  }

  @Test func `a mock brings its own client`() async throws {
    #expect(try await Self.problems(SampleProject.mocked) == [])
  }

  @Test func `a live tenant needs a client`() async throws {
    let problems = try await Self.problems(Self.live("    issuer: https://acme.test\n    client: {}\n"))
    #expect(
      problems == [
        "2: missing-key: tenant 'acme' needs 'client' with 'id'", "2: missing-key: tenant 'acme' needs 'client' with 'redirect_uri'",
      ])
  }

  @Test func `an address that is none is told at its place`() async throws {
    let problems = try await Self.problems(
      Self.live("    issuer: acme.test\n    client: {id: web, redirect_uri: callback}\n    proxy: nowhere\n"))
    #expect(
      problems.map { $0.prefix { $0 != "," } } == [
        "4: bad-value: 'issuer' takes an address such as https://acme.test",
        "6: bad-value: 'proxy' takes an address such as https://acme.test",
      ])
  }

  @Test func `a mock that is not there is named with its nearest neighbour, and nothing else is said`() async throws {
    try await SampleProject.with([:], tenants: Self.live("    mock: ../acmee.yaml\n")) { project in
      let found = Project(project.settings).diagnostics
      #expect(found.map(\.message) == ["the mock '../acmee.yaml' cannot be read: no such file"])
      #expect(found.map(\.suggestion) == ["did you mean 'acme.yaml'?"])
    }
  }

  @Test(arguments: [
    ("{id: acme-wb}", "the mock has no client 'acme-wb'"),
    (
      "{redirect_uri: \"https://app.acme.test/callbak\"}",
      "the mock's client 'acme-web' has no redirect URI 'https://app.acme.test/callbak'"
    ),
    ("{scopes: [openid, emial]}", "the mock's client 'acme-web' has no scope 'emial'"),
  ])
  func `a client that the mock does not have is one mistake of the file`(client: String, message: String) async throws {
    let problems = try await Self.problems(Self.live("    mock: ../acme.yaml\n    client: \(client)\n"))
    #expect(problems == ["5: bad-value: \(message)"])
  }

  @Test func `a mock's own mistakes are told at their places`() async throws {
    let broken = try Fixtures.text(of: "fixtures/tenants/acme.yaml") + "\nmesages: {}\n"
    try await SampleProject.with(["broken.yaml": broken], tenants: Self.live("    mock: ../broken.yaml\n")) { project in
      let found = Project(project.settings).diagnostics
      #expect(found.map { $0.range?.file.name } == ["broken.yaml"])
      #expect(found.map(\.id) == [.unknownKey])
    }
  }

  @Test func `what is asked of the environment and not there is told once for each place`() async throws {
    let tenant = Self.live(
      """
          mock: {at: "${env.MOCK}"}
          client: {id: web, redirect_uri: "${env.CALLBACK}"}
          accounts:
            jane: {email: jane@acme.test, password: "${secret.JANE}"}

      """)
    let problems = try await Self.problems(tenant)
    #expect(problems.map { $0.prefix { $0 != ":" } } == ["4", "5", "7"])
    let bound = ["MOCK": "http://127.0.0.1:1", "CALLBACK": "https://app.acme.test/callback"]
    let withoutSecret = try await Self.problems(tenant, environment: bound)
    #expect(withoutSecret.count == 1)
    #expect(withoutSecret.first?.hasPrefix("7: not-set: ") == true)
    #expect(try await Self.problems(tenant, environment: bound.merging(["JANE": "x"]) { own, _ in own }) == [])
  }

  @Test func `a password and a key that the file has in clear are secrets of the account, as those of the environment are`() async throws {
    let tenant = Self.live(
      """
          issuer: http://127.0.0.1:1
          client: {id: web, redirect_uri: "https://app.acme.test/callback"}
          accounts:
            jane: {email: jane@acme.test, password: Jane-horse-11, totp: JBSWY3DPEHPK3PXP, pin: "4711"}
            ole: {email: ole@acme.test, password: 482916}

      """)
    try await SampleProject.with(["journeys/a.yaml": "journey: A\nsteps:\n  - screen: sign-in\n"], tenants: tenant) { project in
      let accounts = JourneyRun.project(project.settings).sites["acme"]?.accounts ?? [:]
      let jane = try #require(accounts["jane"])
      #expect(jane.secrets.map(\.unsafeText) == ["Jane-horse-11", "JBSWY3DPEHPK3PXP"])
      #expect(jane.secrets.map(\.name) == ["account.password", "account.totp"])
      #expect(jane.secrets.map(\.source) == [.account, .account])
      #expect(accounts["ole"]?.secrets.map(\.unsafeText) == ["482916"])
    }
  }

  @Test(arguments: ["Authorization", "cookie", "Proxy-Authorization", "X-Api-Key", "X-Auth-Token", "client-secret", "apikey", "X-Trace"])
  func `a header that is a credential by its name is a secret, also in clear`(name: String) async throws {
    let tenant = Self.live(
      """
          issuer: http://127.0.0.1:1
          client: {id: web, redirect_uri: "https://app.acme.test/callback"}
          headers: {"\(name)": "Bearer k3y-4711"}

      """)
    try await SampleProject.with([:], tenants: tenant) { project in
      let site = try #require(Project(project.settings).sites["acme"])
      #expect(site.headers.flatMap(\.value.secrets).map(\.unsafeText) == (name == "X-Trace" ? [] : ["Bearer k3y-4711"]))
      #expect(site.ownSecrets == site.headers.flatMap(\.value.secrets))
    }
  }

  @Test func `a plain address of another machine is a risk, one of this machine is none`() async throws {
    func problems(_ issuer: String) async throws -> [String] {
      try await Self.problems(Self.live("    issuer: \(issuer)\n    client: {id: a, redirect_uri: \"https://a.test/\"}\n"))
    }
    let risk = "4: plain-http: passwords and codes travel unencrypted to 'acme.example'"
    #expect(try await problems("http://acme.example") == [risk])
    #expect(try await problems("\"http://10.0.0.7:8080\"") == ["4: plain-http: passwords and codes travel unencrypted to '10.0.0.7'"])
    for issuer in ["http://127.0.0.1:8080", "http://localhost:8080", "\"http://[::1]:8080\"", "https://acme.example"] {
      #expect(try await problems(issuer) == [], "\(issuer)")
    }
  }

  @Test func `certificates that are none are told`() async throws {
    let tenants = Self.live("    issuer: https://acme.test\n    client: {id: a, redirect_uri: \"https://a.test/\"}\n    tls: {ca: a.pem}\n")
    let problems = try await Self.problems(tenants, files: ["journeys/a.pem": "none\n"])
    #expect(problems == ["6: unreadable-include: the certificates 'a.pem' cannot be read: they are not PEM"])
  }

  @Test func `certificates that are not there are told`() async throws {
    let problems = try await Self.problems(
      Self.live("    issuer: https://acme.test\n    client: {id: a, redirect_uri: \"https://a.test/\"}\n    tls: {ca: none.pem}\n"))
    #expect(problems == ["6: unreadable-include: the certificates 'none.pem' cannot be read: no such file"])
  }

  @Test func `rate, time limit, proxy and own authorities reach the client`() async throws {
    let tenants = Self.live(
      """
          issuer: https://acme.test
          client: {id: a, redirect_uri: "https://a.test/"}
          rate: 5/s
          request_timeout: 3s
          proxy: http://jane:s3%20cret@proxy.test:3128
          tls: {ca: ca.pem}

      """)
    let certificate = try Fixtures.text(of: "fixtures/tls/localhost.pem")
    try await SampleProject.with(["journeys/ca.pem": certificate], tenants: tenants) { project in
      let read = Project(project.settings)
      #expect(read.diagnostics.map(\.message) == [])
      let http = try #require(read.sites["acme"]).http
      #expect(http.requestsPerSecond == 5)
      #expect(http.limits.totalTimeout == .seconds(3))
      #expect(http.proxy == .init(host: "proxy.test", port: 3128, credentials: .init(user: "jane", password: "s3 cret")))
      #expect(http.trust == .systemAnd(pem: Array(certificate.utf8)))
    }
  }

  @Test func `a proxy of the environment is not used, and that is said`() async throws {
    let tenants = Self.live("    issuer: https://acme.example\n    client: {id: a, redirect_uri: \"https://a.test/\"}\n")
    let environment = ["HTTPS_PROXY": "http://jane:s3cret@proxy.test:3128"]
    let told = "2: unused-proxy: 'acme.example' is contacted directly: the proxy in HTTPS_PROXY is used only if a tenant names it"
    #expect(try await Self.problems(tenants, environment: environment) == [told])
    #expect(try await Self.problems(tenants + "    proxy: \"\"\n", environment: environment) == [])
    #expect(try await Self.problems(tenants, environment: environment.merging(["NO_PROXY": "a.test, .example"]) { own, _ in own }) == [])
    let local = tenants.replacing("https://acme.example", with: "https://localhost:8443")
    #expect(try await Self.problems(local, environment: environment) == [])
    #expect(try await Self.problems(SampleProject.mocked, environment: environment) == [])
    try await SampleProject.with([:], tenants: tenants) { project in
      var settings = project.settings
      settings.environment = environment
      #expect(Project(settings).sites["acme"]?.http.proxy == nil)
      settings.needsValues = false
      #expect(Project(settings).unbound["acme"]?.map(\.message) == [], "a check does not depend on the machine")
    }
  }

  @Test func `SSL_CERT_FILE has to be a file that can be read, for tenants behind a network`() async throws {
    let tenants = Self.live("    issuer: https://acme.example\n    client: {id: a, redirect_uri: \"https://a.test/\"}\n")
    let environment = ["SSL_CERT_FILE": "/nowhere/ca.pem"]
    let told = "2: unreadable-file: the certificates '/nowhere/ca.pem', which SSL_CERT_FILE names, cannot be read"
    #expect(try await Self.problems(tenants, environment: environment) == [told])
    let text = "\(Fixtures.packageRoot)/README.md"
    let other = "2: unreadable-file: the certificates '\(text)', which SSL_CERT_FILE names, are not PEM"
    #expect(try await Self.problems(tenants, environment: ["SSL_CERT_FILE": text]) == [other])
    #expect(try await Self.problems(SampleProject.mocked, environment: environment) == [])
  }

  @Test func `a proxy is reached over http, and an empty variable means none`() async throws {
    let client = "    issuer: https://acme.test\n    client: {id: a, redirect_uri: \"https://a.test/\"}\n"
    let tenants = Self.live(client + "    proxy: ${env.PROXY}\n")
    #expect(try await Self.problems(tenants, environment: ["PROXY": ""]) == [])
    #expect(try await Self.problems(Self.live(client + "    proxy: ${env.PROXY, ''}\n")) == [])
    let problems = try await Self.problems(tenants, environment: ["PROXY": "https://proxy.test:3128"])
    #expect(problems == ["6: bad-value: a proxy is reached over 'http', found 'https'"])
  }

  @Test func `a proxy's password may be a secret, and no message has any of it`() async throws {
    let client = "    issuer: https://acme.test\n    client: {id: a, redirect_uri: \"https://a.test/\"}\n"
    let tenants = Self.live(client + "    proxy: http://ci:${secret.P}@proxy.test:3128\n")
    try await SampleProject.with([:], tenants: tenants) { project in
      var settings = project.settings
      settings.environment = ["P": "pr0xy%40Passw0rd"]
      let read = Project(settings)
      let site = try #require(read.sites["acme"])
      #expect(site.http.proxy == .init(host: "proxy.test", port: 3128, credentials: .init(user: "ci", password: "pr0xy@Passw0rd")))
      #expect(read.secrets(ofTenants: ["acme"]).map(\.unsafeText).contains("pr0xy@Passw0rd"))
    }
    let problems = try await Self.problems(tenants, environment: ["P": "pr0xy/Passw0rd@1 2"])
    #expect(problems == ["6: bad-value: in 'proxy' a secret may be only in the user and the password"])
    let wrong = try await Self.problems(
      Self.live(client + "    proxy: ${env.PROXY}\n"), environment: ["PROXY": "http://ci:pr0xyPassw0rd-123456@bad host"])
    #expect(wrong == ["6: bad-value: 'proxy' has to be an absolute address such as http://proxy.acme.test:3128"])
  }

  @Test func `a secret of the file wins over the environment's and is bound to the tenant's origin`() async throws {
    try await SampleProject.with(["secrets": "PASS=from-file\n"]) { project in
      var settings = project.settings
      settings.environment = ["PASS": "from-environment"]
      settings.secretsFile = project.folder.file("secrets")
      let site = try #require(Project(settings).sites["acme"])
      guard case .secret(let secret)? = site.secrets["PASS"] else {
        Issue.record("\(site.secrets)")
        return
      }
      #expect(secret.unsafeText == "from-file")
      #expect(secret.origins == site.origins)
    }
  }

  @Test(arguments: [("${secret.CLIENT}", "fr0m-environment", "secret.CLIENT"), ("wr1tten-down", "wr1tten-down", "client.secret")])
  func `a client's secret is told to its tenant only, and no output has it`(written: String, expected: String, name: String) async throws {
    let client = "    client: {id: a, secret: \"\(written)\", redirect_uri: \"https://a.test/\"}\n"
    try await SampleProject.with([:], tenants: Self.live("    issuer: https://acme.test\n" + client)) { project in
      var settings = project.settings
      settings.environment = ["CLIENT": "fr0m-environment"]
      let read = Project(settings)
      let site = try #require(read.sites["acme"])
      let secret = try #require(site.clientSecret?.bound(to: site.secretScope))
      #expect(secret.unsafeText == expected)
      #expect(secret.name == name)
      #expect(secret.origins == [Origin(scheme: "https", host: "acme.test", port: 443)])
      #expect(read.secrets(ofTenants: ["acme"]).map(\.unsafeText).contains(expected))
    }
  }

  @Test(
    arguments: [
      ("", "acme-web-4711"), ("client: {id: acme-web}", "acme-web-4711"),
      ("client: {secret: other}", "other"), ("client: {secret: ''}", nil),
    ] as [(String, String?)])
  func `a client of a mock has the mock's secret where its tenant names none`(entry: String, expected: String?) async throws {
    let acme = try Fixtures.text(of: "fixtures/tenants/acme.yaml")
      .replacing("  acme-web:\n", with: "  acme-web:\n    secret: acme-web-4711\n")
    let tenants = "tenants:\n  acme:\n    dialect: journey-flow\n    mock: ../secret.yaml\n" + (entry.isEmpty ? "" : "    \(entry)\n")
    try await SampleProject.with(["secret.yaml": acme], tenants: tenants) { project in
      let read = Project(project.settings)
      #expect(read.sites["acme"]?.clientSecret?.unsafeText == expected, "\(read.diagnostics.map(\.message))")
    }
  }

  @Test func `an empty secret of a client means none`() async throws {
    let client = "    client: {id: a, secret: \"${secret.CLIENT, ''}\", redirect_uri: \"https://a.test/\"}\n"
    try await SampleProject.with([:], tenants: Self.live("    issuer: https://acme.test\n" + client)) { project in
      let site = try #require(Project(project.settings).sites["acme"])
      #expect(site.clientSecret == nil)
    }
  }

  @Test func `secrets follow a mock to where it is served`() async throws {
    try await SampleProject.with([:]) { project in
      var settings = project.settings
      settings.environment = ["PASS": "x"]
      var read = Project(settings)
      read.serveMocks(at: try MockAddress("http://127.0.0.1:4711"), SettingSpelling())
      let site = try #require(read.sites["acme"])
      guard case .secret(let secret)? = site.secrets["PASS"] else {
        Issue.record("\(site.secrets)")
        return
      }
      #expect(secret.origins == site.origins)
      #expect(site.issuer.description.hasPrefix("http://127.0.0.1:4711"))
    }
  }
}
