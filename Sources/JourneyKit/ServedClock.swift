import Encodings
import JourneyModel
import Synchronization

/// The clock of a world of a served mock: read once, it goes on as the machine's does, so that reading it needs no request.
///
/// It is never behind the mock's: what the mock signs is not from the future. A class with a lock, because the control, the driver and
/// the requests of one attempt share it.
final class ServedClock: Sendable {
  /// After this time it is read again: a person may have moved it on the mock's own page.
  static let lifetime = Duration.seconds(5)

  private struct Reading: Sendable {
    let shown: Instant
    let stands: Bool
    /// When the request was sent.
    let begun: ContinuousClock.Instant
  }

  private let reading = Mutex<Reading?>(nil)

  /// What it shows; `nil` where it has to be read.
  func shown(at moment: ContinuousClock.Instant) -> Instant? {
    guard let reading = reading.withLock({ $0 }), moment - reading.begun < Self.lifetime else { return nil }
    return reading.stands ? reading.shown : reading.shown + (moment - reading.begun)
  }

  /// Takes what the mock answered; returns what its clock showed, `nil` where the answer does not say that.
  ///
  /// - Parameter begun: when the request was sent.
  func take(_ answer: JSONValue, begun: ContinuousClock.Instant) -> Instant? {
    guard let now = answer["now"]?.stringValue.flatMap(DateText.millisecondsSinceEpoch) else { return nil }
    let shown = Instant(milliseconds: now)
    let stands = answer["stands"]?.boolValue
    reading.withLock { $0 = stands.map { Reading(shown: shown, stands: $0, begun: begun) } }
    return shown
  }

  /// It may have been moved: it is read before it is looked at again.
  func forget() { reading.withLock { $0 = nil } }
}
