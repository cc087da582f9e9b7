import Diagnostics
import FoundationEssentials
import JourneyEditing
import JourneyLanguage
import JourneyReports
import JourneyRunner
import JourneyScenario

/// The projects of the files that an editor has open, each read once until a file is saved.
struct EditorProject: EditedProject {
  private let settings: RunSettings
  /// By the folder of the files.
  private var projects: [String: Project] = [:]
  private var contexts: [String: ScenarioContext] = [:]

  init(_ settings: RunSettings) {
    var settings = settings
    settings.needsValues = false
    self.settings = settings
  }

  mutating func reading(of path: String, text: String) -> EditedReading {
    let project = project(of: path)
    guard let name = project.files.name(ofArgument: path) else { return EditedReading(diagnostics: [], scenarios: []) }
    var files = project.files
    files.drafts[name] = text
    var reader = ScenarioReader(files: files, context: context(of: path))
    switch EditedFileKind(of: name, text: text, in: project) {
    case .scenario:
      let reading = reader.read(Array(text.utf8), named: name)
      return EditedReading(
        diagnostics: Self.found(reading.diagnostics, in: name), scenarios: reading.scenarios.map(\.title.range.start.line))
    case .fragment:
      return EditedReading(diagnostics: Self.found(reader.check(fragment: Array(text.utf8), named: name), in: name))
    case .folder:
      return EditedReading(diagnostics: Self.found(reader.check(folder: Array(text.utf8), named: name), in: name))
    case .tenants, .mock: return EditedReading(diagnostics: projectProblems(path, name, text), isOfScenarios: false)
    case .promises: return EditedReading(diagnostics: promiseProblems(path, name, text), isOfScenarios: false)
    case .other: return EditedReading(diagnostics: [], isOfScenarios: false)
    }
  }

  /// What is said of the file, or of no file.
  private static func found(_ diagnostics: [Diagnostic], in name: String) -> [Diagnostic] {
    diagnostics.filter { $0.range.map { $0.file.name == name } ?? true }
  }

  /// What is wrong with tenants.yaml and the mocks that it names, as far as it is in this file.
  private func projectProblems(_ path: String, _ name: String, _ text: String) -> [Diagnostic] {
    Project(drafting(home(of: path), name, text)).diagnostics.filter { $0.range?.file.name == name }
  }

  /// What is wrong with promises.yaml; whether mocks keep what it says takes longer than typing.
  private func promiseProblems(_ path: String, _ name: String, _ text: String) -> [Diagnostic] {
    PromiseCheck(JourneyRun(drafting(path, name, text))).diagnostics.filter { $0.range?.file.name == name }
  }

  private func drafting(_ path: String, _ name: String, _ text: String) -> RunSettings {
    var settings = settings
    settings.paths = [path]
    settings.drafts[name] = text
    return settings
  }

  mutating func context(of path: String) -> ScenarioContext {
    let folder = home(of: path)
    if let known = contexts[folder] { return known }
    let context = project(of: path).context(settings)
    contexts[folder] = context
    return context
  }

  private mutating func project(of path: String) -> Project {
    let folder = home(of: path)
    if let known = projects[folder] { return known }
    var settings = settings
    settings.paths = [folder]
    let project = Project(settings)
    projects[folder] = project
    return project
  }

  /// The folder by which a file's project is found: its own, or the `journeys` next to a folder above, wherever the editor was started.
  private func home(of path: String) -> String {
    let own = FolderPath.parent(of: path)
    guard !path.split(separator: "/").contains("journeys") else { return own }
    var folder = own
    while true {
      let journeys = folder + "/journeys"
      if ProjectFiles.tenantFiles.contains(where: { FileManager.default.fileExists(atPath: journeys + "/" + $0) }) { return journeys }
      guard folder != "/" else { return own }
      folder = FolderPath.parent(of: folder)
    }
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
