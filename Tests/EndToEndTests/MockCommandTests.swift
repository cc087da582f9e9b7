import FoundationEssentials
import JourneyTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct MockCommandTests {
  @Test(.timeLimit(.minutes(2)), arguments: ["1", "8"])
  func `the shipped journeys pass on a mock that is served`(jobs: String) async throws {
    try await TemporaryFolder.with { folder in
      let served = try await BuiltCommand.run("mock", "acme", "--port", "0", "--port-file", folder.file("port"), "--log") { child in
        try await child.waitForError("acme is served at http://127.0.0.1:")
        let port = try folder.text(of: "port").lines.first ?? ""
        let inProcess = try await BuiltCommand.run("run", "--jobs", "1")
        let outcome = try await BuiltCommand.run("run", "--jobs", jobs, "--mock-at", "http://127.0.0.1:\(port)")
        #expect(outcome.code == 0, "\(outcome.output)")
        #expect(Self.verdicts(outcome) == Self.verdicts(inProcess))
        child.kill(SIGTERM)
      }
      #expect(served.ending == .exited(0), "\(served.error)")
      #expect(served.output.contains("POST /flow/api/v1/init 200"), "\(served.output.prefix(500))")
    }
  }

  /// What became of each case, in the order of their places.
  private static func verdicts(_ outcome: BuiltCommand.Outcome) -> [String] {
    outcome.output.timeless.lines.filter { $0.contains(".yaml:") }.map(String.init).sorted()
  }

  @Test func `a tenant that is no mock is refused with those that are`() async throws {
    let outcome = try await BuiltCommand.run("mock", "acmee", "--port", "0")
    #expect(outcome.code == 2)
    #expect(outcome.error.contains("no mock tenant 'acmee': there is acme"))
  }

  @Test func `a port that somebody has is named`() async throws {
    try await HeldPort.silent { port in
      let outcome = try await BuiltCommand.run("mock", "acme", "--port", "\(port.number)")
      #expect(outcome.code == 3)
      #expect(outcome.error.hasPrefix("error: "))
      #expect(outcome.error.contains("\(port.number)"))
    }
  }

  @Test(.timeLimit(.minutes(1))) func `a port file that cannot be written ends it`() async throws {
    try await TemporaryFolder.with { folder in
      let outcome = try await BuiltCommand.run("mock", "acme", "--port", "0", "--port-file", folder.path)
      #expect(outcome.code == 74)
      #expect(outcome.error.contains(folder.path))
    }
  }
}
