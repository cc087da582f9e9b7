import Diagnostics
import JourneyReports
import JourneyRunner

/// What is done with a recording once it is written: it is checked, and walked again with another seed.
struct RecordingCheck {
  let settings: RunSettings
  let file: String
  /// Where the scenario begins, from 1.
  let line: Int
  let site: TenantSite
  let screens: Int
  let hasSnapshots: Bool
  let seed: UInt64
  let dialogue: any RecordingDialogue

  func outcome() async throws -> RecordOutcome {
    let written = "wrote \(file): \(screens) screen\(screens == 1 ? "" : "s"), no secret in it."
    var settings = settings
    settings.paths = [file]
    settings.seed = seed &+ 1
    settings.selection.places = [ScenarioPlace(file: file, line: line)]
    let run = JourneyRun(settings)
    let problems = run.diagnostics.filter(isOfRecording)
    guard !run.isRefused, !run.cases.isEmpty, problems.isEmpty else {
      dialogue.say("\(written) It does not pass 'journey check --strict':\n\(DiagnosticRenderer().render(problems))")
      return .red
    }
    guard !site.isLive || walksLive() else {
      let store = hasSnapshots ? " Before it can be compared with whole screens, store them: journey run \(file) --update-snapshots" : ""
      dialogue.say("\(written) It was not walked again.\(store)\n")
      return .written
    }
    var updating = settings
    updating.updatesSnapshots = true
    if hasSnapshots, try await failure(of: JourneyRun(updating)) != nil { dialogue.say("Its screens could not be stored.\n") }
    guard let failure = try await failure(of: run) else {
      dialogue.say("\(written) Walked again with another seed: passed.\n")
      return .green
    }
    dialogue.say("\(written) Walked again with another seed, it does not pass:\n\(failure)")
    return .red
  }

  /// Whether something is an error, or a warning of this scenario: those of others were there before.
  private func isOfRecording(_ diagnostic: Diagnostic) -> Bool {
    guard diagnostic.severity != .error, let range = diagnostic.range else { return diagnostic.severity == .error }
    return JourneyRun.project(settings).files.name(ofArgument: file) == range.file.name && range.start.line >= line
  }

  private func failure(of run: JourneyRun) async throws -> String? {
    for listed in run.cases {
      let outcome = try await run.outcome(of: listed)
      if outcome.verdict != .passed { return outcome.text.hasSuffix("\n") ? outcome.text : outcome.text + "\n" }
    }
    return nil
  }

  private func walksLive() -> Bool {
    let reply = RecordingReply(dialogue.answer(to: "Walk it again now, on the live tenant [no]: ", Redactor()))
    guard case .text(let answer) = reply else { return false }
    return ["y", "yes"].contains(answer.lowercased())
  }
}
