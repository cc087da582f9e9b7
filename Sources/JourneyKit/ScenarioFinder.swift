import Diagnostics
import JourneyLanguage
import JourneyScenario
import SystemCalls

/// Finds the scenario files that paths of the command line mean.
struct ScenarioFinder {
  /// Folders within folders are followed no deeper than this.
  private static let deepest = 64

  let files: ProjectFiles
  private(set) var names: [String] = []
  private(set) var diagnostics: [Diagnostic] = []
  private var seen: Set<String> = []
  /// Where the folders really are that lie above the one that is looked through; a link to one of them leads round in circles.
  private var open: Set<String> = []

  init(files: ProjectFiles) { self.files = files }

  /// Adds the file, or every scenario file of the folder, sorted; names that begin with `_` are run only if they are named.
  mutating func add(_ path: String) {
    guard !ProjectFiles.leadsOut(path) else { return report("'\(path)' is a link that leads outside the project") }
    guard let name = files.name(ofArgument: path) else {
      return report("'\(path)' is outside the project in '\(files.root)'")
    }
    if files.isFolder(name) {
      let before = names.count
      addFolder(name, depth: 0)
      let isKnown = seen.contains { name.isEmpty || $0.hasPrefix(name + "/") }
      if names.count == before, !isKnown { report("no scenario files in '\(path)': they end with .yaml or .yml", id: .nothingFound) }
    } else {
      add(file: name)
    }
  }

  private mutating func addFolder(_ folder: String, depth: Int) {
    guard depth < Self.deepest else { return report("folders in '\(folder)' are nested too deeply") }
    let place = files.place(ofFolder: folder)
    guard files.name(ofArgument: place) != nil else { return report("'\(folder)' is a link that leads outside the project") }
    guard open.insert(place).inserted else { return }
    defer { open.remove(place) }
    let entries: [FolderEntry]
    do { entries = try files.entries(of: folder) } catch { return report("'\(folder)': \(error.reason)") }
    let isOfTenants = entries.contains { ProjectFiles.tenantFiles.contains($0.name) }
    for entry in entries where !entry.name.hasPrefix("_") && !entry.name.hasPrefix(".") {
      // The promises of tenants are in a file next to them.
      if isOfTenants, PromisesFile.names.contains(entry.name) { continue }
      let name = folder.isEmpty ? entry.name : folder + "/" + entry.name
      if entry.isFolder {
        addFolder(name, depth: depth + 1)
      } else if isScenarioFile(entry.name) {
        add(file: name)
      } else if isScenarioFile(entry.name.lowercased()) {
        diagnostics.append(
          Diagnostic(
            .nothingFound, "'\(name)' is not run: the names of scenario files end with .yaml or .yml, in lower case", at: nil,
            severity: .warning))
      }
    }
  }

  private mutating func add(file name: String) {
    if seen.insert(name).inserted { names.append(name) }
  }

  private func isScenarioFile(_ entry: String) -> Bool {
    guard entry.hasSuffix(".yaml") || entry.hasSuffix(".yml") else { return false }
    return !ProjectFiles.tenantFiles.contains(entry)
  }

  private mutating func report(_ message: String, id: DiagnosticID = .unreadableFile) {
    diagnostics.append(Diagnostic(id, message, at: nil))
  }
}
