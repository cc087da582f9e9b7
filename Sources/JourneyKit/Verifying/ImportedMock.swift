import Diagnostics
import JourneyMock
import TenantDecisions
import TenantImport

/// The file that an import wrote for a tenant, whose mock it is or which its mock extends.
struct ImportedMock: Sendable {
  /// There is none; lower case, without a full stop.
  struct Missing: Error {
    var reason: String
    var suggestion: String?
  }

  /// As reports call it.
  let file: SourceFile
  /// Where it is, wherever the command is given.
  let path: String
  /// Distinguishes the mock, with everything that it extends, from another one.
  let digest: String
  /// What the import called the tenant.
  let name: String

  init(of tenant: String, in project: Project) throws(Missing) {
    guard let site = project.sites[tenant] else {
      let nearest = project.sites.keys.sorted()
      throw Missing(
        reason: "no tenant '\(tenant)'" + (project.tenants == nil ? ": tenants.yaml is missing" : ""),
        suggestion: NameAdvice(for: tenant, among: nearest).suggestion)
    }
    guard let mock = site.mock else { throw Missing(reason: "tenant '\(tenant)' has no mock, so nothing of it was imported") }
    let files = mock.files.filter { GeneratedFile.isMarked($0.text, ImportedTenant.mark) }.sorted { $0.name < $1.name }
    guard let file = files.first else {
      throw Missing(
        reason: "the mock of tenant '\(tenant)' was not imported, and extends no import",
        suggestion: "journey import makes a mock of an org's configuration")
    }
    guard files.count == 1 else {
      throw Missing(reason: "the mock of tenant '\(tenant)' extends \(files.count) imports: \(NameAdvice.list(files.map(\.name)))")
    }
    self.file = file
    path = project.files.absolute(file.name)
    digest = MeaningDigest.of(mock.files.sorted { $0.name < $1.name }.map(\.text).joined(separator: "\u{0}"))
    let last = file.name.split(separator: "/").last ?? ""
    name = String(last.prefix { $0 != "." })
  }

  /// The folder of scenarios that the import was made for: `_mock/NAME/NAME.yaml` is below it.
  var folder: String {
    FolderPath.parent(of: FolderPath.parent(of: FolderPath.parent(of: path)))
  }

  /// The rules of an import without anything that extends it; `nil` if it does not load.
  static func rules(of file: SourceFile) -> TenantRules? {
    var found: [Diagnostic] = []
    let mock = MockTenant.load(file, speeches: DialectRegistry().speeches, diagnostics: &found) { _, _ throws(UnreadableInclude) in
      throw UnreadableInclude("an import includes no files")
    }
    return mock?.ruleSet
  }
}
