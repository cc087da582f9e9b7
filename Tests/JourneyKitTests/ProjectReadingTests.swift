import Diagnostics
import JourneyRunner
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// However many readers share a project's files among them, what is told is the same.
struct ProjectReadingTests {
  private static func scenario(_ number: Int, step: String = "screen: identification") -> String {
    "journey: Number \(number)\nvars: {number: \(number)}\nsteps:\n  - \(step)\n    messages: none\n"
  }

  private static func scenarios(_ count: Int) -> [String: String] {
    var files: [String: String] = [:]
    for number in 0..<count { files["journeys/f\(1000 + number).yaml"] = scenario(number) }
    return files
  }

  /// Reads with one reader and with several.
  private static func expectAlike(_ files: [String: String], problems: Int) async throws {
    try await SampleProject.with(files) { project in
      let alone = JourneyRun(project.settings)
      #expect(alone.diagnostics.count == problems)
      for readers in [1, 2, 3, 7] {
        let shared = await JourneyRun(project.settings, readers: readers)
        #expect(shared.names == alone.names)
        #expect(DiagnosticRenderer().render(shared.diagnostics) == DiagnosticRenderer().render(alone.diagnostics))
      }
    }
  }

  @Test func `cases come in the order of the files`() async throws {
    let files = Self.scenarios(200)
    try await SampleProject.with(files) { project in
      let run = await JourneyRun(project.settings, readers: 3)
      #expect(run.problems == [])
      #expect(run.names == (0..<200).map { "Number \($0)" })
    }
  }

  @Test func `mistakes come in the order of the files`() async throws {
    var files = Self.scenarios(130)
    for number in [3, 40, 70, 129] { files["journeys/f\(1000 + number).yaml"] = Self.scenario(number, step: "scren: a") }
    try await Self.expectAlike(files, problems: 4)
  }

  @Test func `scenarios alike are found whoever read them`() async throws {
    var files = Self.scenarios(130)
    for number in [5, 50, 100] { files["journeys/f\(1000 + number).yaml"] = "journey: Twin \(number)\nsteps: [{screen: password}]\n" }
    try await Self.expectAlike(files, problems: 2)
  }

  @Test func `a mistake of a shared file is told once, with the first file that uses it`() async throws {
    var files = Self.scenarios(130)
    files["journeys/_shared.yaml"] = "steps: [{scren: a}]\n"
    files["journeys/_other.yaml"] = "steps: [{use: _circle.yaml}]\n"
    files["journeys/_circle.yaml"] = "steps: [{use: _other.yaml}]\n"
    for number in [40, 70, 100] {
      files["journeys/f\(1000 + number).yaml"] = "journey: Uses\nvars: {n: \(number)}\nsteps: [{use: _shared.yaml}]\n"
    }
    files["journeys/f1071.yaml"] = "journey: Circle\nsteps: [{use: _circle.yaml}]\n"
    files["journeys/f1001.yaml"] = "journey: Other circle\nsteps: [{use: _other.yaml}]\n"
    try await Self.expectAlike(files, problems: 2)
  }
}
