import JourneyTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the page on live tenants says of consents: a tenant keeps them, so that a scenario which expects their screen is green once.
struct KeptConsentTests {
  /// How many different screens of a run asked for consents.
  private static func asked(_ folder: TemporaryFolder, _ log: String) throws -> Int {
    try folder.text(of: log).lines.count { $0.contains("\"kind\":\"screen\"") && $0.contains("progressiveProfiling") }
  }

  @Test func `a consent is asked for once, and an optional step passes both times`() async throws {
    try await TemporaryFolder.with { folder in
      let served = try await BuiltCommand.run("mock", "fjord", "--port", "0", "--port-file", folder.file("port")) { child in
        try await child.waitForError("fjord is served at http://127.0.0.1:")
        let address = "http://127.0.0.1:\(try folder.text(of: "port").lines.first ?? "")"
        let tenants = try Fixtures.text(of: "journeys/_docs/_consent/tenants.yaml")
        let live = tenants.replacing(
          "mock: ../../../fixtures/tenants/fjord.yaml",
          with: """
            issuer: \(address)
                accounts:
                  knut: {email: knut@fjord.test, password: Knut-orca-55}
                  siri: {email: siri@fjord.test, password: Siri-eider-66}
            """)
        try folder.write(live, to: "journeys/tenants.yaml")
        try folder.write(try Fixtures.text(of: "journeys/_docs/_consent/consents.yaml"), to: "journeys/consents.yaml")
        let first = try await BuiltCommand.run("run", "--log", "1.jsonl", in: folder.path)
        #expect(first.code == 0 && first.output.contains("2 passed"), "\(first)")
        #expect(try Self.asked(folder, "1.jsonl") == 2)
        let second = try await BuiltCommand.run("run", "--log", "2.jsonl", in: folder.path)
        #expect(second.code == 1 && second.output.contains("1 passed, 1 failed"), "\(second)")
        #expect(second.output.contains("FAILED   The consents are asked for"), "\(second.output)")
        #expect(second.output.contains("expected  screen 'progressiveProfiling'"), "\(second.output)")
        #expect(try Self.asked(folder, "2.jsonl") == 0)
        child.kill(SIGTERM)
      }
      #expect(served.ending == .exited(0), "\(served.error)")
    }
  }
}
