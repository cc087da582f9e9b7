import JourneyModel
import JourneyReports
import JourneyRunner
import Testing

struct LogMergeTests {
  private static func merged(_ runs: [SampleRun]) throws -> Report {
    try Report(reading: LogBytes(try bytes(runs)))
  }

  private static func bytes(_ runs: [SampleRun], failsOnFlaky: Bool = false) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try LogMerge(runs.map(\.log), failsOnFlaky: failsOnFlaky).write { piece throws(ReportError) in bytes += piece }
    return bytes
  }

  /// A run of these cases, each in a file of its own, of which some fail.
  private static func run(_ ids: [String], failing: Set<String> = [], startedAt: Int64 = 1000, shard: RunStart.Shard? = nil) -> SampleRun {
    var run = SampleRun(startedAt: Instant(milliseconds: startedAt), shard: shard)
    for id in ids { run.plan(id, SampleRun.planned("Case \(id)", file: "journeys/\(id).yaml")) }
    for id in ids.reversed() {
      if failing.contains(id) { run.fail(id) } else { run.pass(id) }
      run.end(id, failing.contains(id) ? .failed : .passed)
    }
    run.endRun()
    return run
  }

  @Test func `cases stand in the order of their files, whatever log tells of them`() throws {
    let report = try Self.merged([Self.run(["b", "d"]), Self.run(["a", "c"], failing: ["c"])])
    #expect(report.cases.map(\.id) == ["a", "b", "c", "d"])
    #expect(report.cases.map(\.verdict) == [.passed, .passed, .failed, .passed])
    #expect(try report.failures(of: report.cases[2]).map(\.reason).first?.contains("Passphrase") == true)
    #expect(report.verdict == .failed && report.start?.jobs == 4)
  }

  @Test func `a case that failed and passed in a later run is flaky, with the attempts of both`() throws {
    let first = Self.run(["a", "b"], failing: ["a", "b"])
    let report = try Self.merged([first, Self.run(["b"], startedAt: 9000)])
    #expect(report.cases.map(\.verdict) == [.failed, .flaky])
    #expect(report.cases[1].attempts.map(\.number) == [1, 2] && report.cases[1].result?.attempts == 2)
    #expect(report.cases[1].attempts.map(\.ending) == [.failed, .passed])
    #expect(report.totals.flaky == 1)
    let rest = [first, Self.run(["a", "b"], startedAt: 9000)]
    #expect(try Self.merged(rest).verdict == .passed)
    #expect(try Report(reading: LogBytes(try Self.bytes(rest)), failsOnFlaky: true).verdict == .failed)
    #expect(try Report(reading: LogBytes(try Self.bytes(rest, failsOnFlaky: true))).verdict == .failed)
  }

  @Test func `a later run that judged nothing takes no failure back`() throws {
    var later = SampleRun(startedAt: Instant(milliseconds: 9000))
    later.plan("a", SampleRun.planned("a", file: "journeys/a.yaml"))
    later.pass("a")
    later.end("a", .skipped("every step was passed over"))
    later.endRun()
    for runs in [[Self.run(["a"], failing: ["a"]), later], [later, Self.run(["a"], failing: ["a"])]] {
      let report = try Self.merged(runs)
      #expect(report.cases.map(\.verdict) == [.failed] && report.verdict == .failed)
    }
    #expect(try Self.merged([Self.run(["a"]), later]).cases.map(\.verdict) == [.passed])
  }

  @Test func `what is missing is an error of the merged log, and of every report of it`() throws {
    let half = Self.run(["a"], shard: RunStart.Shard(number: 1, count: 3))
    let report = try Self.merged([half])
    #expect(report.verdict == .filesRefused && report.totals.passed == 1)
    #expect(report.refusedFiles.map(\.file) == ["shard 2, 3"])
    var markdown = ""
    try MarkdownReport().write(report) { piece throws(ReportError) in markdown += String(decoding: piece, as: UTF8.self) }
    #expect(markdown.contains("**The result is incomplete: 1 error. "), "\(markdown)")
    #expect(!markdown.contains("Nothing was"))
    let empty = SampleRun(startedAt: Instant(milliseconds: 5000))
    var ended = empty
    ended.endRun()
    #expect(try Self.merged([Self.run(["a"]), ended]).verdict == .filesRefused)
  }

  @Test func `the run that began last decides, in whatever order the logs are given`() throws {
    let (green, red) = (Self.run(["a"], startedAt: 1000), Self.run(["a"], failing: ["a"], startedAt: 9000))
    for logs in [[green, red], [red, green]] { #expect(try Self.merged(logs).cases.map(\.verdict) == [.failed]) }
    let (early, late) = (Self.run(["a"], failing: ["a"], startedAt: 1000), Self.run(["a"], startedAt: 9000))
    for logs in [[early, late], [late, early]] { #expect(try Self.merged(logs).cases.map(\.verdict) == [.flaky]) }
    #expect(try Self.merged([green, late]).cases.map(\.attempts.count) == [1])
  }

  @Test func `a case that a later run left out or did not finish keeps its verdict`() throws {
    let red = Self.run(["a"], failing: ["a"], startedAt: 1000)
    var skipping = SampleRun(startedAt: Instant(milliseconds: 9000))
    skipping.plan("a", SampleRun.planned("Case a", file: "journeys/a.yaml"))
    skipping.end("a", .skipped("not run, because 1 case failed before"), attempts: 0, took: .zero)
    skipping.endRun()
    #expect(try Self.merged([red, skipping]).cases.map(\.verdict) == [.failed])
    let killed = Self.killed(["a"], ending: [], startedAt: 9000)
    let report = try Self.merged([red, killed])
    #expect(report.cases.map(\.verdict) == [.failed] && report.verdict == .interrupted(.interrupted))
  }

  /// A run whose process ended while it walked the first case that is not among those that ended.
  private static func killed(_ ids: [String], ending ended: [String], startedAt: Int64 = 1000) -> SampleRun {
    var run = SampleRun(startedAt: Instant(milliseconds: startedAt))
    for id in ids { run.plan(id, SampleRun.planned("Case \(id)", file: "journeys/\(id).yaml")) }
    for id in ids where ended.contains(id) {
      run.pass(id)
      run.end(id, .passed)
    }
    if let open = ids.first(where: { !ended.contains($0) }) { run.walk(open) { _ in } }
    return run
  }

  @Test func `a run that was cut off is complete once a later one has walked the rest of its cases`() throws {
    let killed = Self.killed(["a", "b", "c"], ending: ["a"])
    #expect(try Self.merged([killed]).verdict == .interrupted(.interrupted))
    #expect(try Self.merged([killed, Self.run(["b"], startedAt: 9000)]).verdict == .interrupted(.interrupted))
    #expect(try Self.merged([killed, Self.run(["b", "c"], startedAt: 500)]).verdict == .interrupted(.interrupted))
    let whole = try Self.merged([Self.run(["b", "c"], startedAt: 9000), killed])
    #expect(whole.verdict == .passed && whole.totals.passed == 3 && whole.totals.unfinished == 0)
  }

  @Test func `a case without a verdict is not dropped: it is not finished, and so is the run`() throws {
    var run = Self.killed(["a", "b", "c"], ending: ["a"])
    run.endRun()
    for report in [try run.report, try Self.merged([run])] {
      #expect(report.cases.map(\.isFinished) == [true, false, false])
      #expect(report.totals.unfinished == 2 && report.totals.cases == 3)
      #expect(report.verdict == .interrupted(.interrupted))
    }
  }

  @Test func `a log with lines missing, or with lines twice, is that of no whole run`() throws {
    let text = String(decoding: try Self.bytes([Self.run(["a", "b"], failing: ["b"])]), as: UTF8.self)
    let lines = text.split(separator: "\n")
    let cut = lines.filter { !$0.contains(#""scenario":"b""#) }.joined(separator: "\n") + "\n"
    for changed in [cut, text + text] {
      let log = LogBytes(Array(changed.utf8))
      #expect(try Report(reading: log).verdict == .interrupted(.interrupted))
      #expect(try Report(reading: log).totals.hasGaps)
      var bytes: [UInt8] = []
      try LogMerge([log]).write { piece throws(ReportError) in bytes += piece }
      #expect(try Report(reading: LogBytes(bytes)).verdict == .interrupted(.interrupted))
    }
    #expect(try Report(reading: LogBytes(Array(text.utf8))).verdict == .failed)
  }

  @Test func `shards that selected different cases, or are of different numbers, do not belong together`() throws {
    func shard(_ number: Int, of count: Int = 2, _ selection: [String]?, label: String? = nil) -> any LogSource {
      var run = SampleRun(shard: RunStart.Shard(number: number, count: count)) { ($0.selection, $0.label) = (selection, label) }
      run.endRun()
      return run.log
    }
    let (x, y) = (["journeys", "--tag x"], ["journeys", "--tag y"])
    let merge = try LogMerge([shard(1, x), shard(2, y)])
    let differing = try #require(merge.differingShards)
    #expect(merge.selection(of: differing.first) == "shard 1/2 of journeys --tag x")
    #expect(merge.selection(of: differing.second) == "shard 2/2 of journeys --tag y")
    #expect(try LogMerge([shard(1, x), shard(2, x)]).differingShards == nil)
    #expect(try LogMerge([shard(1, x), shard(2, nil)]).differingShards == nil)
    #expect(try LogMerge([shard(1, x, label: "a"), shard(2, y, label: "b")]).differingShards == nil)
    #expect(try LogMerge([shard(1, of: 2, x), shard(2, of: 3, x)]).differingShards != nil)
  }

  @Test func `a failed attempt counts, also in a log that was cut before the verdict`() throws {
    func cut(_ at: Int64) -> SampleRun {
      var run = SampleRun(startedAt: Instant(milliseconds: at))
      run.plan("a", SampleRun.planned("Case a", file: "journeys/a.yaml"))
      run.fail("a")
      return run
    }
    let whole = Self.run(["a"], startedAt: 5000)
    #expect(try Self.merged([cut(1000), whole]).cases.map(\.verdict) == [.flaky])
    let report = try Self.merged([whole, cut(9000)])
    #expect(report.cases.map(\.verdict) != [.passed] && report.verdict != .passed)
  }

  @Test func `a case that failed, and passed when its scenario or mock was another, is refused instead of flaky`() throws {
    func run(_ verdict: Verdict, at time: Int64, content: String?, mock: String?, label: String? = nil) -> any LogSource {
      let tenants = [WalkedTenant(name: "acme", mock: mock.map { _ in "acme.yaml" }, definition: mock)]
      var run = SampleRun(startedAt: Instant(milliseconds: time)) { ($0.tenants, $0.label) = (tenants, label) }
      var facts = SampleRun.planned("a", file: "journeys/a.yaml")
      (facts.tenant, facts.content, facts.label) = ("acme", content, label)
      run.plan("a", facts)
      if verdict == .passed { run.pass("a") } else { run.fail("a") }
      run.end("a", verdict)
      run.endRun()
      return run.log
    }
    let failed = run(.failed, at: 1000, content: "1f", mock: "m1")
    let scenario = try LogMerge([run(.passed, at: 2000, content: "2e", mock: "m1"), failed]).differingCase
    #expect(scenario?.id == "a" && scenario?.input == RunInput(.scenario) && scenario?.first == 1 && scenario?.second == 0)
    let mock = try LogMerge([failed, run(.passed, at: 2000, content: "1f", mock: "m2")]).differingCase
    #expect(mock?.input == RunInput(.mock, name: "acme") && mock?.first == 0 && mock?.second == 1)
    #expect(try LogMerge([failed, run(.passed, at: 2000, content: "1f", mock: "m1")]).differingCase == nil)
    // A log of an older version, a live tenant, and runs with labels of their own.
    #expect(try LogMerge([failed, run(.passed, at: 2000, content: nil, mock: nil)]).differingCase == nil)
    #expect(try LogMerge([failed, run(.passed, at: 2000, content: "2e", mock: "m1", label: "b")]).differingCase == nil)
    // One that passed in between is not in the report, and shows that the case was another one.
    let between = run(.passed, at: 2000, content: "2e", mock: "m1")
    let thrice = try LogMerge([failed, between, run(.failed, at: 3000, content: "1f", mock: "m1")]).differingCase
    #expect(thrice?.first == 0 && thrice?.second == 1)
    // What passed before is not in the report, so it does not matter what it was.
    #expect(try LogMerge([run(.passed, at: 500, content: "2e", mock: "m1"), failed]).differingCase == nil)
  }

  @Test func `logs say what runs read, and shards that read other things do not belong together`() throws {
    let (screens, entry) = (RunInput(.snapshots), RunInput(.tenant, name: "acme"))
    func shard(_ number: Int, _ inputs: [RunInput: String], label: String? = nil) -> any LogSource {
      var run = SampleRun(shard: RunStart.Shard(number: number, count: 2)) { ($0.inputs, $0.label) = (inputs, label) }
      run.endRun()
      return run.log
    }
    func input(_ one: [RunInput: String], _ other: [RunInput: String], labels: [String?] = [nil, nil]) throws -> RunInput? {
      try LogMerge([shard(1, one, label: labels[0]), shard(2, other, label: labels[1])]).differingInput?.input
    }
    #expect(try input([screens: "1", entry: "a"], [screens: "1", entry: "b"]) == entry)
    #expect(try input([screens: "1", entry: "a"], [entry: "a"]) == screens)
    #expect(try input([screens: "1", entry: "a"], [screens: "1", entry: "a"]) == nil)
    // A log of an older version, and runs with labels of their own.
    #expect(try input([:], [entry: "b"]) == nil)
    #expect(try input([entry: "a"], [entry: "b"], labels: ["a", "b"]) == nil)
  }

  @Test func `times count from the run that began first`() throws {
    let report = try Self.merged([Self.run(["a"], startedAt: 61_000), Self.run(["b"], startedAt: 1000)])
    #expect(report.start?.startedAt == Instant(milliseconds: 1000))
    #expect((report.cases[0].attempts.first?.startedAt ?? .zero) >= .seconds(60))
    #expect((report.cases[1].attempts.first?.startedAt ?? .seconds(60)) < .seconds(1))
    #expect(report.totals.duration >= .seconds(61))
  }

  @Test func `one log alone says what it said`() throws {
    let report = try Self.merged([.everyVerdict()])
    let before = try SampleRun.everyVerdict().report
    // The order of the sample's plan is not that of its files.
    #expect(Set(report.cases.map(\.id)) == Set(before.cases.map(\.id)))
    #expect(report.totals == before.totals)
    #expect(try Self.merged([.everyVerdict(), .wrongFile(), .wrongFile()]).refusedFiles.count == 1)
  }

  /// A run of one case on a tenant, with a label.
  private static func run(on tenant: String, label: String? = nil, fails: Bool = false, app: String? = nil) -> SampleRun {
    var run = SampleRun { $0.label = label }
    let id = "x#a" + (app.map { "@\($0)" } ?? "")
    var facts = SampleRun.planned("Case A")
    (facts.tenant, facts.label, facts.app) = (tenant, label, app)
    run.plan(id, facts)
    if fails { run.fail(id) } else { run.pass(id) }
    run.end(id, fails ? .failed : .passed)
    run.endRun()
    return run
  }

  @Test func `a case of two tenants is two cases, and one that is walked again on its tenant is one`() throws {
    let runs = [Self.run(on: "b", fails: true), Self.run(on: "a")]
    for runs in [runs, runs.reversed()] {
      let report = try Self.merged(runs)
      #expect(Set(report.cases.map(\.id)) == ["x#a{tenant=a}", "x#a{tenant=b}"])
      #expect(Set(report.cases.map(\.planned.name)) == ["Case A {tenant: a}", "Case A {tenant: b}"])
      #expect(report.verdict == .failed && report.totals.passed == 1)
    }
    let again = try Self.merged(runs + [Self.run(on: "b")])
    #expect(again.verdict == .passed && again.cases.count == 2)
    let apps = try Self.merged([Self.run(on: "a", app: "ios"), Self.run(on: "b", app: "ios")])
    #expect(apps.cases.map(\.id) == ["x#a{tenant=a}@ios", "x#a{tenant=b}@ios"])
  }

  @Test func `a case of runs with two labels is two cases`() throws {
    let report = try Self.merged([Self.run(on: "a", label: "north", fails: true), Self.run(on: "a", label: "south")])
    #expect(report.cases.map(\.id) == ["north/x#a", "south/x#a"] && report.verdict == .failed)
    #expect(report.cases.map(\.planned.label) == ["north", "south"] && report.start?.label == nil)
    let one = try Self.merged([Self.run(on: "a", label: "north", fails: true), Self.run(on: "a", label: "north")])
    #expect(one.cases.map(\.id) == ["x#a"] && one.verdict == .passed && one.start?.label == "north")
  }

  @Test func `rows stand in the order of the plan, however the shares were dealt`() throws {
    // Rows that are compared with each other are dealt out together.
    let deals = [1: [("b", 0), ("d", 1), ("a", 2)], 2: [("c", 3)]]
    let runs = deals.sorted { $0.key > $1.key }.map { number, cases in
      var run = SampleRun(shard: RunStart.Shard(number: number, count: 2))
      for (id, place) in cases {
        var facts = SampleRun.planned("Row \(id)")
        facts.place = place
        run.plan(id, facts)
      }
      for (id, _) in cases {
        run.pass(id)
        run.end(id, .passed)
      }
      run.endRun()
      return run
    }
    #expect(try Self.merged(runs).cases.map(\.id) == ["b", "d", "a", "c"])
  }

  @Test func `a selection that was empty in every share is empty in all`() throws {
    func share(_ number: Int, mayBeEmpty: Bool) -> SampleRun {
      var run = SampleRun(shard: RunStart.Shard(number: number, count: 2)) { $0.mayBeEmpty = mayBeEmpty }
      run.endRun()
      return run
    }
    #expect(try Self.merged([share(1, mayBeEmpty: false), share(2, mayBeEmpty: false)]).start?.mayBeEmpty == false)
    #expect(try Self.merged([share(1, mayBeEmpty: true), share(2, mayBeEmpty: true)]).start?.mayBeEmpty == true)
  }

  @Test func `a share that no log is of is known, and a run that was cut off too`() throws {
    let shares = [1, 3].map { Self.run(["\($0)"], shard: RunStart.Shard(number: $0, count: 4)) }
    #expect(try LogMerge(shares.map(\.log)).missingShares == [2, 4])
    #expect(try LogMerge([Self.run(["a"]).log]).missingShares == [])
    var cut = SampleRun()
    cut.plan("z", SampleRun.planned("Z"))
    #expect(try Self.merged([Self.run(["a"]), cut]).verdict == .interrupted(.interrupted))
  }
}
