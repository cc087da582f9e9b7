import Diagnostics
import Encodings
import FoundationEssentials
import JourneyClient
import JourneyLanguage
import JourneyMock
import JourneyModel
import JourneyScenario

/// What is read before scenarios are: where the files are, who the tenants are, what secrets there are.
struct Project: Sendable {
  let files: ProjectFiles
  /// `nil` if the project has no tenants.yaml.
  private(set) var tenants: TenantsFile?
  /// By name; those with errors are missing.
  private(set) var sites: [String: TenantSite] = [:]
  private(set) var diagnostics: [Diagnostic] = []
  /// By tenant, what its entry needs from the environment or the policy and does not get, and what is a risk: reported only if it is used.
  private(set) var unbound: [String: [Diagnostic]] = [:]
  /// By tenant, what is wrong with its entry and its mock, also where another tenant has the same; it counts only where the tenant is used.
  private(set) var wrong: [String: [Diagnostic]] = [:]
  /// Tenants whose mocks were not read, since no scenario that is selected names them.
  private(set) var unread: Set<String> = []
  let environment: RunEnvironment
  /// The dialects that its tenants may speak.
  let dialects: DialectRegistry
  /// What the caller's policy and tenants.yaml allow.
  private(set) var trust: TrustRules

  /// Reads the project around the first of the paths.
  ///
  /// - Parameter only: the one tenant that is asked for, if there is such a one: the mocks of the others are not read.
  init(_ settings: RunSettings, only: String? = nil) {
    let first = settings.usedPaths.first ?? "journeys"
    self.init(around: first, settings)
    readTenants(near: first, only: only, settings)
    for name in settings.maildirs.keys.sorted() where !knows(name) {
      diagnostics.append(Diagnostic(.badSelection, "\(settings.spelling[.maildirs]): unknown tenant '\(name)'", at: nil))
    }
  }

  /// A project whose tenants.yaml is not written yet.
  ///
  /// - Parameter text: what will be in it.
  init(tenants text: String, _ settings: RunSettings) {
    self.init(around: "journeys", settings)
    bind(Array(text.utf8), named: "journeys/\(ProjectFiles.tenantFiles[0])", only: nil, settings)
  }

  /// Everything but the tenants.
  private init(around first: String, _ settings: RunSettings) {
    var files = ProjectFiles.around(first)
    files.drafts = settings.drafts
    self.files = files
    var secrets: [String: String] = [:]
    var problems: [Diagnostic] = []
    if let path = settings.secretsFile {
      do throws(SecretsFile.Problem) { secrets = try SecretsFile.read(path) } catch {
        problems.append(Diagnostic(.unreadableFile, error.message, at: nil))
      }
    }
    let (policy, found) = PolicyFile.read(settings.policyFile, project: files)
    trust = TrustRules(policy)
    environment = RunEnvironment(
      variables: settings.environment, secrets: secrets, trust: trust, isNeeded: settings.needsValues, spelling: settings.spelling)
    dialects = settings.dialects
    diagnostics = problems + found
  }

  /// Whether tenants.yaml has a tenant of this name, with or without errors.
  func knows(_ name: String) -> Bool { tenants?.tenants.contains { $0.name.value == name } ?? false }

  /// The default tenant's name.
  var defaultTenant: String? { tenants?.defaultTenant?.value ?? (tenants?.tenants.count == 1 ? tenants?.tenants[0].name.value : nil) }

  private mutating func readTenants(near path: String, only: String?, _ settings: RunSettings) {
    guard let name = tenantsName(near: path) else { return }
    let bytes: [UInt8]
    do throws(ScenarioFileError) { bytes = try files.bytes(of: name) } catch {
      diagnostics.append(Diagnostic(.unreadableFile, "'\(name)' cannot be read: \(error.reason)", at: nil))
      return
    }
    bind(bytes, named: name, only: only, settings)
  }

  private mutating func bind(_ bytes: [UInt8], named name: String, only: String?, _ settings: RunSettings) {
    let read = TenantsFile.read(bytes, named: name, dialects: dialects.dialects.map(\.description.name))
    tenants = read.file
    trust.allowance = read.file.allowance
    diagnostics += read.diagnostics
    let asked = read.file.tenants.filter { $0.name.value == only }
    let named = asked.isEmpty ? NamedTenants(files, read.file, settings)?.names : nil
    for entry in asked.isEmpty ? read.file.tenants : asked where !Task.isCancelled {
      if let named, case .mock? = entry.installation, !named.contains(entry.name.value) {
        unread.insert(entry.name.value)
        continue
      }
      var binder = TenantSiteBinder(
        files: files, environment: environment, trust: trust, dialects: dialects, mocks: settings.mocks, maildirs: settings.maildirs,
        clients: settings.clients)
      sites[entry.name.value] = binder.site(entry)
      let owed: Set<DiagnosticID> = [
        .unboundVariable, .notSet, .notAllowed, .plainHTTP, .guessableSecret, .unusedProxy, .unreadableFile,
      ]
      unbound[entry.name.value] = binder.diagnostics.filter { owed.contains($0.id) }
      let found = binder.diagnostics.filter { !owed.contains($0.id) }
      wrong[entry.name.value] = found.filter { $0.severity == .error }
      add(found, to: read.diagnostics)
    }
    let concealment = concealment(ofScenarios: false)
    diagnostics = concealment.concealed(diagnostics)
    unbound = unbound.mapValues(concealment.concealed)
    wrong = wrong.mapValues(concealment.concealed)
  }

  /// Adds what was found while a tenant was bound. Tenants that share a mock share its errors; and what the file itself
  /// was refused for is not reported a second time in other words.
  private mutating func add(_ found: [Diagnostic], to read: [Diagnostic]) {
    let isRefused = read.contains { $0.severity == .error }
    for diagnostic in found where !diagnostics.contains(where: { $0.reads(like: diagnostic) }) {
      let isOfFile = diagnostic.range?.file == read.first?.range?.file
      if isRefused, isOfFile, [.missingKey, .badValue].contains(diagnostic.id) { continue }
      diagnostics.append(diagnostic)
    }
  }

  /// What is wrong with the mocks' own flows; each is said once, however many tenants share a mock.
  ///
  /// - Parameter count: how many are explored at a time.
  mutating func exploreMocks(atATime count: Int) async {
    add(await MockTenant.unreachableEdges(of: differentMocks, atATime: count).flatMap(\.self))
  }

  /// The same, one after the other.
  mutating func exploreMocks() { add(MockTenant.unreachableEdges(of: differentMocks).flatMap(\.self)) }

  private var differentMocks: [MockTenant] {
    var known: Set<[String]> = []
    return sites.keys.sorted().compactMap { sites[$0]?.mock }.filter { known.insert($0.files.map(\.name).sorted()).inserted }
  }

  private mutating func add(_ found: [Diagnostic]) {
    for diagnostic in found where !diagnostics.contains(where: { $0.reads(like: diagnostic) }) { diagnostics.append(diagnostic) }
  }

  /// The tenants file in the path's folder or the nearest above it, else the one of `journeys`.
  private func tenantsName(near path: String) -> String? {
    let root = files.rootName
    var folder = files.name(ofArgument: path) ?? root
    let below = (folder.isEmpty ? "" : folder + "/") + "journeys/"
    if !files.isFolder(folder) { folder = folder.contains("/") ? FolderPath.parent(of: folder) : "" }
    while true {
      for name in ProjectFiles.tenantFiles {
        let candidate = folder.isEmpty ? name : folder + "/" + name
        if FileManager.default.fileExists(atPath: files.absolute(candidate)) { return candidate }
      }
      guard folder != root, !folder.isEmpty else { break }
      folder = folder.contains("/") ? FolderPath.parent(of: folder) : ""
    }
    return [files.name(below: "journeys/"), below].flatMap { place in ProjectFiles.tenantFiles.map { place + $0 } }.first {
      FileManager.default.fileExists(atPath: files.absolute($0))
    }
  }

  /// Has mocked tenants walked on a mock that is served.
  mutating func serveMocks(at place: MockAddress, _ spelling: SettingSpelling) {
    let (named, url) = (place.tenant, place.url)
    if let named, sites[named]?.mock == nil {
      diagnostics.append(Diagnostic(.badSelection, "\(spelling[.mockAddresses]): unknown mock tenant '\(named)'", at: nil))
      return
    }
    let reach = SecretScope(own: url.origin.map { [$0] } ?? [], isCallers: true)
    let secrets = environment.secrets(for: reach)
    for (name, site) in sites where named == nil || named == name {
      guard let mock = site.mock else { continue }
      sites[name]?.reach = .served(url, mock)
      sites[name]?.issuer = url
      sites[name]?.secretScope = reach
      sites[name]?.secrets = secrets
    }
  }

  /// What must not be seen of these tenants: of their accounts and headers, and everything in the secrets file.
  func secrets(ofTenants names: Set<String>) -> [Secret] {
    let walked = sites.values.filter { names.contains($0.name) }
    return environment.ownSecrets + walked.flatMap(\.ownSecrets)
  }

  /// What no message about its files may show: passwords of live tenants in files belong to real people.
  ///
  /// - Parameters:
  ///   - ofScenarios: whether a value of several words is a text for people.
  ///   - needs: the secrets that scenarios name.
  ///   - more: what else is known of scenarios.
  func concealment(ofScenarios: Bool, naming needs: [Reference] = [], more: [Secret] = []) -> SourceConcealment {
    SourceConcealment(hiding: knownSecrets(naming: needs) + more, allowsSentences: ofScenarios)
  }

  /// The caller's secrets, those of the environment as far as they are named, and those that files have of live tenants.
  func knownSecrets(naming needs: [Reference]) -> [Secret] {
    environment.ownSecrets + environment.secrets(named: needs) + sites.values.filter(\.isLive).flatMap(\.ownSecrets)
  }

  /// What scenarios are checked against.
  func context(_ settings: RunSettings) -> ScenarioContext {
    ScenarioContext(
      defaultTenant: defaultTenant, tenants: tenants == nil ? nil : knownTenants(settings), variables: Set(settings.variables.keys))
  }

  /// Every tenant of the file, with the environment that is used: of those with errors only their names are known.
  private func knownTenants(_ settings: RunSettings) -> [String: TenantContext] {
    var known: [String: TenantContext] = [:]
    for entry in tenants?.tenants ?? [] {
      let name = installation(of: entry.name.value, settings.tenants)
      known[entry.name.value] = sites[name]?.context(inventories: settings.checksInventories) ?? TenantContext()
      guard !settings.checksInventories else { continue }
      // What comes of it that a person of this version lacks something shows by walking.
      for (account, attributes) in sites[entry.name.value]?.attributes ?? [:] {
        known[entry.name.value]?.accounts?[account]?.append(contentsOf: attributes)
      }
    }
    return known
  }

  /// The tenant that a tenant's scenarios are run on: the first override of it or of its dialect says.
  func installation(of system: String, _ overrides: [TenantOverride]) -> String {
    for override in overrides {
      if let tenant = override.tenant {
        if tenant == system { return override.target }
      } else if let dialect = sites[override.target]?.dialect.description.name, dialect == sites[system]?.dialect.description.name {
        return override.target
      }
    }
    return system
  }
}

extension Project {
  /// What was found, for something that uses these tenants alone: what is wrong with others is a warning.
  func diagnostics(using tenants: Set<String>) -> [Diagnostic] { diagnostics.map { softened($0, using: tenants) } }

  /// A message as it is where these tenants alone are used: an error of others is a warning.
  func softened(_ diagnostic: Diagnostic, using tenants: Set<String>) -> Diagnostic {
    guard diagnostic.severity == .error else { return diagnostic }
    let names = wrong.keys.filter { wrong[$0]?.contains { $0.reads(like: diagnostic) } ?? false }.sorted()
    guard let name = names.first, tenants.isDisjoint(with: names) else { return diagnostic }
    var softened = diagnostic
    softened.severity = .warning
    let whose = names.count == 1 ? "the tenant '\(name)', which is" : "\(names.count) tenants that are"
    softened.message += " (in \(whose) not used here)"
    return softened
  }

  /// What keeps a tenant from being used.
  func errors(of tenant: String) -> [Diagnostic] {
    (diagnostics(using: [tenant]) + (unbound[tenant] ?? [])).filter { $0.severity == .error }
  }

  /// What is said of a tenant that is not there, or has errors.
  func missing(_ name: String) -> Diagnostic {
    let names = (tenants?.tenants.map(\.name.value) ?? []).sorted()
    let possible = names.isEmpty ? "tenants.yaml is missing" : "there is \(names.joined(separator: ", "))"
    let nearest = ClosestMatch.of(name, in: names).map { "did you mean '\($0)'?" }
    return Diagnostic(.unknownTenant, "no tenant '\(name)': \(possible)", at: nil, suggestion: nearest)
  }
}

extension Diagnostic {
  /// Whether it says the same of the same place, also where the file was read once more, or by a tenant that extends it.
  fileprivate func reads(like other: Diagnostic) -> Bool {
    guard id == other.id, message == other.message else { return false }
    return Self.isSame(range, other.range) || other.notes.contains { $0.range != nil && Self.isSame(range, $0.range) }
  }

  private static func isSame(_ one: SourceRange?, _ other: SourceRange?) -> Bool {
    one?.file.name == other?.file.name && one?.start == other?.start && one?.end == other?.end
  }
}
