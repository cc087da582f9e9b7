import ArgumentParser
import FoundationEssentials
import SystemCalls

/// `journey-bench floor`: what the libraries alone need, as the floor below every other figure.
struct FloorBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "floor",
    abstract: "Measure what the libraries alone need: HTTP requests, YAML events, signatures.",
    discussion: """
      Requests go to 'journey mock' in a child process, as those of 'loopback' and 'peers' do. Nothing of an answer is read but its
      bytes, so what a journey needs on top of it is its own.
      """)

  @OptionGroup var bench: BenchFlags

  @Option(help: ArgumentHelp("How many requests a run makes.", valueName: "n"))
  var requests = 5000

  @Option(help: ArgumentHelp("How many connections are used; may be given several times.", valueName: "n"))
  var jobs: [Int] = [1, 8]

  func validate() throws {
    if requests < 1 || jobs.contains(where: { $0 < 1 }) { throw ValidationError("--requests and --jobs take numbers from 1.") }
  }

  func run() async throws {
    var measurements = try await requestFloors()
    measurements += try await yamlFloor()
    measurements += try SignatureFloor.measure(runs: bench.runs)
    MeasurementTable.print(measurements)
  }

  private func requestFloors() async throws -> [Measurement] {
    let journey = try bench.journeyPath()
    return try await GeneratedProject.with(.signIn, scenarios: 1, perFile: 1, package: bench.package) { project in
      let server = try MeasuredProcess(journey, ["mock", "acme", "--project", project.journeys, "--port", "0"])
      let outcome: Result<[Measurement], any Error>
      do {
        guard let address = server.readFirstError().split(separator: " ").last.map(String.init), address.hasPrefix("http") else {
          throw MeasuredProcess.Failure(description: "the mock is not served")
        }
        outcome = .success(try await requestFloors(address + "/.well-known/openid-configuration"))
      } catch { outcome = .failure(error) }
      _ = try server.stop()
      return try outcome.get()
    }
  }

  private func requestFloors(_ address: String) async throws -> [Measurement] {
    var measurements: [Measurement] = []
    for jobs in jobs {
      for way in ClientFloor.Way.allCases {
        measurements += try await measure("\(way.rawValue)/jobs-\(jobs)") { try await ClientFloor.ask(way, address, requests, jobs) }
      }
      measurements += try await measure("nio-channel/jobs-\(jobs)") { try await ChannelFloor.ask(address, requests, jobs) }
    }
    return measurements
  }

  /// - Parameter ask: makes the requests; says how many bytes the answers had.
  private func measure(_ name: String, _ ask: () async throws -> Int) async throws -> [Measurement] {
    var readings: [Stopwatch.Reading] = []
    var bytes = try await ask()
    for _ in 0..<bench.runs {
      let stopwatch = Stopwatch()
      bytes = try await ask()
      readings.append(stopwatch.reading)
    }
    return [
      Measurement("floor/\(name)/cpu-per-request", .microseconds, readings.map { $0.cpu.inMicroseconds / Double(requests) }),
      Measurement("floor/\(name)/requests", .perSecond, readings.map { Double(requests) / $0.wall.inSeconds }),
      Measurement("floor/\(name)/answer", .bytes, [Double(bytes / requests)]),
    ]
  }

  private func yamlFloor() async throws -> [Measurement] {
    let scenarios = 1000
    return try await GeneratedProject.with(.long, scenarios: scenarios, perFile: scenarios, package: bench.package) { project in
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: project.journeys + "/part-0/scenario-0.yaml")))
      var events = 0
      let readings = try (0..<bench.runs).map { _ in
        let stopwatch = Stopwatch()
        events = try EventFloor.count(in: bytes)
        return stopwatch.reading
      }
      return [
        Measurement("floor/libyaml/cpu-per-long-scenario", .microseconds, readings.map { $0.cpu.inMicroseconds / Double(scenarios) }),
        Measurement("floor/libyaml/events", .perSecond, readings.map { Double(events) / $0.wall.inSeconds }),
      ]
    }
  }
}
