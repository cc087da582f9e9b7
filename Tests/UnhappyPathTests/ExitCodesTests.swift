import JourneyTestSupport
import Testing

/// Writes `ExitCodes.md`: the exit code of every verdict, with everything that can go wrong with outputs.
struct ExitCodesTests {
  /// What a run comes to.
  struct Outcome: Sendable {
    var name: String
    /// The scenario files, without their suffixes.
    var files: [String]
    var flags: [String] = []
    var code: Int32
    /// What ends the run once it waits for its tenant; `nil` for nothing.
    var signal: Int32?
  }

  /// What cannot be written.
  struct Trouble: Sendable {
    var name: String
    var flags: [String] = []
    var output = OutputTrouble.none
  }

  @Test
  func `the verdict decides the exit code, whatever becomes of the reports, as the docs say`() async throws {
    var page = Self.head
    page += "| the run | " + Self.troubles.map(\.name).joined(separator: " | ") + " |\n"
    page += "|---|" + Self.troubles.map { _ in "---|" }.joined() + "\n"
    let (requests, asked) = AsyncStream.makeStream(of: Void.self)
    let rows = try await RawServer.with({ _ in { _ in .silence } }) { slow in
      try await RawServer.with({ _ in
        { _ in
          asked.yield()
          return .silence
        }
      }) { held in
        try await TemporaryFolder.with { folder in
          try Self.write(to: folder, slow: slow.address, held: held.address)
          var rows: [String] = []
          for outcome in Self.outcomes {
            var codes: [String] = []
            for trouble in Self.troubles {
              let code = try await Self.run(outcome, trouble, in: folder) { for await _ in requests { break } }
              let expected = outcome.code == 0 && trouble.name != Self.troubles[0].name ? 74 : outcome.code
              #expect(code == expected, "\(outcome.name), \(trouble.name)")
              codes.append(code.map { "\($0)" } ?? "none")
            }
            rows.append("| \(outcome.name) | \(codes.joined(separator: " | ")) |\n")
          }
          return rows
        }
      }
    }
    page += rows.joined() + Self.tail
    let pages = Golden(folder: "\(Fixtures.packageRoot)/Sources/JourneyKit/JourneyKit.docc")
    let difference = try pages.difference(of: page, from: "ExitCodes.md")
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func `where the events of a run cannot be stored, every report gets a line with its path and the reason`() async throws {
    try await TemporaryFolder.with { folder in
      try Self.write(to: folder, slow: "http://127.0.0.1:9", held: "http://127.0.0.1:9")
      let reports = ["--junit", "junit/", "--html", "page.html", "--markdown", "summary.md", "--attach", "pages"]
      let run = try await OutputTrouble.noRoom.run(
        ["run", "journeys/passed.yaml"] + reports, environment: ["TMPDIR": "/tmp"], in: folder.path)
      #expect(run.code == 74)
      let lines = run.error.split(separator: "\n").filter { $0.hasPrefix("error: ") }
      #expect(lines.first == "error: the events of the run cannot be stored in a file in '/tmp/': file too large", "\(run.error)")
      let reason = "cannot be written: the events of the run could not be stored"
      #expect(lines.dropFirst().sorted() == ["junit/", "page.html", "pages", "summary.md"].map { "error: '\($0)' \(reason)" })
    }
  }

  private static func run(
    _ outcome: Outcome, _ trouble: Trouble, in folder: TemporaryFolder, untilAsked: () async -> Void
  ) async throws -> Int32? {
    let arguments = ["run"] + outcome.files.map { "journeys/\($0).yaml" } + ["--seed", "7"] + outcome.flags + trouble.flags
    guard let signal = outcome.signal else { return try await trouble.output.run(arguments, environment: [:], in: folder.path).code }
    var child = try trouble.output.start(arguments, environment: [:], in: folder.path)
    await untilAsked()
    child.kill(signal)
    return if case .exited(let code) = await child.end() { code } else { nil }
  }

  private static let outcomes = [
    Outcome(name: "all passed", files: ["passed"], code: 0),
    Outcome(name: "all skipped", files: ["skipped"], code: 0),
    Outcome(name: "passed after a failure", files: ["flaky"], code: 0),
    Outcome(name: "passed after a failure, `--fail-on-flaky`", files: ["flaky"], flags: ["--fail-on-flaky"], code: 1),
    Outcome(name: "an empty shard", files: ["passed"], flags: ["--shard", "2/2"], code: 0),
    Outcome(name: "failed", files: ["passed", "failed"], code: 1),
    Outcome(name: "broken", files: ["passed", "broken"], code: 3),
    Outcome(name: "took longer than its `timeout`", files: ["late"], code: 3),
    Outcome(name: "failed, and another one broken", files: ["failed", "broken"], code: 3),
    Outcome(name: "a file has errors", files: ["passed", "wrong"], code: 2),
    Outcome(name: "nothing is selected", files: ["passed"], flags: ["--tag", "smokee"], code: 2),
    Outcome(name: "nothing is selected, sharded", files: ["passed"], flags: ["--tag", "smokee", "--shard", "1/4"], code: 2),
    Outcome(name: "interrupted (SIGINT)", files: ["failed", "held"], code: 130, signal: 2),
    Outcome(name: "terminated (SIGTERM)", files: ["failed", "held"], code: 143, signal: 15),
  ]

  private static let troubles = [
    Trouble(name: "all is written"),
    Trouble(name: "a report's folder is a file", flags: ["--junit", "journeys/passed.yaml/junit.xml"]),
    Trouble(name: "a report's path is a folder", flags: ["--html", "journeys"]),
    Trouble(name: "a report's disk is full", flags: ["--markdown", "/dev/full"]),
    Trouble(name: "the log's disk is full", flags: ["--log", "/dev/full"]),
    Trouble(name: "the log cannot be opened", flags: ["--log", "journeys"]),
    Trouble(name: "every disk is full", flags: ["--junit", "junit.xml"], output: .noRoom),
  ]

  private static func write(to folder: TemporaryFolder, slow: String, held: String) throws {
    try folder.write(try Fixtures.text(of: "fixtures/verdicts/_mock/fjell.yaml"), to: "journeys/_mock/fjell.yaml")
    let client = #"client: {id: fjell-web, redirect_uri: "https://app.fjell.test/callback", scopes: [openid, email]}"#
    let live = [("nobody", "http://127.0.0.1:9"), ("slow", slow), ("held", held)]
    try folder.write(
      "default: fjell\ntenants:\n  fjell: {dialect: journey-flow, mock: _mock/fjell.yaml, \(client)}\n"
        + live.map { "  \($0.0): {dialect: journey-flow, issuer: \"\($0.1)\", \(client)}\n" }.joined(), to: "journeys/tenants.yaml")
    let scenarios = [
      "passed": "tags: [smoke]\nsteps:\n  - screen: who\n", "failed": "steps:\n  - screen: pin\n",
      "skipped": "skip: needs a device\nsteps:\n  - screen: who\n", "broken": "tenant: nobody\nsteps:\n  - screen: who\n",
      "late": "tenant: slow\ntimeout: 100ms\nsteps:\n  - screen: who\n", "held": "tenant: held\nsteps:\n  - screen: who\n",
      "flaky": "vars: {coin: \"${digits(1)}\"}\nretries: 20\nsteps:\n  - screen: who\n  - check: {coin: \"0\"}\n",
      "wrong": "step:\n  - screen: who\n",
    ]
    for (name, text) in scenarios { try folder.write("journey: It \(name)\n\(text)", to: "journeys/\(name).yaml") }
  }

  private static let head = """
    # Exit codes

    How a run ends, and what a pipeline can rely on: written by the tests, from runs of the command.

    The verdict comes first, even if reports are missing: a pipeline that tolerates 74 tolerates no failure. The first that applies, in
    this order: interrupted (130, 143), wrong files or an empty selection (2), broken (3), failed (1), a report or log that is not written
    (74), else 0. The summary names all of them. `journey report` and `journey merge` end as their runs did. 64 means that the command
    line is wrong, and nothing is done.


    """

  private static let tail = """

    An empty *selection* is 2 in every shard: a misspelled tag fails, also in a sharded run. An empty *shard* of a selection that
    has cases is 0. `--allow-empty` makes an empty selection 0 as well, and so does `--rerun-failed` if
    nothing is left to rerun.

    If the events of a run cannot be kept because every disk is full, no report is made, and the console shows what was run. Each
    report gets a line on standard error with its path and the reason.
    Without a folder for temporary files, nothing runs, and the exit code is 74.

    What `check`, `list`, `schema`, `map`, `diff`, `outcomes`, `heal` and `mutate` print is their result: if standard output cannot be written, as on
    a full disk, they end with 74 instead of 0 or 1, and a line on standard error says so. A run that passed ends with 74 too. A reader that
    went away, as in `journey list | head`, does not count as a failure.

    A signal while a run is still planned makes its reports as well: they have no case, and say that the run was interrupted. SIGHUP, as
    of a terminal that is closed, counts as SIGTERM, unless `nohup` started the run.

    A run removes the reports and the log of an earlier run that it is going to write, before anything else; so do `merge` and `report`, also where
    they then refuse the logs. A pipeline that finds no
    report after a killed run has no verdict; it never finds an older one. A log does not exist either until the run is planned, and
    `report --from` then ends with 64. Only a process that is killed in its first tenth of a second, before it has read its command
    line, leaves what was there. Reports through links, pipes and devices, the summary
    of GITHUB_STEP_SUMMARY, and in folders of JUnit files and pages those of runs with another `--label`, of other shards and of other programs
    are left alone. An output in the place of a file that the run reads, or whose name ends with `.yaml`, is an error.

    `heal` ends with 2 if it walked no scenario to a verdict, because then nothing is known.

    Any other exit code is that of a process that something else ended: 137 after SIGKILL (a job's time or memory is over), 132, 134 or 139
    after a crash. The log has every case that had ended: `journey report --from run.jsonl` makes reports of them and names the others.

    """
}
