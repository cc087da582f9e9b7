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
      try Self.expectTokens(app.body, at: name)
    }
    try await Self.expectDiscovery(&app, OrgBodies.issuer)
  }

  private static func expectTokens(_ body: JSONValue, at name: String) throws {
    expect(.tokens, of: body, at: name)
    for (subject, member) in [(OktaDemand.Subject.idToken, "id_token"), (.accessToken, "access_token")] {
      let parts = try #require(body[member]?.stringValue).split(separator: ".").map { Base64URL.decode(String($0)) ?? [] }
      let token: JSONValue = ["header": try JSONReader.read(parts[0]), "payload": try JSONReader.read(parts[1])]
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
