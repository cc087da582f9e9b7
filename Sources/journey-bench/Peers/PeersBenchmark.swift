import ArgumentParser
import FoundationEssentials
import SystemCalls

/// `journey-bench peers`: other programs and this one on the same journey, against the same server, in one sitting.
struct PeersBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peers",
    abstract: "Walk the same journey with 'journey', k6, Robot Framework and Tavern, in turns, on one served mock.",
    discussion: """
      The peers come from a virtual environment: '.ci/peers' makes it. A peer that is not there is left out, and said so.
      """)

  @OptionGroup var bench: BenchFlags

  @Option(help: ArgumentHelp("How many journeys a run of the shorter shape has; the longer has a quarter of it.", valueName: "n"))
  var scenarios = 400

  @Option(help: ArgumentHelp("How many run at a time; may be given several times.", valueName: "n"))
  var jobs: [Int] = [1, 8]

  @Option(help: ArgumentHelp("The virtual environment that has the peers.", valueName: "folder"))
  var environment = ".build/peers"

  func run() async throws {
    let journey = try bench.journeyPath()
    let share = ProcessorShare()
    StandardStream.error("\(share.words)\n")
    var measurements: [Measurement] = []
    for shape in GeneratedProject.Shape.allCases {
      for jobs in jobs { measurements += try await measure(journey, shape, jobs, share) }
    }
    MeasurementTable.print(measurements)
  }

  /// What each peer took, run by run.
  private struct Taken {
    var client: [MeasuredProcess.Ending] = []
    var server: [Duration] = []
  }

  private func measure(
    _ journey: String, _ shape: GeneratedProject.Shape, _ jobs: Int, _ share: ProcessorShare
  ) async throws -> [Measurement] {
    let count = max(shape == .long ? scenarios / 4 : scenarios, jobs)
    return try await GeneratedProject.with(shape, scenarios: count, perFile: 100, package: bench.package) { project in
      let words = share.server([journey, "mock", "acme", "--project", project.journeys, "--port", "0"])
      let server = try MeasuredProcess(words[0], Array(words.dropFirst()))
      // The server says where it is in its first words, once it listens.
      guard let address = server.readFirstError().split(separator: " ").last.map(String.init), address.hasPrefix("http") else {
        throw MeasuredProcess.Failure(description: "the mock is not served")
      }
      let task = Peer.Task(
        project: project, shape: shape, scenarios: count, jobs: jobs, address: address, run: 0,
        files: Self.absolute("\(bench.package)/fixtures/peers"),
        environment: Self.absolute(environment), journey: journey)
      let taken: [Peer: Taken]
      do { taken = try take(task, server, share) } catch {
        _ = try server.stop()
        throw error
      }
      _ = try server.stop()
      return Peer.allCases.flatMap { peer in taken[peer].map { Self.measurements(of: peer, $0, shape, jobs, count) } ?? [] }
    }
  }

  /// All peers in turns, run by run, so that a machine that gets slower is slower for all.
  private func take(_ task: Peer.Task, _ server: MeasuredProcess, _ share: ProcessorShare) throws -> [Peer: Taken] {
    let peers = Peer.allCases.filter { $0.walks(task.shape, jobs: task.jobs) && isThere($0, task) }
    var taken: [Peer: Taken] = [:]
    for run in 0...bench.runs {
      for peer in peers {
        var task = task
        task.run = run + 1
        let words = share.client(try peer.command(task))
        let before = server.cpu
        let ending = try MeasuredProcess.run(words[0], Array(words.dropFirst()))
        // The first run reads programs from the disk.
        guard run > 0 else { continue }
        taken[peer, default: Taken()].client.append(ending)
        if let before, let after = server.cpu { taken[peer, default: Taken()].server.append(after - before) }
      }
    }
    return taken
  }

  private func isThere(_ peer: Peer, _ task: Peer.Task) -> Bool {
    let path: String
    do { path = try peer.command(task)[0] } catch { return false }
    guard !FileManager.default.isExecutableFile(atPath: path) else { return true }
    StandardStream.error("left out: '\(path)' is missing\n")
    return false
  }

  private static func measurements(
    of peer: Peer, _ taken: Taken, _ shape: GeneratedProject.Shape, _ jobs: Int, _ count: Int
  ) -> [Measurement] {
    let name = "peers/\(shape.rawValue)/jobs-\(jobs)/\(peer.rawValue)"
    let requests = count * shape.requests
    let server = taken.server.map { ($0 / requests).inMicroseconds }
    return [
      Measurement("\(name)/wall", .milliseconds, taken.client.map(\.wall.inMilliseconds)),
      Measurement("\(name)/requests", .perSecond, taken.client.map { Double(requests) / $0.wall.inSeconds }),
      Measurement("\(name)/cpu-per-request", .microseconds, taken.client.map { ($0.usage.cpu / requests).inMicroseconds }),
      Measurement("\(name)/peak-memory", .megabytes, taken.client.map(\.usage.peakMegabytes)),
    ] + (server.isEmpty ? [] : [Measurement("\(name)/server-cpu-per-request", .microseconds, server)])
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
  }
}
