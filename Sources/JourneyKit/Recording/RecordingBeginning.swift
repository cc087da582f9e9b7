import Diagnostics
import JourneyModel
import JourneyRecording
import JourneyRunner

/// What a recording begins with: its tenant, and the keys of a scenario of which nothing is walked yet.
struct RecordingBeginning {
  let site: TenantSite
  let recording: Recording

  /// Throws `ProjectRefusal` where the tenant or the account is not there, and `RunFailure` where no tenant is named.
  init(_ settings: RecordSettings, _ planner: RecordingPlanner) throws {
    let project = planner.project
    let leading = try settings.after.map { place throws(RunFailure) in try LeadingScenario(at: place, planner) }
    guard let name = settings.tenant ?? leading?.tenant ?? project.defaultTenant else {
      throw RunFailure.cannotRead("no tenant to record on: name one with --tenant, or set 'default' in tenants.yaml")
    }
    let errors = project.errors(of: name)
    guard errors.isEmpty else { throw ProjectRefusal(diagnostics: errors) }
    guard let site = project.sites[name] else { throw ProjectRefusal(diagnostics: [project.missing(name)]) }
    if let account = settings.account, site.accounts[account] == nil { throw ProjectRefusal(diagnostics: [site.missing(account: account)]) }
    self.site = site
    if let leading {
      recording = leading.recording
      return
    }
    var recording = Recording(title: "recorded")
    recording.account = settings.account
    recording.app = settings.app
    recording.start = settings.start.map { member in
      let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return Recording.Variable(parts[0], parts.count > 1 ? parts[1] : "")
    }
    recording.tenant = planner.tenantKey(name, like: recording)
    self.recording = recording
  }

  /// Who walks where, and whether it stays, in a sentence.
  var greeting: String {
    let who = recording.account.map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? "A new user"
    return site.isLive
      ? "\(who) on \(site.name), a LIVE tenant: your actions have lasting effects and cannot be undone."
      : "\(who) on \(site.name), a mock: nothing is changed permanently."
  }
}
