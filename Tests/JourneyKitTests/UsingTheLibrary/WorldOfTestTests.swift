import HTTPTypes
import JourneyKit
import JourneyMock
import JourneyMockServer
import JourneyTesting
import Testing

@Suite(.mockWorld(of: "acme", seed: 7)) struct WorldOfTestTests {
  @Test(arguments: 1...2)
  func `each test has a world of its own`(round: Int) async throws {
    let mock = try MockWorld.ofTest
    let account = HTTPRequest(method: .patch, scheme: "https", authority: "acme.test", path: "/__journey/accounts/jane")
    let (response, _) = try await mock.send(account, body: Array(#"{"status": "locked"}"#.utf8))
    #expect(response.status == .ok)

    let requests = HTTPRequest(method: .get, scheme: "https", authority: "acme.test", path: "/__journey/requests")
    let (_, seen) = try await mock.send(requests)
    #expect(String(decoding: seen, as: UTF8.self).contains("\"total\":0"))
  }
}

struct WorldsByHandTests {
  @Test func `a world answers requests without a server`() async throws {
    let world = try ServedMock(tenant: "acme", JourneySuiteTests.settings).world(seed: 7).world
    let keys = HTTPRequest(method: .get, scheme: "https", authority: "acme.test", path: "/.well-known/jwks.json")
    let (response, body) = try await world.respond(to: keys)
    #expect(response.status == .ok)
    #expect(String(decoding: body, as: UTF8.self).contains("\"keys\""))

    await world.add(Fault(.drop))
    await #expect(throws: NoResponse.self) { try await world.respond(to: keys) }
  }

  @Test func `a test without the trait has no world`() {
    #expect(throws: NoWorldOfTest.self) { try MockWorld.ofTest }
  }
}
