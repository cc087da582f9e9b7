import JourneyModel
import JourneyScenario
import JourneyTestSupport
import Synchronization
import Testing

@testable import JourneyRunner

struct SchedulerTests {
  /// A file of scenarios that each want to see the screen of their own title.
  static func plan(_ scenarios: String...) throws -> Plan {
    Plan(cases: try PlannedCase.all(scenarios.joined(separator: "\n---\n")))
  }

  static func scenario(_ title: String, _ keys: String = "", screen: String = "password") -> String {
    "journey: \(title)\n\(keys)\nsteps:\n  - screen: \(screen)"
  }

  static func run(
    _ plan: Plan, limits: RunLimits = RunLimits(seed: 1), clock: RunClock = .standing,
    _ script: @escaping @Sendable (PlannedCase, Int) throws(DriverError) -> any JourneyDriver
  ) async -> ListSink {
    var sink = ListSink()
    await Scheduler(context: StagedSurroundings(script), limits: limits, clock: clock).run(plan, start: .tested, into: &sink)
    return sink
  }

  /// Shows the password screen, except for cases whose id contains `bad`.
  static let usual: @Sendable (PlannedCase, Int) throws(DriverError) -> any JourneyDriver = { planned, _ in
    ScriptedDriver(showing: [planned.id.contains("bad") ? .identification() : .password()])
  }

  @Test func `every case is told from its plan to its verdict, without a gap in the numbers`() async throws {
    let plan = try Self.plan(Self.scenario("One"), Self.scenario("Two bad"))
    let sink = await Self.run(plan, Self.usual)
    #expect(sink.verdicts == ["one passed", "two-bad failed"])
    #expect(sink.events.map(\.sequence) == Array(1...sink.events.count))
    #expect(
      sink.words == [
        "run started", "planned", "planned", "attempt", "screen", "started 'screen password' 4", "passed", "attempt passed",
        "scenario passed", "attempt", "screen", "started 'screen password' 9", "mismatch screen", "failed", "attempt failed",
        "scenario failed", "run ended",
      ])
  }

  @Test func `a pass after a failure is flaky, and every attempt begins afresh`() async throws {
    let plan = try Self.plan(Self.scenario("One", "retries: 2"))
    let sink = await Self.run(plan) { _, attempt in ScriptedDriver(showing: [attempt < 3 ? .identification() : .password()]) }
    #expect(sink.verdicts == ["one flaky"])
    #expect(sink.words.filter { $0.hasPrefix("attempt ") } == ["attempt failed", "attempt failed", "attempt passed"])
    #expect(Set(sink.events.compactMap(\.attempt)) == [1, 2, 3])
  }

  @Test func `as many retries as can be said are no more than are needed`() async throws {
    let plan = try Self.plan(Self.scenario("One"))
    let sink = await Self.run(plan, limits: RunLimits(retries: .max, seed: 1)) { _, attempt in
      ScriptedDriver(showing: [attempt < 2 ? .identification() : .password()])
    }
    #expect(sink.verdicts == ["one flaky"])
  }

  @Test func `an attempt that judges nothing takes no failure back`() async throws {
    let scenario = "journey: One\nretries: 2\nsteps:\n  - screen: password\n    optional: true"
    let skipped = await Self.run(Plan(cases: try PlannedCase.all(scenario))) { _, _ in ScriptedDriver(showing: [.identification()]) }
    #expect(skipped.verdicts.count == 1 && skipped.verdicts[0].hasPrefix("one skipped: every step was passed over"))
    let failing = scenario + "\n    widgets: {password: {label: Nothing of the kind}}"
    let sink = await Self.run(Plan(cases: try PlannedCase.all(failing))) { _, attempt in
      ScriptedDriver(showing: [attempt == 1 ? .password() : .identification()])
    }
    #expect(sink.verdicts == ["one failed"])
    #expect(sink.words.filter { $0.hasPrefix("attempt ") }.first == "attempt failed")
  }

  @Test func `a scenario's own retries beat the run's`() async throws {
    let plan = try Self.plan(Self.scenario("bad one", "retries: 0"), Self.scenario("bad two"))
    let sink = await Self.run(plan, limits: RunLimits(retries: 1, seed: 1), Self.usual)
    #expect(sink.words.count { $0 == "attempt" } == 3)
    #expect(sink.verdicts == ["bad-one failed", "bad-two failed"])
  }

  @Test func `a known issue is skipped while it fails, fails once it passes, and covers nothing else`() async throws {
    let plan = try Self.plan(
      Self.scenario("bad", "known_issue: T-1\nretries: 3"), Self.scenario("good", "known_issue: T-2"),
      Self.scenario("broken", "known_issue: T-3"))
    let sink = await Self.run(plan) { planned, attempt throws(DriverError) in
      if planned.id.contains("broken") { throw DriverError(.connection, "refused") }
      return try Self.usual(planned, attempt)
    }
    #expect(sink.verdicts == ["bad skipped: known issue: T-1", "good failed", "broken broken"])
    #expect(sink.words.contains("mismatch known-issue-passed"))
    #expect(sink.words.count { $0 == "attempt" } == 3)
  }

  @Test func `after enough failures the rest is skipped`() async throws {
    let plan = try Self.plan(Self.scenario("bad one"), Self.scenario("two"), Self.scenario("three", "skip: no phone"))
    let sink = await Self.run(plan, limits: RunLimits(maxFailures: 1, seed: 1), Self.usual)
    #expect(sink.verdicts == ["bad-one failed", "two skipped: not run, because 1 case failed before", "three skipped: no phone"])
  }

  @Test func `nothing is walked beside a wrong file`() async throws {
    var plan = try Self.plan(Self.scenario("one"))
    plan.refusedFiles = [RefusedFile(file: "journeys/x.yaml", problems: [])]
    let sink = await Self.run(plan, Self.usual)
    #expect(sink.words == ["run started", "file refused", "planned", "scenario skipped", "run ended"])
  }

  @Test func `a walk whose time is up is broken, and its hanging request is cancelled`() async throws {
    let plan = try Self.plan(Self.scenario("one", "timeout: 5s"))
    let sink = await Self.run(plan, clock: .hurrying) { _, _ in HangingDriver() }
    #expect(sink.verdicts == ["one broken"])
    #expect(!sink.words.contains("mismatch timeout"))
  }

  @Test func `a walk that went on past its time is broken, though no timer woke`() async throws {
    let time = Mutex(Duration.zero)
    let clock = RunClock(
      elapsed: {
        time.withLock { now in
          now += .seconds(1)
          return now
        }
      }, sleep: { _ in try await Task.sleep(for: .seconds(3600)) })
    let plan = try Self.plan(Self.scenario("one", "timeout: 1s"))
    #expect(await Self.run(plan, clock: clock, Self.usual).verdicts == ["one broken"])
    let patient = try Self.plan(Self.scenario("one", "timeout: 1h"))
    #expect(await Self.run(patient, clock: clock, Self.usual).verdicts == ["one passed"])
  }

  @Test func `an interrupted run still has a whole log`() async throws {
    let plan = try Self.plan(Self.scenario("one"), Self.scenario("two"), Self.scenario("three"), Self.scenario("four"))
    let (hanging, signal) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      await Self.run(plan, limits: RunLimits(jobs: 2, seed: 1)) { planned, attempt throws(DriverError) in
        planned.id.contains("one") ? try Self.usual(planned, attempt) : HangingDriver { signal.yield() }
      }
    }
    var hangs = hanging.makeAsyncIterator()
    for _ in 1...2 { _ = await hangs.next() }
    task.cancel()
    let sink = await task.value
    let verdicts = sink.verdicts.sorted()
    #expect(
      verdicts == [
        "four skipped: not run, because the run was interrupted", "one passed", "three skipped: the run was interrupted",
        "two skipped: the run was interrupted",
      ])
    guard case .runEnded(let end)? = sink.events.last?.kind else {
      Issue.record("\(sink.words)")
      return
    }
    #expect(end.interruption == .interrupted)
  }

  @Test func `rows that must not differ are told apart by what a person sees`() async throws {
    let yaml = """
      journey: Unknown address
      indistinguishable: true
      examples: [{case: known, who: jane}, {case: unknown, who: nobody}, {case: locked, who: otto}]
      steps:
        - screen: identification
          answers: {identifier: "${who}"}
        - screen: password
          messages: any
      """
    let plan = Plan(cases: try PlannedCase.all(yaml))
    let sink = await Self.run(plan, limits: RunLimits(jobs: 3, seed: 1)) { planned, _ in
      let who = planned.variables.label ?? ""
      let typed = ["known": "jane", "unknown": "nobody", "locked": "otto"][who] ?? ""
      let message: [Message] = who == "locked" ? [.error("locked")] : [.info("Hello \(typed)")]
      return ScriptedDriver(showing: [.identification(), .password(message)])
    }
    #expect(sink.verdicts.map { $0.split(separator: " ").last.map(String.init) } == ["passed", "passed", "failed"])
    #expect(sink.words.contains("mismatch distinguishable"))
  }

  @Test func `a known issue of rows that must not differ is skipped while they differ, and fails once they do not`() async throws {
    let yaml = """
      journey: Enumeration
      indistinguishable: true
      known_issue: ACME-7
      examples: [{case: known, who: jane}, {case: unknown, who: nobody}]
      steps:
        - screen: identification
          answers: {identifier: "${who}"}
        - screen: password
      """
    let cases = try PlannedCase.all(yaml)
    let differing = await Self.run(Plan(cases: cases)) { planned, _ in
      let label = planned.variables.label == "known" ? "Hello" : "Who are you?"
      return ScriptedDriver(showing: [.identification(), .password([.info(label)])])
    }
    #expect(differing.verdicts.map { $0.hasSuffix("skipped: known issue: ACME-7") } == [true, true], "\(differing.verdicts)")
    let alike = await Self.run(Plan(cases: cases)) { _, _ in ScriptedDriver(showing: [.identification(), .password()]) }
    #expect(alike.verdicts.map { $0.hasSuffix("failed") } == [true, true], "\(alike.verdicts)")
  }

  /// A driver that shows the password screen and, for some attempts, a cookie that scripts can read.
  private static func driver(_ screen: Screen = .password(), finds isFound: Bool) -> ScriptedDriver {
    let findings = isFound ? [TokenCheck("cookie-flags", problem: "no 'HttpOnly'")] : []
    return ScriptedDriver([.success(Turn(now: .screen(screen), exchanges: [], findings: findings))])
  }

  @Test func `what the checks found is failed, a known issue, or flaky, as any failure`() async throws {
    let plan = try Self.plan(
      Self.scenario("One"), Self.scenario("Two", "known_issue: T-1 cookie-flags"), Self.scenario("Three", "retries: 1"),
      Self.scenario("Four", "retries: 1"))
    let sink = await Self.run(plan) { planned, attempt in Self.driver(finds: !planned.id.hasSuffix("four") || attempt == 1) }
    #expect(sink.verdicts == ["one failed", "two skipped: known issue: T-1 cookie-flags", "three failed", "four flaky"])
    #expect(sink.words.count { $0 == "mismatch security" } == 5)
    #expect(sink.words.count { $0 == "passed" } == 6)
  }

  @Test func `rows are compared whatever the checks found in them`() async throws {
    let yaml = """
      journey: Unknown address
      indistinguishable: true
      examples: [{case: known}, {case: unknown}]
      steps:
        - screen: password
          messages: any
      """
    let plan = Plan(cases: try PlannedCase.all(yaml))
    let sink = await Self.run(plan) { planned, _ in
      Self.driver(.password(planned.variables.label == "known" ? [] : [.error("unknown")]), finds: true)
    }
    #expect(sink.verdicts.allSatisfy { $0.hasSuffix("failed") })
    let found = sink.words.filter { $0.hasPrefix("mismatch ") }
    #expect(found.sorted() == ["mismatch distinguishable", "mismatch security", "mismatch security"])
    let kinds = sink.events.compactMap { event -> [Mismatch.Kind]? in
      guard case .attemptEnded(let outcome) = event.kind, case .failed(let mismatches) = outcome.result else { return nil }
      return mismatches.map(\.kind)
    }
    #expect(kinds == [[.security], [.security, .distinguishable]])
  }

  @Test func `rows whose masked answers are shown are alike, and a row without another one is not compared`() async throws {
    let yaml = """
      journey: Recovery
      indistinguishable: true
      examples: [{case: known, who: jane@acme.test}, {case: unknown, who: nobody@acme.test}]
      steps:
        - screen: identification
          answers: {identifier: "${who}"}
        - screen: password
      """
    let cases = try PlannedCase.all(yaml)
    let script: @Sendable (PlannedCase, Int) throws(DriverError) -> any JourneyDriver = { planned, _ in
      let shown = planned.variables.label == "known" ? "j•••@acme.test" : "n•••@acme.test"
      return ScriptedDriver(showing: [.identification(), .password([.info("We sent a link to \(shown).")])])
    }
    #expect(await Self.run(Plan(cases: cases), script).verdicts == ["recovery[case=known] passed", "recovery[case=unknown] passed"])
    let alone = await Self.run(Plan(cases: [cases[0]]), script).verdicts
    #expect(alone.count == 1 && alone[0].hasPrefix("recovery[case=known] skipped: its steps passed, but there is no other row"))
  }

  @Test func `many cases beside each other all come to their end`() async throws {
    let scenarios = (1...300).map { Self.scenario($0.isMultiple(of: 7) ? "bad \($0)" : "number \($0)") }
    let plan = Plan(cases: try PlannedCase.all(scenarios.joined(separator: "\n---\n")))
    let sink = await Self.run(plan, limits: RunLimits(jobs: 8, seed: 1), Self.usual)
    #expect(sink.verdicts.count == 300)
    #expect(sink.verdicts.count { $0.hasSuffix("failed") } == 42)
    #expect(sink.events.map(\.sequence) == Array(1...sink.events.count))
    for (_, events) in Dictionary(grouping: sink.events, by: \.scenario) where events[0].scenario != nil {
      #expect(events.first?.kind.word == "planned")
      #expect(events.last.map { if case .scenarioEnded = $0.kind { true } else { false } } == true)
    }
  }
}

struct CaseDealerTests {
  static func cases(_ accounts: [[String]], shares: Bool = true) throws -> [PlannedCase] {
    let one = try PlannedCase.written(SchedulerTests.scenario("x"))
    return accounts.map { accounts in
      var planned = one
      planned.tenant.accounts = accounts
      planned.tenant.sharesAccounts = shares
      return planned
    }
  }

  @Test func `an account of a live tenant serves one case at a time, the others go on`() throws {
    var dealer = CaseDealer(try Self.cases([["jane"], ["jane"], ["jane", "otto"], []]))
    let first = CaseDealer.Dealt(index: 0, account: "jane")
    #expect(dealer.next() == first)
    #expect(dealer.next() == CaseDealer.Dealt(index: 2, account: "otto"))
    #expect(dealer.next() == CaseDealer.Dealt(index: 3))
    #expect(dealer.next() == nil)
    dealer.release(first)
    #expect(dealer.next() == CaseDealer.Dealt(index: 1, account: "jane"))
    #expect(dealer.next() == nil)
    #expect(dealer.takeRest() == [])
  }

  @Test func `a case that is skipped frees no account that another one has`() throws {
    var cases = try Self.cases([["jane"], ["jane"], ["jane"]])
    cases[1].facts.skipped = "no phone"
    var dealer = CaseDealer(cases)
    _ = dealer.next()
    let skipped = CaseDealer.Dealt(index: 1)
    #expect(dealer.next() == skipped)
    dealer.release(skipped)
    #expect(dealer.next() == nil)
  }

  @Test func `cases of a mock take the first account, each in its own world`() throws {
    var dealer = CaseDealer(try Self.cases([["jane"], ["jane"], ["otto"]], shares: false))
    #expect([dealer.next(), dealer.next()].compactMap(\.?.account) == ["jane", "jane"])
    #expect(dealer.takeRest() == [2])
    #expect(dealer.next() == nil)
  }

  @Test func `of a list the first account that no other run has is taken`() throws {
    let leases = OthersLeases(["jane": 2])
    var dealer = CaseDealer(try Self.cases([["jane", "otto"], ["jane"], ["otto"]]), leases: leases)
    let first = CaseDealer.Dealt(index: 0, account: "otto")
    #expect(dealer.next() == first)
    #expect(dealer.next() == nil)
    #expect(dealer.awaiting == [1], "the third one waits for a case of this run")
    #expect(dealer.next() == CaseDealer.Dealt(index: 1, account: "jane"))
    dealer.release(first)
    #expect(leases.released == ["otto"])
    #expect(dealer.next() == CaseDealer.Dealt(index: 2, account: "otto"))
  }

  @Test func `an account that this run has under another name is not waited for as one of another run`() throws {
    var dealer = CaseDealer(try Self.cases([["jane"], ["otto"]]), leases: OthersLeases(["jane": 1], .hasThisRun))
    #expect(dealer.next() == CaseDealer.Dealt(index: 1, account: "otto"))
    #expect(dealer.awaiting == [])
    #expect(dealer.next() == CaseDealer.Dealt(index: 0, account: "jane"))
  }
}

/// Accounts that other runs have, or this one under another name, until they were asked for so many times.
final class OthersLeases: AccountLeases {
  private let state: Mutex<(left: [String: Int], released: [String])>
  private let refusal: AccountLease

  init(_ left: [String: Int], _ refusal: AccountLease = .hasAnotherRun) {
    state = Mutex((left: left, released: []))
    self.refusal = refusal
  }

  var released: [String] { state.withLock { $0.released } }

  func take(_ account: String, of tenant: String) -> AccountLease {
    state.withLock { state in
      guard let left = state.left[account], left > 0 else { return .got }
      state.left[account] = left - 1
      return refusal
    }
  }

  func release(_ account: String, of tenant: String) { state.withLock { $0.released.append(account) } }
}

struct AccountWaitTests {
  private static func run(
    _ cases: [[String]], _ leases: OthersLeases, clock: RunClock = .hurrying, limits: RunLimits = RunLimits(jobs: 2, seed: 1)
  ) async throws -> ListSink {
    var sink = ListSink()
    var surroundings = StagedSurroundings(SchedulerTests.usual)
    surroundings.accountLeases = leases
    let planned = try CaseDealerTests.cases(cases).enumerated().map { number, planned in
      var planned = planned
      planned.id += "-\(number)"
      return planned
    }
    await Scheduler(context: surroundings, limits: limits, clock: clock).run(Plan(cases: planned), start: .tested, into: &sink)
    return sink
  }

  @Test func `a case waits for an account that another run has, and says so`() async throws {
    let sink = try await Self.run([["jane"], ["otto"]], OthersLeases(["jane": 5]))
    #expect(Set(sink.verdicts) == ["x-0 passed", "x-1 passed"])
    let notes = sink.events.compactMap { event -> String? in
      guard case .note(let note) = event.kind else { return nil }
      return "\(event.attempt ?? 0): \(note)"
    }
    #expect(notes == ["1: waited 0s for the account 'jane', which another run on this machine used"])
  }

  @Test func `an account that is never released breaks the cases that need it, and no others`() async throws {
    let time = Mutex(Duration.zero)
    let clock = RunClock(elapsed: { time.withLock { $0 } }, sleep: { pause in time.withLock { $0 += pause * 1000 } })
    let sink = try await Self.run([["jane"], ["otto"], ["jane", "otto"]], OthersLeases(["jane": .max]), clock: clock)
    #expect(Set(sink.verdicts) == ["x-0 broken", "x-1 passed", "x-2 passed"])
    let reasons = sink.events.compactMap { event -> String? in
      guard case .attemptEnded(let outcome) = event.kind, case .broken(let breakage) = outcome.result else { return nil }
      return breakage.message
    }
    #expect(reasons == ["the account 'jane' was in use by other runs on this machine for over 10m: give each run accounts of its own"])
  }

  @Test func `an interrupted run does not wait for accounts`() async throws {
    let leases = OthersLeases(["jane": .max])
    let task = Task { try await Self.run([["jane"]], leases, clock: .standing) }
    task.cancel()
    #expect(try await task.value.verdicts == ["x-0 skipped: not run, because the run was interrupted"])
  }
}
