import Encodings
@testable import FlowDialect
import JourneyClient
import JourneyModel
import JourneyTestSupport
import ModelCoding
import Testing

/// What each of the vendor's apps requires of tokens.
struct FlowAppTokenTests {
  private static let whole = #"{"iss":"https://acme.test/","aud":["acme-web"],"auth_time":1,"exp":2,"iat":1,"sub":"jane","nonce":"n"}"#

  private static func claims(_ changes: (name: String, json: String?)...) -> String {
    var members = [
      "iss": "\"https://acme.test/\"", "aud": "[\"acme-web\"]", "auth_time": "1", "exp": "2", "iat": "1", "sub": "\"jane\"",
      "nonce": "\"n\"",
    ]
    for change in changes { members[change.name] = change.json }
    return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let tokens: String
    let claims: String?
    let isFirst: Bool
    /// The apps that stumble.
    let stops: Set<String>
    var testDescription: String { "\(isFirst ? "first" : "refreshed") \(tokens) \(claims ?? "no claims")" }

    /// First tokens, whose answer has all that it may have.
    init(_ claims: String?, _ stops: Set<String>, signedBy algorithm: String = "RS256") {
      let header = Base64URL.encode(Array(#"{"alg":"\#(algorithm)"}"#.utf8))
      let token = claims.map { #""id_token":"\#(header).\#(Base64URL.encode(Array($0.utf8))).c2ln","# } ?? ""
      self.init(tokens: #"{"access_token":"a",\#(token)"expires_in":1}"#, claims: claims, isFirst: true, stops: stops)
    }

    private init(tokens: String, claims: String?, isFirst: Bool, stops: Set<String>) {
      self.tokens = tokens
      self.claims = claims
      self.isFirst = isFirst
      self.stops = stops
    }

    static func refreshed(_ tokens: String, _ claims: String?, _ stops: Set<String>) -> Row {
      Row(tokens: tokens, claims: claims, isFirst: false, stops: stops)
    }

    func problems(_ rules: FlowAppProfile.Tokens) throws -> [String] {
      guard case .tokens(let answer) = TokenAnswer(HTTPResponseMessage(status: 200, body: Array(tokens.utf8))) else {
        return ["no tokens"]
      }
      let claims = try claims.map { Value(try JSONReader.read($0)) }
      return rules.problems(
        with: answer, claims: claims, clientID: "acme-web", issuer: try WebURL("https://acme.test"), isFirst: isFirst)
    }
  }

  private static let rows = [
    Row(whole, []),
    Row(nil, ["web", "ios", "flutter"]),
    Row(claims(("iss", "\"https://acme.test\"")), ["android"]),
    Row(claims(("aud", "\"acme-web\"")), ["android", "flutter", "java"]),
    Row(claims(("aud", "[\"other\",\"acme-web\"]")), ["web", "flutter"]),
    Row(claims(("auth_time", nil)), ["flutter", "java"]),
    Row(claims(("exp", nil)), ["flutter", "java"]),
    Row(claims(("iat", nil)), ["flutter", "java"]),
    Row(claims(("sub", nil)), ["flutter"]),
    Row(claims(("nonce", nil)), ["flutter"]),
    Row(claims(("nonce", "null")), ["flutter"]),
  ]

  private static let refreshedRows = [
    Row.refreshed(#"{"access_token":"a"}"#, nil, ["ios", "android", "flutter", "java"]),
    Row.refreshed(#"{"access_token":"a","expires_in":1}"#, nil, ["ios", "flutter"]),
    Row.refreshed(#"{"access_token":"a","id_token":"i"}"#, whole, ["ios", "android", "flutter", "java"]),
    Row.refreshed(#"{"access_token":"a","id_token":"i","expires_in":1}"#, whole, []),
    Row.refreshed(#"{"access_token":"a","id_token":"i","expires_in":1}"#, claims(("nonce", nil)), ["flutter"]),
    Row.refreshed(#"{"access_token":"a","id_token":"i","expires_in":1}"#, claims(("auth_time", nil)), ["flutter"]),
    Row.refreshed(#"{"access_token":"a","id_token":"i","expires_in":1}"#, claims(("sub", nil)), ["flutter"]),
    Row.refreshed(#"{"access_token":"a","id_token":"i","expires_in":1}"#, claims(("aud", "\"acme-web\"")), ["flutter"]),
    Row.refreshed(#"{"access_token":"a","id_token":"i","expires_in":1}"#, claims(("iss", "\"https://acme.test\"")), []),
  ]

  private static let signedRows = [
    Row(whole, [], signedBy: "RS256"), Row(whole, ["web"], signedBy: "ES256"), Row(whole, ["web"], signedBy: "PS256"),
  ]

  @Test(arguments: rows) func `each app stumbles over the tokens that its SDK stumbles over`(row: Row) throws {
    #expect(Set(try FlowAppProfile.current.filter { try !row.problems($0.tokens).isEmpty }.map(\.name)) == row.stops)
  }

  @Test(arguments: refreshedRows) func `each app reads refreshed tokens as its SDK does`(row: Row) throws {
    #expect(Set(try FlowAppProfile.current.filter { try !row.problems($0.tokens).isEmpty }.map(\.name)) == row.stops)
  }

  @Test(arguments: signedRows) func `the newest web SDK verifies RS256 alone`(row: Row) throws {
    #expect(Set(try FlowAppProfile.current.filter { try !row.problems($0.tokens).isEmpty }.map(\.name)) == row.stops)
    if !row.stops.isEmpty {
      #expect(
        try row.problems(FlowAppProfile.web.tokens).first?.hasPrefix("it verifies only RS256, but the ID token is signed with ") == true)
    }
  }

  @Test func `an earlier line of an SDK reads tokens as today's does`() {
    #expect(FlowAppProfile.ios2.tokens == FlowAppProfile.ios.tokens)
  }

  /// Takes every rule of every app out once.
  @Test(arguments: FlowAppProfile.current) func `every rule about tokens is held by a row`(app: FlowAppProfile) throws {
    var looser: [(String, FlowAppProfile.Tokens)] = []
    func add(_ name: String, _ change: (inout FlowAppProfile.Tokens) -> Void) {
      var rules = app.tokens
      change(&rules)
      if rules != app.tokens { looser.append((name, rules)) }
    }
    for member in FlowAppProfile.Tokens.Member.allCases { add(member.rawValue) { $0.members.remove(member) } }
    for claim in app.tokens.claims { add(claim) { $0.claims.removeAll { $0 == claim } } }
    add("ID token") { $0.needsIDToken = false }
    add("issuer") { $0.needsIssuerWithSlash = false }
    add("audience") { $0.audience = .any }
    add("refreshed claims") { $0.readsRefreshedClaims = false }
    add("algorithm") { $0.algorithm = nil }
    let rows = Self.rows + Self.refreshedRows + Self.signedRows
    for (name, rules) in looser {
      #expect(try rows.contains { try $0.problems(rules).isEmpty == $0.stops.contains(app.name) }, "\(app.name): \(name)")
    }
  }

  @Test func `tokens without an ID token end the journey of the apps that can do without`() async throws {
    let keys = [Value.Member("scopes", .list(["profile"]))]
    for (app, start, stops) in [(FlowAppProfile.android, "text", false), (.java, "redirect", false), (.ios, "text", true)] {
      var walk = try WalkThrough(["any-code-\(start)", "discovery", "token-access-only"], app: app)
      _ = try await walk.start(keys)
      let finish = try #require(try await walk.driver.perform(.finish(probes: [])).finish)
      #expect((finish.problem?.name == "app") == stops, "\(app.name)")
    }
  }

  @Test func `a refusal may come without a description`() async throws {
    var walk = try WalkThrough(["any-code-text", "discovery", "token-no-description"])
    _ = try await walk.start()
    #expect(try await walk.driver.perform(.finish(probes: [])).oauthError == OAuthErrorResponse(error: "invalid_grant"))
    await walk.checkScript()
  }

  @Test func `another order of scopes ends the sign-in of the web SDK and no other`() async throws {
    for (app, start, check) in [(FlowAppProfile.web, "text", "app"), (.java, "redirect", nil)] {
      var walk = try WalkThrough(["any-code-\(start)", "discovery", "token-other-scope", "keys"], app: app)
      _ = try await walk.start()
      #expect(try await walk.driver.perform(.finish(probes: [])).finish?.problem?.name == check, "\(app.name)")
      await walk.checkScript()
    }
  }

  @Test func `the Java app sends its redirect URI with the refresh token`() async throws {
    var walk = try WalkThrough(["any-code-redirect", "discovery", "token", "keys", "refresh-java"], app: .java)
    _ = try await walk.start()
    _ = try await walk.driver.perform(.finish(probes: []))
    #expect(try await walk.driver.perform(.token(.refresh)).finish?.problem == nil)
    await walk.checkScript()
  }

  @Test func `without a refresh token the access token is revoked, and nothing is refreshed or logged out`() async throws {
    var walk = try WalkThrough(["any-code-text", "discovery", "token-access-only", "revoke-access"])
    _ = try await walk.start([Value.Member("scopes", .list(["profile"]))])
    _ = try await walk.driver.perform(.finish(probes: []))
    _ = try await walk.driver.perform(.token(.revoke))
    #expect(try await driverError { try await walk.driver.perform(.token(.refresh)) }?.message == "the server issued no refresh token")
    let message = try await driverError { try await walk.driver.perform(.token(.logout)) }?.message
    #expect(message == "no app requests a logout without an ID token")
    await walk.checkScript()
  }

  @Test func `a logout that leads elsewhere fails its check`() async throws {
    var walk = try WalkThrough(["any-code-text", "discovery", "token", "keys", "logout-elsewhere"])
    _ = try await walk.start()
    _ = try await walk.driver.perform(.finish(probes: []))
    let turn = try await walk.driver.perform(.token(.logout))
    #expect(turn.finish?.problem?.problem == "logout led to 'https://elsewhere.test/landing#loggedOut' instead of the client's own address")
  }
}

extension FlowAppProfile {
  /// Those of today; an earlier line reads tokens as its app does.
  static var current: [FlowAppProfile] { all.filter { !$0.isEarlier } }
}
