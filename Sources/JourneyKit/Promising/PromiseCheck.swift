public import Diagnostics
import JourneyLanguage
import JourneyMock
public import JourneyReports
import JourneyScenario

/// Holds the tenants of a project to what promises.yaml beside tenants.yaml says.
///
/// Of a mock every way is looked at, of a log every walk.
public struct PromiseCheck: Sendable {
  /// Everything wrong with the file, and what was found of the promises.
  public private(set) var diagnostics: [Diagnostic] = []
  /// How many promises of tenants are kept on every way.
  public private(set) var kept = 0
  /// How many are broken, those among them that are to be.
  public private(set) var broken = 0
  /// How many are not decided.
  public private(set) var undecided = 0
  /// Scenarios that walk the ways on which promises are broken, by the names of their files.
  public private(set) var scenarios: [(name: String, text: String)] = []

  private let run: JourneyRun
  private let promises: [Promise]

  /// Reads the promises of the run's project; none where it has no such file.
  public init(_ run: JourneyRun) {
    self.run = run
    guard let name = Self.fileName(in: run.project) else {
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

  /// Whether there is nothing to hold tenants to.
  public var isEmpty: Bool { promises.isEmpty }
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

  /// Looks at every way of the tenants that are mocks; a way that breaks a promise is walked before it is told.
  public mutating func judge() async {
    guard !isRefused else { return }
    let judge = PromiseJudge(project: run.project)
    let work = promises.flatMap { promise in mocks(of: promise).map { (promise, $0) } }
    let judged = await withTaskGroup(of: (Int, PromiseFinding?, [Diagnostic]).self) { group in
      for (index, (promise, name)) in work.enumerated() {
        group.addTask {
          var wrong: [Diagnostic] = []
          let finding = await judge.finding(promise, on: name, diagnostics: &wrong)
          return (index, finding, wrong)
        }
      }
      var judged: [(place: Int, finding: PromiseFinding?, wrong: [Diagnostic])] = []
      for await one in group { judged.append((one.0, one.1, one.2)) }
      return judged.sorted { $0.place < $1.place }
    }
    for one in judged {
      diagnostics += one.wrong.filter { !diagnostics.contains($0) }
      if let finding = one.finding { take(finding) }
    }
  }

  /// Looks at every walk of a log. Throws if it cannot be read.
  public mutating func judge(log path: String) throws(EventLogError) {
    let met = try MetWalks(log: path)
    for promise in promises {
      for finding in met.findings(of: promise, as: Set(tenants(of: promise))) { take(finding) }
    }
  }

  private mutating func take(_ finding: PromiseFinding) {
    diagnostics += finding.diagnostics
    switch finding.outcome {
    case .kept: kept += 1
    case .broken(let breach):
      broken += 1
      if let scenario = breach.scenario { scenarios.append(("\(finding.tenant).\(finding.promise.id.value).yaml", scenario)) }
    case .unknown: undecided += 1
    }
  }

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

  /// Those of them that are mocks; of several that share one the first.
  private func mocks(of promise: Promise) -> [String] {
    var files: Set<String> = []
    return tenants(of: promise).filter { name in
      guard let mock = run.project.sites[name]?.mock else { return false }
      return files.insert(mock.files.map(\.name).sorted().joined(separator: " ")).inserted
    }
  }
}
