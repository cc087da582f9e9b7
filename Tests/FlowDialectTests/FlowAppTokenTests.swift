import Encodings
@testable import FlowDialect
import JourneyClient
import JourneyModel
import ModelCoding
import Testing

/// What each of the vendor's apps asks of tokens (sheet sections 1.4 to 1.7).
struct FlowAppTokenTests {
  private static let whole = #"{"iss":"https://acme.test/","aud":["acme-web"],"auth_time":1,"exp":2,"iat":1,"sub":"jane"}"#

  struct Row: Sendable, CustomTestStringConvertible {
    let claims: String?
    /// The apps that stumble.
    var stops: Set<String>
    var testDescription: String { claims ?? "no ID token" }

    init(_ claims: String?, _ stops: Set<String>) {
      self.claims = claims
      self.stops = stops
    }
  }

  @Test(arguments: [
    Row(whole, []),
    Row(nil, ["web", "ios", "flutter"]),
    Row(#"{"iss":"https://acme.test","aud":["acme-web"],"auth_time":1,"exp":2,"iat":1}"#, ["android"]),
    Row(#"{"iss":"https://acme.test/","aud":"acme-web","auth_time":1,"exp":2,"iat":1}"#, ["android", "flutter", "java"]),
    Row(#"{"iss":"https://acme.test/","aud":["other","acme-web"],"auth_time":1,"exp":2,"iat":1}"#, ["web", "flutter"]),
    Row(#"{"iss":"https://acme.test/","aud":["acme-web"],"exp":2,"iat":1}"#, ["flutter", "java"]),
    Row(#"{"iss":"https://acme.test/","aud":["acme-web"],"auth_time":1}"#, ["java"]),
  ])
  func `each app stumbles over the tokens that its SDK stumbles over`(row: Row) throws {
    let issuer = try WebURL("https://acme.test")
    let claims = try row.claims.map { Value(try JSONReader.read($0)) }
    let body = row.claims == nil ? #"{"access_token":"a","expires_in":1}"# : #"{"access_token":"a","id_token":"i","expires_in":1}"#
    guard case .tokens(let tokens) = TokenAnswer(HTTPResponseMessage(status: 200, body: Array(body.utf8))) else {
      return #expect(Bool(false))
    }
    let stops = FlowAppProfile.all.filter { app in
      !app.tokens.problems(with: tokens, claims: claims, clientID: "acme-web", issuer: issuer, isFirst: true).isEmpty
    }
    #expect(Set(stops.map(\.name)) == row.stops)
  }

  @Test func `the iOS app needs the whole answer when it refreshes, too`() throws {
    let answer = HTTPResponseMessage(status: 200, body: Array(#"{"access_token":"a"}"#.utf8))
    guard case .tokens(let tokens) = TokenAnswer(answer) else { return #expect(Bool(false)) }
    let issuer = try WebURL("https://acme.test")
    func problems(_ app: FlowAppProfile) -> [String] {
      app.tokens.problems(with: tokens, claims: nil, clientID: "acme-web", issuer: issuer, isFirst: false)
    }
    #expect(problems(.ios) == ["the answer has no 'id_token'", "the answer has no 'expires_in'"])
    #expect(FlowAppProfile.all.filter { $0 != .ios }.flatMap(problems) == [])
  }

  @Test func `tokens without an ID token end the journey of the apps that can do without`() async throws {
    let keys = [Value.Member("scopes", .list(["profile"]))]
    for (app, start, stops) in [(FlowAppProfile.android, "text", false), (.java, "redirect", false), (.ios, "text", true)] {
      var walk = try WalkThrough(["any-code-\(start)", "token-access-only"], app: app)
      _ = try await walk.start(keys)
      let finish = try #require(try await walk.driver.perform(.finish(probes: [])).finish)
      #expect((finish.problem?.name == "app") == stops, "\(app.name)")
    }
  }

  @Test func `a refusal may come without a description`() async throws {
    var walk = try WalkThrough(["any-code-text", "token-no-description"])
    _ = try await walk.start()
    #expect(try await walk.driver.perform(.finish(probes: [])).refusal == OAuthRefusal(error: "invalid_grant"))
    await walk.checkScript()
  }

  @Test func `another order of scopes is worth a word about the web SDK and no other`() async throws {
    for (app, start, count) in [(FlowAppProfile.web, "text", 1), (.flutter, "redirect", 0)] {
      var walk = try WalkThrough(["any-code-\(start)", "token-other-scope", "discovery", "keys"], app: app)
      _ = try await walk.start()
      #expect(try await walk.driver.perform(.finish(probes: [])).warnings.count == count, "\(app.name)")
      await walk.checkScript()
    }
  }

  @Test func `the Java app sends its redirect URI with the refresh token`() async throws {
    var walk = try WalkThrough(["any-code-redirect", "token", "discovery", "keys", "refresh-java"], app: .java)
    _ = try await walk.start()
    _ = try await walk.driver.perform(.finish(probes: []))
    #expect(try await walk.driver.perform(.token(.refresh)).finish?.problem == nil)
    await walk.checkScript()
  }

  @Test func `without a refresh token the access token is revoked, and nothing is refreshed or logged out`() async throws {
    var walk = try WalkThrough(["any-code-text", "token-access-only", "revoke-access"])
    _ = try await walk.start([Value.Member("scopes", .list(["profile"]))])
    _ = try await walk.driver.perform(.finish(probes: []))
    _ = try await walk.driver.perform(.token(.revoke))
    #expect(try await driverError { try await walk.driver.perform(.token(.refresh)) }?.message == "the server gave no refresh token")
    let message = try await driverError { try await walk.driver.perform(.token(.logout)) }?.message
    #expect(message == "without an ID token no app asks for a logout")
    await walk.checkScript()
  }

  @Test func `a logout that leads elsewhere is worth a word and no failure`() async throws {
    var walk = try WalkThrough(["any-code-text", "token", "discovery", "keys", "logout-elsewhere"])
    _ = try await walk.start()
    _ = try await walk.driver.perform(.finish(probes: []))
    let turn = try await walk.driver.perform(.token(.logout))
    #expect(turn.finish?.problem == nil)
    #expect(turn.warnings == ["logout led to 'https://elsewhere.test/landing#loggedOut' instead of the client's own address"])
  }
}
