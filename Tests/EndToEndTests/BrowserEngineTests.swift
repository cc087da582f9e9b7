import FoundationEssentials
import JourneyTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Journeys in a real browser, and what is left of it.
@Suite(.serialized, .enabled(if: RunningBrowsers.areInstalled, Comment(rawValue: RunningBrowsers.missing)))
struct BrowserEngineTests {
  @Test func `the journeys over pages pass in a browser as they do by plain HTTP`() async throws {
    try await TemporaryFolder.with { folder in
      let outcome = try await BuiltCommand.run(
        "run", "journeys/hosted/sign-in.yaml", "journeys/hosted/engines.yaml", "--engine", "browser", "--jobs", "2", "--seed", "7",
        "--pictures", folder.file("pictures"), environment: RunningBrowsers.environment)
      #expect(outcome.code == 0, "\(outcome.output)\(outcome.error)")
      let first = TemporaryFolder(path: folder.file("pictures/hosted")).path
      let folders = try TemporaryFolder(path: first).names()
      #expect(!folders.isEmpty)
      for name in folders {
        #expect(try TemporaryFolder(path: "\(first)/\(name)").names().allSatisfy { $0.hasSuffix(".png") })
      }
    }
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGKILL])
  func `a run that is ended in the middle leaves no browser`(signal: Int32) async throws {
    var number: Int32 = 0
    _ = try await BuiltCommand.run(
      "run", "journeys/hosted/sign-in.yaml", "--engine", "browser", "--jobs", "1", environment: RunningBrowsers.environment
    ) { child in
      number = child.identifier
      // A browser has several processes besides chromedriver.
      while RunningBrowsers.count(of: number) < 4 { await Task.yield() }
      child.kill(signal)
    }
    while RunningBrowsers.count(of: number) > 0 { await Task.yield() }
    while RunningBrowsers.hasFolder(of: number, in: "/tmp") { await Task.yield() }
  }

  @Test func `a browser that crashes breaks one case, and the others pass`() async throws {
    let outcome = try await BuiltCommand.run(
      "run", "journeys/hosted/sign-in.yaml", "--engine", "browser", "--jobs", "1", environment: RunningBrowsers.environment
    ) { child in
      while !RunningBrowsers.end(of: child.identifier) { await Task.yield() }
    }
    #expect(outcome.code == 3, "\(outcome.output)")
    #expect(outcome.output.contains(" 1 broken"), "\(outcome.output)")
    #expect(outcome.output.contains(" passed"), "\(outcome.output)")
  }

  @Test func `plain HTTP and a browser have stored screens of their own`() async throws {
    try await TemporaryFolder.with { folder in
      for name in ["acme.yaml", "acme.screens.yaml"] {
        try folder.write(try Fixtures.text(of: "fixtures/tenants/\(name)"), to: "journeys/_mock/\(name)")
      }
      try folder.write(
        """
        tenants:
          acme:
            dialect: hosted
            mock: _mock/acme.yaml
            client: {id: acme-web, redirect_uri: "https://app.acme.test/callback", scopes: [openid]}
        """, to: "journeys/tenants.yaml")
      try folder.write("journey: Stored\nsteps:\n  - screen: identification\n    snapshot: first\n", to: "journeys/x.yaml")
      func run(_ words: String...) async throws -> BuiltCommand.Outcome {
        try await BuiltCommand.run(["run"] + words, environment: RunningBrowsers.environment, in: folder.path)
      }
      let browser = ["--engine", "browser"]
      #expect(try await run("--update-snapshots").code == 0)
      let missing = try await run(browser[0], browser[1])
      #expect(missing.code == 1 && missing.output.contains("nothing is stored for 'engine: browser'"), "\(missing.output)")
      let stored = try await run(browser[0], browser[1], "--update-snapshots")
      #expect(stored.code == 0, "\(stored.output)")
      for words in [[], browser] {
        let again = try await BuiltCommand.run(["run"] + words, environment: RunningBrowsers.environment, in: folder.path)
        #expect(again.code == 0, "\(again.output)")
      }
      let names = try TemporaryFolder(path: folder.file("journeys/__screens__/x%23stored")).names()
      #expect(names.sorted() == ["first.json", "first@browser.json"])
    }
  }

  @Test func `a case whose time is up leaves no browser`() async throws {
    var number: Int32 = 0
    let outcome = try await BuiltCommand.run(
      "run", "journeys/hosted/sign-in.yaml", "--engine", "browser", "--jobs", "2", "--timeout", "300ms",
      environment: RunningBrowsers.environment
    ) { child in number = child.identifier }
    #expect(outcome.code != 0, "\(outcome.output)")
    #expect(RunningBrowsers.count(of: number) == 0)
    #expect(!RunningBrowsers.hasFolder(of: number, in: "/tmp"))
  }
}

struct MissingBrowserTests {
  @Test func `without chromedriver nothing is run, and the message says what to install`() async throws {
    let outcome = try await BuiltCommand.run(
      "run", "journeys/hosted/sign-in.yaml", "--engine", "browser", environment: ["JOURNEY_CHROMEDRIVER": "/no/such/chromedriver"])
    #expect(outcome.code == 2, "\(outcome.output)")
    #expect((outcome.output + outcome.error).contains("'engine: browser' needs chromedriver"))
  }

  @Test func `look says the same`() async throws {
    let outcome = try await BuiltCommand.run(
      "look", "--tenant", "harbor-hosted", "--engine", "browser", environment: ["JOURNEY_CHROMEDRIVER": "/no/such/chromedriver"])
    #expect(outcome.code != 0, "\(outcome.output)")
    #expect((outcome.output + outcome.error).contains("'engine: browser' needs chromedriver"), "\(outcome.output)\(outcome.error)")
  }

  @Test func `an unknown engine is a wrong command line`() async throws {
    let outcome = try await BuiltCommand.run("run", "journeys/hosted", "--engine", "firefox")
    #expect(outcome.code == 64, "\(outcome.output)")
  }
}
