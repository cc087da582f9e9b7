import JourneyTestSupport
import Testing

struct RecordCommandTests {
  private static let tenants = """
    default: acme
    tenants:
      acme: {dialect: journey-flow, mock: ../tenants/acme.yaml}
      staging:
        dialect: journey-flow
        issuer: http://127.0.0.1:9
        client: {id: acme-web, redirect_uri: "https://app.acme.test/callback"}
        accounts: {jane: {email: jane@acme.test, password: "${secret.JANE_PASSWORD}"}}

    """

  private static func project(_ body: (TemporaryFolder) async throws -> Void) async throws {
    try await TemporaryFolder.with { folder in
      for path in try Fixtures.files(below: "fixtures/tenants", suffix: ".yaml") {
        try folder.write(try Fixtures.text(of: path), to: String(path.dropFirst("fixtures/".count)))
      }
      try folder.write(tenants, to: "journeys/tenants.yaml")
      try await body(folder)
    }
  }

  private struct Recorded {
    let code: Int32?
    let output: String
    let error: String
  }

  /// Runs `journey record` with lines that come over a pipe.
  private static func record(_ arguments: [String], _ answers: [String], in folder: TemporaryFolder) async throws -> Recorded {
    try folder.write(answers.map { $0 + "\n" }.joined(), to: "answers")
    let words = ["-c", #"exec "$@" <"$0""#, folder.file("answers"), BuiltCommand.path, "record"] + arguments
    var child = try ChildProcess("/bin/sh", words, environment: ["SWIFT_BACKTRACE": "enable=no"], folder: folder.path)
    let ending = await child.end()
    let code: Int32? = if case .exited(let code) = ending { code } else { nil }
    return Recorded(code: code, output: child.output.text, error: child.error.text)
  }

  @Test func `answers come over a pipe, and the scenario is green`() async throws {
    try await Self.project { folder in
      let answers = [String](repeating: "", count: 12)
      let outcome = try await Self.record(["journeys/rita.yaml", "--account", "rita", "--seed", "7"], answers, in: folder)
      #expect(outcome.code == 0, "\(outcome.output)\(outcome.error)")
      #expect(outcome.error == "")
      #expect(outcome.output.hasPrefix("Rita on acme, a mock: nothing is changed permanently."))
      #expect(outcome.output.contains("  Code [the code in it]: \n"))
      #expect(outcome.output.hasSuffix("wrote journeys/rita.yaml: 3 screens, no secret in it. Walked again with another seed: passed.\n"))
      #expect(!outcome.output.contains("Rita-zebra-33"))
      let again = try await BuiltCommand.run("run", "journeys/rita.yaml", "--seed", "11", "-q", in: folder.path)
      #expect(again.code == 0, "\(again.output)")
    }
  }

  @Test func `answers that come over a pipe can be read in what is printed, but for secrets`() async throws {
    try await Self.project { folder in
      let answers = ["", "Rita-zebra-33", "", "", "jane@acme.test", "", "Nonsense-11", "", "", "", ""]
      let outcome = try await Self.record(["journeys/jane.yaml", "--account", "jane", "--seed", "7"], answers, in: folder)
      #expect(outcome.output.contains("]: ***\n"), "\(outcome.output)")
      #expect(outcome.output.contains("]: jane@acme.test\n"), "\(outcome.output)")
      #expect(!outcome.output.contains("zebra") && !outcome.output.contains("Nonsense"), "\(outcome.output)")
    }
  }

  @Test func `where the input ends, what was walked is written`() async throws {
    try await Self.project { folder in
      let outcome = try await Self.record(["journeys/jane.yaml", "--account", "jane"], ["", ""], in: folder)
      #expect(outcome.code == 0, "\(outcome.output)\(outcome.error)")
      #expect(try folder.text(of: "journeys/jane.yaml").hasSuffix("- screen: password\n"))
    }
  }

  @Test func `a mistake in the command line is said`() async throws {
    try await Self.project { folder in
      let nobody = try await Self.record(["journeys/x.yaml", "--account", "jan"], [], in: folder)
      #expect(nobody.code == 2)
      #expect(nobody.error.contains("did you mean 'jane'?"))
      let both = try await Self.record(["journeys/x.yaml", "--after", "journeys/y.yaml:3", "--account", "jane"], [], in: folder)
      #expect(both.code == 64)
      #expect(both.error.contains("--after goes on as its scenario began"))
      let start = try await Self.record(["journeys/x.yaml", "--start", "prompt"], [], in: folder)
      #expect(start.error.contains("--start takes a key and its value"))
    }
  }

  @Test func `a tenant that cannot be reached is no recording`() async throws {
    try await Self.project { folder in
      let words = ["journeys/x.yaml", "--tenant", "staging", "--account", "jane", "--secrets", folder.file("secrets")]
      try folder.write("JANE_PASSWORD=Jane-horse-11\n", to: "secrets")
      let outcome = try await Self.record(words, [], in: folder)
      #expect(outcome.code == 3, "\(outcome.output)\(outcome.error)")
      #expect(outcome.output.hasPrefix("Jane on staging, a LIVE tenant: your actions have lasting effects and cannot be undone."))
      #expect(outcome.error.contains("error: the journey cannot be begun: "))
    }
  }

  @Test func `on a live tenant nothing is undone, and it is walked again only if that is wanted`() async throws {
    try await Self.project { folder in
      let served = try await BuiltCommand.run("mock", "acme", "--port", "0", "--port-file", folder.file("port"), in: folder.path) { child in
        try await child.waitForError("acme is served at http://127.0.0.1:")
        let address = "http://127.0.0.1:\(try folder.text(of: "port").lines.first ?? "")"
        let tenants = Self.tenants.replacing("http://127.0.0.1:9", with: address)
        try folder.write(tenants, to: "journeys/tenants.yaml")
        try folder.write("JANE_PASSWORD=Jane-horse-11\n", to: "secrets")
        let words = ["journeys/live.yaml", "--tenant", "staging", "--account", "jane", "--secrets", folder.file("secrets")]
        let outcome = try await Self.record(words, ["", "", "u", "", "", "", "-", "", ""], in: folder)
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.error)")
        #expect(outcome.output.contains("A live tenant remembers: nothing can be undone there."))
        #expect(outcome.output.hasSuffix("wrote journeys/live.yaml: 2 screens, no secret in it. It was not walked again.\n"))
        #expect(!outcome.output.contains("Jane-horse-11"))
        #expect(try folder.text(of: "journeys/live.yaml").contains("tenant: staging\naccount: jane\n"))
        child.kill(15)
      }
      #expect(served.ending == .exited(0), "\(served.error)")
    }
  }

  @Test func `the first screen of a tenant is shown with its ids`() async throws {
    try await Self.project { folder in
      let text = try await BuiltCommand.run("look", "--tenant", "acme", "--account", "jane", in: folder.path)
      #expect(text.code == 0, "\(text.error)")
      #expect(text.output.hasPrefix("screen identification\n"))
      #expect(text.output.contains("form identifier: press 'Continue'\n"))
      #expect(text.output.contains("  identifier: {type: input, label: 'Email address', required: true}  jane: ${account.email}\n"))
      let json = try await BuiltCommand.run("look", "--tenant", "acme", "--json", "--start", "prompt=create", in: folder.path)
      #expect(json.output.hasPrefix("{\"id\":\"registration\","))
      #expect(json.output.lines.count == 1)
      let nobody = try await BuiltCommand.run("look", "--tenant", "acme", "--account", "jan", in: folder.path)
      #expect(nobody.code == 2)
      #expect(nobody.error.contains("did you mean 'jane'?"))
    }
  }
}
