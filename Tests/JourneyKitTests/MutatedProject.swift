import Diagnostics
import Encodings
import JourneyModel
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// The shipped project in a folder of its own, in which one file at a time is replaced by a mutated one.
struct MutatedProject {
  /// Of one walk, by the machine's clock.
  private static let walkLimit = Duration.seconds(2)

  let folder: TemporaryFolder
  let settings: RunSettings
  /// Read before anything is mutated.
  let project: Project

  static func with<Outcome>(_ body: (MutatedProject) async throws -> Outcome) async throws -> Outcome {
    try await TemporaryFolder.with { folder in
      for place in ["journeys", "fixtures/tenants"] {
        for name in try Fixtures.filesBelow(absolute: "\(Fixtures.packageRoot)/\(place)") {
          try folder.write(try Fixtures.text(of: "\(place)/\(name)"), to: "\(place)/\(name)")
        }
      }
      var settings = RunSettings()
      settings.paths = [folder.file("journeys")]
      settings.seed = 7
      return try await body(MutatedProject(folder: folder, settings: settings, project: Project(settings)))
    }
  }

  /// Puts a text in a file's place as long as `body` needs it.
  func replacing<Outcome>(_ name: String, by text: String, _ body: () async throws -> Outcome) async throws -> Outcome {
    let before = try folder.text(of: name)
    try folder.write(text, to: name)
    let outcome = try await body()
    try folder.write(before, to: name)
    return outcome
  }

  /// What `check` and `list` do with some files; the project's tenants are as they were read.
  func plan(_ names: [String]) -> (plan: Plan, diagnostics: [Diagnostic]) {
    var settings = settings
    settings.paths = names.map(folder.file)
    var planner = RunPlanner(settings, project: project)
    let reading = planner.reading()
    let plan = planner.plan(reading.outcomes(), of: reading.names)
    for planned in plan.cases {
      let listed = ListedCase(id: planned.id, facts: planned.facts)
      #expect(!listed.line.isEmpty && !listed.json.isEmpty)
    }
    return (plan, planner.diagnostics)
  }

  /// What `run` does with some cases on mocks in this process, for a short time, console output included.
  func walk(_ cases: [PlannedCase]) async {
    let context = RunContext(
      sites: project.sites, transports: [:], environment: project.environment, trust: project.trust, seed: 7, files: project.files,
      updatesSnapshots: false, runID: "mutated")
    let limits = RunLimits(jobs: 1, timeout: Self.walkLimit, cleanUpTimeout: Self.walkLimit, seed: 7)
    var sink = DrawnReport()
    let brief = cases.map { planned in
      var planned = planned
      (planned.timeout, planned.retries) = (nil, 0)
      return planned
    }
    let start = RunStart(version: "0", seed: 7, jobs: 1, startedAt: Instant(milliseconds: 0), host: "")
    await Scheduler(context: context, limits: limits).run(Plan(cases: brief), start: start, into: &sink)
    #expect(sink.report.end != nil)
  }
}

/// Draws everything that a console shows.
private struct DrawnReport: EventSink {
  private(set) var report = ConsoleReport(verbosity: .verbose)

  mutating func record(_ event: RunEvent) { _ = report.record(SearchedEvent(event, by: Redactor())) }
}

/// Mutated files of one kind, tried one after the other.
struct MutatedFiles {
  /// How long one file may take: what `check` explores, what is walked and what is changed is bounded.
  private static let longest = Duration.seconds(60)

  /// What became of one file.
  struct Outcome {
    var diagnostics: [Diagnostic]
    /// Whether it was accepted, so that more was tried with it.
    var isSound: Bool
  }

  let kind: String
  /// How many files are tried where nothing is said.
  let usual: Int
  /// The names of the shipped files.
  let samples: [String]
  var mutator = FileMutator()
  /// The part of a shipped file that is mutated.
  var excerpt: (String) -> String = { $0 }
  /// Errors that no file can be blamed for.
  var placeless: Set<DiagnosticID> = []

  /// Mutates one file after the other, hands it over, and holds what is said of it against what must hold of every file.
  func tryAll(
    _ body: (_ name: String, _ text: String, inout SeededGenerator) async throws -> Outcome
  ) async throws {
    let rounds = MutationRounds(usual: usual, of: kind)
    let present = PresentFile(of: kind.replacing(" ", with: "-"))
    let texts = try samples.map { excerpt(try Fixtures.text(of: $0)) }
    var random = SeededGenerator(seed: rounds.seed)
    var sound = 0
    var slowest = (time: Duration.zero, round: 0)
    for round in 0..<rounds.count {
      let sample = Int.random(in: samples.indices, using: &random)
      let text = mutator.mutated(texts[sample], using: &random)
      try present.keep(text, at: samples[sample], round: round)
      let begin = ContinuousClock.now
      let outcome = try await body(samples[sample], text, &random)
      let time = ContinuousClock.now - begin
      if outcome.isSound { sound += 1 }
      if time > slowest.time { slowest = (time, round) }
      let problems = problems(with: outcome.diagnostics) + (time > Self.longest ? ["it took \(time)"] : [])
      #expect(problems.isEmpty, "\(samples[sample]), seed \(rounds.seed), round \(round), the file is \(present.path): \(problems)")
      guard problems.isEmpty else { return }
    }
    if rounds.count > usual { print("\(kind): \(sound) of \(rounds.count) accepted, the slowest was round \(slowest)") }
    // Where every file is refused, the shipped ones may be, too, and nothing behind the refusal was tried.
    #expect(sound > 0, "none of the \(kind) was accepted")
    try present.remove()
  }

  /// Errors without a place, and places outside of their files.
  private func problems(with diagnostics: [Diagnostic]) -> [String] {
    _ = DiagnosticRenderer(usesColour: true).render(diagnostics)
    let lost = diagnostics.filter { $0.severity == .error && $0.range == nil && !placeless.contains($0.id) }
    let ranges = diagnostics.flatMap { [$0.range] + $0.notes.map(\.range) }.compactMap { $0 }
    let stray = ranges.filter { $0.end < $0.start || !$0.file.holds($0.start) || !$0.file.holds($0.end) }
    return lost.map { "no place: \($0.message)" } + stray.map { "no place of its file: \($0)" }
  }
}

extension SourceFile {
  /// Whether the position lies on one of its characters, or just behind the last of a line.
  fileprivate func holds(_ position: SourcePosition) -> Bool {
    guard let line = line(position.line) else { return false }
    return position.column >= 1 && position.column <= line.unicodeScalars.count + 1
  }
}
