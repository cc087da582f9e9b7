import Diagnostics
import JourneyLanguage
import JourneyMock
import JourneyScenario

/// What a YAML file is that an editor has open: most of those that it opens are none of this project's business.
enum EditedFileKind {
  case scenario
  case fragment
  /// What scenarios below it share.
  case folder
  case tenants
  case promises
  /// A mock that tenants.yaml names, or a file that such a mock is put together from.
  case mock
  case other

  /// - Parameter name: in the project.
  init(of name: String, text: String, in project: Project) {
    let last = name.split(separator: "/").last.map(String.init) ?? ""
    let tenants = project.tenants?.file.name
    if ProjectFiles.tenantFiles.contains(last) {
      self = .tenants
    } else if PromisesFile.names.contains(last), let tenants, Self.folder(of: tenants) == Self.folder(of: name) {
      self = .promises
    } else if project.mockFiles.contains(name) {
      self = .mock
    } else if last == "_folder.yaml" || last == "_folder.yml" {
      self = .folder
    } else if last.hasPrefix("_") {
      self = .fragment
    } else {
      self = Self.isScenario(name, text, besideTenants: tenants) ? .scenario : .other
    }
  }

  /// Of a name in the project; empty for the project's own.
  private static func folder(of name: String) -> String { name.contains("/") ? FolderPath.parent(of: name) : "" }

  /// Whether it says that it is one, or lies where `check` would find it.
  private static func isScenario(_ name: String, _ text: String, besideTenants tenants: String?) -> Bool {
    let lines = text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline)
    if lines.contains(where: { $0.hasPrefix("journey:") }) { return true }
    guard let tenants else { return true }
    let folder = folder(of: tenants)
    guard folder.isEmpty || name.hasPrefix(folder + "/") else { return false }
    let below = folder.isEmpty ? name[...] : name.dropFirst(folder.count + 1)
    return !below.split(separator: "/").contains { $0.hasPrefix("_") || $0.hasPrefix(".") }
  }
}

extension Project {
  /// The mocks that tenants.yaml names, also those with errors, and what they are put together from.
  fileprivate var mockFiles: Set<String> {
    let named = (tenants?.tenants ?? []).compactMap { entry -> String? in
      guard case .mock(let path)? = entry.installation else { return nil }
      do throws(ScenarioFileError) { return try files.name(of: path.value, relativeTo: path.range.file.name) } catch {
        // Nothing lies there that could be open.
        return nil
      }
    }
    return Set(named + sites.values.flatMap { $0.mock?.files.map(\.name) ?? [] })
  }
}
