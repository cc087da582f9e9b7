import JourneyTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct StudioCommandTests {
  @Test func `it prints one address with a token, and a signal ends it`() async throws {
    try await TemporaryFolder.with { folder in
      let outcome = try await BuiltCommand.run(
        "studio", folder.file("journeys/new.yaml"), "--account", "jane", "--port-file", folder.file("port"), in: try Self.project(folder)
      ) { child in
        try await child.waitForOutput("\n")
        child.kill(SIGINT)
      }
      #expect(outcome.ending == .exited(0), "\(outcome.error)")
      let port = try folder.text(of: "port").lines.first.map(String.init) ?? ""
      #expect(outcome.output.hasPrefix("http://127.0.0.1:\(port)/?token="), "\(outcome.output)")
      #expect(outcome.output.lines.count == 1)
    }
  }

  @Test func `what would keep a person from recording is told before anything is served`() async throws {
    try await TemporaryFolder.with { folder in
      let project = try Self.project(folder)
      let account = try await BuiltCommand.run("studio", "--account", "jan", in: project)
      #expect(account.code == 2)
      #expect(account.error.contains("did you mean 'jane'?"), "\(account.error)")
      let file = try await BuiltCommand.run("studio", "journeys/tenants.yaml", in: project)
      #expect(file.code == 74, "\(file.error)")
      let both = try await BuiltCommand.run("studio", "--after", "journeys/a.yaml:1", "--tenant", "acme", in: project)
      #expect(both.code == 64)
    }
  }

  private static func project(_ folder: TemporaryFolder) throws -> String {
    for path in try Fixtures.files(below: "fixtures/tenants", suffix: ".yaml") {
      try folder.write(try Fixtures.text(of: path), to: String(path.dropFirst("fixtures/".count)))
    }
    try folder.write("tenants:\n  acme: {dialect: journey-flow, mock: ../tenants/acme.yaml}\n", to: "journeys/tenants.yaml")
    return folder.path
  }
}
