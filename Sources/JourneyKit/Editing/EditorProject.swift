import Diagnostics
import FoundationEssentials
import JourneyEditing
import JourneyReports
import JourneyRunner
import JourneyScenario

/// The projects of the files that an editor has open, each read once until a file is saved.
struct EditorProject: EditedProject {
  private static let tenantFiles: Set<String> = ["tenants.yaml", "tenants.yml"]

  private let settings: RunSettings
  /// By the folder of the files.
  private var projects: [String: Project] = [:]
  private var contexts: [String: ScenarioContext] = [:]

  init(_ settings: RunSettings) {
    var settings = settings
    settings.needsValues = false
    self.settings = settings
  }

  private static func lastName(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

  mutating func reading(of path: String, text: String) -> EditedReading {
    let project = project(of: path)
    guard let name = project.files.name(ofArgument: path) else { return EditedReading(diagnostics: [], scenarios: []) }
    if Self.tenantFiles.contains(Self.lastName(of: path)) {
      return EditedReading(diagnostics: tenantsProblems(path, name, text), scenarios: [])
    }
    var files = project.files
    files.drafts[name] = text
    var reader = ScenarioReader(files: files, context: context(of: path))
    if Self.lastName(of: path).hasPrefix("_") {
      let found = reader.check(fragment: Array(text.utf8), named: name)
      return EditedReading(diagnostics: found.filter { $0.range.map { $0.file.name == name } ?? true }, scenarios: [])
    }
    let reading = reader.read(Array(text.utf8), named: name)
    return EditedReading(
      diagnostics: reading.diagnostics.filter { $0.range.map { $0.file.name == name } ?? true },
      scenarios: reading.scenarios.map(\.title.range.start.line))
  }

  /// What is wrong with tenants.yaml and the mocks that it names, as far as it is in this file.
  private func tenantsProblems(_ path: String, _ name: String, _ text: String) -> [Diagnostic] {
    var settings = settings
    settings.paths = [path]
    settings.drafts[name] = text
    return Project(settings).diagnostics.filter { $0.range?.file.name == name }
  }

  mutating func context(of path: String) -> ScenarioContext {
    let folder = FolderPath.parent(of: path)
    if let known = contexts[folder] { return known }
    let context = project(of: path).context(settings)
    contexts[folder] = context
    return context
  }

  private mutating func project(of path: String) -> Project {
    let folder = FolderPath.parent(of: path)
    if let known = projects[folder] { return known }
    var settings = settings
    settings.paths = [folder]
    let project = Project(settings)
    projects[folder] = project
    return project
  }

  func fragments(near path: String) -> [String] {
    let folder = FolderPath.parent(of: path)
    guard let entries = FileManager.default.enumeratedNames(in: folder) else { return [] }
    return entries.filter { $0.hasPrefix("_") && ($0.hasSuffix(".yaml") || $0.hasSuffix(".yml")) && !$0.hasPrefix("_folder.") }
  }

  func path(of name: String, relativeTo path: String) -> String? {
    let found = FolderPath.resolved(FolderPath.parent(of: path) + "/" + name)
    return FileManager.default.fileExists(atPath: found) ? found : nil
  }

  mutating func refresh() {
    projects = [:]
    contexts = [:]
  }

  func run(_ path: String, line: Int) async -> (passed: Bool, text: String) {
    var settings = settings
    settings.paths = [path]
    settings.needsValues = true
    settings.selection.places = [ScenarioPlace(file: path, line: line)]
    let run = JourneyRun(settings)
    guard !run.isRefused else {
      let told = run.diagnostics.filter { $0.severity == .error }.map(\.message)
      return (false, "the file has errors: \(told.prefix(3).joined(separator: "; "))")
    }
    do {
      let report = try await run.run()
      let texts = try report.cases.map { "\($0.verdict.name): " + report.redactor.redacted(try report.description(of: $0)) }
      let passed = report.cases.allSatisfy { $0.verdict == .passed }
      return (passed, texts.isEmpty ? "no scenario begins at line \(line)" : texts.joined(separator: "\n\n"))
    } catch { return (false, "it could not be run: \(error)") }
  }
}

extension FileManager {
  /// The names of what a folder holds, sorted; `nil` if it cannot be read.
  fileprivate func enumeratedNames(in folder: String) -> [String]? {
    do { return try contentsOfDirectory(atPath: folder).sorted() } catch {
      // There is nothing to offer then.
      return nil
    }
  }
}
