import JourneyModel
import JourneyTestSupport

@testable import JourneyRunner

/// Surroundings whose drivers answer from lists, one for each case and attempt.
struct StagedSurroundings: WalkContext {
  var script: @Sendable (PlannedCase, Int) throws(DriverError) -> any JourneyDriver
  var accountLeases: (any AccountLeases)?

  init(_ script: @escaping @Sendable (PlannedCase, Int) throws(DriverError) -> any JourneyDriver) { self.script = script }

  func open(_ planned: PlannedCase, attempt: Int, account: String?) async throws(DriverError) -> Attempt {
    Attempt(
      driver: try script(planned, attempt), control: ManualClock(), values: ["account": .text(account ?? "nobody")],
      requester: Nobody(), commands: Nobody())
  }
}

/// Nothing here returns anything.
struct Nobody: HTTPRequester, CommandRunner {
  func send(_ call: HTTPCall) async throws(DriverError) -> Exchange { throw DriverError(.forbidden, "no requests here") }
  func run(_ arguments: [Value]) async throws(DriverError) -> CommandResult { throw DriverError(.forbidden, "no commands here") }
}

/// A driver that answers nothing until its task is cancelled.
struct HangingDriver: JourneyDriver {
  static let description = ScriptedDriver.description
  /// Called as soon as it hangs.
  var hangs: @Sendable () -> Void = {}

  mutating func perform(_ action: DriverAction) async throws(DriverError) -> Turn {
    hangs()
    do { try await Task.sleep(for: .seconds(3600)) } catch { throw DriverError(.cancelled, "cancelled") }
    throw DriverError(.timeout, "nothing came")
  }
}

struct ListSink: EventSink {
  var events: [RunEvent] = []
  mutating func record(_ event: RunEvent) { events.append(event) }

  /// How each case ended, in the order told.
  var verdicts: [String] {
    events.compactMap { event in
      guard case .scenarioEnded(let result) = event.kind, let id = event.scenario else { return nil }
      let reason = if case .skipped(let reason) = result.verdict { ": \(reason)" } else { "" }
      return "\(id.drop { $0 != "#" }.dropFirst()) \(result.verdict.name)\(reason)"
    }
  }

  var words: [String] { events.map(\.kind.word) }
}

extension RunClock {
  /// Time stands still; only cancellation wakes a sleeper.
  static let standing = RunClock(elapsed: { .zero }, sleep: { _ in try await Task.sleep(for: .seconds(3600)) })
  /// Whatever is waited for is over at once.
  static let hurrying = RunClock(elapsed: { .zero }, sleep: { _ in })
}

extension RunStart {
  static let tested = RunStart(version: "1", seed: 1, jobs: 1, startedAt: Instant(seconds: 0), host: "test")
}
