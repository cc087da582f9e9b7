import JourneyTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct MockRecordCommandTests {
  private static let scenario = """
    journey: Jane signs in
    account: jane
    steps:
      - screen: identification
        answers: {identifier: "${account.email}"}
      - screen: password
        answers: {password: "${account.password}"}
      - finish:

    """

  /// Serves a mock that records, and walks a scenario on it; how serving ended, and what it said.
  private static func record(_ meanwhile: @escaping (TemporaryFolder) throws -> Void) async throws -> BuiltCommand.Outcome {
    try await TemporaryFolder.with { folder in
      for path in try Fixtures.files(below: "fixtures/tenants", suffix: ".yaml") {
        try folder.write(try Fixtures.text(of: path), to: String(path.dropFirst("fixtures/".count)))
      }
      try folder.write(
        "default: acme\ntenants:\n  acme: {dialect: journey-flow, mock: ../tenants/acme.yaml}\n", to: "journeys/tenants.yaml")
      try folder.write(scenario, to: "journeys/jane.yaml")
      let flags = ["mock", "acme", "--port", "0", "--port-file", folder.file("port"), "--record", "journeys/recorded.yaml"]
      return try await BuiltCommand.run(flags, in: folder.path) { child in
        try await child.waitForError("acme is served at http://127.0.0.1:")
        try meanwhile(folder)
        let port = try folder.text(of: "port").lines.first ?? ""
        let walked = try await BuiltCommand.run("run", "journeys/jane.yaml", "--mock-at", "acme=http://127.0.0.1:\(port)", in: folder.path)
        #expect(walked.code == 0, "\(walked.output)")
        child.kill(SIGTERM)
      }
    }
  }

  @Test func `what is written ends with 0`() async throws {
    let outcome = try await Self.record { _ in }
    #expect(outcome.ending == .exited(0), "\(outcome.error)")
    #expect(outcome.error.contains("wrote journeys/recorded.yaml: 2 screens"), "\(outcome.error)")
  }

  @Test func `a journey that could not be written ends with 74, and is counted`() async throws {
    let outcome = try await Self.record { folder in
      try folder.write("# locked\n", to: "journeys/recorded.yaml")
      try folder.permit(0o444, "journeys/recorded.yaml")
    }
    #expect(outcome.ending == .exited(74), "\(outcome.error)")
    #expect(outcome.error.contains("A journey cannot be written: 'journeys/recorded.yaml' is read-only"), "\(outcome.error)")
    #expect(outcome.error.hasSuffix("error: 1 journey could not be written to 'journeys/recorded.yaml'\n"), "\(outcome.error)")
  }
}
