import JourneyMock
import Testing

/// What an exploration finds comes in bounded time, whatever the flow is.
struct ExplorerTests {
  private static func tenant(_ flow: String, _ changes: [String: String] = [:]) throws -> MockTenant {
    try #require(TenantSource.load(TenantSource.text(replacing: changes.merging(["flow": flow]) { $1 })).tenant)
  }

  @Test func `decisions that lead in circles are explored to an end`() throws {
    let tenant = try Self.tenant(
      """
      flow:
        login:
          login:
            right: {when: account.level == high, go: finish}
            wrong: {count: pass, say: wrong, go: one}
        one:
          decide: {on: {go: other}}
        other:
          decide: {back: {go: one}}

      """, ["policy": "policy: {tries: 2, wait: 10m}\n"])
    let found = tenant.explore()
    #expect(found.isComplete)
    #expect(found.states == ["login", "one", "other"])
    #expect(found.edges == ["login.login.wrong", "one.decide.on", "other.decide.back"])
  }

  @Test func `a decision that counts up to a high limit is explored to an end`() throws {
    let tenant = try Self.tenant(
      """
      flow:
        login:
          login:
            wrong: {say: wrong, go: counting}
        counting:
          decide:
            full: {when: counter.pass == full, go: finish}
            more: {count: pass, go: counting}

      """, ["policy": "policy: {tries: 3000, wait: 10m}\n", "counters": "counters: {pass: {of: session, limit: policy.tries}}\n"])
    let found = tenant.explore()
    #expect(found.isComplete)
    #expect(found.edges.contains("counting.decide.full"))
  }

  @Test func `a counter that no condition asks leads on once it is full`() throws {
    let tenant = try Self.tenant(
      """
      flow:
        login:
          login:
            wrong: {count: pass, say: wrong}
        limited:
          decide:
            on: {go: finish}

      """,
      [
        "policy": "policy: {tries: 3, wait: 10m}\n",
        "counters": "counters: {pass: {of: session, limit: policy.tries, full: {go: limited}}}\n",
      ])
    #expect(tenant.explore().edges == ["login.login.wrong", "limited.decide.on"])
  }

  @Test func `answers to many widgets are assumed one by one until the limit`() throws {
    let asking = (1...40).map { "e\($0): {when: answer.w\($0) == x and not answer.w\($0) == x, go: finish}" }
    let tenant = try Self.tenant(
      "flow:\n  login:\n    login: {\(asking.joined(separator: ", ")), wrong: {count: pass, say: wrong}}\n",
      ["screens": Self.fields(40), "policy": "policy: {tries: 2, wait: 10m}\n"])
    let found = tenant.explore(limit: 1000)
    #expect(!found.isComplete)
    #expect(found.edges == ["login.login.wrong"])
    #expect(found.impossible == [], "more answers than are looked at")
    let kept = try #require(PromiseOfText("never: tokens").verdict(on: tenant, limit: 1000))
    guard case .unknown = kept else { return #expect(Bool(false), "\(kept)") }
  }

  private static let choosing = """
    screens:
      login:
        forms:
          login:
            way: {type: select, label: Way, required: true, options: [{value: mail, label: Mail}, {value: call, label: Call, when: session.known}, {value: post, label: Post}]}
            submit: {type: submit, label: Go}

    """
  private static let ways = """
    flow:
      login:
        login: {mail: {when: answer.way == mail, say: wrong}, call: {when: answer.way == call, go: called}, rest: {say: wrong}}
      called:
        decide: {done: {say: wrong, go: login}}

    """

  /// - Parameter limit: 0 is past the limit at once.
  @Test(arguments: [MockTenant.explorationLimit, 0])
  func `what no option leads to cannot be taken`(limit: Int) throws {
    let facts = "facts: {account.level: [low, high], session.known: flag}\n"
    let change = [
      "screens": Self.choosing, "facts": facts, "policy": "policy: {tries: 2}\n", "messages": "messages: {wrong: {en: Wrong.}}\n",
    ]
    let found = try Self.tenant(Self.ways, change).explore(limit: limit)
    #expect(found.isComplete == (limit > 0))
    // Nothing sets it; with nothing kept of journeys it may be set.
    #expect(found.mayTake("login.login.call") == (limit == 0))
    #expect(found.mayTake("login.login.rest"), "the third option is for it")
    let without = change.merging(["screens": Self.choosing.replacing(", {value: post, label: Post}", with: "")]) { $1 }
    let fewer = try Self.tenant(Self.ways, without).explore(limit: limit)
    #expect(fewer.impossible.contains("login.login.rest") && !fewer.mayTake("login.login.rest"))
    #expect(fewer.mayTake("login.login.mail"))
  }

  private static func fields(_ count: Int) -> String {
    let inputs = (1...count).map { "w\($0): {type: input, label: x}" }.joined(separator: ", ")
    let usual = "identifier: {type: input, label: E-mail, required: true}, password: {type: password, label: Password}"
    return "screens: {login: {forms: {login: {\(usual), \(inputs), submit: {type: submit, label: Go}}}}}\n"
  }
}
