package import JourneyModel
import Synchronization

/// A tenant's clock that does not change until it is moved.
///
/// A class, because the walk moves it and the test reads it.
package final class ManualClock: TenantControl {
  /// What a person did with one push.
  package struct PushAnswer: Sendable, Hashable {
    package let accepts: Bool
    package let account: String?
  }

  private struct State {
    var now: Instant
    var waits: [Duration] = []
    var pushAnswers: [PushAnswer] = []
  }

  package let canMoveClock = true
  private let state: Mutex<State>

  /// - Parameter start: 2030-01-01T00:00:00Z by default.
  package init(start: Instant = Instant(seconds: 1_893_456_000)) { state = Mutex(State(now: start)) }

  /// What it shows.
  package var current: Instant { state.withLock { $0.now } }
  /// How long was waited, each time.
  package var waits: [Duration] { state.withLock { $0.waits } }
  /// What was done with pushes, in order.
  package var pushAnswers: [PushAnswer] { state.withLock { $0.pushAnswers } }

  package func now() async -> Instant { current }

  /// Moves at once, without waiting.
  package func pass(_ time: Duration) async throws(DriverError) {
    state.withLock {
      $0.now = $0.now + time
      $0.waits.append(time)
    }
  }

  package func answerPush(accepts: Bool, account: String?) async throws(DriverError) {
    state.withLock { $0.pushAnswers.append(PushAnswer(accepts: accepts, account: account)) }
  }
}
