import Encodings
import JourneyModel
import Testing

@testable import JourneyMock

/// The people that register in a world: as many as it has room for, and a clear answer to one more.
struct AccountLimitTests {
  private static func app(_ people: Int) throws -> (contents: WorldContents, handle: String) {
    let tenant = try CascadeTenant.load()
    var contents = WorldContents(WorldBeginning(tenant: tenant, issuer: OrgBodies.issuer, clock: .running, faults: [], seed: 3))
    while contents.state.accounts.count < people {
      _ = contents.state.accounts.add(AccountState(name: nil, scope: ScopeState(.account, in: contents.state.tables), claims: []))
    }
    let begun = contents.respond(
      to: HTTPRequestMessage(
        method: "POST", url: try WebURL(OrgBodies.issuer + "/v1/interact"),
        headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: Array(
          ("client_id=cascade-portal&client_secret=cascade-portal-4711&scope=openid&redirect_uri=https%3A%2F%2Fportal.cascade.test%2Fcallback&state=s"
            + "&code_challenge=" + Base64URL.encode(Digests.sha256("v")) + "&code_challenge_method=S256").utf8)))
    let handle = try #require(try JSONReader.read(begun.body)["interaction_handle"]?.stringValue)
    let shown = post(["interactionHandle": .string(handle)], to: "introspect", in: &contents)
    return (contents, try #require(try JSONReader.read(shown.body)["stateHandle"]?.stringValue))
  }

  private static func post(_ body: JSONValue, to path: String, in contents: inout WorldContents) -> HTTPResponseMessage {
    do {
      return contents.respond(
        to: HTTPRequestMessage(
          method: "POST", url: try WebURL("https://cascade.test/idp/idx/" + path), headers: ["Content-Type": "application/json"],
          body: JSONWriter.write(body)))
    } catch {
      Issue.record("no such address: \(error)")
      return .empty(500)
    }
  }

  private static func register(_ handle: String, in contents: inout WorldContents) -> HTTPResponseMessage {
    _ = post(["stateHandle": .string(handle)], to: "enroll", in: &contents)
    let profile: JSONValue = ["firstName": "Nina", "lastName": "Naveen", "email": "nina@cascade.test"]
    return post(["stateHandle": .string(handle), "userProfile": profile], to: "enroll/new", in: &contents)
  }

  @Test func `the last person for whom there is room registers`() throws {
    var (contents, handle) = try Self.app(Accounts.limit - 1)
    #expect(Self.register(handle, in: &contents).status == 200)
    #expect(contents.state.accounts.count == Accounts.limit)
    #expect(contents.state.mailbox.messages.count == 1)
  }

  @Test func `one more is refused, says why, and changes nothing`() throws {
    var (contents, handle) = try Self.app(Accounts.limit)
    let refused = Self.register(handle, in: &contents)
    #expect(refused.status == 503)
    let body = try JSONReader.read(refused.body)
    #expect(body["error"] == "the world has 10000 people, which is the most")
    #expect(body["suggestion"] == "POST /__journey/reset resets it")
    #expect(contents.state.accounts.count == Accounts.limit)
    #expect(contents.state.mailbox.messages.isEmpty)
    // The journey is where it was, and others go on.
    let shown = Self.post(["stateHandle": .string(handle)], to: "introspect", in: &contents)
    #expect(shown.status == 200)
    #expect(try JSONReader.read(shown.body)["remediation"]?["value"]?[0]?["name"] == "enroll-profile")
  }
}
