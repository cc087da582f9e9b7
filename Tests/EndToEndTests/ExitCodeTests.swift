import Encodings
import JourneyTestSupport
import Testing

struct ExitCodeTests {
  /// The name of one shipped journey.
  private static let one = "^Sign in with a password$"
  /// Its file: reading all journeys takes longer than most of what is tested.
  private static let file = "journeys/sign-in/password.yaml"

  @Test(arguments: [
    ["run", "--no-such-flag"], ["run", "--jobs", "0"], ["run", "--jobs", "many"], ["run", "--quiet", "--verbose"],
    ["run", "--timeout", "soon"], ["run", "--var", "novalue"], ["list", "--format", "xml"], ["walk"], ["report"],
    ["mock", "acme", "--host", "0.0.0.0"], ["run", "--junit-dialect", "xunit"], ["run", "--retries", "-1"], ["mock"],
    ["run", "--tag", "and and"], ["run", "--name", "("], ["run", "--at", "journeys/a.yaml:0"], ["run", "--mock-at", "nowhere"],
    ["check", "--tag", "smoke or"], ["list", "--name", "["], ["run", "--junit", "-"], ["run", "--tap", "-"], ["map", "--html", "-"],
    ["run", "--attach", "-"], ["run", "--label", "a/b"],
  ])
  func `wrong usage ends with 64 and says what is possible`(arguments: [String]) async throws {
    let outcome = try await BuiltCommand.run(arguments)
    #expect(outcome.code == 64)
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("Error: "))
  }

  @Test(arguments: [["--tag", "nobody"], ["--name", "^nothing$"], ["--tag", "smoke", "--name", "Somebody"]])
  func `nothing selected ends with 2, unless that is allowed`(flags: [String]) async throws {
    let outcome = try await BuiltCommand.run(["run", Self.file] + flags)
    #expect(outcome.code == 2)
    #expect(outcome.output.contains("no scenario is selected, so nothing was run, which is an error"))
    let allowed = try await BuiltCommand.run(["run", Self.file, "--allow-empty"] + flags)
    #expect(allowed.code == 0 && allowed.output.contains("no case to run, which is not an error"))
    #expect(try await BuiltCommand.run(["run", Self.file, "--dry-run"] + flags).code == 2)
  }

  @Test(arguments: [
    (["run", "no-such-folder"], "no-such-folder"), (["run", "--secrets", "no-such-file"], "no-such-file"),
    (["run", "--mock-at", "nobody=http://127.0.0.1:9"], "--mock-at"), (["run", "--tenant", "nobody"], "nobody"),
    (["run", "--tenant", "acme=nobody"], "nobody"), (["run", "--app", "windows"], "windows"),
  ])
  func `what cannot be planned ends with 2 and is named`(arguments: [String], named: String) async throws {
    let outcome = try await BuiltCommand.run(arguments + (arguments.contains("no-such-folder") ? [] : [Self.file]))
    #expect(outcome.code == 2, "\(outcome.output)\(outcome.error)")
    #expect((outcome.output + outcome.error).contains(named), "\(outcome.output)\(outcome.error)")
  }

  @Test func `a journey that cannot be walked ends with 3 and is broken`() async throws {
    try await HeldPort.closed { port in
      try await TemporaryFolder.with { folder in
        let outcome = try await BuiltCommand.run(
          "run", Self.file, "--name", Self.one, "--mock-at", port.address, "--junit", folder.file("junit.xml"))
        #expect(outcome.code == 3)
        #expect(outcome.output.contains("BROKEN"))
        let report = try JUnitFile(folder.text(of: "junit.xml"))
        #expect(report.count(of: "error") == 1)
        #expect(report.told("errors") == 1)
      }
    }
  }

  @Test(arguments: ["--junit", "--json", "--tap", "--markdown", "--html", "--log"])
  func `a report that cannot be written ends with 74`(flag: String) async throws {
    try await TemporaryFolder.with { folder in
      let outcome = try await BuiltCommand.run("run", Self.file, "--name", Self.one, flag, folder.path)
      #expect(outcome.code == 74)
      #expect(outcome.error.contains("error: "))
      #expect(try folder.names() == [])
    }
  }

  @Test(arguments: ["--junit", "--json", "--tap", "--markdown", "--html", "--log"])
  func `a full disk ends with 74 and is named`(flag: String) async throws {
    let outcome = try await BuiltCommand.run("run", Self.file, "--name", Self.one, flag, "/dev/full")
    #expect(outcome.code == 74)
    #expect(outcome.error.lowercased().contains("/dev/full' cannot be written: no space"), "\(outcome.error)")
    #expect(outcome.output.contains("1 passed"))
  }

  /// Commands whose result is what they print, and how each would end.
  @Test(arguments: [
    ["list", "journeys/sign-in"], ["check", "journeys/sign-in/not-you.yaml"], ["schema"], ["show"], ["map", "--tenant", "acme"],
    ["diff", "--tenant", "acme=acme-next", "journeys/sign-in/not-you.yaml"],
    ["outcomes", "journeys/_docs/_workforce", "--who", "carl", "--given", "ordinary", "--client", "portal", "--fail-on", "never"],
  ])
  func `a result that cannot be printed ends with 74, and one that nobody reads to its end does not`(arguments: [String]) async throws {
    let full = try await Self.printing(arguments, "> /dev/full")
    #expect(full.code == 74, "\(full.error)")
    #expect(full.error.hasSuffix("error: standard output cannot be written: no space left on device\n"), "\(full.error)")
    let closed = try await Self.printing(arguments, "| true")
    #expect(!closed.error.contains("standard output"), "\(closed.error)")
  }

  @Test func `a run that cannot be printed ends with 74, and one that failed with 1`() async throws {
    #expect(try await Self.printing(["run", Self.file, "--name", Self.one], "> /dev/full").code == 74)
    #expect(try await Self.printing(["run", "fixtures/failing"], "> /dev/full").code == 1)
  }

  private static func printing(_ arguments: [String], _ target: String) async throws -> (code: Int32?, error: String) {
    var child = try ChildProcess(
      "/bin/sh", ["-c", "\"$0\" \"$@\" \(target)", BuiltCommand.path] + arguments, environment: ["SWIFT_BACKTRACE": "enable=no"],
      folder: Fixtures.packageRoot)
    let ending = await child.end()
    guard case .exited(let code) = ending else { return (nil, child.error.text) }
    return (code, child.error.text)
  }

  @Test func `a report goes to a device as to a file`() async throws {
    let outcome = try await BuiltCommand.run("run", "fixtures/failing", "--quiet", "--junit", "/dev/stdout")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("<testsuites "))
  }

  @Test func `a failure weighs more than a report that cannot be written`() async throws {
    let outcome = try await BuiltCommand.run("run", "fixtures/failing", "--junit", "Package.swift/junit.xml")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("1 failed") && outcome.error.contains("Package.swift/junit.xml' cannot be written"))
  }

  @Test(arguments: [[], ["--shard", "2/4"]])
  func `a log tells whether nothing might be selected`(flags: [String]) async throws {
    try await TemporaryFolder.with { folder in
      let log = folder.file("run.jsonl")
      for (more, code) in [([], 2), (["--allow-empty"], 0)] as [([String], Int32)] {
        let run = try await BuiltCommand.run(["run", Self.file, "--tag", "smokee", "--log", log] + more + flags)
        let report = try await BuiltCommand.run("report", "--from", log)
        #expect(run.code == code && report.code == code, "\(run) \(report)")
      }
    }
  }

  @Test(arguments: [
    (["--tag", "smokee"], "--tag: no scenario has the tag 'smokee'\n  did you mean 'smoke'?"),
    (["--tag", "smoke and not smoke"], "--tag: no scenario matches 'smoke and not smoke'"),
    (["--name", "^nothing$"], "--name: no selected case has a name that matches '^nothing$'"),
    (["--at", "journeys/none.yaml:1", "journeys/sign-in"], "--at: no scenario at 'journeys/none.yaml:1'"),
  ])
  func `what selects nothing is named, also to the quiet`(flags: [String], message: String) async throws {
    for more in [[], ["--quiet"], ["--quiet", "--shard", "1/2"]] {
      let outcome = try await BuiltCommand.run(["run"] + flags + more + (flags.contains("--at") ? [] : ["journeys/sign-in"]))
      #expect(outcome.code == 2)
      #expect(outcome.error.contains("warning: " + message.prefix { $0 != "\n" }), "\(outcome.error)")
    }
  }

  @Test(arguments: [
    (["--tenant", "nosuch"], "--tenant: no tenant 'nosuch'"),
    (["--at", "journeys/sign-in/password.yaml:999"], "--at: no line 999 in 'journeys/sign-in/password.yaml'"),
  ])
  func `an option that names what is not there is an error of no file`(flags: [String], message: String) async throws {
    let outcome = try await BuiltCommand.run(["run", Self.file] + flags)
    #expect(outcome.code == 2)
    #expect(outcome.error.contains("error: " + message), "\(outcome.error)")
    #expect(outcome.output.contains("1 error, nothing was run") && !outcome.output.contains("1 file"), "\(outcome.output)")
  }

  @Test(arguments: [
    (["--junit", "a.xml", "--junit", "b.xml"], "--junit is given twice"), (["--tag", "a", "--tag=b"], "--tag is given twice"),
    (["--junit", "x", "--html", "./x"], "--junit and --html would both write './x'"),
    (["--junit", "shop.xml", "--html", "Shop.xml"], "--junit and --html would both write 'Shop.xml'"),
    (["--secrets", "s.env", "--tap", "S.env"], "--tap would overwrite 'S.env', which --secrets reads"),
    (["--junit", "journeys/a.yaml"], "--junit would overwrite 'journeys/a.yaml': a file with this name is a scenario"),
    (["--log", "x.YML"], "--log would overwrite 'x.YML'"),
    (["--secrets", "s.env", "--tap", "./s.env"], "--tap would overwrite './s.env', which --secrets reads: give it a file of its own"),
    (["--policy", "p", "--log", "p"], "--log would overwrite 'p', which --policy reads"),
    (["--json", "x.jsonl", "--log", "x.jsonl"], "--json and --log would both write 'x.jsonl'"),
    (["--rerun-failed", "l.jsonl", "--log", "./l.jsonl"], "--log would overwrite './l.jsonl', which --rerun-failed reads"),
    (["--json", "journeys/__screens__/a/b.json"], "the folder '__screens__' has the screens of 'snapshot' steps"),
    (["--attach", "p", "--html", "p/case-a.html"], "--attach and --html would both write 'p/case-a.html'"),
    (["--junit", "r/", "--html", "./r/TEST-a.xml"], "--junit and --html would both write './r/TEST-a.xml'"),
    (["--junit", "r/", "--log", "r/TEST-a.xml"], "--junit and --log would both write 'r/TEST-a.xml'"),
    (["--tenant", "acme=a", "--tenant", "acme=b"], "write 'matrix: {tenant: [a, b]}'"),
  ])
  func `what would quietly cover something else is wrong usage`(flags: [String], message: String) async throws {
    let outcome = try await BuiltCommand.run(["run"] + flags)
    #expect(outcome.code == 64)
    #expect(outcome.error.contains(message), "\(outcome.error)")
  }

  @Test func `a certificate of somebody else is no place for the one that a mock makes`() async throws {
    try await TemporaryFolder.with { folder in
      let text = "-----BEGIN CERTIFICATE-----\n\(Base64.encode(Array("an authority of a company".utf8)))\n-----END CERTIFICATE-----\n"
      try folder.write(text, to: "company.pem")
      let outcome = try await BuiltCommand.run("mock", "acme", "--tls", "--tls-ca-file", "company.pem", in: folder.path)
      #expect(outcome.code == 64 && outcome.error.contains("--tls-ca-file would overwrite 'company.pem'"), "\(outcome.error)")
      #expect(try folder.text(of: "company.pem") == text)
    }
  }

  @Test(
    arguments: [
      ("rows.csv", "user\nada\n", "rows of data"), ("rows.json", "\n[{\"user\": \"ada\"}]", "rows of data"),
      ("rows.txt", "user,role\nada,admin\n", "rows of data"), ("rows", "[{\"user\": \"ada\"}]", "rows of data"),
      ("list.txt", "journeys/a.yaml: x, y\njourneys/b.yaml: x, y\n", nil), ("notes.md", "One thing, two, three\n", nil),
      ("ca.pem", "-----BEGIN CERTIFICATE-----\n", "a certificate or a key"),
      ("ca.key", "-----BEGIN PRIVATE KEY-----\n", "a certificate or a key"),
      ("old.json", "{\"event\": \"start\"}\n", nil), ("old.csv", "", nil), ("old.xml", "<testsuites/>", nil),
    ] as [(String, String, String?)])
  func `a file that tests read is no place for an output`(name: String, text: String, kind: String?) async throws {
    try await TemporaryFolder.with { folder in
      try folder.write(text, to: name)
      for flag in ["--json", "--junit", "--log", "--markdown"] {
        let outcome = try await BuiltCommand.run("run", "--dry-run", flag, name, "nothing.yaml", in: folder.path)
        #expect((outcome.code == 64) == (kind != nil), "\(outcome.error)")
        if let kind { #expect(outcome.error.contains("\(flag) would overwrite '\(name)': the file is there and has \(kind)")) }
        #expect(try folder.text(of: name) == text)
      }
    }
  }

  @Test(arguments: [
    (["map", "--json", "a", "--html", "./a"], "--json and --html would both write './a'"),
    (["map", "--from", "l.jsonl", "--json", "l.jsonl"], "--json would overwrite 'l.jsonl', which --from reads"),
    (["diff", "--before", "l.jsonl", "--json", "l.jsonl"], "--json would overwrite 'l.jsonl', which --before reads"),
    (["diff", "a.jsonl", "b.jsonl", "--markdown", "b.jsonl"], "--markdown would overwrite 'b.jsonl', which the comparison reads"),
    (["diff", "--policy", "p", "--html", "p"], "--html would overwrite 'p', which --policy reads"),
    (["studio", "--secrets", "s", "--port-file", "s"], "--port-file would overwrite 's', which --secrets reads"),
    (["mock", "acme", "--port-file", "journeys/tenants.yaml"], "--port-file would overwrite 'journeys/tenants.yaml'"),
    (
      ["mock", "acme", "--tls", "--tls-ca-file", "fixtures/tenants/acme.yaml"], "--tls-ca-file would overwrite 'fixtures/tenants/acme.yaml'"
    ),
    (
      ["mock", "acme", "--tls", "--tls-ca-file", "ca", "--tls-ca-key", "k", "--port-file", "k"],
      "--tls-ca-key and --port-file would both write 'k'"
    ),
    (
      ["mock", "acme", "--tls-certificate", "c", "--tls-key", "k", "--port-file", "./k"],
      "--port-file would overwrite './k', which --tls-key reads"
    ),
  ])
  func `no command writes over what it reads`(arguments: [String], message: String) async throws {
    let outcome = try await BuiltCommand.run(arguments)
    #expect(outcome.code == 64 && outcome.error.contains(message), "\(outcome.error)")
  }

  @Test(arguments: [("--grep", "--name"), ("--list", "journey list"), ("--env", "--tenant"), ("-j", "--jobs"), ("-x", "--fail-fast")])
  func `an option of other runners is answered with ours`(foreign: String, own: String) async throws {
    let outcome = try await BuiltCommand.run("run", foreign, "1")
    #expect(outcome.code == 64 && outcome.error.contains("Unknown option '\(foreign)'; write '\(own)"), "\(outcome.error)")
  }

  @Test func `a quiet check says nothing of what is right`() async throws {
    let right = try await BuiltCommand.run("check", "journeys/sign-in", "-q")
    #expect(right.code == 0 && right.output == "" && right.error == "", "\(right)")
    let wrong = try await BuiltCommand.run("check", "fixtures/wrong/three-mistakes.yaml", "--quiet")
    #expect(wrong.code == 2 && wrong.output == "" && wrong.error.contains("unknown key 'answer'"), "\(wrong)")
  }

  @Test func `two tenants for all scenarios of a dialect are refused`() async throws {
    try await ListedProject.with { folder in
      try folder.write(
        TenantText.live(at: "https://acme.test") + "  b: {like: acme}\n  c: {like: acme}\ndefault: acme\n", to: "journeys/tenants.yaml")
      let outcome = try await BuiltCommand.run("list", "--tenant", "b", "--tenant", "c", in: folder.path)
      #expect(outcome.code == 2 && outcome.error.contains("'matrix: {tenant: [b, c]}'"), "\(outcome)")
    }
  }

  @Test func `a file without a scenario is told`() async throws {
    try await ListedProject.with { folder in
      try folder.write("", to: "journeys/empty.yaml")
      try folder.write("# journey: Commented out\n", to: "journeys/comments.yaml")
      let check = try await BuiltCommand.run("check", in: folder.path)
      for name in ["empty", "comments"] {
        #expect(check.error.contains("journeys/\(name).yaml:1:1: warning: the file has no scenario [nothing-found]"), "\(check.error)")
      }
      #expect(check.output.contains("0 errors, ") && !check.output.contains("0 warnings"))
      #expect(try await BuiltCommand.run("check", "--strict", in: folder.path).code == 2)
    }
  }

  @Test func `a log that is none ends a report with an error`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("this is no log\n", to: "log.jsonl")
      let wrong = try await BuiltCommand.run("report", "--from", folder.file("log.jsonl"), "--junit", folder.file("junit.xml"))
      #expect(wrong.code == 64)
      #expect(wrong.error.hasPrefix("error: "))
      let missing = try await BuiltCommand.run("report", "--from", folder.file("none.jsonl"))
      #expect(missing.code == 64)
      #expect(try folder.names() == ["log.jsonl"])
    }
  }
}
