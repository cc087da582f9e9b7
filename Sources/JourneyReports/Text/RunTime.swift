import Encodings
import JourneyModel
import JourneyRunner

/// Moments of a run, as every schema takes them.
enum RunTime {
  /// `2026-11-21T06:47:00` in UTC, without a zone or a fraction.
  static func text(_ start: RunStart?, after time: Duration) -> String {
    let began = start?.startedAt.milliseconds ?? 0
    let moment = DateText.rfc3339(secondsSinceEpoch: (began + Int64(DurationWords.milliseconds(time))) / 1000)
    return String(moment.dropLast())
  }
}
