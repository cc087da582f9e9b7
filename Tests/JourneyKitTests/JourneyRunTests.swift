import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

@testable import JourneyKit

struct JourneyRunTests {
  private struct Events: EventSink {
    var kinds: [RunEvent.Kind] = []
    mutating func record(_ event: RunEvent) { kinds.append(event.kind) }
  }

  private static func signIn(password: String, title: String = "Sign in") -> String {
    """
    journey: \(title)
    account: jane
    steps:
      - screen: identification
        answers: {identifier: "${account.email}"}
      - screen: password
        answers: {password: \(password)}
      - finish:
        claims: {email: jane@acme.test}

    """
  }

  @Test func `a journey is walked in this process, and its report says passed`() async throws {
    try await SampleProject.with(["journeys/a.yaml": Self.signIn(password: "\"${account.password}\"")]) { project in
      var events = Events()
      let report = try await project.run().walk(log: nil, into: &events)
      #expect(report.verdict() == .passed)
      #expect(report.cases.map(\.facts.name) == ["Sign in"])
      #expect(events.kinds.count { if case .screenShown = $0 { true } else { false } } == 2)
    }
  }

  @Test func `one that shows something else fails with its mismatch, and the log tells it again`() async throws {
    let files = ["journeys/a.yaml": Self.signIn(password: "wrong") + "---\n" + Self.signIn(password: "\"${account.password}\"", title: "Right")]
    try await SampleProject.with(files) { project in
      var events = Events()
      let log = project.folder.file("run.jsonl")
      let report = try await project.run { $0.jobs = 2 }.walk(log: log, into: &events)
      #expect(report.verdict() == .failed)
      #expect(report.cases.map(\.facts.name) == ["Sign in", "Right"])
      #expect(report.totals.passed == 1 && report.totals.failed == 1)
      let mismatches = events.kinds.compactMap { if case .mismatch(let mismatch) = $0 { mismatch } else { nil } }
      #expect(!mismatches.isEmpty)
      #expect(mismatches.allSatisfy { $0.place?.file == "journeys/a.yaml" || $0.kind == .unexpectedMessage })
      let again = try Report(reading: LogFile(path: log))
      #expect(again.totals == report.totals)
    }
  }

  @Test func `nothing is walked while a file is wrong`() async throws {
    let files = ["journeys/a.yaml": Self.signIn(password: "x"), "journeys/b.yaml": "journey: Two\n"]
    try await SampleProject.with(files) { project in
      var events = Events()
      let run = project.run()
      let report = try await run.walk(log: nil, into: &events)
      #expect(run.isRefused)
      #expect(report.verdict() == .filesRefused)
      #expect(!events.kinds.contains { if case .attemptStarted = $0 { true } else { false } })
    }
  }

  @Test func `the same seed walks the same way, another one another`() async throws {
    let text = """
      journey: Random
      steps:
        - screen: identification
          answers: {identifier: "${unique_email('acme.test')}"}
        - screen: identification
          messages: {identifier: present}
          widgets: {identifier: {value: nobody@acme.test}}

      """
    try await SampleProject.with(["journeys/a.yaml": text]) { project in
      var logs: [String] = []
      for seed in [UInt64(1), 1, 2] {
        var events = Events()
        _ = try await project.run { $0.seed = seed }.walk(log: nil, into: &events)
        logs.append("\(events.kinds.compactMap { if case .screenShown(let screen) = $0 { screen } else { nil } })")
      }
      #expect(logs[0] == logs[1])
      #expect(logs[0] != logs[2])
    }
  }

  @Test func `a log that cannot be written is told before anything is walked`() async throws {
    try await SampleProject.with(["journeys/a.yaml": Self.signIn(password: "x")]) { project in
      var events = Events()
      await #expect(throws: RunFailure.self) { try await project.run().walk(log: project.folder.path, into: &events) }
      #expect(events.kinds.isEmpty)
    }
  }
}
