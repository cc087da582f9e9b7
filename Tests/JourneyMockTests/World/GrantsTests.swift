import Encodings
import JourneyModel
import Testing

@testable import JourneyMock

struct GrantsTests {
  private static let start = Instant(milliseconds: 0)
  private static let late = start + .seconds(100)

  private static func subject(client: Int = 0, family: String = "family", sid: String = "sid") -> TokenSubject {
    TokenSubject(
      account: 0, client: client, scope: "openid", nonce: nil, sid: sid, authTime: start, family: family, issuer: "https://a.test/")
  }

  private static func refresh(_ subject: TokenSubject = subject()) -> RefreshGrant {
    RefreshGrant(subject: subject, until: start + .seconds(60))
  }

  private static func word(_ outcome: Grants.Refreshing) -> String {
    switch outcome {
    case .good: "good"
    case .unknown: "unknown"
    case .used: "used"
    case .late: "late"
    }
  }

  @Test func `a code is its client's alone, and stays once it is used`() {
    var grants = Grants()
    let challenge = Base64URL.encode(Digests.sha256("verifier"))
    grants.add(code: "c", IssuedCode(subject: Self.subject(client: 1), redirectURI: "app://x", challenge: challenge, until: Self.late))
    #expect(grants.code("c", of: 0) == nil)
    #expect(grants.code("c", of: 1)?.isUsed == false)
    grants.use(code: "c")
    #expect(grants.code("c", of: 1)?.isUsed == true)
    grants.use(code: "other")
    #expect(grants.code("other", of: 1) == nil)
  }

  @Test func `a code takes the verifier behind its challenge, if it is one`() {
    let verifier = String(repeating: "v", count: 43)
    func code(_ verifier: String) -> IssuedCode {
      let challenge = Base64URL.encode(Digests.sha256(verifier))
      return IssuedCode(subject: Self.subject(), redirectURI: "", challenge: challenge, until: Self.late)
    }
    #expect(code(verifier).accepts(verifier: verifier))
    #expect(!code(verifier).accepts(verifier: verifier + "v"))
    #expect(!code("short").accepts(verifier: "short"))
  }

  @Test func `a refresh token is good once; its second use ends its family`() {
    var grants = Grants()
    grants.add(refreshToken: "r1", Self.refresh())
    grants.add(refreshToken: "r2", Self.refresh())
    grants.add(refreshToken: "r3", Self.refresh(Self.subject(family: "another")))
    let outcomes = [
      grants.useRefreshToken("r1", of: 0, at: Self.start), grants.useRefreshToken("r1", of: 0, at: Self.start),
      grants.useRefreshToken("r2", of: 0, at: Self.start), grants.useRefreshToken("r3", of: 1, at: Self.start),
      grants.useRefreshToken("r3", of: 0, at: Self.late), grants.useRefreshToken("r3", of: 0, at: Self.start),
      grants.useRefreshToken(nil, of: 0, at: Self.start),
    ]
    #expect(outcomes.map(Self.word) == ["good", "used", "unknown", "unknown", "late", "good", "unknown"])
  }

  @Test func `an access token is good in its time, unless it or its family is revoked`() {
    var grants = Grants()
    for token in ["a1", "a2"] { grants.add(accessToken: token, AccessGrant(subject: Self.subject(), until: Self.late)) }
    grants.add(refreshToken: "r", Self.refresh())
    #expect(grants.accessToken("a1", at: Self.start) != nil)
    #expect(grants.accessToken("a1", at: Self.late) == nil)
    grants.revoke(token: "a1", of: 1)
    #expect(grants.accessToken("a1", at: Self.start) != nil)
    grants.revoke(token: "a1", of: 0)
    #expect(grants.accessToken("a1", at: Self.start) == nil)
    #expect(grants.accessToken("a2", at: Self.start) != nil)
    grants.revoke(token: "r", of: 0)
    #expect(grants.accessToken("a2", at: Self.start) == nil)
  }

  @Test func `the end of a sign-in ends the refresh tokens that came of it, and no others`() {
    var grants = Grants()
    grants.add(refreshToken: "here", Self.refresh(Self.subject(family: "f1", sid: "s1")))
    grants.add(refreshToken: "there", Self.refresh(Self.subject(family: "f2", sid: "s2")))
    grants.revoke(signOn: "s1")
    let outcomes = ["here", "there"].map { grants.useRefreshToken($0, of: 0, at: Self.start) }
    #expect(outcomes.map(Self.word) == ["unknown", "good"])
  }
}
