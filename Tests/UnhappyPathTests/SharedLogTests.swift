import JourneyTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Two runs with one log.
struct SharedLogTests {
  private static func write(to folder: TemporaryFolder, tenantAt address: String) throws {
    try folder.write(
      """
      tenants:
        acme:
          dialect: journey-flow
          issuer: \(address)
          client: {id: acme-web, redirect_uri: "https://app.acme.test/callback", scopes: [openid]}

      """, to: "journeys/tenants.yaml")
    try folder.write("journey: First\nsteps:\n  - screen: identification\n    messages: none\n", to: "journeys/a.yaml")
  }

  @Test func `the second run is refused and leaves the first one's log as it is`() async throws {
    try await TemporaryFolder.with { folder in
      let tenant = HeldTenant(holdingAt: 2)
      let (first, second) = try await tenant.serve { address in
        try Self.write(to: folder, tenantAt: address)
        var second: BuiltCommand.Outcome?
        let first = try await BuiltCommand.run(["run", "--log", "run.jsonl", "--junit", "first.xml"], in: folder.path) { child in
          await tenant.isHolding.wait()
          second = try await BuiltCommand.run("run", "--log", "run.jsonl", "--junit", "second.xml", in: folder.path)
          child.kill(SIGINT)
        }
        return (first, second)
      }
      #expect(second?.code == 64)
      #expect(second?.error == "error: the event log 'run.jsonl' is in use by another run: give each run its own --log\n")
      #expect(first.code == 130, "\(first)")
      #expect(try folder.names().sorted() == ["first.xml", "journeys", "run.jsonl"])
      let report = try await BuiltCommand.run("report", "--from", "run.jsonl", "--junit", "later.xml", in: folder.path)
      #expect(report.code == 130, "\(report)")
      #expect(try folder.bytes(of: "later.xml") == folder.bytes(of: "first.xml"))
    }
  }

  @Test func `a log that a run is done with can be written anew, and is as short as the new run`() async throws {
    try await TemporaryFolder.with { folder in
      for name in ["acme.yaml", "acme.screens.yaml"] { try folder.write(try Fixtures.text(of: "fixtures/tenants/\(name)"), to: name) }
      try folder.write("tenants:\n  acme: {dialect: journey-flow, mock: ../acme.yaml}\n", to: "journeys/tenants.yaml")
      try folder.write("journey: First\nsteps:\n  - screen: identification\n    messages: none\n", to: "journeys/a.yaml")
      try folder.write(String(repeating: "x", count: 1_000_000), to: "run.jsonl")
      let run = try await BuiltCommand.run("run", "--log", "run.jsonl", in: folder.path)
      #expect(run.code == 0, "\(run)")
      #expect(try folder.bytes(of: "run.jsonl").count < 100_000)
      #expect(try await BuiltCommand.run("report", "--from", "run.jsonl", in: folder.path).code == 0)
    }
  }
}
