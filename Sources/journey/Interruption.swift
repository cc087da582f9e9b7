import Dispatch
import JourneyRunner
import Synchronization
import SystemCalls

/// Turns SIGINT and SIGTERM into cancellation, so that reports are written whole; a second signal ends the process at once.
///
/// It is a class because signal handlers and the work they cancel share it.
final class Interruption: Sendable {
  private struct State {
    var cause: RunEnd.Interruption?
    /// `nil` until there is work to cancel.
    var cancel: (@Sendable () -> Void)?
  }

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
    // Before the work, which may say that it has begun: whoever reads that may end it at once.
    let sources = [
      (ProcessSignal.interrupt, RunEnd.Interruption.interrupted, RunExitCode.interrupted),
      (.terminate, .terminated, RunExitCode.terminated),
    ]
    .map { signal, cause, code in
      // The default action would end the process before the source gets it.
      signal.ignore()
      let source = DispatchSource.makeSignalSource(signal: signal.number, queue: .global())
      source.setEventHandler {
        // Cancelled first, so that it is true when it is read.
        interruption.receive(cause, code: code)
        if let announcement { Console.error("\n\(cause.rawValue): \(announcement)\n") }
      }
      source.resume()
      return source
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
