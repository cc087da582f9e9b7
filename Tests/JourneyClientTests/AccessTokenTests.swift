import Encodings
import JourneyClient
import JourneyModel
import Testing

/// What a scenario may believe of an access token that has claims.
struct AccessTokenTests {
  /// An authorization server that gives one access token, and publishes keys if it has some.
  private actor Server: HTTPTransport {
    private let token: String
    private let keys: JSONValue?

    init(token: String, keys: JSONValue?) { (self.token, self.keys) = (token, keys) }

    func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
      let json: JSONValue? =
        switch request.url.path {
        case "/.well-known/openid-configuration": ["issuer": "https://acme.test/", "jwks_uri": "https://acme.test/keys"]
        case "/keys": keys
        case "/token": ["access_token": .string(token), "token_type": "Bearer"]
        default: nil
        }
      return HTTPResponseMessage(
        status: json == nil ? 404 : 200, headers: ["Content-Type": "application/json"], body: json.map { JSONWriter.write($0) } ?? [])
    }
  }

  /// The fact that a journey ends with, and whether the end itself is in order.
  private func fact(_ token: String, keys: JSONValue?) async throws -> (fact: Value?, isSound: Bool) {
    let issuer = try WebURL("https://acme.test/")
    var profile = RelyingPartyProfile()
    profile.endpoints[.token] = .documented(try WebURL("https://acme.test/token"))
    var party = RelyingParty(
      client: OAuthClient(issuer: issuer, id: "acme", redirectURI: try WebURL("https://app.test/cb"), scopes: ["email"]), profile: profile,
      transport: Server(token: token, keys: keys), generator: SeededGenerator(seed: 1), providers: ProviderCache(),
      now: { Instant(seconds: 1_790_000_000) })
    let request = party.authorizationRequest()
    let grant = CodeGrant(code: party.learn("c0de", name: "code"), verifier: request.verifier, of: party.client)
    var plain = request
    plain.remove("nonce")
    guard case .finished(let finish) = try await party.redeem(grant, for: plain, begun: Finish(facts: [], checks: [])) else {
      return (nil, false)
    }
    return (finish.facts.first { $0.name == "access_token" }?.value, finish.checks.allSatisfy { $0.problem == nil })
  }

  private static let issuer = TokenIssuer()
  private static let others = TokenIssuer()

  /// A token, and a part of what is wrong with it; `nil` for nothing.
  struct Row: Sendable, CustomTestStringConvertible {
    let id: String
    let token: @Sendable () throws -> String
    let doubt: String?
    var hasKeys = true
    var testDescription: String { id }
  }

  @Test(arguments: [
    Row(id: "signed by the issuer", token: { try issuer.token() }, doubt: nil),
    Row(id: "of a type of its own", token: { try issuer.token(header: [.init("typ", "at+jwt")]) }, doubt: nil),
    Row(id: "for another server", token: { try issuer.token(TokenIssuer.claims.with("aud", "api")) }, doubt: nil),
    Row(id: "signed by nobody", token: { try issuer.token(algorithm: "none", keyID: nil) }, doubt: "the token is signed with 'none'"),
    Row(id: "signed with a shared secret", token: { try issuer.token(algorithm: "HS256") }, doubt: "the token is signed with 'HS256'"),
    Row(id: "signed by another", token: { try others.token() }, doubt: "the signature with key 'es' is not the issuer's"),
    Row(
      id: "of another issuer", token: { try issuer.token(TokenIssuer.claims.with("iss", "evil")) },
      doubt: "the issuer is 'evil' instead of 'https://acme.test/'"),
    Row(id: "expired", token: { try issuer.token(TokenIssuer.claims.with("exp", 1)) }, doubt: "the token expired at"),
    Row(id: "without an end", token: { try issuer.token(TokenIssuer.claims.with("exp", nil)) }, doubt: "the token has no 'exp'"),
    Row(id: "not valid yet", token: { try issuer.token(TokenIssuer.claims.with("nbf", 1_800_000_000)) }, doubt: "not valid before"),
    Row(id: "where there are no keys", token: { try issuer.token() }, doubt: "instead of a key set", hasKeys: false),
  ])
  func `claims that nobody vouches for are told with the reason, and end no journey`(_ row: Row) async throws {
    let (fact, isSound) = try await fact(try row.token(), keys: row.hasKeys ? Self.issuer.keySet : nil)
    #expect(isSound)
    #expect(Self.member("sub", of: Self.member("claims", of: fact))?.text == "jane-1")
    let doubt = Self.member(Finish.doubtName, of: fact)?.text
    #expect(row.doubt.map { doubt?.contains($0) == true } ?? (doubt == nil), "\(doubt ?? "none")")
  }

  private static func member(_ name: String, of value: Value?) -> Value? {
    guard case .map(let members)? = value else { return nil }
    return members.first { $0.name == name }?.value
  }

  @Test func `an opaque token has no claims, and no key is asked for`() async throws {
    #expect(try await fact("0paque", keys: nil).fact == .secret(Secret("0paque", name: "access token")))
  }
}
