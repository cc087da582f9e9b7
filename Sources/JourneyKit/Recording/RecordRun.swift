public import Diagnostics
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
    guard let file = project.files.name(ofArgument: settings.file) else {
      throw RunFailure.cannotWrite("'\(settings.file)' is outside the project")
    }
    let target = try RecordedFile(settings.file)
    let planner = RecordingPlanner(settings: settings.run, project: project, file: file)
    let existing = planner.scenarios()
    guard existing.errors.isEmpty else { throw ProjectRefusal(diagnostics: existing.errors) }
    let (site, recording) = try begun(project, planner)
    let account = recording.account
    let seed = settings.run.seed ?? UInt64.random(in: 0...UInt64.max)
    dialogue.say(greeting(site, account))
    var session = try await RecordingSession.with(recording, planner, site, seed: seed, dialogue) { try await $0.run() }
    guard !session.recording.steps.isEmpty else {
      dialogue.say("Nothing was recorded, and nothing is written.\n")
      return .nothing
    }
    name(&session, besides: Set(existing.scenarios.compactMap { $0.title.constant }), dialogue)
    try session.removeSecrets()
    do throws(RunFailure) { try target.add(session.recording.text) } catch {
      dialogue.say("It could not be written. This is the scenario:\n\n\(session.recording.text)\n")
      throw error
    }
    return try await RecordingCheck(
      settings: session.planner.settings, file: settings.file, line: target.nextLine + session.recording.titleLine, site: site,
      screens: session.recording.screenCount, hasSnapshots: session.recording.hasSnapshots, seed: seed, dialogue: dialogue
    ).outcome()
  }

  /// The tenant, and a recording of which nothing is walked yet.
  private func begun(_ project: Project, _ planner: RecordingPlanner) throws -> (TenantSite, Recording) {
    let leading = try settings.after.map { place throws(RunFailure) in try LeadingScenario(at: place, planner) }
    guard let name = settings.tenant ?? leading?.tenant ?? project.defaultTenant else {
      throw RunFailure.cannotRead("no tenant to record on: name one with --tenant, or set 'default' in tenants.yaml")
    }
    let errors = (project.diagnostics + (project.unbound[name] ?? [])).filter { $0.severity == .error }
    guard errors.isEmpty else { throw ProjectRefusal(diagnostics: errors) }
    guard let site = project.sites[name] else { throw ProjectRefusal(diagnostics: [project.missing(name)]) }
    if let account = settings.account, site.accounts[account] == nil { throw ProjectRefusal(diagnostics: [site.missing(account: account)]) }
    if let leading { return (site, leading.recording) }
    var recording = Recording(title: "recorded")
    recording.account = settings.account
    recording.app = settings.app
    recording.start = settings.start.map { member in
      let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return Recording.Variable(parts[0], parts.count > 1 ? parts[1] : "")
    }
    return (site, planner.onTenant(name, recording))
  }

  private func greeting(_ site: TenantSite, _ account: String?) -> String {
    let who = account.map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? "Somebody new"
    let what =
      site.isLive
      ? "\(who) on \(site.name), a LIVE tenant: what you do stays there, and it cannot be undone. Enter takes what stands in [ ]; e expect more, ? help, q end."
      : "\(who) on \(site.name), a mock: nothing stays. Enter takes what stands in [ ]; u undo, e expect more, ? help, q end."
    return what + "\n"
  }

  private func name(_ session: inout RecordingSession, besides taken: Set<String>, _ dialogue: any RecordingDialogue) {
    let proposed = WalkTitle.proposed(for: session.recording, person: session.account, besides: taken)
    var title = proposed
    while case .text(let text) = RecordingReply(dialogue.ask("It is called [\(proposed)]: ", isHidden: false)) {
      if taken.contains(text) {
        dialogue.say("  A scenario of this file has this title already.\n")
      } else if session.isSecret(text) {
        dialogue.say("  There is a secret in it.\n")
      } else {
        title = text
        break
      }
    }
    session.recording.title = title
    let day = Instant.machine.day
    let person = session.account.map { ", as \($0)" } ?? ""
    session.recording.comments = ["Recorded on \(day) on \(session.site.name)\(person). Walk it: journey run \(settings.file)"]
  }
}

extension Instant {
  /// E.g. `2027-01-18`, in UTC.
  var day: String { String(DateText.rfc3339(millisecondsSinceEpoch: milliseconds).prefix(10)) }
}
