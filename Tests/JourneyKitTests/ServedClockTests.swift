import Encodings
import JourneyClient
import JourneyModel
import JourneyRunner
import Synchronization
import Testing

@testable import JourneyKit

/// How often a served mock is asked for its clock, and what is taken for its time in between.
struct ServedClockTests {
  /// A mock that has nothing but a clock.
  private final class Mock: HTTPTransport {
    let asked = Mutex<[String]>([])
    let answer: String

    init(_ answer: String) { self.answer = answer }

    func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
      asked.withLock { $0.append(request.method) }
      return HTTPResponseMessage(status: 200, headers: [:], body: Array(answer.utf8))
    }
  }

  private struct Steps: HTTPRequester, CommandRunner {
    func send(_ call: HTTPCall) async throws(DriverError) -> Exchange { throw DriverError(.connection, "there is nobody") }
    func run(_ arguments: [Value]) async throws(DriverError) -> CommandResult { CommandResult(status: 0, output: "", errorOutput: "") }
  }

  private static let standing = #"{"now": "2027-03-02T10:00:00.000Z", "stands": true}"#
  private static let running = #"{"now": "2027-03-02T10:00:00.000Z", "stands": false}"#
  private static let shown = Instant(milliseconds: 1_803_981_600_000)

  private static func world(_ mock: Mock) throws -> ServedWorld {
    ServedWorld(address: try WebURL("http://127.0.0.1:1"), world: "one", transport: mock)
  }

  @Test func `a clock is asked for once`() async throws {
    let mock = Mock(Self.standing)
    let world = try Self.world(mock)
    for _ in 0..<10 { #expect(await world.now() == Self.shown) }
    #expect(mock.asked.withLock { $0 } == ["GET"])
  }

  @Test func `after time was passed the clock shows what the mock then said`() async throws {
    let mock = Mock(Self.standing)
    let world = try Self.world(mock)
    _ = await world.now()
    try await world.pass(.seconds(1))
    #expect(await world.now() == Self.shown)
    #expect(mock.asked.withLock { $0 } == ["GET", "POST"])
  }

  @Test func `a request and a command may have moved the clock`() async throws {
    let mock = Mock(Self.standing)
    let world = try Self.world(mock)
    let steps = ServedSteps(requester: Steps(), commands: Steps(), clock: world.clock)
    _ = await world.now()
    await #expect(throws: DriverError.self) { try await steps.send(HTTPCall(method: "POST", url: .text("/"), headers: [], body: .none)) }
    _ = await world.now()
    _ = try await steps.run([])
    _ = await world.now()
    #expect(mock.asked.withLock { $0 } == ["GET", "GET", "GET"])
  }

  @Test func `a running clock goes on from when it was asked for, and is asked again in time`() throws {
    let clock = ServedClock()
    let begun = ContinuousClock.now
    #expect(clock.shown(at: begun) == nil)
    #expect(clock.take(try JSONReader.read(Array(Self.running.utf8)), begun: begun) == Self.shown)
    #expect(clock.shown(at: begun + .milliseconds(250)) == Self.shown + .milliseconds(250))
    #expect(clock.shown(at: begun + ServedClock.lifetime) == nil)
  }

  @Test(arguments: [#"{}"#, #"{"now": "noon", "stands": true}"#, #"{"now": 7}"#])
  func `an answer that says no time is not kept`(answer: String) async throws {
    let mock = Mock(answer)
    let world = try Self.world(mock)
    let before = Instant.machine
    #expect(await world.now() >= before)
    #expect(await world.now() >= before)
    #expect(mock.asked.withLock { $0.count } == 2)
  }
}
