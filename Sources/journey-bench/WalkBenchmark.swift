import ArgumentParser
import SystemCalls

/// `journey-bench walk`: mocked runs inside this process, the log kept and the report read back, as `journey run` does.
struct WalkBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "walk", abstract: "Run scenarios on mocks inside this process: speed, CPU and memory.")

  @OptionGroup var bench: BenchFlags

  @Option(help: ArgumentHelp("How many scenarios a run has; may be given several times.", valueName: "n"))
  var scenarios: [Int] = [1, 100, 10_000]

  @Option(help: ArgumentHelp("How many run at a time.", valueName: "n"))
  var jobs = 1

  @Option(help: ArgumentHelp("Only scenarios of this shape: sign-in or long.", valueName: "shape"))
  var shape: GeneratedProject.Shape?

  func run() async throws {
    var measurements: [Measurement] = []
    // From small to large: the peak of memory never comes down again within a process.
    for count in scenarios.sorted() {
      for shape in GeneratedProject.Shape.allCases where self.shape == nil || self.shape == shape {
        measurements += try await measure(shape, count)
      }
    }
    MeasurementTable.print(measurements)
  }

  private func measure(_ shape: GeneratedProject.Shape, _ count: Int) async throws -> [Measurement] {
    let runs = count > 1000 ? min(bench.runs, 3) : bench.runs
    let walks = try await GeneratedProject.with(shape, scenarios: count, perFile: 100, package: bench.package) { project in
      var walks: [MeasuredWalk] = []
      for _ in 0..<runs { walks.append(try await MeasuredWalk.of(project, jobs: jobs)) }
      return walks
    }
    let name = "walk/\(shape.rawValue)/\(count)"
    return [
      Measurement("\(name)/wall", .milliseconds, walks.map(\.reading.wall.inMilliseconds)),
      Measurement("\(name)/requests", .perSecond, walks.map(\.exchangesPerSecond)),
      Measurement("\(name)/screens", .perSecond, walks.map(\.screensPerSecond), goal: ">= 20,000 per core"),
      Measurement("\(name)/cpu-per-screen", .microseconds, walks.map(\.cpuPerScreen.inMicroseconds), goal: "<= 50"),
      Measurement("\(name)/peak-memory", .megabytes, [ProcessUsage.own.peakMegabytes], goal: "< 150"),
    ]
  }
}

extension GeneratedProject.Shape: ExpressibleByArgument {}
