import Encodings
import JourneyMock
import JourneyModel
import Testing

struct WorldTests {
  @Test func `worlds share nothing`() async throws {
    let tenant = try AcmeTenant.load()
    let (one, other) = (World(tenant), World(tenant))
    var app = TestApp(one)
    _ = try await app.start()
    _ = try await app.submit("identifier", ["identifier": "jane@acme.test"])
    for _ in 1...3 { _ = try await app.submit("password", ["password": "no"]) }
    try await one.pass(.seconds(60))
    var elsewhere = TestApp(other)
    _ = try await elsewhere.start()
    #expect(try await elsewhere.submit("identifier", ["identifier": "jane@acme.test"])["screen"] == "password")
    elsewhere.session = app.session
    #expect(try await elsewhere.post("init", body: "{}").status == 403)
    #expect(await one.now() - other.now() >= .seconds(59))
  }

  @Test func `a seed makes codes and tokens the same`() async throws {
    let tenant = try AcmeTenant.load()
    var sessions: [String] = []
    for _ in 1...2 {
      var app = TestApp(World(tenant, seed: 7))
      _ = try await app.authorize()
      sessions.append(app.session)
    }
    #expect(sessions[0] == sessions[1])
    #expect(sessions[0].utf8.count == 43)
  }

  @Test func `a clock can stand still`() async throws {
    let world = World(try AcmeTenant.load(), clock: .standing(at: Instant(seconds: 1_000_000)))
    #expect(await world.now() == Instant(seconds: 1_000_000))
    try await world.pass(.milliseconds(1500))
    #expect(await world.now() == Instant(milliseconds: 1_000_001_500))
  }

  @Test func `faults befall what they were asked to, as often as they were asked to`() async throws {
    let world = World(try AcmeTenant.load())
    var app = TestApp(world)
    _ = try await app.start()
    let url = try WebURL("https://acme.test/flow/api/v1/init")
    let request = HTTPRequestMessage(method: "POST", url: url, headers: ["Authorization": "Bearer \(app.session)"])
    await world.add(Fault(.status(503), path: "/flow", times: 1))
    await world.add(Fault(.latency(.seconds(2)), path: "/flow", times: 2))
    await world.add(Fault(.drop, path: "/oauth2"))
    let first = await world.answer(to: request)
    #expect(first.message.status == 503)
    #expect(first.latency == .seconds(2))
    #expect(first.delivery == .whole)
    await world.add(Fault(.badJSON, times: 1))
    let second = await world.answer(to: request)
    #expect(second.message.status == 200)
    #expect(throws: JSONError.self) { try JSONReader.read(second.message.body) }
    await world.add(Fault(.cut(afterBytes: 10), times: 1))
    let third = await world.answer(to: request)
    #expect(third.latency == .zero)
    #expect(third.delivery == .cut(afterBytes: 10))
    await world.add(Fault(.expiredSession, times: 1))
    #expect(await world.answer(to: request).message.status == 403)
    await world.clearFaults()
    #expect(await world.answer(to: request).message.status == 403, "what expired stays so")
  }

  @Test func `the control routes move the clock and show the inbox as Mailpit does`() async throws {
    let world = World(try AcmeTenant.load(), clock: .standing(at: Instant(seconds: 0)))
    var app = TestApp(world)
    _ = try await app.start()
    _ = try await app.submit("identifier", ["identifier": "rita@acme.test"])
    _ = try await app.submit("password", ["password": "Rita-zebra-33"])
    let listed = try await control(world, "GET", "/api/v1/messages")
    #expect(listed["total"] == 1)
    #expect(listed["messages"]?[0]?["Subject"] == "Your Acme code")
    #expect(listed["messages"]?[0]?["To"]?[0]?["Address"] == "rita@acme.test")
    let id = try #require(listed["messages"]?[0]?["ID"]?.stringValue)
    #expect(try await control(world, "GET", "/api/v1/message/\(id)")["Text"]?.stringValue?.hasSuffix("Five minutes.") == false)
    let moved = try await control(world, "POST", "/__journey/clock", #"{"advance": "15m"}"#)
    #expect(moved == ["now": "1970-01-01T00:15:00.000Z", "stands": true])
    #expect(try await control(world, "POST", "/__journey/clock", #"{"advance": "15"}"#)["error"] != nil)
    #expect(try await control(world, "POST", "/__journey/faults", #"{"effect": "brake"}"#)["error"] != nil)
  }

  @Test(arguments: [
    #""status", "value": 1000"#, #""status", "value": -1"#, #""status", "value": 99999999999999999999"#, #""cut", "value": -1"#,
    #""latency", "value": -1"#, #""latency", "value": 9223372036854775807"#, #""refusal_status", "value": 300"#, #""cut""#,
  ])
  func `a fault that no server could have is refused`(_ fault: String) async throws {
    let world = World(try AcmeTenant.load())
    #expect(try await control(world, "POST", "/__journey/faults", #"{"effect": \#(fault)}"#)["error"] != nil)
  }

  private func control(_ world: World, _ method: String, _ path: String, _ body: String = "") async throws -> JSONValue {
    let url = try WebURL("https://acme.test\(path)")
    return try JSONReader.read(await world.control(HTTPRequestMessage(method: method, url: url, body: Array(body.utf8))).body)
  }

  @Test func `a clock that runs past the year 9999 stays at its end`() {
    var clock = MockClock.standing(at: Instant(milliseconds: 253_402_300_799_000))
    clock.advance(by: .seconds(20))
    #expect(clock.now == Instant(milliseconds: 253_402_300_799_999))
    clock.run()
    #expect(clock.now <= Instant(milliseconds: 253_402_300_799_999))
  }
}
