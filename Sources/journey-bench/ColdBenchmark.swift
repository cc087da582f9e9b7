import ArgumentParser
import SystemCalls

/// `journey-bench cold`: the built command as a user sees it, from its start to its end.
struct ColdBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cold", abstract: "Start the built command: its version, one journey, a hundred, ten thousand.")

  @OptionGroup var bench: BenchFlags

  func run() async throws {
    let journey = try bench.journeyPath()
    var measurements = try take("cold/version", journey, ["--version"], goal: "< 10")
    measurements += try await walk("cold/one-journey", journey, scenarios: 1, jobs: 1, reports: false, goal: "< 20")
    measurements += try await walk("cold/hundred-journeys", journey, scenarios: 100, jobs: 1, reports: true, goal: "< 50")
    measurements += try await walk("cold/ten-thousand-journeys", journey, scenarios: 10_000, jobs: 16, reports: true, goal: nil)
    MeasurementTable.print(measurements)
  }

  private func walk(
    _ name: String, _ journey: String, scenarios: Int, jobs: Int, reports: Bool, goal: String?
  ) async throws -> [Measurement] {
    try await GeneratedProject.with(.signIn, scenarios: scenarios, perFile: 100, package: bench.package) { project in
      var arguments = ["run", project.journeys, "--jobs", String(jobs), "--seed", "1"]
      if reports {
        for (flag, file) in [("--junit", "junit.xml"), ("--tap", "run.tap"), ("--markdown", "run.md"), ("--log", "run.jsonl")] {
          arguments += [flag, project.folder + "/" + file]
        }
      }
      return try take(name, journey, arguments, runs: scenarios > 1000 ? min(bench.runs, 3) : bench.runs, goal: goal)
    }
  }

  private func take(
    _ name: String, _ journey: String, _ arguments: [String], runs: Int? = nil, goal: String?
  ) throws -> [Measurement] {
    // The first start of a program reads it from the disk.
    _ = try MeasuredProcess.run(journey, ["--version"])
    let endings = try (0..<(runs ?? bench.runs)).map { _ in try MeasuredProcess.run(journey, arguments) }
    return [
      Measurement("\(name)/wall", .milliseconds, endings.map(\.wall.inMilliseconds), goal: goal),
      Measurement("\(name)/cpu", .milliseconds, endings.map(\.usage.cpu.inMilliseconds)),
      Measurement("\(name)/peak-memory", .megabytes, endings.map(\.usage.peakMegabytes), goal: "< 150"),
    ]
  }
}
