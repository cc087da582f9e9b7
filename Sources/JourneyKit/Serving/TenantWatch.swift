public import Diagnostics

/// How the files of a served mock are watched, and who is notified of the result of a change.
public struct TenantWatch: Sendable {
  /// What became of files that changed.
  public enum Change: Sendable {
    /// They are served from now on; every world is reset.
    case served
    /// They are wrong: the tenant goes on as it was.
    case refused([Diagnostic])
  }

  /// Comes whenever the files are to be looked at.
  let ticks: AsyncStream<Void>
  let tell: @Sendable (Change) -> Void

  /// Looks at the files at each tick.
  init(ticks: AsyncStream<Void>, tell: @escaping @Sendable (Change) -> Void) {
    self.ticks = ticks
    self.tell = tell
  }

  /// Looks at the files again and again.
  public init(every interval: Duration = .milliseconds(300), tell: @escaping @Sendable (Change) -> Void) {
    let ticks = AsyncStream<Void> { continuation in
      let timer = Task {
        while !Task.isCancelled {
          do { try await ContinuousClock().sleep(for: interval) } catch { break }
          continuation.yield()
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in timer.cancel() }
    }
    self.init(ticks: ticks, tell: tell)
  }
}
