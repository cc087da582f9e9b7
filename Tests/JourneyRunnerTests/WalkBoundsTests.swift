import JourneyModel
import JourneyScenario
import JourneyTestSupport
import Testing

@testable import JourneyRunner

/// Walks that decide very much without asking anybody.
struct WalkBoundsTests {
  /// As many rounds as can be written, each of twenty steps.
  private static func rounds(_ keys: String = "") -> String {
    "journey: Rounds\nvars: {x: a}\n\(keys)\nsteps:\n\(endless("a"))"
  }

  private static func endless(_ value: String) -> String {
    "  - repeat: 10000\n    steps:\n" + String(repeating: "      - check: {x: \(value)}\n", count: 20)
  }

  @Test func `a walk that asks nobody pauses, and its events can be taken away`() throws {
    var walk = try Rehearsal(Self.rounds(), []).walk
    #expect(walk.next(.began, at: Instant(seconds: 0)) == .perform(.start(StartParameters())))
    _ = walk.takeEvents()
    var input = WalkInput.turned(.showing(.password()))
    for _ in 1...5 {
      let action = walk.next(input, at: Instant(seconds: 0))
      #expect(action == .pause)
      #expect(walk.takeEvents().count <= 2 * WalkLimits.instructionsAtOnce + 1)
      input = .resumed
    }
    guard case .end(let outcome) = walk.next(.timedOut(after: .seconds(1)), at: Instant(seconds: 0)),
      case .broken(let breakage) = outcome.result
    else {
      Issue.record("the walk goes on")
      return
    }
    #expect(breakage.message.contains("'check'"), "\(breakage.message)")
  }

  @Test func `more steps than a walk may have break it, and its clean-up follows`() throws {
    var rehearsal = try Rehearsal(Self.rounds("after: [{run: [clean]}]"), [.showing(.password())])
    let outcome = try rehearsal.outcome()
    let sentence = "the walk has more than 100000 steps and rounds of 'repeat'"
    #expect(outcome.result == .broken(Breakage(kind: .tooLarge, message: sentence)))
    #expect(rehearsal.actions.contains { if case .run = $0 { true } else { false } })
    #expect(outcome.cleanUpProblems == [])
  }

  @Test func `a clean-up without an end is given up as well`() throws {
    // Fragments may hold rounds, and a clean-up may use fragments.
    var planned = try PlannedCase.written("journey: Rounds\nvars: {x: a}\nsteps:\n\(Self.endless("b"))")
    (planned.main, planned.after) = (Program(), planned.main)
    var rehearsal = try Rehearsal(Self.rounds(), [])
    rehearsal.walk = Walk(planned, values: [:], seed: 1, limits: WalkLimits(canMoveClock: true))
    let outcome = try rehearsal.outcome()
    #expect(outcome.cleanUpProblems.last == "the walk has more than 100000 steps and rounds of 'repeat'")
  }

  @Test(arguments: ["timeout: 5s", ""])
  func `a time-out ends rounds that ask nobody`(keys: String) async throws {
    let plan = Plan(cases: try PlannedCase.all(Self.rounds(keys)))
    let limits = RunLimits(timeout: keys.isEmpty ? .seconds(5) : nil, seed: 1)
    let sink = await SchedulerTests.run(plan, limits: limits, clock: .hurrying, SchedulerTests.usual)
    #expect(sink.verdicts == ["rounds broken"])
    #expect(sink.words.count < WalkLimits.maxSteps)
  }

  @Test func `an interruption ends rounds that ask nobody`() async throws {
    let plan = Plan(cases: try PlannedCase.all(Self.rounds()))
    let (starts, signal) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      await SchedulerTests.run(plan, clock: .standing) { _, _ in SignallingDriver(signal: signal) }
    }
    var iterator = starts.makeAsyncIterator()
    _ = await iterator.next()
    task.cancel()
    #expect(await task.value.verdicts == ["rounds skipped: the run was interrupted"])
  }

  @Test func `of very many names the first are listed`() {
    let names = (1...500).map(String.init)
    #expect(Wording.list(names).hasSuffix("'60', … (440 more)"))
    #expect(Wording.list(["a", "b"]) == "'a', 'b'")
  }
}

/// A driver that says when the journey begins.
private struct SignallingDriver: JourneyDriver {
  static let description = ScriptedDriver.description
  let signal: AsyncStream<Void>.Continuation
  private var screens = ScriptedDriver(showing: [.password()])

  init(signal: AsyncStream<Void>.Continuation) { self.signal = signal }

  mutating func perform(_ action: DriverAction) async throws(DriverError) -> Turn {
    signal.yield()
    return try await screens.perform(action)
  }
}
