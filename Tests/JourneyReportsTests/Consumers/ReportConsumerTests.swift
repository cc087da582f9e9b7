import JourneyModel
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

/// What each consumer would show of our reports, beside what the run was; the schemas and foreign parsers are for `.ci`.
struct ReportConsumerTests {
  static let consumers: [any ReportConsumer] = [
    JenkinsConsumer(), GitLabConsumer(), DornyConsumer(), MikepenzConsumer(), EnricoMiConsumer(), AzureConsumer(),
    AllureConsumer(), CodecovConsumer(), CircleCIConsumer(),
  ]

  private static func shown(_ run: SampleRun, _ consumer: any ReportConsumer) throws -> [ShownCase] {
    try consumer.cases(of: XMLTree.root(of: JUnitReportTests.text(run, consumer.dialect)))
  }

  /// The verdict as the consumer has words for it.
  private static func truth(_ verdict: Verdict, _ consumer: any ReportConsumer) -> ShownCase.Verdict {
    switch verdict {
    case .passed, .flaky: .passed
    case .failed: .failed
    case .broken: consumer.tellsErrors ? .broken : .failed
    case .skipped: .skipped
    }
  }

  /// The attempts that the consumer reads: all but the one that is the outcome.
  private static func attempts(_ reported: ReportedCase, _ consumer: any ReportConsumer) -> Int {
    switch reported.verdict {
    case .passed, .skipped: 0
    case .flaky: consumer.attempts.contains("flakyFailure") ? reported.failedAttempts.count : 0
    case .failed, .broken: consumer.attempts.contains("rerunFailure") ? reported.failedAttempts.count - 1 : 0
    }
  }

  @Test func `rule 40: every dialect is read by a consumer or checked by its schema, and CI does both`() throws {
    let script = try Fixtures.text(of: ".ci/schemas")
    for dialect in JUnitDialect.allCases { #expect(script.contains(dialect.name)) }
    for word in ["junit-10.xsd", "ant-junit.xsd", "surefire-test-report.xsd", "junitparser", "junit2html"] {
      #expect(script.contains(word))
    }
    #expect(try Fixtures.text(of: ".ci/run").contains("\n      .ci/schemas "))
    #expect(Set(Self.consumers.map(\.dialect)).union([.ant, .surefire]) == Set(JUnitDialect.allCases))
    #expect(Self.consumers.count == 9)
  }

  @Test(arguments: consumers.indices)
  func `each consumer shows every case with its verdict, its attempts and its place`(_ index: Int) throws {
    let consumer = Self.consumers[index]
    let run = SampleRun.everyVerdict()
    let shown = try Self.shown(run, consumer)
    let truth = try run.report.cases
    #expect(shown.map(\.name) == truth.map(\.planned.name))
    #expect(shown.map(\.verdict) == truth.map { Self.truth($0.verdict, consumer) })
    #expect(shown.map(\.attempts) == truth.map { Self.attempts($0, consumer) })
    if consumer.showsPlaces { #expect(shown.map(\.file) == truth.map(\.planned.file)) }
    for (shown, truth) in zip(shown, truth) { #expect(shown.line == nil || shown.line == truth.planned.line) }
  }

  @Test(arguments: consumers.indices)
  func `each consumer shows why a case did not pass`(_ index: Int) throws {
    let shown = try Self.shown(.everyVerdict(), Self.consumers[index])
    for found in shown where found.verdict != .passed { #expect(!found.message.isEmpty) }
    #expect(shown[1].message.contains("label of widget 'password'") && shown[1].details.contains("'Passphrase'"))
    #expect(shown[2].message.contains("form password was answered with 503") && shown[2].details.contains("503"))
    #expect(shown[4].message == "needs a device")
  }

  @Test(arguments: consumers.indices)
  func `each consumer shows a wrong file`(_ index: Int) throws {
    let consumer = Self.consumers[index]
    let shown = try Self.shown(.wrongFile(), consumer)
    #expect(shown.map(\.verdict) == [consumer.tellsErrors ? .broken : .failed, .skipped])
    #expect(shown[0].message.contains("unknown key 'usernme'") && shown[0].details.contains("password.yaml:12:9"))
  }

  /// Cases of one title, without a title or with one that is too long, in files that are hard to name.
  private static func crowd() -> SampleRun {
    var run = SampleRun()
    let long = String(repeating: "ű😀", count: 1200)
    for (number, file) in ["a.yaml", "deep/a.b/c.yaml", "/", "\(long)/1.yaml", "\(long)/2.yaml"].enumerated() {
      for (place, title) in ["Same", "Same", "", long + "1", long + "2", "a\u{1B}[31m\u{0}b"].enumerated() {
        let id = "\(number)-\(place)"
        run.plan(id, SampleRun.planned(title, file: file))
        if place == 1 { run.fail(id) } else { run.pass(id) }
        run.end(id, place == 1 ? .failed : .passed, took: .seconds(4000))
      }
    }
    run.endRun()
    return run
  }

  @Test(arguments: consumers.indices)
  func `no consumer drops or merges cases that are hard to name`(_ index: Int) throws {
    let shown = try Self.shown(Self.crowd(), Self.consumers[index])
    #expect(shown.count == 30 && Set(shown.map { [$0.group, $0.name] }).count == 30)
    #expect(shown.filter { $0.verdict == .failed }.count == 5)
  }

  /// Consumer by consumer, something in the report that it depends on, and what stands there instead.
  private static let damages = [
    ("flakyFailure", "flakyError"), (">needs a device<", "><"), (#" classname="journeys.down""#, ""),
    (#" file="journeys/down.yaml" line="2""#, ""), (#"failures="1""#, #"failures="0""#),
    (#" timestamp="2026-11-21T06:47:00" hostname"#, " hostname"), ("rerunFailure", "rerunOther"),
    (#"name="Sign in at last""#, #"name="\#(String(repeating: "x", count: 1001))""#), (#" file="journeys/down.yaml""#, ""),
  ]

  @Test(arguments: consumers.indices)
  func `a report without what a consumer depends on is shown otherwise or not at all`(_ index: Int) throws {
    let consumer = Self.consumers[index]
    let text = try JUnitReportTests.text(.everyVerdict(), consumer.dialect)
    let damaged = text.replacing(Self.damages[index].0, with: Self.damages[index].1)
    #expect(damaged != text)
    let whole = try consumer.cases(of: XMLTree.root(of: text))
    do {
      #expect(try consumer.cases(of: XMLTree.root(of: damaged)) != whole)
    } catch let refusal as ConsumerRefusal {
      #expect(!refusal.description.isEmpty)
    }
  }
}
