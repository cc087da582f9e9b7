import Diagnostics
import JourneyRunner
import JourneyScenario

/// Which cases need a file with errors, where the rest is to run all the same.
struct RefusedCases {
  /// Files of scenarios, mocks and folders with errors.
  private let files: Set<String>
  /// By tenant, the first of its own files with an error.
  private let tenants: [String: String]

  /// `nil` where an error may concern any case, such as one in tenants.yaml, in a fragment or of a flag.
  ///
  /// - Parameter scenarios: the names of the files that were read.
  init?(_ project: Project, _ diagnostics: [Diagnostic], scenarios: Set<String>) {
    let wrong = project.wrong.mapValues { $0.compactMap(\.range?.file.name) }.filter { !$0.value.isEmpty }
    let ofTenants = Set(wrong.values.joined()).subtracting([project.tenants?.file.name].compactMap(\.self))
    tenants = wrong.compactMapValues(\.first)
    let places = diagnostics.filter { $0.severity == .error }.map(\.range?.file.name)
    files = Set(places.compactMap(\.self))
    guard !places.contains(nil), files.allSatisfy({ scenarios.contains($0) || ofTenants.contains($0) || Self.isOfFolder($0) }) else {
      return nil
    }
  }

  /// By case, the file with errors that it needs.
  ///
  /// - Parameter places: where the scenario of each case begins.
  func reasons(for cases: [PlannedCase], at places: [String: SourceRange]) -> [String: String] {
    let folders = files.filter(Self.isOfFolder).sorted()
    var found: [String: String] = [:]
    for planned in cases {
      guard let file = places[planned.id]?.file.name else { continue }
      let folder = folders.first { FolderPath.holds(file, in: FolderPath.parent(of: $0)) }
      found[planned.id] = files.contains(file) ? file : folder ?? tenants[planned.tenant.name]
    }
    return found
  }

  private static func isOfFolder(_ file: String) -> Bool {
    ["_folder.yaml", "_folder.yml"].contains(file.split(separator: "/").last.map(String.init) ?? file)
  }
}
