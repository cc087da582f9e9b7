import Diagnostics
import Encodings
import FoundationEssentials
import JourneyModel
import JourneyScenario

/// What is read before scenarios are: where the files are, who the tenants are, what secrets there are.
struct Project: Sendable {
  let files: ProjectFiles
  /// `nil` where the project has no tenants.yaml.
  private(set) var tenants: TenantsFile?
  /// By name; those with mistakes are missing.
  private(set) var sites: [String: TenantSite] = [:]
  private(set) var diagnostics: [Diagnostic] = []
  let environment: RunEnvironment

  private static let tenantFiles = ["tenants.yaml", "tenants.yml"]

  /// Reads the project around the first of the paths.
  init(_ settings: RunSettings) {
    let first = settings.paths.first ?? "journeys"
    files = ProjectFiles.around(first)
    var secrets: [String: String] = [:]
    var problems: [Diagnostic] = []
    if let path = settings.secretsFile {
      do throws(SecretsFile.Problem) { secrets = try SecretsFile.read(path) } catch {
        problems.append(Diagnostic(.unreadableFile, error.message, at: nil))
      }
    }
    environment = RunEnvironment(variables: settings.environment, secrets: secrets)
    diagnostics = problems
    readTenants(near: first)
  }

  /// The default tenant's name.
  var defaultTenant: String? { tenants?.defaultTenant?.value ?? (tenants?.tenants.count == 1 ? tenants?.tenants[0].name.value : nil) }

  private mutating func readTenants(near path: String) {
    guard let name = tenantsName(near: path) else { return }
    let bytes: [UInt8]
    do throws(ScenarioFileError) { bytes = try files.bytes(of: name) } catch {
      diagnostics.append(Diagnostic(.unreadableFile, "'\(name)' cannot be read: \(error.reason)", at: nil))
      return
    }
    let read = TenantsFile.read(bytes, named: name, dialects: DriverRegistry.dialects.map(\.description.name))
    tenants = read.file
    diagnostics += read.diagnostics
    var binder = TenantSiteBinder(files: files, environment: environment)
    for entry in read.file.tenants {
      sites[entry.name.value] = binder.site(entry)
    }
    diagnostics += binder.diagnostics
  }

  /// The tenants file in the path's folder or the nearest above it, else the one of `journeys`.
  private func tenantsName(near path: String) -> String? {
    var folder = files.name(ofArgument: path) ?? ""
    if !files.isFolder(folder) { folder = folder.contains("/") ? ProjectFiles.parent(of: folder) : "" }
    while true {
      for name in Self.tenantFiles {
        let candidate = folder.isEmpty ? name : folder + "/" + name
        if FileManager.default.fileExists(atPath: files.root + "/" + candidate) { return candidate }
      }
      guard !folder.isEmpty else { break }
      folder = folder.contains("/") ? ProjectFiles.parent(of: folder) : ""
    }
    return Self.tenantFiles.map { "journeys/" + $0 }.first { FileManager.default.fileExists(atPath: files.root + "/" + $0) }
  }

  /// Has every mocked tenant walked on a mock that is served at this address.
  mutating func serveMocks(at address: String) {
    let url: WebURL
    do { url = try WebURL(address) } catch {
      diagnostics.append(Diagnostic(.badSelection, "--mock-at takes an absolute address, not '\(address)': \(error)", at: nil))
      return
    }
    for (name, site) in sites {
      guard let mock = site.mock else { continue }
      sites[name]?.reach = .served(url, mock)
      sites[name]?.issuer = url
    }
  }

  /// What scenarios are checked against.
  func surroundings(_ settings: RunSettings) -> ScenarioSurroundings {
    ScenarioSurroundings(
      defaultTenant: defaultTenant, tenants: tenants == nil ? nil : knownTenants, variables: Set(settings.variables.keys))
  }

  /// Every tenant of the file: of those with mistakes nothing is known but their names.
  private var knownTenants: [String: TenantSurroundings] {
    var known: [String: TenantSurroundings] = [:]
    for entry in tenants?.tenants ?? [] {
      known[entry.name.value] = sites[entry.name.value]?.surroundings ?? TenantSurroundings()
    }
    return known
  }
}
