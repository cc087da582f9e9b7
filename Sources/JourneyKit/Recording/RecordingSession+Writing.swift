import Encodings
import JourneyModel
import JourneyRecording

extension RecordingSession {
  /// The recording as it is written under a title: a label or a message that shows a secret is left out.
  ///
  /// Throws where a secret would stand in it all the same.
  ///
  /// - Parameter file: as a person names it.
  func written(as title: String, to file: String) throws(RunFailure) -> Recording {
    var recording = recording
    recording.title = title
    let person = account.map { ", as \($0)" } ?? ""
    recording.comments = ["Recorded on \(Instant.machine.day) on \(site.name)\(person). Walk it: journey run \(file)"]
    var search = SecretSearch()
    for secret in secrets where secret.isSearchedFor && !secret.unsafeText.isEmpty { search.learn(secret.unsafeText) }
    recording.leaveOutShown { text in search.isFound(in: Array(text.utf8)[...]) }
    guard search.isFound(in: Array(recording.text.utf8)[...]) else { return recording }
    throw .cannotWrite("a secret would stand in the scenario: nothing is written")
  }
}

extension Instant {
  /// E.g. `2027-01-18`, in UTC.
  var day: String { String(DateText.rfc3339(millisecondsSinceEpoch: milliseconds).prefix(10)) }
}
