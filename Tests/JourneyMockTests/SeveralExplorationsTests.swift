import Diagnostics
import JourneyMock
import Testing

/// Several tenants that are explored together.
struct SeveralExplorationsTests {
  private static let idle = """
    flow:
      login:
        login:
          find: {account.email: answer.identifier}
          strict: {when: account.level == high, go: finish}
          wrong: {count: pass, say: wrong}

    """

  private static func tenant(_ changes: [String: String]) throws -> MockTenant {
    try #require(TenantSource.load(TenantSource.text(replacing: changes)).tenant)
  }

  @Test func `tenants explored together tell what each tells alone, in its own file`() async throws {
    let text = "messages:\n  wrong: {on: password, en: No.}\n"
    let reachable = "accounts: {ann: {email: ann@x.test, password: secret, level: high}}\n"
    let tenants = try [
      Self.tenant([:]), Self.tenant(["flow": Self.idle]), Self.tenant(["flow": Self.idle, "messages": text]),
      Self.tenant(["flow": Self.idle, "accounts": reachable]), Self.tenant(["flow": Self.idle, "policy": "policy: {tries: 3}\n"]),
    ]
    let alone = tenants.map { $0.unreachableEdges() }
    #expect(alone.map(\.count) == [0, 1, 1, 0, 1])
    #expect(alone[1].first?.range?.start.line != alone[2].first?.range?.start.line)
    #expect(MockTenant.unreachableEdges(of: tenants) == alone)
    for count in [0, 1, 2, 9] { #expect(await MockTenant.unreachableEdges(of: tenants, atATime: count) == alone) }
  }
}
