import JourneyTestSupport
import Testing

struct InitTests {
  @Test func `a project that was begun is green at once, and is not begun twice`() async throws {
    try await TemporaryFolder.with { folder in
      let begun = try await BuiltCommand.run("init", in: folder.path)
      #expect(begun.code == 0, "\(begun)")
      let written = begun.output.lines.compactMap { $0.hasPrefix("wrote ") ? String($0.dropFirst(6)) : nil }
      #expect(written.contains("journeys/tenants.yaml"))
      #expect(try await BuiltCommand.run("check", "--strict", in: folder.path).code == 0)
      let walked = try await BuiltCommand.run("run", in: folder.path)
      #expect(walked.code == 0, "\(walked)")
      let before = try written.map(folder.bytes)
      let again = try await BuiltCommand.run("init", in: folder.path)
      #expect(again.code == 2)
      #expect(again.error.contains("'\(written[0])'"))
      #expect(try written.map(folder.bytes) == before)
    }
  }

  @Test func `a project is begun with a live tenant, whose first screen is shown at once`() async throws {
    try await TemporaryFolder.with { folder in
      let served = try await BuiltCommand.run("mock", "acme", "--port", "0", "--port-file", folder.file("port")) { child in
        try await child.waitForError("acme is served at http://127.0.0.1:")
        let issuer = "http://127.0.0.1:\(try folder.text(of: "port").lines.first ?? "")"
        let flags = ["--issuer", issuer, "--client", "acme-web", "--redirect-uri", "https://app.acme.test/callback"]
        let begun = try await BuiltCommand.run(["init", "shop"] + flags, in: folder.path)
        #expect(begun.code == 0, "\(begun)")
        #expect(begun.output.contains("cd shop && journey look --tenant live\n"), "\(begun.output)")
        let shown = try await BuiltCommand.run("look", "--tenant", "live", in: folder.file("shop"))
        #expect(shown.code == 0 && shown.output.hasPrefix("screen identification\n"), "\(shown)")
        child.kill(15)
      }
      #expect(served.ending == .exited(0), "\(served.error)")
    }
  }

  @Test(arguments: [
    (["--issuer", "https://id.example.com"], "--issuer, --client and --redirect-uri go together."),
    (["--issuer", "id.example.com", "--client", "a", "--redirect-uri", "b"], "write an address, e.g. https://id.example.com."),
    (["--user", "ann"], "--user, --engine, --secrets and --send-nothing are for a site: add --site."),
    (["--dialect", "smoke"], "--dialect 'smoke': expected one of journey-flow, okta-idx, hosted."),
  ])
  func `what begins no live tenant is said`(flags: [String], error: String) async throws {
    try await TemporaryFolder.with { folder in
      let outcome = try await BuiltCommand.run(["init"] + flags, in: folder.path)
      #expect(outcome.code == 64 && outcome.error.contains(error), "\(outcome)")
      #expect(try folder.names() == [])
    }
  }

  @Test func `a folder without a name, as an unset variable gives, is refused`() async throws {
    try await TemporaryFolder.with { folder in
      let outcome = try await BuiltCommand.run(["init", ""], in: folder.path)
      #expect(outcome.code == 64 && outcome.error.contains("the folder is empty"), "\(outcome)")
      #expect(try folder.names() == [])
    }
  }
}
