import ArgumentParser
import Diagnostics
import FoundationEssentials
import JourneyKit
import SystemCalls

/// `journey-bench check`: many scenario files, read, checked and planned.
struct CheckBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check many scenario files: speed, cost per file, memory.")

  @OptionGroup var bench: BenchFlags

  @Option(help: ArgumentHelp("How many files; may be given several times.", valueName: "n"))
  var files: [Int] = [1000, 5000, 10_000]

  func run() async throws {
    var measurements: [Measurement] = []
    for count in files.sorted() { measurements += try await measure(count) }
    MeasurementTable.print(measurements)
  }

  private func measure(_ count: Int) async throws -> [Measurement] {
    let readings = try await GeneratedProject.with(.signIn, scenarios: count, perFile: 1, package: bench.package) { project in
      var readings: [Stopwatch.Reading] = []
      for _ in 0..<bench.runs { readings.append(try await check(project, count)) }
      return readings
    }
    let perFile = readings.map { $0.wall.inMicroseconds / Double(count) }
    return [
      Measurement("check/\(count)/wall", .milliseconds, readings.map(\.wall.inMilliseconds), goal: count == 10_000 ? "< 1000" : nil),
      Measurement("check/\(count)/cpu", .milliseconds, readings.map(\.cpu.inMilliseconds)),
      Measurement("check/\(count)/per-file", .microseconds, perFile, goal: "the same for every count"),
      Measurement("check/\(count)/peak-memory", .megabytes, [ProcessUsage.own.peakMegabytes], goal: "< 200"),
    ]
  }

  private func check(_ project: GeneratedProject, _ count: Int) async throws -> Stopwatch.Reading {
    var settings = RunSettings()
    settings.paths = [project.journeys]
    let stopwatch = Stopwatch()
    let run = await JourneyRun(settings, readers: ProcessInfo.processInfo.activeProcessorCount)
    let reading = stopwatch.reading
    guard run.diagnostics.isEmpty, run.cases.count == count else {
      throw MeasuredWalk.Failure(description: "\(run.cases.count) cases\n" + DiagnosticRenderer().render(run.diagnostics))
    }
    return reading
  }
}
