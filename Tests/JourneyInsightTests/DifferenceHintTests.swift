import JourneyModel
import JourneyRunner
import Testing

@testable import JourneyInsight

/// What is said around the changes: of what both sides are, and how to learn what is not known.
struct DifferenceHintTests {
  private static func text(_ change: (inout RunDifference) -> Void) -> String {
    let before = [MetWalk.of([.screen("password"), .signedIn], id: "a"), MetWalk.of([.screen("password"), .signedIn], id: "b")]
    let now = before.map { MetWalk.of([.screen("password"), .screen("terms")], id: $0.id, reach: .cutShort) }
    var difference = RunDifference(.of(before), as: .init(name: "acme"), .of(now), as: .init(name: "acme-next"))
    change(&difference)
    return DifferenceText(difference).text
  }

  @Test func `fragments are asked for where none were given`() {
    #expect(Self.text { _ in }.hasSuffix("\n1 change: 1 more.  To continue incomplete walks: --through FOLDER\n"))
  }

  @Test func `where fragments were given it is said at which screens none continued, and why`() {
    let text = Self.text { $0.leading = .given("journeys/_through", heads: ["code"]) }
    let none = "no fragment in journeys/_through begins on this screen"
    #expect(
      text.hasSuffix("\n1 change: 1 more\n2 walks are still incomplete:\n  'terms', 2 walks: \(none) (such as a)\n"), "\(text)")
    #expect(!text.contains("--through"))
    let unused = Self.text { $0.leading = .given("journeys/_through", heads: ["terms"]) }
    #expect(unused.hasSuffix("  'terms', 2 walks: the fragment for it was not used at this step (such as a)\n"), "\(unused)")
  }

  /// A walk that comes to 'terms', where the fragment begins, and then these events; the step of each, and what happened.
  private static func walked(_ events: [(step: String, kind: RunEvent.Kind)], _ result: AttemptOutcome.Result) -> MetRun {
    var run = MetRun()
    let terms = MetStop.screen("terms").screen.map { [(step: "1", kind: RunEvent.Kind.screenShown($0))] } ?? []
    let begun: [(step: String, kind: RunEvent.Kind)] = [
      ("", .scenarioPlanned(PlannedScenario(name: "x", file: "a.yaml", line: 1, tenant: "acme", dialect: "journey-flow"))),
      ("", .attemptStarted(account: nil)), ("1", step("journeys/a.yaml", "finish")),
    ]
    let ended = [(step: "", kind: RunEvent.Kind.attemptEnded(AttemptOutcome(result: result, duration: .zero)))]
    for event in begun + terms + events + ended {
      let step = event.step.isEmpty ? nil : event.step
      run.record(RunEvent(sequence: 1, time: .zero, scenario: "a", attempt: 1, step: step, kind: event.kind))
    }
    return run
  }

  private static func step(_ file: String, _ head: String) -> RunEvent.Kind {
    .stepStarted(StepFacts(head: head, place: Excerpt(file: file, line: 3, column: 3, length: 1, text: "")))
  }

  @Test func `a fragment that failed, or led nowhere, is named`() throws {
    func end(_ run: MetRun) throws -> IncompleteWalks.End { IncompleteWalks.End(of: try #require(run.walks["a"])) }
    let screen = try #require(MetStop.screen("terms").screen)
    let used: [(step: String, kind: RunEvent.Kind)] = [("through/0", Self.step("_through/terms.yaml", "screen terms"))]
    let mismatch = Mismatch(.mail, subject: "mail", expected: "a mail", actual: "none")
    let failed = try end(Self.walked(used + [("through/1", .mismatch(mismatch))], .failed([mismatch])))
    #expect(failed.reason == .failed(file: "_through/terms.yaml", failure: "mail: expected a mail, found none"))
    let shown: [(step: String, kind: RunEvent.Kind)] = [("through/0", .screenShown(screen)), ("1", Self.step("a.yaml", "finish"))]
    let again = try end(Self.walked(used + shown, .failed([mismatch])))
    #expect(again.reason == .cameAgain(file: "_through/terms.yaml"))
    #expect(try end(Self.walked([], .failed([mismatch]))).reason == .noFragment)
    #expect(try end(Self.walked([], .broken(Breakage(kind: .impossible, message: "x")))).reason == .broken)
    let answer = Mismatch(.answer, subject: "terms", expected: "a widget", actual: "none")
    let unanswerable = try end(Self.walked([("1", .mismatch(answer))], .failed([answer])))
    #expect(unanswerable.reason == .unanswerable("terms: expected a widget, found none"))
    let lines = IncompleteWalks([failed: ["b", "a"], again: ["c"], unanswerable: ["d"]], "_through", ["terms"]).lines
    #expect(
      lines == [
        "  'terms', 2 walks: _through/terms.yaml was used, and a step of it failed: mail: expected a mail, found none (such as a)",
        "  'terms', 1 walk: _through/terms.yaml was used, and the same screen was shown again (c)",
        "  'terms', 1 walk: the scenario has a step for it that could not be answered: terms: expected a widget, found none (d)",
      ])
  }

  @Test func `a known issue that no longer fails does not make a walk incomplete`() throws {
    let fixed = Mismatch(.knownIssuePassed, subject: "known issue 'x'", expected: "the scenario fails", actual: "it passes")
    let other = Mismatch(.mail, subject: "mail", expected: "a mail", actual: "none")
    #expect(Self.walked([], .failed([fixed])).walks["a"]?.reach == .whole)
    #expect(Self.walked([], .failed([fixed, other])).walks["a"]?.reach == .cutShort)
    #expect(Self.walked([], .failed([])).walks["a"]?.reach == .cutShort)
  }

  @Test func `logs are led on by nothing`() {
    let text = Self.text { $0.leading = .impossible }
    #expect(text.hasSuffix("\n1 change: 1 more\n2 walks are incomplete: a log ends at the first failing step\n"), "\(text)")
  }

  @Test func `where nothing is compared, or a walk broke, it is not said that nothing changed`() {
    func text(_ before: [MetWalk], _ now: [MetWalk]) -> String {
      DifferenceText(RunDifference(.of(before), as: .init(name: "a.jsonl"), .of(now), as: .init(name: "b.jsonl"))).text
    }
    let (one, other) = (MetWalk.of([.screen("password")], id: "a"), MetWalk.of([.screen("password")], id: "b"))
    #expect(text([one], [other]).hasSuffix("\nnothing is compared: the two sides have no case in common\n"))
    #expect(text([one], [one]).hasSuffix("\nno change\n"))
    var broken = RunDifference(.of([one]), as: .init(name: "a.jsonl"), .of([one]), as: .init(name: "b.jsonl"))
    broken.broken = [("a", "the server did not answer")]
    #expect(DifferenceText(broken).text.hasSuffix("\nno change was seen; the comparison is incomplete, see above\n"))
  }

  @Test func `a cause that is new or gone reads so`() {
    func line(_ before: String?, _ now: String?) -> String {
      Change.Cause(place: "a.yaml:3", element: "screen terms", before: before, now: now).line
    }
    #expect(line(nil, "x") == "a.yaml:3  screen terms is new: 'x'")
    #expect(line("x", nil) == "a.yaml:3  screen terms is gone, which was 'x'")
    #expect(line(nil, "") == "a.yaml:3  screen terms is new")
    #expect(line("", "x") == "a.yaml:3  screen terms: '' → 'x'")
  }

  /// A run of one tenant whose mock had this digest.
  private static func run(_ digest: String?, version: String = "1.0") -> MetRun {
    var run = MetRun()
    var start = RunStart(version: version, seed: 7, jobs: 1, startedAt: Instant(milliseconds: 0), host: "h")
    start.tenants = [WalkedTenant(name: "acme", mock: digest == nil ? nil : "acme.yaml", definition: digest)]
    run.record(RunEvent(sequence: 1, time: .zero, scenario: nil, attempt: nil, step: nil, kind: .runStarted(start)))
    run.record(RunEvent(sequence: 2, time: .zero, scenario: nil, attempt: nil, step: nil, kind: .runEnded(RunEnd(duration: .zero))))
    return run
  }

  @Test func `a log of another version of the files is said to be one`() {
    func text(_ before: MetRun, _ now: MetRun) -> String {
      DifferenceText(RunDifference(before, as: .init(name: "old.jsonl"), now, as: .init(name: "acme"))).text
    }
    let said = "old.jsonl was made with a different version of the mock of 'acme': acme.yaml, or a file that it reads, has changed since\n"
    #expect(text(Self.run("sha256:1"), Self.run("sha256:2")).contains(said))
    #expect(!text(Self.run("sha256:1"), Self.run("sha256:1")).contains("another version"))
    #expect(!text(Self.run(nil), Self.run(nil)).contains("another version"))
    let older = text(Self.run("sha256:1"), Self.run("sha256:1", version: "2.0"))
    #expect(older.contains("the two sides are of two versions of journey, 1.0 and 2.0\n"), "\(older)")
    let difference = RunDifference(Self.run("sha256:1"), as: .init(name: "old.jsonl"), Self.run("sha256:2"), as: .init(name: "acme"))
    #expect(DifferenceMarkdown(difference).text.contains("a different version of the mock of 'acme'"))
    #expect(DifferencePage(difference).text.contains("a different version of the mock of"))
    #expect(DifferenceJSON(difference).text.contains("\"otherVersions\":[\"acme\"]"))
  }
}
