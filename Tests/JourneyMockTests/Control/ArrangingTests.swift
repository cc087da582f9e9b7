import Encodings
import JourneyMock
import JourneyModel
import Testing

/// What tests arrange before they act: people, policies, where a journey begins, time.
struct ArrangingTests {
  @Test func `a world that is reset is as at its beginning`() async throws {
    let world = World(try AcmeTenant.load(), clock: .standing(at: Instant(seconds: 1_000_000)))
    let control = ControlClient(world)
    var app = TestApp(world)
    _ = try await app.start()
    _ = try await app.submit("identifier", ["identifier": "rita@acme.test"])
    _ = try await app.submit("password", ["password": "Rita-zebra-33"])
    try await control.does("PATCH", "/__journey/accounts/jane", ["status": "locked"])
    try await control.does("PATCH", "/__journey/policies", ["mfa": true])
    try await control.does("POST", "/__journey/clock", ["advance": "2h"])
    try await control.does("POST", "/__journey/faults", ["effect": "drop"])
    try await control.does("PUT", "/__journey/start", ["screen": "locked"])
    try await control.does("POST", "/__journey/reset")
    #expect(try await control.ask("GET", "/__journey/accounts/jane")["status"] == "active")
    #expect(try await control.ask("GET", "/__journey/policies")["mfa"] != true)
    #expect(try await control.ask("GET", "/__journey/clock")["now"] == "1970-01-12T13:46:40.000Z")
    #expect(try await control.ask("GET", "/api/v1/messages")["total"] == 0)
    #expect(try await control.ask("GET", "/__journey/requests")["total"] == 0)
    #expect(try await app.post("init", body: "{}").status == 403)
    var fresh = TestApp(world)
    #expect(try await fresh.start()["screen"] == "identification")
  }

  @Test func `a reset can seed the world and stop its clock`() async throws {
    let world = World(try AcmeTenant.load())
    let control = ControlClient(world)
    var sessions: [String] = []
    for _ in 1...2 {
      try await control.does("POST", "/__journey/reset", ["seed": 7, "now": "2027-03-02T10:00:00Z"])
      var app = TestApp(world)
      _ = try await app.authorize()
      sessions.append(app.session)
    }
    #expect(sessions[0] == sessions[1])
    #expect(try await control.ask("GET", "/__journey/clock") == ["now": "2027-03-02T10:00:00.000Z", "stands": true])
    try await control.does("PUT", "/__journey/seed", ["seed": 8])
    var other = TestApp(world)
    _ = try await other.authorize()
    #expect(other.session != sessions[0])
  }

  @Test func `a clock is moved on and back, set, and made to stand and run`() async throws {
    let control = ControlClient(World(try AcmeTenant.load(), clock: .standing(at: Instant(seconds: 0))))
    let path = "/__journey/clock"
    #expect(try await control.ask("POST", path, ["advance": "15m"])["now"] == "1970-01-01T00:15:00.000Z")
    #expect(try await control.ask("POST", path, ["back": "5m"])["now"] == "1970-01-01T00:10:00.000Z")
    let set = try await control.ask("POST", path, ["now": "2027-03-02T10:00:00Z", "advance": "1d", "stands": false])
    #expect(set["now"]?.stringValue?.hasPrefix("2027-03-03T10:00:0") == true)
    #expect(set["stands"] == false)
    let standing = try await control.ask("POST", path, ["stands": true])
    #expect(try await control.ask("GET", path) == standing)
    #expect(try await control.ask("POST", path, ["now": "2001-01-01T00:00:00Z"])["now"] == "2001-01-01T00:00:00.000Z")
    for wrong: JSONValue in [[:], ["now": "noon"], ["back": "15"], ["stands": 1], ["advnce": "1m"], ["back": "40000d"]] {
      #expect(try await control.ask("POST", path, wrong, status: 400)["error"] != nil)
    }
    #expect(try await control.ask("POST", path, ["advnce": "1m"], status: 400)["suggestion"] == "did you mean 'advance'?")
  }

  @Test func `a person is locked, gets a factor, and is read back`() async throws {
    let world = World(try AcmeTenant.load())
    let control = ControlClient(world)
    let jane = try await control.ask("GET", "/__journey/accounts/jane@acme.test")
    #expect(jane["account"] == "jane")
    #expect(jane["password"] == "Jane-horse-11")
    #expect(jane["factors"] == [])
    #expect(jane["counters"] == ["password": 0])
    let changed: JSONValue = [
      "factors": ["totp"], "totp": "JBSWY3DPEHPK3PXP", "claims": ["given_name": "Janet"], "username": .null, "counters": ["password": 2],
    ]
    let after = try await control.ask("PATCH", "/__journey/accounts/jane", changed)
    #expect(after["factors"] == ["totp"])
    #expect(after["claims"] == ["given_name": "Janet"])
    #expect(after["username"] == nil)
    #expect(after["counters"] == ["password": 2])
    var app = TestApp(world)
    _ = try await app.start()
    _ = try await app.submit("identifier", ["identifier": "jane@acme.test"])
    #expect(try await app.submit("password", ["password": "Jane-horse-11"])["screen"] == "mfaPasscode")
    try await control.does("PATCH", "/__journey/accounts/jane", ["status": "locked"])
    var second = TestApp(world)
    _ = try await second.start()
    #expect(try await second.submit("identifier", ["identifier": "jane@acme.test"])["screen"] == "locked")
    // What is read can be written.
    let whole = try await control.ask("GET", "/__journey/accounts/jane")
    #expect(try await control.ask("PATCH", "/__journey/accounts/jane", whole) == whole)
  }

  @Test func `people are added and removed`() async throws {
    let world = World(try AcmeTenant.load())
    let control = ControlClient(world)
    let nina: JSONValue = ["account": "nina", "email": "nina@acme.test", "password": "Nina-owl-77"]
    #expect(try await control.ask("POST", "/__journey/accounts", nina, status: 201)["status"] == "active")
    #expect(try await control.ask("POST", "/__journey/accounts", nina, status: 409)["error"] == "there is an account 'nina'")
    var app = TestApp(world)
    _ = try await app.start()
    #expect(try await app.submit("identifier", ["identifier": "nina@acme.test"])["screen"] == "password")
    try await control.does("DELETE", "/__journey/accounts/nina")
    #expect(try await control.ask("GET", "/__journey/accounts/nina", status: 404)["suggestion"] == "did you mean 'gina'?")
    let left = try await control.ask("GET", "/__journey/accounts")["accounts"]?.arrayValue?.compactMap { $0["account"]?.stringValue }
    #expect(left?.contains("nina") == false)
    #expect(left?.first == "jane")
  }

  @Test(arguments: ["otto@acme.test", "OTTO@acme.test"])
  func `no two people sign in by one text`(email: String) async throws {
    let control = ControlClient(World(try AcmeTenant.load()))
    let email = JSONValue.string(email)
    let message = "the account 'otto' has the email '\(email.stringValue ?? "")'"
    #expect(try await control.ask("PATCH", "/__journey/accounts/jane", ["email": email], status: 409)["error"]?.stringValue == message)
    let added: JSONValue = ["account": "twin", "email": email]
    #expect(try await control.ask("POST", "/__journey/accounts", added, status: 409)["error"]?.stringValue == message)
    try await control.does("PATCH", "/__journey/accounts/otto", ["email": email, "password": "Otto-otter-12"])
    try await control.does("PATCH", "/__journey/accounts/jane", ["email": "Jane@acme.test"])
    try await control.does("DELETE", "/__journey/accounts/otto")
    try await control.does("POST", "/__journey/accounts", added)
  }

  @Test func `claims of the people have so many bytes`() async throws {
    let control = ControlClient(World(try AcmeTenant.load()))
    let claims: JSONValue = ["a": .string(String(repeating: "x", count: 900_000))]
    var statuses: [Int] = []
    for number in 1...11 {
      statuses.append(
        try await control.response("POST", "/__journey/accounts", ["account": .string("u\(number)"), "claims": claims]).status)
    }
    #expect(statuses == Array(repeating: 201, count: 9) + [413, 413])
    #expect(try await control.response("PATCH", "/__journey/accounts/jane", ["claims": claims]).status == 413)
    for _ in 1...20 { try await control.does("PATCH", "/__journey/accounts/u1", ["claims": claims]) }
    try await control.does("PATCH", "/__journey/accounts/u1", ["claims": [:]])
    try await control.does("PATCH", "/__journey/accounts/jane", ["claims": claims])
  }

  @Test(
    arguments: [
      (["statis": "locked"], "unknown fact or text 'statis'", "did you mean 'status'?"),
      (["status": "lockd"], "unknown value 'lockd' of 'status'", "did you mean 'locked'?"),
      (["factors": "totp"], "'factors' is a list of totp, sms, email", nil),
      (["email": 7], "'email' is a text, or null for none", nil),
      (["counters": ["password": 9]], "the counter 'password' is a number below 3, or \"full\"", nil),
      (["timers": ["lock": "running"]], "the timer 'lock' is set to \"off\" or \"over\"; the flow starts it", nil),
      (["sub": "x"], "'sub' cannot be changed", nil),
      (["totp": "not base 32!"], "'totp' is not Base32 text", nil), (["totp": "JBSW=Y3DP"], "'totp' has '=' before its end", nil),
      (["claims": ["exp": 1]], "the issuer writes the claim 'exp': no person has one of their own", nil),
    ] as [(JSONValue, String, String?)])
  func `what no person can be is refused, and nothing is changed`(body: JSONValue, error: String, suggestion: String?) async throws {
    let control = ControlClient(World(try AcmeTenant.load()))
    let before = try await control.ask("GET", "/__journey/accounts/jane")
    let both: JSONValue = .object([.init("password", "Other-1")] + (body.objectValue ?? []))
    let refused = try await control.ask("PATCH", "/__journey/accounts/jane", both, status: 400)
    #expect(refused["error"]?.stringValue == error)
    #expect(refused["suggestion"]?.stringValue == suggestion)
    #expect(try await control.ask("GET", "/__journey/accounts/jane") == before)
  }

  @Test(
    arguments: [
      (["effect": "drop", "times": 0], "'times' is a whole number from 1"),
      (["effect": "drop", "times": "two"], "'times' is a whole number from 1"),
      (["effect": "drop", "path": 7], "'path' is a text"), (["effect": "status"], "the effect 'status' needs another value"),
    ] as [(JSONValue, String)])
  func `a fault that cannot be meant is refused`(body: JSONValue, error: String) async throws {
    let control = ControlClient(World(try AcmeTenant.load()))
    #expect(try await control.ask("POST", "/__journey/faults", body, status: 400)["error"]?.stringValue == error)
  }

  @Test func `a policy is switched for one world, under the feet of a journey`() async throws {
    let tenant = try AcmeTenant.load()
    let (world, other) = (World(tenant), World(tenant))
    let control = ControlClient(world)
    var app = TestApp(world)
    _ = try await app.start()
    _ = try await app.submit("identifier", ["identifier": "jane@acme.test"])
    #expect(try await control.ask("GET", "/__journey/policies")["lockout.after"] == 3)
    let after = try await control.ask("PATCH", "/__journey/policies", ["mfa": true, "lockout": ["after": 5, "for": "1h"]])
    #expect(after["mfa"] == true)
    #expect(after["lockout.after"] == 5)
    #expect(after["lockout.for"] == "1h")
    #expect(try await app.submit("password", ["password": "Jane-horse-11"])["screen"] == "mfaPasscode")
    var elsewhere = TestApp(other)
    #expect(try await elsewhere.signIn()["access_token"] != nil)
  }

  @Test(
    arguments: [
      (["mfaa": true], "unknown policy 'mfaa'", "did you mean 'mfa'?"),
      (["mfa": "account.facters has totp"], "no fact or text 'account.facters'", "did you mean 'account.factors'?"),
      (["lockout.after": 0], "the limit of counter 'password' is a number from 1 on, found 0", nil),
      (["code": ["tries": -1]], "the limit of counter 'code' is a number from 1 on, found -1", nil),
      (["lockout.after": true], "expected a number or the name of a policy that is one, found 'policy.lockout.after'", nil),
    ] as [(JSONValue, String, String?)])
  func `a policy that the tenant cannot have is refused in the words of its file`(
    body: JSONValue, error: String, suggestion: String?
  ) async throws {
    let control = ControlClient(World(try AcmeTenant.load()))
    let refused = try await control.ask("PATCH", "/__journey/policies", body, status: 400)
    #expect(refused["error"]?.stringValue == error)
    #expect(refused["suggestion"]?.stringValue == suggestion)
  }

  @Test func `a journey of an org goes on after a policy was switched`() async throws {
    let world = World(try CascadeTenant.load())
    var app = IDXApp(world)
    try await app.start()
    let policies = try await ControlClient(world).ask("GET", "/__journey/policies")
    let name = try #require(policies.objectValue?.first { $0.value.boolValue != nil || $0.value.intValue != nil })
    try await ControlClient(world).does("PATCH", "/__journey/policies", .object([name]))
    try await app.submit("identify", [.init("identifier", "jane@cascade.test")])
    #expect(app.status == 200)
  }

  @Test func `the next journey begins at a screen of the test's choice, with the app's own request`() async throws {
    let world = World(try AcmeTenant.load())
    let control = ControlClient(world)
    try await control.does(
      "PUT", "/__journey/start", ["screen": "mfaPasscode", "account": "otto", "facts": ["method": "totp"], "times": 1])
    var app = TestApp(world)
    #expect(try await app.start()["screen"] == "mfaPasscode")
    var next = TestApp(world)
    #expect(try await next.start()["screen"] == "identification")
    try await control.does("PUT", "/__journey/start", ["screen": "locked"])
    for _ in 1...2 { #expect(try await next.start()["screen"] == "locked") }
    try await control.does("DELETE", "/__journey/start")
    #expect(try await next.start()["screen"] == "identification")
  }

  @Test func `a journey is begun at a screen, and an app goes on with it to its tokens`() async throws {
    let world = World(try AcmeTenant.load())
    let control = ControlClient(world)
    var app = TestApp(world)
    let begun = try await control.ask(
      "POST", "/__journey/journeys",
      [
        "screen": "password", "account": "jane", "scope": "openid email", "oauth_state": "s",
        "code_challenge": .string(Base64URL.encode(Digests.sha256(app.verifier))), "sdk": "web",
      ], status: 201)
    #expect(begun["state"] == "password")
    app.session = try #require(begun["session_id"]?.stringValue)
    #expect(begun["hosted_url"]?.stringValue?.hasPrefix("https://acme.test/provider/flow?") == true)
    #expect(try await app.initialize()["screen"] == "password")
    let callback = try await app.finish(try await app.submit("password", ["password": "Jane-horse-11"]))
    #expect(callback["state"] == "s")
    #expect(try await app.exchange(try #require(callback["code"])).status == 200)
    try await control.does(
      "POST", "/__journey/journeys", ["state": "mailPasscode", "account": "rita@acme.test", "send": ["code"]])
    #expect(try await control.ask("GET", "/api/v1/message/latest")["To"]?[0]?["Address"] == "rita@acme.test")
  }

  @Test func `a journey of an org is begun at a screen`() async throws {
    let world = World(try CascadeTenant.load())
    let control = ControlClient(world)
    let begun = try await control.ask("POST", "/__journey/journeys", ["state": "password", "account": "jane"], status: 201)
    var app = IDXApp(world)
    app.interaction = try #require(begun["interaction_handle"]?.stringValue)
    try await app.introspect()
    #expect(app.status == 200)
    #expect(app.body["stateHandle"] == begun["state_handle"])
    #expect(app.remediations.contains("challenge-authenticator"))
  }

  @Test(
    arguments: [
      (["screen": "passwrd"], "unknown screen 'passwrd'", "did you mean 'password'?"),
      (["state": "nowhere"], "unknown state 'nowhere'", nil),
      (["account": "jan"], "unknown account 'jan'", "did you mean 'jane'?"),
      (["facts": ["methd": "mail"]], "unknown fact or text 'methd'", "did you mean 'method'?"),
      (["client": "acme-wep"], "unknown client 'acme-wep'", "did you mean 'acme-web'?"),
      (["send": ["codes"]], "unknown mail or text message 'codes'", "did you mean 'code'?"),
    ] as [(JSONValue, String, String?)])
  func `a journey that cannot begin so is refused`(body: JSONValue, error: String, suggestion: String?) async throws {
    let control = ControlClient(World(try AcmeTenant.load()))
    let refused = try await control.ask("POST", "/__journey/journeys", body, status: 400)
    #expect(refused["error"]?.stringValue == error)
    if let suggestion { #expect(refused["suggestion"]?.stringValue == suggestion) }
  }
}
