public import Diagnostics
import JourneyMock
import LocatedYAML
import OktaImport
import SystemCalls
import TenantImport

/// Imports a vendor's configuration as a mock tenant: works the files out, and writes none.
public struct ImportRun: Sendable {
  /// A file that the import is to write.
  public struct File: Sendable, Hashable {
    public let path: String
    public let text: String
  }

  /// Why nothing can be imported.
  public private(set) var diagnostics: [Diagnostic] = []
  public var isRefused: Bool { diagnostics.contains { $0.severity == .error } }
  /// Whether it is the org that could not be read, and no file or setting is wrong.
  public private(set) var isOfOrg = false
  /// The mock tenant, its report, and the report as JSON.
  public private(set) var files: [File] = []
  /// The answers of an org, to be kept; also where they cannot be imported.
  public internal(set) var saved: [File] = []
  /// What the plan does, a line for each resource that it changes; empty without a plan.
  public private(set) var planned: [String] = []
  /// A sentence that says how much is in each list.
  public private(set) var summary = ""
  /// What is not in the list of what is accepted; lines that such a file takes.
  public private(set) var unaccepted: [String] = []
  /// Entries of the list of what is accepted that match nothing any more.
  public private(set) var stale: [String] = []

  /// What the org's own evaluator can be asked; `nil` if nothing was imported.
  private(set) var evaluator: (any OrgEvaluator)?
  private var apps: [ImportedTenant.App] = []
  private var dialect = ""
  private let settings: ImportSettings

  public init(_ settings: ImportSettings) {
    do throws(SourceFolder.Unreadable) {
      self.init(settings, folder: try SourceFolder(reading: settings.source))
    } catch {
      self.init(settings, refused: error.reason)
    }
  }

  init(_ settings: ImportSettings, folder: SourceFolder) {
    self.settings = settings
    read(folder)
    for folder in ["\(settings.folder)/_mock", "\(settings.folder)/_mock/\(settings.name)"]
    where FileStatus(ofLinkOrFile: folder)?.kind == .link {
      refuse("'\(folder)' is a link: links are not followed")
    }
    for file in files where GeneratedFile.isForeign(file.path, mark: ImportedTenant.mark) {
      refuse("'\(file.path)' was not written by an import: it is not overwritten; give another name with --as")
    }
  }

  /// Nothing was read.
  init(_ settings: ImportSettings, refused reason: String) {
    self.settings = settings
    refuse(reason)
  }

  /// Nothing was read, as the org does not let it.
  init(_ settings: ImportSettings, refusedByOrg reason: String) {
    self.init(settings, refused: reason)
    isOfOrg = true
  }

  private mutating func read(_ folder: SourceFolder) {
    switch settings.vendor {
    case .okta:
      do throws(OktaImporter.Refusal) {
        var plan: OktaPlan?
        if let path = settings.plan {
          guard let read = readPlan(path) else { return }
          plan = OktaPlan(read, over: folder)
          guard let plan, isMade(plan, of: path) else { return }
          planned = plan.lines
        }
        let importer = try OktaImporter(folder, name: settings.name, plan: plan)
        add(importer.tenant, importer.report)
        evaluator = importer.evaluator
      } catch { refuse("'\(settings.source)' is not imported: \(error.reason)") }
    }
  }

  /// The plan of a file; `nil` if it is refused.
  private mutating func readPlan(_ path: String) -> TerraformPlan? {
    let limit = ImportLimits().fileBytes
    do throws(SystemError) {
      let file = try OpenFile(reading: path, followsLinks: true, waits: false)
      defer { file.close() }
      let text = try file.readAll(limit: limit)
      guard text.count <= limit else {
        refuse("'\(path)' is larger than what is read")
        return nil
      }
      do throws(TerraformPlan.Refusal) { return try TerraformPlan(text) } catch { refuse("'\(path)' is not read: \(error.reason)") }
    } catch { refuse("'\(path)' cannot be read: \(error)") }
    return nil
  }

  /// Whether a plan is one of the org as it is in the folder.
  private mutating func isMade(_ plan: OktaPlan, of path: String) -> Bool {
    if let reason = plan.refusal {
      refuse("'\(path)' is not imported: \(reason)")
      return false
    }
    if plan.differences.isEmpty || settings.ignoresState { return true }
    let left = plan.differences.count - Self.mostDifferences
    let shown = plan.differences.prefix(Self.mostDifferences) + (left > 0 ? ["and \(left) more"] : [])
    refuse(
      "'\(path)' was made for another state of the org than '\(settings.source)' has: \(shown.joined(separator: "; ")). "
        + "Fetch the responses again and plan again, or give --anyway")
    return false
  }

  private static let mostDifferences = 5

  private mutating func add(_ tenant: ImportedTenant, _ report: ImportReport) {
    let place = "\(settings.folder)/_mock/\(settings.name)/\(settings.name)"
    files = [
      File(path: "\(place).yaml", text: tenant.yaml), File(path: "\(place).report.md", text: report.markdown),
      File(path: "\(place).report.json", text: report.json),
    ]
    if let reason = Self.problem(of: SourceFile(name: "\(place).yaml", text: tenant.yaml)) {
      return refuse("cannot import '\(settings.source)': the mock that was made from it does not load: \(reason)")
    }
    apps = tenant.apps
    dialect = tenant.dialect
    let counts = report.counts
    summary =
      "fields of the org's JSON: " + ImportList.allCases.map { "\(counts[$0] ?? 0) \($0.rawValue)" }.joined(separator: ", ")
      + "; \(settings.name).report.md explains them"
    if settings.isStrict { compare(report) }
  }

  /// Why a mock cannot be loaded; `nil` if it can.
  static func problem(of mock: SourceFile) -> String? {
    var found: [Diagnostic] = []
    _ = MockTenant.load(mock, speeches: DialectRegistry().speeches, diagnostics: &found) { _, _ throws(UnreadableInclude) in
      throw UnreadableInclude("an import includes no files")
    }
    return found.first { $0.severity == .error }?.message
  }

  /// Compares what was found with what is accepted.
  private mutating func compare(_ report: ImportReport) {
    let files = ProjectFiles.around(settings.folder)
    var list = AllowedList()
    if let path = settings.accepted {
      list = AllowedList(path, of: "findings", reason: "the reason why it is accepted", in: files, diagnostics: &diagnostics)
    }
    let accepted = Set(list.reasons.map(\.id.value))
    let findings = report.findings
    let found = Set(findings.map(\.id))
    unaccepted =
      findings.filter { !accepted.contains($0.id) }.map { Self.entry($0.id, reason: $0.reason) }
    stale = list.reasons.filter { !found.contains($0.id.value) }.map { Self.text($0.id.value) }
  }

  /// An entry of a list of what is accepted.
  private static func entry(_ id: String, reason: String) -> String { "\(text(id)): \(text(reason.isEmpty ? "not looked at" : reason))" }

  private static func text(_ text: String) -> String { YAMLText.scalar(text, isInBrackets: true) }

  mutating func refuse(_ message: String) { diagnostics.append(Diagnostic(.badSelection, message, at: nil)) }
}

extension ImportRun {
  /// The lines for tenants.yaml, and what to do next.
  public var next: String {
    let clients = apps.filter { $0.redirect != nil }
    let hasTenants = ProjectFiles.tenantFiles.contains { FileStatus(ofLinkOrFile: "\(settings.folder)/\($0)") != nil }
    var lines =
      hasTenants
      ? ["", "Add to \(settings.folder)/tenants.yaml, below 'tenants':", ""]
      : ["", "Create \(settings.folder)/tenants.yaml with these lines:", "", "tenants:"]
    for (place, app) in clients.prefix(Self.mostClients).enumerated() {
      lines += place == 0 ? first(app) : other(app)
    }
    if clients.count > Self.mostClients { lines.append("  # and \(clients.count - Self.mostClients) more apps: see 'clients' in the mock") }
    lines += [
      "", "Then:", "  journey outcomes \(settings.folder) --tenant \(settings.name)             # who is asked for what",
      "  journey outcomes \(settings.folder) --tenant \(settings.name) --weakest   # the weakest way into each app", "",
    ]
    return lines.map { $0 + "\n" }.joined()
  }

  private static let mostClients = 3

  private func first(_ app: ImportedTenant.App) -> [String] {
    [
      "  \(Self.text(settings.name)):", "    dialect: \(dialect)", "    mock: _mock/\(settings.name)/\(settings.name).yaml",
    ] + client(app)
  }

  private func other(_ app: ImportedTenant.App) -> [String] {
    ["  \(settings.name)-\(app.name):", "    like: \(Self.text(settings.name))"] + client(app)
  }

  private func client(_ app: ImportedTenant.App) -> [String] {
    ["    client: {id: \(Self.text(app.name)), redirect_uri: \"\(app.redirect ?? "")\"}"]
  }
}
