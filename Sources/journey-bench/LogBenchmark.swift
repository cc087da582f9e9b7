import ArgumentParser
import JourneyKit
import JourneyReports
import JourneyRunner

/// `journey-bench log`: the event log written, read back and made into reports, all in memory.
struct LogBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Write and read event logs: events per second, bytes per event.")

  @OptionGroup var bench: BenchFlags

  @Option(help: ArgumentHelp("How many scenarios the log contains.", valueName: "n"))
  var scenarios = 1000

  func run() async throws {
    let events = try await GeneratedProject.with(.signIn, scenarios: scenarios, perFile: 100, package: bench.package) { project in
      var settings = RunSettings()
      settings.paths = [project.journeys]
      settings.seed = 1
      var keeper = EventKeeper()
      _ = try await JourneyRun(settings).walk(log: nil, into: &keeper)
      return keeper.events
    }
    let log = Self.log(of: events)
    let writing = (0..<bench.runs).map { _ in Self.rate(events.count) { _ = Self.log(of: events) } }
    let reading = try (0..<bench.runs).map { _ in try Self.rate(events.count) { _ = try Report(reading: LogBytes(log)) } }
    let report = try Report(reading: LogBytes(log))
    let junit = try (0..<bench.runs).map { _ in
      try Self.rate(scenarios) { try JUnitReport().write(report) { _ throws(ReportError) in } }
    }
    MeasurementTable.print([
      Measurement("log/write/events", .perSecond, writing),
      Measurement("log/read/events", .perSecond, reading),
      Measurement("log/bytes-per-event", .bytes, [Double(log.count) / Double(events.count)]),
      Measurement("log/bytes-per-scenario", .bytes, [Double(log.count) / Double(scenarios)]),
      Measurement("log/junit/cases", .perSecond, junit),
    ])
  }

  private static func log(of events: [RunEvent]) -> [UInt8] {
    var writer = EventLogWriter()
    var log: [UInt8] = []
    for event in events {
      writer.append(event)
      if writer.pendingBytes > 256 * 1024 { log += writer.take() }
    }
    return log + writer.take()
  }

  private static func rate(_ count: Int, _ work: () throws -> Void) rethrows -> Double {
    let stopwatch = Stopwatch()
    try work()
    return Double(count) / stopwatch.reading.wall.inSeconds
  }
}

/// Keeps every event.
struct EventKeeper: RunListener {
  private(set) var events: [RunEvent] = []

  mutating func record(_ searched: SearchedEvent) { events.append(searched.event) }
}
