import Crypto
import Encodings
import FoundationEssentials
import JWTKit
import JourneyModel
import Testing

@testable import JourneyMock

struct SignInTests {
  private struct Claims: JWTPayload {
    var iss: IssuerClaim
    var aud: AudienceClaim
    var exp: ExpirationClaim
    var sub: SubjectClaim
    var nonce: String
    var email: String
    var at_hash: String
    var auth_time: Int
    var given_name: String

    func verify(using algorithm: some JWTAlgorithm) throws { try exp.verifyNotExpired() }
  }

  @Test func `a person signs in and gets tokens that the published key verifies`() async throws {
    var app = TestApp(World(try AcmeTenant.load()))
    let identification = try await app.start()
    #expect(identification["screen"] == "identification")
    #expect(identification.widget("identifier", "identifier")?["label"] == "Email address")
    #expect(identification["messages"] == nil)
    let password = try await app.submit("identifier", ["identifier": "JANE@acme.test"])
    #expect(password["screen"] == "password")
    #expect(password.widget("reset", "identifier")?["value"] == "jane@acme.test")
    let callback = try await app.finish(try await app.submit("password", ["password": "Jane-horse-11", "keepMeLoggedIn": true]))
    #expect(callback["state"] == "state-01")
    let (status, tokens) = try await app.exchange(try #require(callback["code"]))
    #expect(status == 200)
    #expect(tokens["scope"] == "openid profile email")
    #expect(tokens["refresh_token"] == nil)

    let keys = JWTKeyCollection()
    let published = try await app.get("https://acme.test/.well-known/jwks.json")
    try await keys.add(jwks: JSONDecoder().decode(JWKS.self, from: Data(published.body)))
    let claims = try await keys.verify(try #require(tokens["id_token"]?.stringValue), as: Claims.self)
    #expect(claims.iss.value == "https://acme.test/")
    #expect(claims.aud.value == ["acme-web"])
    #expect(claims.nonce == "nonce-1")
    #expect(claims.email == "jane@acme.test")
    #expect(claims.given_name == "Jane")
    let access = try #require(tokens["access_token"]?.stringValue)
    #expect(claims.at_hash == Base64URL.encode(Array(Digests.sha256(access).prefix(16))))
    let info = try JSONReader.read(try await app.get("https://acme.test/userinfo", bearer: access).body)
    #expect(info["sub"]?.stringValue == claims.sub.value)
    #expect(
      app.edges == [
        "arrival.decide.signs_in", "identification.identifier.known", "password.password.right", "second.decide.none",
        "profile.decide.complete", "enrolment.decide.settled",
      ])
  }

  @Test func `an unknown address and a wrong password are said on their widgets`() async throws {
    var app = TestApp(World(try AcmeTenant.load()))
    _ = try await app.start()
    let unknown = try await app.submit("identifier", ["identifier": "nobody@acme.test"])
    #expect(unknown["messages"] == ["identifier": ["identifier": ["type": "error", "text": "We do not know this address."]]])
    #expect(unknown["hostedUrl"]?.stringValue?.hasPrefix("https://acme.test/provider/flow?challenge=") == true)
    _ = try await app.submit("identifier", ["identifier": "jane@acme.test"])
    let wrong = try await app.submit("password", ["password": "no"])
    #expect(wrong["messages"]?["password"]?["password"]?["text"] == "The password is incorrect.")
    let empty = try await app.submit("password", [:])
    #expect(empty["messages"]?["password"]?["password"]?["text"] == "This field is required.")
  }

  @Test func `three wrong passwords lock the account until its time is over`() async throws {
    let world = World(try AcmeTenant.load(), clock: .standing(at: Instant(seconds: 1_800_000_000)))
    var app = TestApp(world)
    _ = try await app.start()
    _ = try await app.submit("identifier", ["identifier": "jane@acme.test"])
    _ = try await app.submit("password", ["password": "1"])
    _ = try await app.submit("password", ["password": "2"])
    let locked = try await app.submit("password", ["password": "3"])
    #expect(locked["screen"] == "locked")
    #expect(locked["messages"] == ["global": ["type": "error", "text": "Your account is locked. Try again later."]])
    try await world.pass(.seconds(14 * 60))
    _ = try await app.start()
    #expect(try await app.submit("identifier", ["identifier": "jane@acme.test"])["screen"] == "locked")
    try await world.pass(.seconds(60))
    _ = try await app.start()
    #expect(try await app.submit("identifier", ["identifier": "jane@acme.test"])["screen"] == "password")
    #expect(try await app.submit("password", ["password": "1"])["screen"] == nil, "the count began anew")
    #expect(try await app.submit("password", ["password": "Jane-horse-11"])["finalizeUrl"] != nil)
  }

  @Test(arguments: [(59, true), (60, false), (600, false)])
  func `a code by mail is good as long as its mail says`(after: Int64, isGood: Bool) {
    let start = Instant(seconds: 1_800_000_000)
    let sent = SentCode(text: "123456", until: start + .seconds(60))
    #expect(sent.isGood("123456", at: start + .seconds(after)) == isGood)
    #expect(!sent.isGood("123457", at: start))
    #expect(SentCode(text: "123456").isGood("123456", at: start + .seconds(after)), "a mail without a life")
  }

  @Test func `a code by mail is the second factor of an account at risk`() async throws {
    let world = World(try AcmeTenant.load())
    var app = TestApp(world)
    let mark = await world.now()
    _ = try await app.start()
    _ = try await app.submit("identifier", ["identifier": "rita@acme.test"])
    let asked = try await app.submit("password", ["password": "Rita-zebra-33"])
    #expect(asked["screen"] == "mfaPasscode")
    #expect(asked.widget("mfaPasscode", "we-sent-a-passcode-to")?["value"] == "We sent a code to r•••@acme.test.")
    #expect(asked.form("additionalActions/resend") != nil)
    let resent = try await app.submit("additionalActions/resend", [:])
    #expect(resent["messages"]?["global"]?["type"] == "info")
    let mails = try await world.messages(to: "rita@acme.test", channel: .mail, since: mark)
    #expect(mails.count == 2)
    #expect(try await app.submit("mfaPasscode", ["passcode": .string(Self.code(in: mails[0]))])["messages"] != nil)
    #expect(try await app.submit("mfaPasscode", ["passcode": .string(Self.code(in: mails[1]))])["finalizeUrl"] != nil)
  }

  @Test func `a code of an authenticator app is taken once`() async throws {
    let world = World(try AcmeTenant.load())
    let secret = try #require(Base32.decode("JBSWY3DPEHPK3PXP"))
    let code = await OneTimePassword(secret: secret).code(atSecondsSinceEpoch: world.now().seconds)
    for (round, isTaken) in [(1, true), (2, false)] {
      var app = TestApp(world)
      _ = try await app.start()
      _ = try await app.submit("identifier", ["identifier": "otto@acme.test"])
      let asked = try await app.submit("password", ["password": "Otto-mule-22"])
      #expect(asked.form("additionalActions/resend") == nil, "no resend for an app's code")
      let done = try await app.submit("mfaPasscode", ["passcode": .string(code)])
      #expect((done["finalizeUrl"] != nil) == isTaken, "round \(round)")
    }
  }

  private static func code(in mail: InboxMessage) -> String { String(mail.text.prefix(6)) }
}
