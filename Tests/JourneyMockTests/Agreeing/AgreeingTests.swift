import Diagnostics
import JourneyLanguage
import JourneyTestSupport
import Testing

@testable import JourneyMock

/// Whether those who explore a tenant, and those who prove promises of it, know everything that its served world does.
struct AgreeingTests {
  /// So many with the same numbers in every run, or as many as the environment asks for.
  private static func rounds(_ usual: Int) -> (count: Int, seed: UInt64) {
    let rounds = MutationRounds(usual: usual, of: "people who do what can be done")
    return (rounds.count, rounds.count == usual ? 1 : rounds.seed)
  }

  @Test(arguments: ["acme", "cascade", "cove", "fjord", "harbor", "quay"])
  func `what people meet in a shipped tenant is known to who explores and who proves`(name: String) throws {
    let rounds = Self.rounds(4)
    var wanderer = Wanderer(try CascadeTenant.load("\(name).yaml"), seed: rounds.seed)
    for _ in 0..<rounds.count { wanderer.wander(acts: 100) }
    #expect(wanderer.edges.count > 8, "too little is met to say anything")
    #expect(Differences(wanderer, limit: 20_000).lines == [], "JOURNEY_SEED=\(rounds.seed)")
  }

  @Test func `what people meet in a made tenant is known to who explores and who proves`() throws {
    let rounds = Self.rounds(25)
    var (made, edges) = (0, 0)
    for seed in (0..<UInt64(rounds.count)).map({ rounds.seed &+ $0 }) {
      var source = RandomTenant(seed: seed)
      let text = source.text()
      // Some name what nothing sets, which is an error of the file.
      guard let tenant = TenantSource.load(text).tenant else { continue }
      made += 1
      var wanderer = Wanderer(tenant, seed: seed)
      for _ in 0..<30 { wanderer.wander(acts: 40) }
      edges += wanderer.edges.count
      let lines = Differences(wanderer, limit: 2_000).lines
      #expect(lines.isEmpty, "JOURNEY_SEED=\(seed) JOURNEY_MUTATIONS=1: \(lines.first ?? "")\n\(text)")
    }
    #expect(made > rounds.count / 2 && edges > made * 8, "\(made) tenants with \(edges) edges say too little")
  }

  @Test func `time passes for who left, before the next journey finds them`() throws {
    let flow = """
      flow:
        login:
          login:
            find: {account.email: answer.identifier}
            soon: {when: timer.wait == running, say: wrong}
            later: {when: timer.wait == over, go: finish}
            first: {start: wait, go: finish}

      """
    let messages = "messages: {wrong: {en: Wrong.}}\n"
    let timers = "timers: {wait: {of: account, lasts: 5m}}\n"
    let screens = """
      screens:
        login: {forms: {login: {identifier: {type: input, label: E, required: true}, submit: {type: submit, label: Go}}}}

      """
    let source = TenantSource.text(replacing: ["flow": flow, "screens": screens, "messages": messages, "timers": timers])
    #expect(try #require(TenantSource.load(source).tenant).explore().edges.contains("login.login.later"))
  }

  @Test func `what somebody leaves out is not kept, and what is copied of nothing is nothing`() throws {
    let flow = """
      flow:
        login:
          login: {goes: {set: {account.phone: answer.phone}, create: {email: answer.identifier, phone: answer.phone}, go: asked}}
        asked:
          asked:
            lacks: {when: not account.phone, go: finish}
            has: {say: wrong}

      """
    let screens = """
      screens:
        login: {forms: {login: {identifier: {type: input, label: E, required: true}, phone: {type: input, label: P}, submit: {type: submit, label: Go}}}}
        asked: {forms: {asked: {submit: {type: submit, label: Go}}}}

      """
    let messages = "messages: {wrong: {en: Wrong.}}\n"
    let source = TenantSource.text(replacing: ["flow": flow, "screens": screens, "messages": messages])
    for (text, isKept) in [(source, false), (source.replacing("phone: {type: input,", with: "phone: {type: input, required: true,"), true)]
    {
      let tenant = try #require(TenantSource.load(text).tenant)
      #expect(tenant.explore().edges.contains("asked.asked.lacks") == !isKept)
      #expect(try #require(PromiseOfText("never: tokens").verdict(on: tenant, limit: 2_000)).isKept == isKept)
    }
  }
}

/// What a world did that others say cannot happen.
struct Differences {
  private(set) var lines: [String] = []
  private let tenant: MockTenant

  /// - Parameter limit: how many situations, and how many moments of each promise, are looked at; past it nothing is said.
  init(_ wanderer: Wanderer, limit: Int) {
    tenant = wanderer.tenant
    explore(wanderer, limit)
    var known: Set<String> = []
    for (happening, acts) in wanderer.happenings.sorted(by: { $0.value.count < $1.value.count }) {
      for promise in promises(against: happening) where known.insert(promise).inserted {
        guard PromiseOfText(promise).verdict(on: tenant, limit: limit)?.isKept == true else { continue }
        lines.append("the prover says kept of '\(promise)'\n  \(acts.joined(separator: "\n  "))")
      }
    }
  }

  private mutating func explore(_ wanderer: Wanderer, _ limit: Int) {
    let found = tenant.explore(limit: limit)
    for (edge, acts) in wanderer.edges where found.impossible.contains(edge) {
      lines.append("edge '\(edge)' is known to be impossible\n  \(acts.joined(separator: "\n  "))")
    }
    guard found.isComplete else { return }
    for (edge, acts) in wanderer.edges.sorted(by: { $0.value.count < $1.value.count })
    where !found.edges.contains(edge) && !edge.hasPrefix("everywhere.") {
      lines.append("the explorer finds no way to edge '\(edge)'\n  \(acts.joined(separator: "\n  "))")
    }
    for (state, acts) in wanderer.states where !found.states.contains(tenant.graph.states[state].id) {
      lines.append("the explorer finds no way to state '\(tenant.graph.states[state].id)'\n  \(acts.joined(separator: "\n  "))")
    }
  }

  /// Promises that are broken by it, the narrowest that there are.
  private func promises(against happening: Wanderer.Happening) -> [String] {
    let event: String
    switch happening.event {
    case .tokens: event = "tokens"
    case .error: event = "an error"
    case .link: event = "a link"
    case .screen(let id): event = "screen \(id)"
    case .mail(let name): event = "mail \(name)"
    case .right, .wrong: return []
    }
    var promises = [happening.account.map { "never: \(event)\nwho: [\($0)]" } ?? "never: \(event)"]
    if happening.event == .tokens, !happening.isProved { promises.append("only: tokens\nafter: right password") }
    // What an edge changes after it sent a message is not how the person was then.
    if case .mail = happening.event { return promises }
    for fact in tenant.graph.tables.facts where fact.slot.scope == .account && !happening.facts.isEmpty {
      guard case .word(let words) = fact.kind else { continue }
      promises.append("never: \(event)\nwho: \(fact.name) == \(words[Int(happening.facts[fact.slot.index])])")
    }
    return promises
  }
}

/// A promise by its keys, as a file has them.
struct PromiseOfText {
  private let text: String

  init(_ text: String) { self.text = text }

  func verdict(on tenant: MockTenant, limit: Int) -> PromiseVerdict? {
    let file = "promises:\n  it:\n    says: it holds\n" + text.split(separator: "\n").map { "    \($0)\n" }.joined()
    let read = PromisesFile.read(Array(file.utf8), named: "promises.yaml")
    guard let promise = read.file.promises.first else {
      Issue.record("\(text): \(read.diagnostics.map(\.message))")
      return nil
    }
    var diagnostics: [Diagnostic] = []
    let verdict = tenant.judge(promise, limit: limit, diagnostics: &diagnostics)
    if verdict == nil { Issue.record("\(text): \(diagnostics.map(\.message))") }
    return verdict
  }
}
