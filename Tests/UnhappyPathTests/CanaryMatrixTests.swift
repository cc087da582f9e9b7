import Encodings
import JourneyTestSupport
import Testing

/// Secrets of many shapes, written down by a server in many ways, looked for in every output: the table of `Canaries.md`.
struct CanaryMatrixTests {
  private struct Shape {
    let name: String
    let secret: String

    /// Of a long secret some of the ways, since each costs seconds.
    var spellings: [SecretSearchSpellings.Spelling] {
      let all = SecretSearchSpellings.all
      return secret.utf8.count < 1000 ? all : all.indices.filter { $0.isMultiple(of: 5) }.map { all[$0] }
    }
  }

  private static let shapes = [
    Shape(name: "six letters and digits", secret: "q7Zk2w"), Shape(name: "a generated password", secret: "QWJKZ7yxpvm39TTqlkgw8482hvnRRzz"),
    Shape(name: "of 4,000 bytes", secret: String((0..<500).map { "k\($0 % 9)Qz-\($0 % 7)x" }.joined().prefix(4000))),
    Shape(name: "not ASCII", secret: "Sömmer/2026-Käse"), Shape(name: "with quotes", secret: #"O'Brien "2026" \pw\"#),
    Shape(name: "with markup", secret: "Zq<9>Zq&Zq1234"), Shape(name: "words", secret: "correct horse battery staple"),
    Shape(name: "with base64 in it", secret: "tok/en+base64/abcDEF=="),
  ]

  /// The flags of every output, and the files that they leave.
  private static let reports = [
    "--junit", "out/junit.xml", "--html", "out/page.html", "--attach", "out/pages", "--tap", "out/run.tap", "--markdown", "out/run.md",
    "--json", "out/run.json", "--log", "out/run.jsonl", "--github", "--trace", "--no-color", "--update-snapshots", "--jobs", "1",
    "--policy", "../policy.yaml",
  ]

  private static let tenants = """
    default: acme
    tenants:
      acme:
        dialect: journey-flow
        issuer: ADDRESS
        client: {id: acme-web, redirect_uri: "https://app.acme.test/callback", scopes: [openid]}

    """

  /// JUnit in each dialect, from the log of the run.
  private static func junit(in folder: TemporaryFolder, environment: [String: String]) async throws -> [(name: String, bytes: [UInt8])] {
    var outputs: [(name: String, bytes: [UInt8])] = []
    for dialect in ["generic", "jenkins", "ant", "surefire"] {
      let made = try await BuiltCommand.run(
        ["report", "--from", "out/run.jsonl", "--junit", "\(dialect)/", "--junit-dialect", dialect], environment: environment,
        in: folder.file("project"))
      #expect(made.code == 1, "\(dialect): \(made.error.suffix(500))")
      let names = try Fixtures.filesBelow(absolute: folder.file("project/\(dialect)"))
      #expect(!names.isEmpty, "\(dialect)")
      for name in names { outputs.append(("JUnit for \(dialect)", try folder.bytes(of: "project/\(dialect)/\(name)"))) }
      outputs.append(("the output of 'journey report'", Array((made.output + made.error).utf8)))
    }
    return outputs
  }

  /// Types the secret; the server repeats it in the spelling that the header asks for.
  private static func scenario(_ spelling: Int) -> String {
    """
    journey: Spelling \(spelling)
    start: {headers: {X-Spelling: "\(spelling)"}}
    steps:
      - screen: identification
        answers: {identifier: "${secret.CANARY}"}
      - screen: identification
        messages: any
        snapshot: true
        capture: {said: {message: identifier}, cut: {message: identifier, matches: 'told (.{1,12})'}}
      - screen: identification
        messages: {identifier: "before told something else, which is long enough to be cut somewhere, after"}
      - check: {said: x, cut: x}

    """
  }

  /// It allows the command that keeps the arguments of every process, as `ps` shows them, and gives it the secret.
  private static let policy = """
    origins: [ADDRESS]
    secrets: {CANARY: {origins: ADDRESS, fields: [identifier]}}
    commands: [{run: [/bin/sh, -c, "cat /proc/[0-9]*/cmdline > processes.txt || true"], env: [PATH, CANARY]}]

    """

  /// Types the secret, then lists the processes; one that ends meanwhile is no failure.
  private static let processes = """
    journey: Processes
    steps:
      - screen: identification
        answers: {identifier: "${secret.CANARY}"}
      - run: [/bin/sh, -c, "cat /proc/[0-9]*/cmdline > processes.txt || true"]
      - screen: identification
        messages: any

    """

  private static func run(_ shape: Shape, in folder: TemporaryFolder) async throws -> BuiltCommand.Outcome {
    try await RawServer.with({ server in
      try folder.write(policy.replacing("ADDRESS", with: server.address), to: "policy.yaml")
      try folder.write(tenants.replacing("ADDRESS", with: server.address), to: "project/journeys/tenants.yaml")
      let scenarios = shape.spellings.indices.map(scenario) + [processes]
      try folder.write(scenarios.joined(separator: "---\n"), to: "project/journeys/a.yaml")
      let (secret, spellings) = (shape.secret, shape.spellings)
      let tenant = TroubledTenant(at: server.address, definition: try TroubledTenant.acme()) { request, answer in
        guard request.url.path.hasSuffix("/form/identifier"), let index = request.headers["x-spelling"].flatMap({ Int($0) }) else {
          return nil
        }
        let said = "before told \(spellings[index].write(secret)) after"
        let text = JSONWriter.text(of: .string(said)).dropFirst().dropLast()
        return answer.leading { $0.replacing("We do not know this address.", with: text) }
      }
      return { try await tenant.behave($0) }
    }) { _ in
      try await BuiltCommand.run(
        ["run"] + reports, environment: ["CANARY": shape.secret], in: folder.file("project"))
    }
  }

  @Test
  func `a secret of any shape, however a server spells it, is in no output, and nothing else is lost`() async throws {
    var rows: [String] = []
    for shape in Self.shapes {
      rows += try await TemporaryFolder.with { folder in
        let outcome = try await Self.run(shape, in: folder)
        #expect(outcome.code == 1, "\(shape.name): \(outcome.error.suffix(500))")
        var outputs = [("standard output", Array(outcome.output.utf8)), ("standard error", Array(outcome.error.utf8))]
        for name in try Fixtures.filesBelow(absolute: folder.file("project/out")) {
          outputs.append((name, try folder.bytes(of: "project/out/\(name)")))
        }
        for name in try Fixtures.filesBelow(absolute: folder.file("project/journeys/__screens__")) {
          outputs.append(("snapshot", try folder.bytes(of: "project/journeys/__screens__/\(name)")))
        }
        outputs += try await Self.junit(in: folder, environment: ["CANARY": shape.secret])
        let processes = try folder.bytes(of: "project/processes.txt")
        #expect(!ManyTexts([("the run", "--update-snapshots")]).places(in: processes).isEmpty)
        outputs.append(("the list of processes", processes))
        #expect(outputs.count > shape.spellings.count)
        let spellings = ManyTexts(shape.spellings.map { ($0.name, $0.write(shape.secret)) })
        for (name, bytes) in outputs {
          for spelling in spellings.places(in: bytes).keys { Issue.record("\(name) holds \(shape.name) as \(spelling)") }
        }
        // The text around it is still shown, and would be found.
        let around = ManyTexts([("what is around it", "before told ")])
        #expect(outputs.count { !around.places(in: $0.1).isEmpty } > 10, "\(shape.name)")
        #expect(outcome.output.contains("before told ***") || outcome.output.contains("'***'"), "\(shape.name)")
        #expect(outcome.output.contains("\(shape.spellings.count + 1) cases"), "\(outcome.output.suffix(300))")
        return ["| \(shape.name) | \(shape.spellings.count) | \(outputs.count) | nothing |"]
      }
    }
    let page =
      Self.head + rows.joined(separator: "\n") + Self.middle
      + SecretSearchSpellings.all.map { "- \($0.name)\n" }.joined() + Self.foot
    let pages = Golden(folder: "\(Fixtures.packageRoot)/Sources/JourneyKit/JourneyKit.docc")
    let difference = try pages.difference(of: page, from: "Canaries.md")
    #expect(difference == nil, "\(difference ?? "")")
  }

  private static let head = """
    # Canaries

    Secrets that tests put into a tenant and search for in all output of a run: written by the tests, from runs of the command.

    A tenant repeats what was typed into it, in each of the ways below. A scenario then captures it, whole and cut, compares it,
    stores the screen as a snapshot, and fails. Nothing of the secret is in standard output, standard error, JUnit (in each of its four dialects),
    the HTML page, the pages of single cases, Markdown, TAP, the JSON report, the event log, annotations, traces, snapshots or the
    arguments of processes.

    | the secret | ways to write it | outputs searched | found |
    |---|---|---|---|

    """

  private static let middle = """


    ## Ways to write it


    """

  private static let foot = """

    ## Grouped, cut and in another case

    A secret of the caller, and on a live tenant a password that a file of the project has, is also found with blanks, line breaks, punctuation,
    symbols, combining marks, control characters, terminal sequences and invisible signs between its signs, in any case, in letters of double width, as `U+005A`, in escapes of
    style sheets, as Base64 or hexadecimal digits in groups, and by pieces of eight characters. `CloseSearchTests` and `RedactorTests`
    hold that. It is not so for what a walk or a server makes up: of those, any piece may be another text.

    ## What is not found

    A tenant that wants to show a secret can always do it, since it knows the secret. Not found are: the text backwards or with letters
    exchanged (ROT13), its Base64 in several parts with other text between them, uuencode, the decimal, octal or binary numbers of its signs,
    `\\U0000005a`, soft line breaks of quoted-printable, fewer than eight characters, and pieces that are only words. Nor are UTF-16 in Base64 or
    hexadecimal, Base32, Base85, compressed data, doubled text, and letters of other alphabets that look like its own.

    The bodies of responses are also searched as a browser shows them, which finds signs with tags, comments or scripts between them, lists of single
    letters, strings that a script joins, UTF-16, mathematical letters, letters and digits in circles, brackets and squares, and of a secret of the caller also the text backwards and the decimal
    and octal numbers of its signs. Not found there is what only a style sheet, a font or a script puts in order, such as a page with hidden
    letters between those that are seen. Texts of a screen that hold a secret only together, such as labels with a sign each, or a label and
    the hint next to it, are hidden too, in logs and in snapshots; so are headers, what several mismatches of a step found, and texts next to each other in
    JUnit and HTML reports. Where all tenants of a run are mocks, only the caller's secrets are searched for in this way: a mock shows what
    its file says. `ScatteredSearchTests` and `RedactorTests` hold that.

    """
}
