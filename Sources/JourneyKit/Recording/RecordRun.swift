import Diagnostics
import Encodings
import JourneyLanguage
import JourneyModel
import JourneyRecording
import JourneyScenario

/// Records a journey that a person walks once, as a scenario that is then checked and walked again.
public struct RecordRun: Sendable {
  private var settings: RecordSettings

  public init(_ settings: RecordSettings) {
    self.settings = settings
    self.settings.run.paths = [settings.file]
  }

  /// Walks, asks, writes, checks and walks again.
  ///
  /// Throws `ProjectRefusal` where the project is wrong, and `RunFailure` where the tenant cannot be reached or the file not written.
  public func record(with dialogue: any RecordingDialogue) async throws -> RecordOutcome {
    let project = JourneyRun.project(settings.run)
    guard let file = project.files.nameToWrite(settings.file) else {
      throw RunFailure.cannotWrite("'\(settings.file)' is outside the project")
    }
    let target = try RecordedFile(settings.file)
    let planner = RecordingPlanner(settings: settings.run, project: project, file: file)
    let existing = planner.scenarios()
    guard existing.errors.isEmpty else { throw ProjectRefusal(diagnostics: existing.errors) }
    let beginning = try RecordingBeginning(settings, planner)
    let (site, recording) = (beginning.site, beginning.recording)
    let seed = settings.run.seed ?? UInt64.random(in: 0...UInt64.max)
    let keys = site.isLive ? "" : " u undo,"
    dialogue.say("\(beginning.greeting) Enter accepts the proposal in [ ];\(keys) e add expectations, ? help, q end.\n")
    var session = try await RecordingSession.with(recording, planner, site, seed: seed, dialogue) { try await $0.run() }
    guard !session.recording.steps.isEmpty else {
      dialogue.say("Nothing was recorded, and nothing is written.\n")
      return .nothing
    }
    let title = title(for: session, besides: Set(existing.scenarios.compactMap { $0.title.constant }), dialogue)
    session.recording = try session.written(as: title, to: settings.file)
    do throws(RunFailure) { try target.add(session.recording.text) } catch {
      dialogue.say("It could not be written. This is the scenario:\n\n\(session.recording.text)\n")
      throw error
    }
    return try await RecordingCheck(
      settings: session.planner.settings, file: settings.file, line: target.nextLine + session.recording.titleLine, site: site,
      screens: session.recording.screenCount, hasSnapshots: session.recording.hasSnapshots, seed: seed, dialogue: dialogue
    ).outcome()
  }

  private func title(for session: RecordingSession, besides taken: Set<String>, _ dialogue: any RecordingDialogue) -> String {
    let proposed = WalkTitle.proposed(for: session.recording, person: session.account, besides: taken)
    while case .text(let text) = RecordingReply(dialogue.answer(to: "It is called [\(proposed)]: ", session.redactor)) {
      if taken.contains(text) {
        dialogue.say("  A scenario of this file has this title already.\n")
      } else if session.isSecret(text) {
        dialogue.say("  There is a secret in it.\n")
      } else {
        return text
      }
    }
    return proposed
  }
}
