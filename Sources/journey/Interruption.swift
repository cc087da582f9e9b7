import Dispatch
import JourneyRunner
import Synchronization
import SystemCalls

/// Turns SIGINT, SIGTERM and SIGHUP into cancellation, so that reports are written whole; a second signal ends the process at once.
///
/// It is a class because signal handlers and the work they cancel share it.
final class Interruption: Sendable {
  private struct State {
    var cause: RunEnd.Interruption?
    /// `nil` until there is work to cancel.
    var cancel: (@Sendable () -> Void)?
  }

  /// A terminal that is closed ends a run as SIGTERM does, unless `nohup` says that it goes on.
  private static let signals = [
    (ProcessSignal.interrupt, RunEnd.Interruption.interrupted, RunExitCode.interrupted),
    (.terminate, .terminated, RunExitCode.terminated),
    (.hangUp, .terminated, RunExitCode.terminated),
  ]

  private let state = Mutex(State())

  /// By what the work was interrupted.
  var cause: RunEnd.Interruption { state.withLock(\.cause) ?? .interrupted }

  /// Does the work; a signal cancels it, and a second one ends the process.
  ///
  /// Do work in here too that continues after cancellation, such as writing reports: after it, signals
  /// are not heard any more.
  ///
  /// - Parameter announcement: what is said when the first signal comes; `nil` for nothing.
  static func guarding<Outcome: Sendable>(
    announcing announcement: String? = nil,
    _ work: @escaping @Sendable (Interruption) async throws -> Outcome
  ) async throws -> Outcome {
    let interruption = Interruption()
    // Before the work, which may say that it has begun: a program that reads that may end it at once.
    var sources: [any DispatchSourceSignal] = []
    for (signal, cause, code) in signals where signal != .hangUp || !signal.isIgnored {
      sources.append(
        await signal.heard {
          // Cancelled first, so that it is true when it is read.
          interruption.receive(cause, code: code)
          if let announcement { Console.error("\n\(cause.rawValue): \(announcement)\n") }
        })
    }
    defer { for source in sources { source.cancel() } }
    let task = Task { try await work(interruption) }
    interruption.begin { task.cancel() }
    return try await task.value
  }

  private func begin(_ cancel: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      state.cancel = cancel
      return state.cause != nil
    }
    if isCancelled { cancel() }
  }

  private func receive(_ cause: RunEnd.Interruption, code: Int32) {
    let (isFirst, cancel) = state.withLock { state in
      defer { state.cause = state.cause ?? cause }
      return (state.cause == nil, state.cancel)
    }
    guard isFirst else { OwnProcess.exit(code) }
    cancel?()
  }
}
