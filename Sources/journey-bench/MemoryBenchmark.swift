import ArgumentParser
import Diagnostics
import JourneyKit
import JourneyReports
import JourneyRunner
import SystemCalls

/// `journey-bench memory`: one long run with everything on, and its memory each time a number of further cases have ended.
struct MemoryBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory", abstract: "Run many scenarios with JUnit and log on: memory at each thousand.")

  @OptionGroup var bench: BenchFlags

  @Option(help: ArgumentHelp("How many scenarios the run has.", valueName: "n"))
  var scenarios = 10_000

  @Option(help: ArgumentHelp("How many run at a time.", valueName: "n"))
  var jobs = 16

  @Option(help: ArgumentHelp("After how many cases memory is measured.", valueName: "n"))
  var every = 1000

  @Option(help: "What a scenario does: sign-in or long.")
  var shape = GeneratedProject.Shape.signIn

  func validate() throws {
    if every < 1 || scenarios < every * 2 { throw ValidationError("--scenarios has to be at least twice --every.") }
  }

  func run() async throws {
    let (samples, planned, reported) = try await GeneratedProject.with(
      shape, scenarios: scenarios, perFile: 100, package: bench.package, walk)
    let name = "memory/\(shape.rawValue)/\(scenarios)/jobs-\(jobs)"
    var measurements = [Measurement("\(name)/planned", .megabytes, [planned])]
    for (index, sample) in samples.enumerated() {
      measurements.append(Measurement("\(name)/after-\((index + 1) * every)", .megabytes, [sample]))
    }
    let growth = ((samples.last ?? 0) - (samples.first ?? 0)) / Double(max(samples.count - 1, 1))
    measurements.append(Measurement("\(name)/growth-per-\(every)", .megabytes, [growth], goal: "0: flat"))
    measurements.append(Measurement("\(name)/reported", .megabytes, [reported]))
    measurements.append(Measurement("\(name)/peak", .megabytes, [ProcessUsage.own.peakMegabytes], goal: "< 150"))
    MeasurementTable.print(measurements)
  }

  /// Memory at each thousand, before the first walk, and once the JUnit file is written.
  private func walk(_ project: GeneratedProject) async throws -> (samples: [Double], planned: Double, reported: Double) {
    var settings = RunSettings()
    settings.paths = [project.journeys]
    settings.jobs = jobs
    settings.seed = 1
    let run = JourneyRun(settings)
    guard run.diagnostics.isEmpty else { throw MeasuredWalk.Failure(description: DiagnosticRenderer().render(run.diagnostics)) }
    let planned = ResidentMemory.megabytes
    var watch = MemoryWatch(every: every)
    let report = try await run.walk(log: project.folder + "/run.jsonl", into: &watch)
    try ReportFile.write(report, as: JUnitReport(), to: project.folder + "/junit.xml")
    guard watch.console.totals.passed == run.cases.count else {
      throw MeasuredWalk.Failure(description: "only \(watch.console.totals.passed) of \(run.cases.count) scenarios passed")
    }
    return (watch.samples, planned, ResidentMemory.megabytes)
  }
}

/// Follows a run as the console does, and looks at the memory now and then.
private struct MemoryWatch: RunListener {
  let every: Int
  private(set) var console = ConsoleReport()
  private(set) var samples: [Double] = []

  init(every: Int) { self.every = every }

  mutating func record(_ searched: SearchedEvent) {
    _ = console.record(searched)
    if case .scenarioEnded = searched.event.kind, console.totals.cases.isMultiple(of: every) { samples.append(ResidentMemory.megabytes) }
  }
}
