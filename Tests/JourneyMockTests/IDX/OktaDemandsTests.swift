import Diagnostics
import Encodings
import FoundationEssentials
import JourneyModel
import JourneyTestSupport
import Testing

@testable import IDXSpeech
@testable import JourneyMock

/// The demands of the vendor's SDKs, held against every body of every state of every shipped org, and listed on their page.
@Suite(.serialized) struct OktaDemandsTests {
  private static func expect(_ subject: OktaDemand.Subject, of value: JSONValue, at place: String) {
    for demand in OktaDemand.all where demand.subject == subject {
      #expect(demand.isMet(value), "\(place): \(demand.demand), which \(demand.sdks) needs")
    }
  }

  private static func headers(_ response: HTTPResponseMessage, of origin: String) -> JSONValue {
    var members = response.headers.map { JSONValue.Member($0.name.lowercased(), .string($0.value)) }
    members += [.init("status", .integer(Int64(response.status))), .init("of", .string(origin))]
    return .object(members)
  }

  @Test func `every body of every state of every shipped org is one that the SDKs take`() throws {
    let orgs = [
      ("cascade.yaml", 400), ("../../journeys/_passkeys/_mock/reef.yaml", 10), ("../../journeys/_devices/_mock/tide.yaml", 10),
      ("../../journeys/_staff/_mock/fen.yaml", 10), ("../../journeys/_heath/_mock/heath.yaml", 100),
    ]
    for (name, most) in orgs { try Self.expectBodies(of: name, moreThan: most) }
  }

  /// Mocks of imported orgs, which the tests of the import keep.
  private static let imported = "../../Tests/OktaImportTests/Golden"

  @Test(arguments: ["one-proof", "plain", "groups", "devices", "heron"])
  func `every body of every state of an imported org is one that the SDKs take`(_ name: String) throws {
    try Self.expectBodies(of: "\(Self.imported)/\(name).yaml", moreThan: 40)
  }

  private static func expectBodies(of name: String, moreThan most: Int) throws {
    let sent = try OrgBodies.all(of: try CascadeTenant.load(name))
    #expect(sent.count > most)
    for sent in sent {
      expect(sent.body, at: sent.place)
      expect(.header, of: headers(sent.response, of: "body"), at: sent.place)
    }
  }

  /// Everything that is demanded of a body and of its parts.
  private static func expect(_ body: JSONValue, at place: String) {
    expect(.body, of: body, at: place)
    for way in body.ways { expect(.way, of: way.form, at: "\(place), \(way.place)") }
    for owner in ["currentAuthenticator", "currentAuthenticatorEnrollment", "enrollmentAuthenticator", "recoveryAuthenticator"] {
      if let value = body[owner]?["value"] { expect(.authenticator, of: value, at: "\(place), \(owner)") }
    }
    for list in ["authenticators", "authenticatorEnrollments"] {
      for value in body[list]?.elements ?? [] { expect(.authenticator, of: value, at: "\(place), \(list)") }
    }
    for message in body["messages"]?.elements ?? [] { expect(.message, of: message, at: place) }
  }

  @Test func `tokens, discovery and headers of a served org are those that the SDKs take`() async throws {
    let tenant = try CascadeTenant.load().served
    var app = IDXApp(World(tenant, issuer: OrgBodies.issuer), server: OrgBodies.issuer)
    for (name, password) in [("jane@cascade.test", "Jane-river-11"), ("cora@cascade.test", "Cora-canal-99")] {
      try await app.signIn(name, password)
      if app.remediation("consent") != nil { try await app.submit("consent", [.init("consent", true)]) }
      try await app.exchange()
      let asked = Asked(client: "cascade-portal", issuer: OrgBodies.issuer, api: "api://default")
      try Self.expectTokens(app.body, asked, at: name)
    }
    try await Self.expectDiscovery(&app, OrgBodies.issuer)
  }

  /// What the app of a sign-in knows of its tokens.
  private struct Asked {
    var client: String
    var issuer: String
    /// What access tokens of that issuer are for.
    var api: String
    var nonce: JSONValue = "nonce-1"
  }

  /// The servers of an imported mock: the org's own one issues tokens with the org's address, for the org's own API.
  private static let servers = [
    (path: "/oauth2", issuer: "", api: ""), (path: "/oauth2/default", issuer: "/oauth2/default", api: "api://default"),
  ]

  /// These tests failed on `aud` at first. The reason was theirs: the demands named the client of Cascade and the API of its authorization
  /// server, while the issuer of an imported mock is the org itself.
  @Test(arguments: ["one-proof", "plain", "groups", "devices", "heron"], servers.map(\.path))
  func `tokens, refreshed ones and discovery of an imported org are those that the SDKs take`(_ name: String, _ path: String) async throws {
    let org = name == "heron" ? "https://heron.test" : "https://made.test"
    let server = try #require(Self.servers.first { $0.path == path })
    let asked = Asked(client: "portal", issuer: org + server.issuer, api: server.api.isEmpty ? org : server.api)
    var app = IDXApp(World(try Self.mock(name, org).served, issuer: org), server: org + path)
    (app.org, app.client) = (org, [QueryItem("client_id", asked.client)])
    try await Self.signIn(&app)
    try await app.exchange()
    #expect(app.status == 200 && app.body["scope"]?.stringValue == Self.scopes)
    try Self.expectTokens(app.body, asked, at: name)
    let refresh = try #require(app.body["refresh_token"]?.stringValue)
    try await app.form("/v1/token", app.client + [.init("grant_type", "refresh_token"), .init("refresh_token", refresh)])
    #expect(app.status == 200 && app.body["scope"]?.stringValue == Self.scopes)
    var refreshed = asked
    refreshed.nonce = .null
    try Self.expectTokens(app.body, refreshed, at: "\(name), refreshed")
    try await Self.expectDiscovery(&app, asked.issuer)
    #expect(app.body["issuer"]?.stringValue == asked.issuer)
  }

  /// All that an imported app may ask for.
  private static let scopes = "openid profile email address phone offline_access"

  /// An imported mock with a person who has all that its app asks for.
  private static func mock(_ name: String, _ org: String) throws -> MockTenant {
    // Where an open flag decides, the mock does not know what comes next.
    let text = try Fixtures.text(of: "Tests/OktaImportTests/Golden/\(name).yaml")
      .replacing("  ordinary: {", with: name == "heron" ? "  ordinary: {open.department: false, " : "  ordinary: {")
    let groups = name == "groups" ? ", groups: [Staff]" : ""
    let kim = "  kim: {email: kim@kim.test, password: Kim-river-11, totp: JBSWY3DPEHPK3PXP, factors: [otp]\(groups)}\n"
    return try CascadeTenant.load(SourceFile(name: "\(name).yaml", text: text + kim))
  }

  /// Signs Kim in by the password, and by a code where the app asks for more.
  private static func signIn(_ app: inout IDXApp) async throws {
    let client = app.client.first?.value ?? ""
    try await app.interact([
      .init("client_secret", ""), .init("client_id", client), .init("scope", scopes),
      .init("redirect_uri", "https://\(client).\(app.org.dropFirst("https://".count))/callback"),
    ])
    try await app.introspect()
    try await app.submit("identify", [.init("identifier", "kim@kim.test")])
    let (choose, give) = ("select-authenticator-authenticate", "challenge-authenticator")
    for label in ["Password", "Google Authenticator"] where app.code == nil {
      if app.remediation(give) == nil { try await app.submit(choose, try app.option(label, in: choose)) }
      let code = await OneTimePassword(secret: Base32.decode("JBSWY3DPEHPK3PXP") ?? []).code(atSecondsSinceEpoch: app.world.now().seconds)
      try await app.submit(give, [.init("credentials", ["passcode": .string(label == "Password" ? "Kim-river-11" : code)])])
    }
  }

  private static func expectTokens(_ body: JSONValue, _ asked: Asked, at name: String) throws {
    expect(.tokens, of: body, at: name)
    for (subject, member) in [(OktaDemand.Subject.idToken, "id_token"), (.accessToken, "access_token")] {
      let parts = try #require(body[member]?.stringValue).split(separator: ".").map { Base64URL.decode(String($0)) ?? [] }
      let token: JSONValue = [
        "header": try JSONReader.read(parts[0]), "payload": try JSONReader.read(parts[1]), "client": .string(asked.client),
        "issuer": .string(asked.issuer), "api": .string(asked.api), "nonce": asked.nonce,
      ]
      expect(subject, of: token, at: name)
    }
  }

  private static func expectDiscovery(_ app: inout IDXApp, _ issuer: String) async throws {
    let answer = try await app.send(HTTPRequestMessage(url: try WebURL(issuer + "/.well-known/openid-configuration")))
    expect(.discovery, of: app.body, at: "discovery")
    var headers = headers(answer, of: "world").objectValue ?? []
    headers.removeAll { $0.name == "content-type" }
    headers.append(.init("content-type", "application/ion+json; okta-version=1.0.0"))
    expect(.header, of: .object(headers), at: "discovery")
  }

  @Test func `the page lists the demands`() throws {
    let path = "Sources/JourneyKit/JourneyKit.docc/SDKDemands.md"
    let rows = OktaDemand.all.map { "| \($0.subject.rawValue) | \($0.demand) | \($0.sdks) |" }
    let table = (["", "| of | demand | SDKs |", "|---|---|---|"] + rows + [""]).joined(separator: "\n") + "\n"
    let page = try Fixtures.text(of: path)
    let parts = page.split(separator: "<!-- okta demands -->\n", maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    let end = try #require(parts[1].firstRange(of: "<!-- end -->"))
    let environment = ProcessInfo.processInfo.environment
    if environment["RECORD_GOLDEN"] == "1", environment["CI"] == nil {
      let changed = parts[0] + "<!-- okta demands -->\n" + table + parts[1][end.lowerBound...]
      try String(changed).write(toFile: "\(Fixtures.packageRoot)/\(path)", atomically: true, encoding: .utf8)
    } else {
      #expect(String(parts[1][..<end.lowerBound]) == table)
    }
  }
}
