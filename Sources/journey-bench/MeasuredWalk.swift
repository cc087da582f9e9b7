import Diagnostics
import JourneyKit

/// One run of a generated project in this process, with what it took.
struct MeasuredWalk {
  /// The run is not what was to be measured.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  var reading: Stopwatch.Reading
  var tally: WalkTally

  /// Walks every scenario; all of them have to pass.
  static func of(_ project: GeneratedProject, jobs: Int, mockAddress: String? = nil) async throws -> MeasuredWalk {
    var settings = RunSettings()
    settings.paths = [project.journeys]
    settings.jobs = jobs
    settings.seed = 1
    settings.mockAddresses = try mockAddress.map { [try MockAddress(at: $0)] } ?? []
    let run = JourneyRun(settings)
    guard run.diagnostics.isEmpty else { throw Failure(description: DiagnosticRenderer().render(run.diagnostics)) }
    var tally = WalkTally()
    let stopwatch = Stopwatch()
    _ = try await run.walk(log: nil, into: &tally)
    let reading = stopwatch.reading
    guard tally.passed == run.cases.count else {
      throw Failure(description: "\(run.cases.count - tally.passed) of \(run.cases.count) scenarios did not pass")
    }
    return MeasuredWalk(reading: reading, tally: tally)
  }

  var screensPerSecond: Double { Double(tally.screens) / reading.wall.inSeconds }
  var exchangesPerSecond: Double { Double(tally.exchanges) / reading.wall.inSeconds }
  /// The processor's time for each screen, everything around it included.
  var cpuPerScreen: Duration { reading.cpu / tally.screens }
  var cpuPerExchange: Duration { reading.cpu / tally.exchanges }
}
