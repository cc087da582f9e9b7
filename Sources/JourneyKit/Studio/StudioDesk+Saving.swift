import Diagnostics
import JourneyLanguage
import JourneyModel
import JourneyRecording
import JourneyReports
import JourneyScenario

extension StudioDesk {
  /// What must not be seen on a page: the recording's secrets, and codes of messages that are not taken yet.
  var redactor: Redactor {
    var redactor = session?.redactor ?? Redactor()
    for arrival in arrivals {
      for code in arrival.codes { redactor.learn(.init(code, name: "a code", source: .walk)) }
    }
    return redactor
  }

  /// Writes the recording to the file that the person names, and says what came of it.
  ///
  /// Throws where nothing is written.
  mutating func save(_ posted: PostedForm) async throws {
    guard let session, !session.recording.steps.isEmpty else { throw PostedForm.Problem("Nothing is recorded yet.") }
    file = posted.trimmed("file")
    title = posted.trimmed("title")
    guard !file.isEmpty else { throw PostedForm.Problem("Name the file to write, e.g. \(StudioSettings.usualFile).") }
    guard let name = project.files.nameToWrite(file) else {
      throw RunFailure.cannotWrite("'\(file)' is outside the project: name a file below '\(project.files.root)'")
    }
    let target = try RecordedFile(file)
    let planner = RecordingPlanner(settings: session.planner.settings, project: session.planner.project, file: name)
    let existing = planner.scenarios()
    if let error = existing.errors.first { throw RunFailure.cannotWrite("'\(file)' has an error: \(error.message)") }
    var recording = try session.written(as: session.recording.title, to: file)
    if recording.head == nil { recording.tenant = planner.tenantKey(session.site.name, like: recording) }
    guard !target.holds(recording) else {
      saved = session.recording
      return noted.say("\(file) has this journey already: nothing is added.")
    }
    recording.title = try title(for: session, besides: Set(existing.scenarios.compactMap { $0.title.constant }))
    let errors = planner.plan(recording.text).errors
    if let error = errors.first { throw RunFailure.cannotWrite("it would have an error in this place: \(error.message)") }
    try target.add(recording.text)
    (saved, ways) = (session.recording, nil)
    let dialogue = NotedLines(answer: posted["live"] == "yes" ? "yes" : nil)
    _ = try await RecordingCheck(
      settings: session.planner.settings, file: file, line: target.nextLine + recording.titleLine, site: session.site,
      screens: recording.screenCount, hasSnapshots: recording.hasSnapshots, seed: session.seed, dialogue: dialogue
    ).outcome()
    for line in dialogue.all { noted.say(redactor.redacted(line)) }
  }

  private func title(for session: RecordingSession, besides taken: Set<String>) throws(PostedForm.Problem) -> String {
    guard !title.isEmpty else { return WalkTitle.proposed(for: session.recording, person: session.account, besides: taken) }
    guard !taken.contains(title) else { throw PostedForm.Problem("A scenario of this file has the title '\(title)' already.") }
    guard !session.isSecret(title) else { throw PostedForm.Problem("There is a secret in the title.") }
    return title
  }
}
