public import Diagnostics
import Encodings
import JourneyClient
import JourneyMock
import JourneyModel
public import JourneyRunner
import OktaImport
import TenantDecisions
import TenantImport

/// Compares an imported tenant with the org's configuration of today, and with how the org's own evaluator decides.
public struct VerifyRun: Sendable {
  /// Why nothing can be compared.
  public private(set) var diagnostics: [Diagnostic] = []
  public var isRefused: Bool { diagnostics.contains { $0.severity == .error } }
  /// Whether it is the org that could not be read, and no file or setting is wrong.
  public private(set) var isOfOrg = false
  /// What the org's configuration of today means for people; `nil` if the same mock would be imported today.
  public private(set) var difference: TenantDifference?
  /// The org's answers, to be kept.
  public private(set) var saved: [ImportRun.File] = []

  private let settings: VerifySettings
  private var imported: ImportedMock?
  private var evaluator: (any OrgEvaluator)?
  /// The mock that would be imported today.
  private var mock = ""
  private var simulated: SimulatedRules?
  /// Why the org's own evaluator could not be asked; lower case, without a full stop.
  private var unasked: String?
  /// Whether files of the project do not fit the org's configuration of today, such as one that names an app that is gone.
  private var isMisfit = false

  /// Reads the project, and the org's configuration of today.
  ///
  /// - Parameter say: gets a sentence where something is missing, and where the org is waited for.
  public init(_ settings: VerifySettings, say: @escaping @Sendable (String) -> Void) async {
    self.settings = settings
    guard let imported = readMock() else { return }
    var source = ImportSettings(vendor: .okta, source: settings.config ?? settings.org ?? "", name: imported.name)
    source.folder = imported.folder
    add(settings.config == nil ? await ImportRun(source, reading: settings.access, say: say) : ImportRun(source))
  }

  /// - Parameter run: the import of today.
  init(_ settings: VerifySettings, comparing run: ImportRun) {
    self.settings = settings
    if readMock() != nil { add(run) }
  }

  private mutating func readMock() -> ImportedMock? {
    guard settings.run.usedPaths.allSatisfy(Repository.holds) else {
      refuse("no file or folder '\(settings.run.usedPaths.first { !Repository.holds($0) } ?? "")'")
      return nil
    }
    let project = Project(settings.run, only: settings.tenant)
    diagnostics = project.diagnostics.filter { $0.severity == .error }
    guard !isRefused else { return nil }
    do throws(ImportedMock.Missing) { imported = try ImportedMock(of: settings.tenant, in: project) } catch {
      refuse(error.reason, suggestion: error.suggestion)
    }
    return imported
  }

  private mutating func add(_ run: ImportRun) {
    diagnostics += run.diagnostics
    (isOfOrg, saved, evaluator) = (run.isOfOrg, run.saved, run.evaluator)
    mock = run.files.first?.text ?? ""
  }

  private mutating func refuse(_ message: String, suggestion: String? = nil) {
    diagnostics.append(Diagnostic(.badSelection, message, at: nil, suggestion: suggestion))
  }

  /// Whether the same mock would be imported today: its first line only says where it is from.
  public var isUnchanged: Bool { imported.map { Self.body(of: $0.file.text) == Self.body(of: mock) } ?? false }

  private static func body(of text: String) -> Substring { text.drop { $0 != "\n" } }

  /// Works out what today's configuration means for people. Throws as `DiffRun.walk` does.
  public mutating func compare(interruption: @escaping @Sendable () -> RunEnd.Interruption = { .interrupted }) async throws {
    guard !isRefused, !isUnchanged, let imported else { return }
    var diff = DiffSettings()
    diff.run = settings.run
    diff.run.tenants = [TenantOverride(of: settings.tenant, to: settings.tenant)]
    diff.drafts = [imported.file.name: mock]
    diff.sides = ("\(settings.tenant) as imported", "\(settings.tenant) today")
    let run = DiffRun(diff)
    guard run.isRefused else {
      difference = try await run.walk(interruption: interruption)
      return
    }
    let own = JourneyRun(settings.run)
    let before = ImportedMock.rules(of: imported.file)
    // Without a scenario the rules are compared all the same.
    let isRight = !own.diagnostics.contains { $0.severity == .error && $0.id != .nothingFound }
    guard isRight, let before, let now = importedToday else { return diagnostics += run.diagnostics }
    isMisfit = true
    diagnostics += run.diagnostics.filter { $0.severity == .error && !own.diagnostics.contains($0) }.map { found in
      Diagnostic(
        found.id, "with the org's configuration of today: \(found.message)", at: found.range, severity: .warning,
        suggestion: "change it before the next import")
    }
    difference = try await RuleComparison(before: (diff.sides?.before ?? "", before), now: (diff.sides?.now ?? "", now))
      .difference(in: own)
  }

  /// The rules of an import of today alone.
  private var importedToday: TenantRules? {
    imported.flatMap { ImportedMock.rules(of: SourceFile(name: $0.file.name, text: mock)) }
  }

  /// Asks the org's own evaluator which rules decide. `settings.org` is the address of the org.
  ///
  /// - Parameter say: gets a sentence that says what is sent, and one where the org is waited for.
  public mutating func simulate(say: @escaping @Sendable (String) -> Void) async {
    guard settings.simulates, !isRefused, let org = settings.org else { return }
    do throws(OrgConnection.Refusal) {
      var access = settings.access
      access.savedTo = nil
      let connection = try OrgConnection(to: org, access, folder: settings.run.usedPaths.first ?? "journeys")
      do {
        simulated = try await HTTPClientTransport.withTransport(connection.http) { [self] transport in
          try await results(OrgReader(OktaAPI(), connection, over: transport, say: say), at: "\(connection.origin)", say: say)
        }
      } catch let failure as OrgFailure { unasked = failure.reason } catch { unasked = "'\(connection.origin)' is not asked: \(error)" }
    } catch { refuse(error.reason) }
  }

  /// - Parameter reader: asks the org, in tests a made one.
  mutating func simulate(_ reader: OrgReader, at origin: String, say: (String) -> Void) async {
    do throws(OrgFailure) { simulated = try await results(reader, at: origin, say: say) } catch { unasked = error.reason }
  }

  private func results(_ reader: OrgReader, at origin: String, say: (String) -> Void) async throws(OrgFailure) -> SimulatedRules {
    guard let evaluator, let imported else { throw OrgFailure(reason: "nothing was imported") }
    var now = settings.run
    now.drafts[imported.file.name] = mock
    guard let stored = rules(settings.run), let today = importedToday else {
      throw OrgFailure(reason: "tenant '\(settings.tenant)' has no rules, so there is nothing to ask")
    }
    // Where a file does not fit the org of today, only the import itself says what the mock would be.
    var simulation = Simulation(reader, evaluator, .init(mock: stored, now: rules(now) ?? today, imported: today))
    say("asking \(origin) \(simulation.count) questions: no one signs in, and nothing is changed")
    return try await simulation.results()
  }

  private func rules(_ run: RunSettings) -> TenantRules? {
    Project(run, only: settings.tenant).sites[settings.tenant]?.mock?.ruleSet
  }
}

extension VerifyRun {
  /// Whether the org decides in another way than the mock, or its configuration has changed for people.
  public var fails: Bool { isChanged || simulated?.isDifferent ?? false || isMisfit && !(difference?.isNotKnown ?? false) }
  private var isChanged: Bool { difference?.fails(on: Set(TenantDifference.classNames)) ?? false }
  public var isInterrupted: Bool { difference?.isInterrupted ?? false }
  /// Whether it is not known whether the org decides as the mock.
  public var isNotKnown: Bool { (difference?.isNotKnown ?? false) || simulated?.isNotKnown ?? false }
  public var isBroken: Bool { (difference?.isBroken ?? false) || unasked != nil }

  /// Whether there is a file where the result is kept that no such command wrote.
  public var isForeign: Bool { file.map { GeneratedFile.isForeign($0.path, mark: VerifiedTenant.mark) } ?? false }

  /// What other commands say of the import: verdicts, the day and the version, without addresses and texts.
  public var file: ImportRun.File? {
    guard !isRefused, let imported else { return nil }
    let state = isUnchanged ? "unchanged" : isChanged ? "changed" : difference?.isNotKnown ?? true ? "not known" : "unchanged for people"
    let record = VerifiedTenant(
      settings.tenant, day: String(DateText.rfc3339(millisecondsSinceEpoch: Instant.machine.milliseconds).prefix(10)),
      mock: imported.digest, configuration: state, simulated: simulated)
    return ImportRun.File(path: VerifiedTenant.path(of: settings.tenant, besides: imported.path), text: record.json)
  }

  /// For a terminal.
  public var text: String {
    let configuration =
      difference.map { $0.text }
      ?? "the configuration of \(settings.tenant) has not changed since the import\n"
    return configuration + (simulated.map { "\nas the org's own evaluator:\n\($0.text)" } ?? "")
      + (unasked.map { "\n" + HarmlessText.line("not known: the org's own evaluator could not be asked: \($0)", limit: 2000) + "\n" } ?? "")
  }

  /// For the comment of a pull request.
  public var markdown: String {
    (difference?.markdown ?? "The configuration of \(settings.tenant) has not changed since the import.\n")
      + (simulated.map { "\n#### As the org's own evaluator\n\n" + $0.markdown } ?? "")
      + (unasked.map { "\n**Not known**: the org's own evaluator could not be asked: \(MarkdownText.plain(HarmlessText.line($0)))\n" } ?? "")
  }
}
