import Encodings
import FlowDialect
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

struct FlowDriverTroubleTests {
  @Test(arguments: [401, 403])
  func `a refused session is an end with its status`(status: Int) async throws {
    var walk = try WalkThrough(["start-text", "init-identification", "form-expired-\(status)"])
    _ = try await walk.start()
    #expect(try await walk.post("identifier").now == .ended(.expired(status: status)))
    await walk.checkScript()
  }

  @Test func `what a person reads at the end of a session is part of the end`() async throws {
    var walk = try WalkThrough(["start-text", "init-identification", "form-expired-message"])
    _ = try await walk.start()
    let message = Message(level: .error, text: "You have been logged out due to inactivity.")
    #expect(try await walk.post("identifier").now == .ended(.expired(status: 403, messages: [message])))
  }

  @Test func `a hosted address alone is followed under any refusal`() async throws {
    var walk = try WalkThrough(["start-text", "init-identification", "form-hosted-401"])
    _ = try await walk.start()
    #expect(try await walk.post("identifier").handover?.reason == .server)
    await walk.checkScript()
  }

  @Test(arguments: [
    ("form-rate-limit", DriverError.Kind.rateLimit, "too many requests (X-Ratelimit-Reset: 7)"),
    ("form-broken", .status, "status 503"),
    ("form-not-json", .notJSON, "not JSON"),
  ])
  func `what cannot be walked says what was asked and what came`(name: String, kind: DriverError.Kind, text: String) async throws {
    var walk = try WalkThrough(["start-text", "init-identification", name])
    _ = try await walk.start()
    let error = try await driverError { try await walk.post("identifier") }
    #expect(error?.kind == kind)
    #expect(error?.message.contains("POST https://acme.test/flow/api/v1/form/identifier") == true)
    #expect(error?.message.contains(text) == true)
    #expect(error?.exchanges.count == 1)
    await walk.checkScript()
  }

  @Test(arguments: [
    (["start-nothing"], DriverError.Kind.protocol), (["start-astray"], .forbidden),
    (["start-loop"] + Array(repeating: "start-loop", count: 10), .redirectLoop),
  ])
  func `a start that leads nowhere is broken`(names: [String], kind: DriverError.Kind) async throws {
    var walk = try WalkThrough(names)
    #expect(try await driverError { try await walk.start() }?.kind == kind)
    #expect(await walk.transport.left == [])
    if names.count == 1 { await walk.checkScript() }
  }

  @Test func `a form that is not on the screen is refused here unless it is forced`() async throws {
    var walk = try WalkThrough(["start-text", "init-identification", "form-password-wrong"])
    _ = try await walk.start()
    let error = try await driverError { try await walk.post("password", [("password", .text("not-her-password"))]) }
    let there = "'identifier', 'additionalActions/registration', 'externalLoginProvider/google'"
    #expect(error?.message == "form 'password' is not on screen 'identification'; it has \(there)")
    _ = try await walk.post("password", [("password", .text("not-her-password"))], force: true)
    await walk.checkScript()
  }

  @Test func `a link that the app does not claim and that leads elsewhere names what is missing in tenants.yaml`() async throws {
    var walk = try WalkThrough(["start-text", "init-identification"])
    _ = try await walk.start()
    let link = Secret("https://app.elsewhere.test/welcome?challenge=c", name: "link")
    let error = try await driverError { try await walk.driver.perform(.open(link: link, elsewhere: false)) }
    #expect(error?.kind == .forbidden)
    #expect(error?.message.contains("'client.entry_url' or 'claimed_links'") == true)
    #expect(await walk.transport.requests.count == 2)
  }

  @Test func `a secret for another tenant is not sent`() async throws {
    var walk = try WalkThrough(["start-text", "init-identification"])
    _ = try await walk.start()
    let other = Origin(scheme: "https", host: "other.test", port: 443)
    let secret = Secret("s3cret", name: "secret.OTHER", origins: [other])
    let error = try await driverError { try await walk.post("identifier", [("identifier", .secret(secret))]) }
    #expect(error?.kind == .forbidden)
    #expect(error?.message.contains("'secret.OTHER'") == true)
    #expect(await walk.transport.requests.count == 2)
  }

  @Test func `no secret stands in what a report may show`() async throws {
    var walk = try WalkThrough(WalkThrough.opening + ["finalize-text", "discovery", "token", "keys"])
    var turns = [try await walk.start()]
    turns.append(try await walk.post("identifier", [("identifier", .text("jane@acme.test"))]))
    turns.append(try await walk.post("password", [("password", .text("Jane-horse-11")), ("keepMeLoggedIn", .bool(true))]))
    turns.append(try await walk.driver.perform(.finish(probes: [])))
    let learned = Set(turns.flatMap(\.learned).map(\.unsafeText))
    for text in ["session-1", "code-1", "cookie-value-1", "access-token-1", "refresh-token-1"] { #expect(learned.contains(text)) }
    for exchange in turns.flatMap(\.exchanges) {
      let shown =
        exchange.url + exchange.requestHeaders.map(\.value.quoted).joined() + "\(exchange.requestBody)"
        + (exchange.response?.headers.map(\.value.quoted).joined() ?? "")
      for text in learned.union(["Jane-horse-11"]) where text != "challenge-1" {
        #expect(!shown.contains(text), "\(exchange.purpose)")
      }
    }
    let token = try #require(turns[3].exchanges.first { $0.purpose == "token" })
    #expect(token.response?.concealedMembers.isSuperset(of: ["access_token", "id_token", "refresh_token"]) == true)
  }

  @Test func `the attributes of a cookie are kept and its value is not`() async throws {
    var walk = try WalkThrough(["start-text", "init-identification"])
    let turn = try await walk.start()
    let cookie = try #require(turn.exchanges[0].response?.cookies.first)
    #expect(cookie.name == "flow")
    #expect(cookie.attributes.first { $0.name == "secure" }?.value == true)
    #expect(cookie.attributes.first { $0.name == "same_site" }?.value == "lax")
  }

  @Test func `asking for tokens before the end is impossible`() async throws {
    var walk = try WalkThrough([])
    #expect(try await driverError { try await walk.driver.perform(.token(.refresh)) }?.kind == .impossible)
    #expect(try await driverError { try await walk.driver.perform(.finish(probes: [])) }?.kind == .impossible)
    #expect(try await driverError { try await walk.driver.perform(.refresh) }?.kind == .impossible)
  }

  @Test func `an approval is no answer to a widget that asks for no passkey`() async throws {
    var walk = try WalkThrough(["start-text", "init-identification"])
    _ = try await walk.start()
    let error = try await driverError { try await walk.post("identifier", [("identifier", .credential(.get, approves: true))]) }
    #expect(error?.kind == .impossible)
  }
}
