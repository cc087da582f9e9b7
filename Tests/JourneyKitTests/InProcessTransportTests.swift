import Diagnostics
import Encodings
import JourneyClient
import JourneyMock
import JourneyModel
import JourneyTestSupport
import Testing

@testable import JourneyKit

struct InProcessTransportTests {
  private static func tenant() async throws -> MockTenant {
    try await SampleProject.with([:]) { project in
      try #require(Project(project.settings).sites["acme"]?.mock)
    }
  }

  private static func send(
    _ faults: [Fault], limits: TransportLimits = TransportLimits()
  ) async throws -> HTTPResponseMessage {
    let world = World(try await tenant(), faults: faults, seed: 1)
    let url = try WebURL("https://acme.test/.well-known/openid-configuration")
    return try await InProcessTransport(world: world, limits: limits).send(HTTPRequestMessage(url: url))
  }

  @Test func `an answer comes whole`() async throws {
    let answer = try await Self.send([])
    #expect(answer.status == 200)
    #expect(try JSONReader.read(answer.body)["issuer"]?.stringValue?.hasPrefix("https://acme.test") == true)
  }

  @Test(arguments: [Fault(.drop), Fault(.cut(afterBytes: 10))])
  func `an answer that is dropped or cut is a connection that ended`(fault: Fault) async throws {
    let error = await #expect(throws: TransportError.self) { try await Self.send([fault]) }
    #expect(error?.kind == .connection)
  }

  @Test func `an answer that comes too late is a time-out, and nobody waits for it`() async throws {
    var limits = TransportLimits()
    limits.totalTimeout = .seconds(1)
    let error = await #expect(throws: TransportError.self) { try await Self.send([Fault(.latency(.seconds(3600)))], limits: limits) }
    #expect(error?.kind == .timeout)
  }

  @Test func `an answer that is too large is refused`() async throws {
    var limits = TransportLimits()
    limits.bodyBytes = 10
    let error = await #expect(throws: TransportError.self) { try await Self.send([], limits: limits) }
    #expect(error?.kind == .tooLarge)
  }

  @Test func `a request with a head over the limit is refused as over a socket`() async throws {
    let transport = InProcessTransport(world: World(try await Self.tenant(), seed: 1), limits: TransportLimits())
    let url = try WebURL("https://acme.test/.well-known/openid-configuration")
    let request = HTTPRequestMessage(url: url, headers: ["Cookie": String(repeating: "a", count: 40_000)])
    let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
    #expect(error?.kind == .tooLarge && error?.reason.contains("40000 of them cookies") == true)
  }

  @Test func `a fault befalls the paths it is for, as often as it says`() async throws {
    let world = World(try await Self.tenant(), faults: [Fault(.status(503), path: "/.well-known", times: 1)], seed: 1)
    let transport = InProcessTransport(world: world, limits: TransportLimits())
    let request = HTTPRequestMessage(url: try WebURL("https://acme.test/.well-known/openid-configuration"))
    #expect(try await transport.send(request).status == 503)
    #expect(try await transport.send(request).status == 200)
  }

  @Test func `waiting for a late answer ends when the walk is given up`() async throws {
    let world = World(try await Self.tenant(), faults: [Fault(.latency(.seconds(3600)))], seed: 1)
    let url = try WebURL("https://acme.test/.well-known/openid-configuration")
    var limits = TransportLimits()
    limits.totalTimeout = .seconds(7200)
    let transport = InProcessTransport(world: world, limits: limits)
    let walk = Task { try await transport.send(HTTPRequestMessage(url: url)) }
    walk.cancel()
    let error = await #expect(throws: TransportError.self) { try await walk.value }
    #expect(error?.kind == .cancelled)
  }
}
