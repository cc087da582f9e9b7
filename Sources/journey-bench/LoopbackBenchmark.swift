import ArgumentParser
import SystemCalls

/// `journey-bench loopback`: the same walks over HTTP, on a mock that a child process serves.
struct LoopbackBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "loopback", abstract: "Run scenarios on mocks over HTTP on 'journey mock' in a child process.")

  @OptionGroup var bench: BenchFlags

  @Option(help: ArgumentHelp("How many scenarios a run has.", valueName: "n"))
  var scenarios = 500

  @Option(help: ArgumentHelp("How many run at a time; may be given several times.", valueName: "n"))
  var jobs: [Int] = [1, 8]

  func run() async throws {
    let journey = try bench.journeyPath()
    var measurements: [Measurement] = []
    for shape in GeneratedProject.Shape.allCases {
      for jobs in jobs { measurements += try await measure(journey, shape, jobs) }
    }
    MeasurementTable.print(measurements)
  }

  private func measure(_ journey: String, _ shape: GeneratedProject.Shape, _ jobs: Int) async throws -> [Measurement] {
    try await GeneratedProject.with(shape, scenarios: scenarios, perFile: 100, package: bench.package) { project in
      let server = try MeasuredProcess(journey, ["mock", "acme", "--project", project.journeys, "--port", "0"])
      let walks: [MeasuredWalk]
      do { walks = try await take(server, project, jobs) } catch {
        _ = try server.stop()
        throw error
      }
      let ending = try server.stop()
      let name = "loopback/\(shape.rawValue)/jobs-\(jobs)"
      let exchanges = walks.reduce(0) { $0 + $1.tally.exchanges }
      return [
        Measurement("\(name)/requests", .perSecond, walks.map(\.exchangesPerSecond), goal: jobs == 8 ? "> 9,900" : nil),
        Measurement("\(name)/screens", .perSecond, walks.map(\.screensPerSecond)),
        Measurement("\(name)/cpu-per-screen", .microseconds, walks.map(\.cpuPerScreen.inMicroseconds), goal: jobs == 8 ? "< 100" : nil),
        Measurement("\(name)/cpu-per-request", .microseconds, walks.map(\.cpuPerExchange.inMicroseconds)),
        Measurement("\(name)/server-cpu-per-request", .microseconds, [(ending.usage.cpu / exchanges).inMicroseconds]),
      ]
    }
  }

  private func take(_ server: MeasuredProcess, _ project: GeneratedProject, _ jobs: Int) async throws -> [MeasuredWalk] {
    // The server says where it is in its first words, once it listens.
    let words = server.readFirstError()
    guard let address = words.split(separator: " ").last, address.hasPrefix("http") else {
      throw MeasuredProcess.Failure(description: "the mock is not served: \(words)")
    }
    var walks: [MeasuredWalk] = []
    for _ in 0..<bench.runs {
      walks.append(try await MeasuredWalk.of(project, jobs: jobs, mockAddress: String(address)))
    }
    return walks
  }
}
