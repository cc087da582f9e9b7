import Encodings
import JourneyModel
import JourneyRecording

extension RecordingSession {
  /// The recording as it is written under a title: a label or a message that shows a secret is left out.
  ///
  /// Throws where a secret would stand in it all the same.
  ///
  /// - Parameters:
  ///   - file: as a person names it.
  ///   - server: what served the tenant to an app; `nil` where the person walked it here.
  func written(as title: String, to file: String, servedBy server: String? = nil) throws(RunFailure) -> Recording {
    var recording = recording
    recording.title = title
    let person = account.map { ", as \($0)" } ?? ""
    let served = server.map { ", served by \($0)" } ?? ""
    recording.comments = ["Recorded on \(Instant.machine.day) on \(site.name)\(served)\(person). Run it: journey run \(file)"]
    let search = secretSearch
    recording.leaveOutShown { text in search.isFound(in: Array(text.utf8)[...]) }
    guard search.isFound(in: Array(recording.text.utf8)[...]) else { return recording }
    throw .cannotWrite("a secret would stand in the scenario: nothing is written")
  }

  /// Finds whatever must not be seen in a text.
  var secretSearch: SecretSearch {
    var search = SecretSearch()
    for secret in secrets where secret.isSearchedFor && !secret.unsafeText.isEmpty { search.learn(secret.unsafeText) }
    return search
  }
}

extension Instant {
  /// E.g. `2027-01-18`, in UTC.
  var day: String { String(DateText.rfc3339(millisecondsSinceEpoch: milliseconds).prefix(10)) }
}
