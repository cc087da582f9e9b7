import Diagnostics
import JourneyRecording
import JourneyRunner
import JourneyScenario

/// Plans a recording as if its text were a file of the project, by the same reading, checks and compiler.
struct RecordingPlanner {
  var settings: RunSettings
  var project: Project
  /// The file's name in the project.
  let file: String

  /// The first case of a text, and every error in it.
  func plan(_ text: String) -> (planned: PlannedCase?, errors: [Diagnostic]) {
    var planner = RunPlanner(settings, project: project)
    var reader = ScenarioReader(files: project.files, context: project.context(settings))
    let reading = reader.read(SourceFile(name: file, text: text))
    let plan = planner.plan([.success(reading)], of: [file])
    let errors = planner.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty, var planned = plan.cases.first else { return (nil, errors) }
    // A person who records cleans nothing up.
    planned.after = Program()
    return (planned, [])
  }

  /// The tenant as a recording in this file has to name it; `nil` where it is the one of the file's place anyway.
  func tenantKey(_ name: String, like recording: Recording) -> String? {
    var probe = recording
    probe.tenant = nil
    (probe.steps, probe.leading) = ([], Self.anyScreen)
    return plan(probe.text).planned?.tenant.name == name ? nil : name
  }

  /// A step that every screen meets, for a recording that has none yet.
  static let anyScreen = ["  - screen: {matches: \".\"}"]

  /// The scenarios of the file as it is now; empty without a file.
  func scenarios() -> (scenarios: [Scenario], errors: [Diagnostic]) {
    let bytes: [UInt8]
    do throws(ScenarioFileError) { bytes = try project.files.bytes(of: file) } catch { return ([], []) }
    var reader = ScenarioReader(files: project.files, context: project.context(settings))
    let reading = reader.read(bytes, named: file)
    return (reading.scenarios, reading.diagnostics.filter { $0.severity == .error })
  }
}
