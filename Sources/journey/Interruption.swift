import Dispatch
import JourneyRunner
import Synchronization
import SystemCalls

/// Turns SIGINT and SIGTERM into cancellation, so that reports are written whole; a second signal ends the process at once.
///
/// It is a class because signal handlers and the work they cancel share it.
final class Interruption: Sendable {
  private let received = Mutex<RunEnd.Interruption?>(nil)

  /// By what the work was interrupted.
  var cause: RunEnd.Interruption { received.withLock { $0 } ?? .interrupted }

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
    let task = Task { try await work(interruption) }
    let sources = [
      (ProcessSignal.interrupt, RunEnd.Interruption.interrupted, RunExitCode.interrupted),
      (.terminate, .terminated, RunExitCode.terminated),
    ]
    .map { signal, cause, code in
      // The default action would end the process before the source gets it.
      signal.ignore()
      let source = DispatchSource.makeSignalSource(signal: signal.number, queue: .global())
      source.setEventHandler {
        if let announcement { Console.error("\n\(cause.rawValue): \(announcement)\n") }
        interruption.receive(cause, code: code, task)
      }
      source.resume()
      return source
    }
    defer { for source in sources { source.cancel() } }
    return try await task.value
  }

  private func receive<Outcome>(_ cause: RunEnd.Interruption, code: Int32, _ task: Task<Outcome, any Error>) {
    let isFirst = received.withLock { received in
      defer { received = received ?? cause }
      return received == nil
    }
    guard isFirst else { OwnProcess.exit(code) }
    task.cancel()
  }
}
