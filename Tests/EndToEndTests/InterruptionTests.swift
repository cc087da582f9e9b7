import JourneyTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct InterruptionTests {
  @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
  func `a signal while walking ends it, and the reports are whole`(signal: Int32, code: Int32) async throws {
    try await HeldPort.silent { port in
      try await TemporaryFolder.with { folder in
        let listed = try await BuiltCommand.run("list").output.lines.count
        let outcome = try await BuiltCommand.run(
          "run", "--jobs", "1", "--mock-at", port.address, "--junit", folder.file("junit.xml"), "--log", folder.file("run.jsonl")
        ) { child in
          let connection = try await port.call()
          child.kill(signal)
          try await child.waitForError("reports are written")
          close(connection)
        }
        #expect(outcome.code == code, "\(outcome)")
        let report = try JUnitFile(folder.text(of: "junit.xml"))
        // One more is the run itself, which is red.
        #expect(report.count(of: "testcase") == listed + 1 && report.count(of: "error") == 1)
        #expect(report.count(of: "skipped") == listed)
        #expect(try folder.names() == ["junit.xml", "run.jsonl"])
        let later = try await BuiltCommand.run("report", "--from", folder.file("run.jsonl"))
        #expect(later.code == code)
      }
    }
  }

  @Test func `waiting for a live tenant's clock is interrupted too`() async throws {
    try await TemporaryFolder.with { folder in
      let scenario = "journey: Wait\nsteps:\n  - screen: identification\n    messages: none\n  - wait: 1h\n  - refresh_screen:\n"
      try folder.write(scenario, to: "journeys/a.yaml")
      let served = try await BuiltCommand.run("mock", "acme", "--port", "0", "--port-file", folder.file("port")) { mock in
        try await mock.waitForError("acme is served at ")
        let port = try folder.text(of: "port").lines.first ?? ""
        try folder.write(TenantText.live(at: "http://127.0.0.1:\(port)", client: "acme-web"), to: "journeys/tenants.yaml")
        let outcome = try await BuiltCommand.run("run", "--verbose", "--max-wait", "2h", in: folder.path) { child in
          try await child.waitForError("screen identification")
          child.kill(SIGTERM)
        }
        #expect(outcome.code == 143, "\(outcome)")
        let skipped = try await BuiltCommand.run("run", "--max-wait", "5s", in: folder.path)
        #expect(skipped.code == 0, "\(skipped)")
        #expect(skipped.output.contains("1 skipped"), "\(skipped)")
        mock.kill(SIGINT)
      }
      #expect(served.ending == .exited(0), "\(served)")
    }
  }
}
