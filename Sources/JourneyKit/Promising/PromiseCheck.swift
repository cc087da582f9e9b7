public import Diagnostics
import JourneyLanguage
import JourneyMock
public import JourneyReports
import JourneyScenario

/// Checks the tenants of a project against promises.yaml, which is next to tenants.yaml.
///
/// Of a mock every way is looked at, of a log every walk.
public struct PromiseCheck: Sendable {
  /// Everything wrong with the file, and what was found of the promises.
  public private(set) var diagnostics: [Diagnostic] = []
  /// What was found, in the order of the file; of a log after what was found of mocks.
  public private(set) var judged: [JudgedPromise] = []
  /// Scenarios that walk the ways on which promises are broken, by the names of their files.
  public private(set) var scenarios: [(name: String, text: String)] = []

  private let run: JourneyRun
  private let promises: [Promise]

  /// Reads the promises of the run's project; none where it has no such file.
  public init(_ run: JourneyRun) {
    self.run = run
    file = Self.fileName(in: run.project)
    guard let name = file else {
      promises = []
      return
    }
    do throws(ScenarioFileError) {
      let read = PromisesFile.read(try run.project.files.bytes(of: name), named: name)
      diagnostics = read.diagnostics
      promises = read.file.promises
    } catch {
      diagnostics = [Diagnostic(.unreadableFile, "'\(name)' cannot be read: \(error.reason)", at: nil)]
      promises = []
    }
    checkNames()
  }

  /// How many promises the file has.
  public var promiseCount: Int { promises.count }
  /// Whether there is nothing to hold tenants to.
  public var isEmpty: Bool { promises.isEmpty }
  /// The file's name, from where the command was called; `nil` where there is none.
  public let file: String?
  /// Whether a promise is broken that is to be kept, or the file is wrong.
  public var isRefused: Bool { diagnostics.contains { $0.severity == .error } }

  private static func fileName(in project: Project) -> String? {
    guard let tenants = project.tenants?.file.name else { return nil }
    let folder = tenants.contains("/") ? FolderPath.parent(of: tenants) + "/" : ""
    return PromisesFile.names.map { folder + $0 }.first { project.files.isFile($0) }
  }

  private mutating func checkNames() {
    let known = (run.project.tenants?.tenants.map(\.name.value) ?? []).sorted()
    for promise in promises {
      for name in promise.tenants + promise.known.map(\.tenant) where !known.contains(name.value) {
        let nearest = ClosestMatch.of(name.value, in: known).map { "did you mean '\($0)'?" }
        diagnostics.append(
          Diagnostic(
            .unknownTenant, "no tenant '\(name.value)': expected one of \(known.joined(separator: ", "))", at: name.range,
            suggestion: nearest))
      }
    }
  }

  /// Looks at every way of the tenants that are mocks; a path that breaks a promise is walked before it is reported.
  ///
  /// - Parameter hasLog: whether walks of a log are looked at too, so that live tenants are not left out.
  public mutating func judge(hasLog: Bool = false) async { await judge(hasLog: hasLog, only: nil) }

  /// Looks at every way of some tenants that are mocks, and at no other one.
  mutating func judge(only tenants: Set<String>) async { await judge(hasLog: true, only: tenants) }

  private mutating func judge(hasLog: Bool, only wanted: Set<String>?) async {
    guard !isRefused else { return }
    if !hasLog { judgeLiveTenants("it is a live tenant; '--from LOG' looks at its walks") }
    let judge = PromiseJudge(project: run.project)
    let work = promises.flatMap { promise in
      let names = wanted.map { wanted in tenants(of: promise).filter { wanted.contains($0) && run.project.sites[$0]?.mock != nil } }
      return (names ?? mocks(of: promise)).map { (promise, $0) }
    }
    let judged = await LongWork.results(of: work) { promise, name in
      var wrong: [Diagnostic] = []
      let finding = await judge.finding(promise, on: name, diagnostics: &wrong)
      return (finding: finding, wrong: wrong)
    }
    for one in judged {
      diagnostics += one.wrong.filter { !diagnostics.contains($0) }
      if let finding = one.finding { take(finding) }
    }
    warnOfVacuity(judged.compactMap { $0.finding })
  }

  /// A promise that nothing can break checks nothing; one that is made for all tenants may be about some of them only.
  private mutating func warnOfVacuity(_ findings: [PromiseFinding]) {
    for promise in promises {
      let own = findings.filter { $0.promise.id == promise.id }
      guard !promise.tenants.isEmpty || own.allSatisfy({ $0.vacuity != nil }) else { continue }
      for finding in own {
        guard let vacuity = finding.vacuity else { continue }
        let message = "'\(finding.tenant)' keeps '\(promise.id.value)' whatever it does: \(vacuity)"
        diagnostics.append(Diagnostic(.checksNothing, message, at: promise.id.range, severity: .warning))
      }
    }
  }

  /// A promise that names a live tenant is not known: it has no file of which every path could be checked.
  private mutating func judgeLiveTenants(_ reason: String) {
    for promise in promises {
      for name in promise.tenants.map({ run.installation(of: $0.value) }) where run.project.sites[name].map({ $0.mock == nil }) ?? false {
        guard !judged.contains(where: { $0.promise == promise.id.value && $0.tenant == name }) else { continue }
        take(PromiseFinding(promise: promise, tenant: name, outcome: .unknown(reason)))
      }
    }
  }

  /// Looks at every walk of a log. Throws if it cannot be read.
  public mutating func judge(log path: String) throws(EventLogError) {
    let met = try MetWalks(log: path)
    let findings = promises.flatMap { promise in
      met.findings(of: promise, as: Set(tenants(of: promise))) { names(of: $0) }
    }
    for finding in findings { take(finding) }
    if met.isCutOff {
      diagnostics.append(
        Diagnostic(.nothingFound, "'\(path)' ends before its run did: what came later is not looked at", at: nil, severity: .warning))
    }
    judgeLiveTenants("it is a live tenant, and '\(path)' has no walk there that shows it")
    guard findings.isEmpty, !promises.isEmpty else { return }
    let ofEvents = promises.filter { WalkedRule($0) != nil }
    for promise in ofEvents {
      for tenant in tenants(of: promise) where run.project.sites[tenant]?.mock != nil || promise.tenants.isEmpty {
        take(PromiseFinding(promise: promise, tenant: tenant, outcome: .unknown("'\(path)' has no walk there")))
      }
    }
    guard ofEvents.isEmpty else { return }
    let message = "no promise is about events, so '\(path)' has no effect"
    diagnostics.append(Diagnostic(.nothingFound, message, at: nil, severity: .warning))
  }

  /// What the files of a tenant name.
  private func names(of tenant: String) -> PromiseNames {
    let site = run.project.sites[tenant]
    return PromiseNames(screens: site?.screenNames ?? [], accounts: Set(site?.accounts.keys.map(\.self) ?? []))
  }

  private mutating func take(_ finding: PromiseFinding) {
    diagnostics += finding.diagnostics
    judged.append(finding.judged)
    if let scenario = finding.scenario {
      scenarios.append(("\(finding.tenant).\(finding.promise.id.value).yaml", scenario))
    }
  }

  /// How many promises of tenants are so.
  public func count(_ verdict: JudgedPromise.Verdict) -> Int { judged.count { $0.verdict == verdict } }

  /// The tenants that a promise is about, with what they are run on instead.
  private func tenants(of promise: Promise) -> [String] {
    let all = run.project.tenants?.tenants.map(\.name.value) ?? []
    let named = promise.tenants.isEmpty ? all : promise.tenants.map(\.value)
    var names: [String] = []
    for name in named {
      let place = run.installation(of: name)
      if !names.contains(place) { names.append(place) }
    }
    return names + promise.known.map(\.tenant.value).filter { !names.contains($0) }
  }

  /// Those of them that are mocks; of several that share one and are not named the first.
  private func mocks(of promise: Promise) -> [String] {
    var files: Set<String> = []
    let named = Set((promise.tenants + promise.known.map(\.tenant)).map { run.installation(of: $0.value) })
    return tenants(of: promise).filter { name in
      guard let mock = run.project.sites[name]?.mock else { return false }
      if named.contains(name) { return true }
      return files.insert(mock.files.map(\.name).sorted().joined(separator: " ")).inserted
    }
  }
}
