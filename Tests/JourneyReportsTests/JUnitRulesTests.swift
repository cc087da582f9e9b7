import JourneyModel
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

/// What continuous-integration servers need of JUnit XML, rule by rule.
struct JUnitRulesTests {
  private static let hostile =
    "a\u{1B}[31mred\u{1B}[0m \u{1B}]8;;http://evil.test\u{7}link\u{1B}]8;;\u{7} \u{0}\u{8}\u{FFFE}\u{202E} <&\">]]>\nnext"

  private static func suitesOrNone(_ run: SampleRun, _ dialect: JUnitDialect) throws -> [XMLTree.Element] {
    try JUnitReportTests.roots(run, dialect).flatMap { $0.name == "testsuite" ? [$0] : $0.all("testsuite") }
  }

  /// At least one, so that no rule holds of nothing.
  private static func suites(_ run: SampleRun, _ dialect: JUnitDialect) throws -> [XMLTree.Element] {
    let suites = try suitesOrNone(run, dialect)
    try #require(!suites.isEmpty, "no suite was written")
    return suites
  }

  /// At least one.
  private static func cases(_ run: SampleRun, _ dialect: JUnitDialect = .generic) throws -> [XMLTree.Element] {
    let cases = try suites(run, dialect).flatMap { $0.all("testcase") }
    try #require(!cases.isEmpty, "no case was written")
    return cases
  }

  /// A run with one failed case whose every text is this one.
  private static func run(saying text: String) -> SampleRun {
    var run = SampleRun()
    var facts = SampleRun.planned("name \(text)")
    facts.description = text
    facts.tags = [text]
    run.plan("a", facts)
    var mismatch = Mismatch(.message, subject: .other(text), expected: text, actual: text, nearest: text, details: [text])
    mismatch.place = SampleRun.place(3, 1, 2, "  - screen: password")
    run.fail("a", [mismatch])
    run.end("a", .failed)
    run.endRun()
    return run
  }

  private static func outcomes(_ element: XMLTree.Element) -> [String] {
    element.children.map(\.name).filter { !["properties", "system-out", "system-err"].contains($0) }
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 01: a document begins with its declaration and nothing else`(_ dialect: JUnitDialect) throws {
    let documents = try JUnitReportTests.documents(.everyVerdict(), dialect)
    #expect(documents.count == (dialect == .surefire ? 2 : 1))
    for text in documents {
      #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite"))
      #expect(!text.contains("<!DOCTYPE"))
    }
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 02: no illegal character is written, whatever the text`(_ dialect: JUnitDialect) throws {
    #expect(try JUnitReportTests.roots(Self.run(saying: Self.hostile), dialect).count == 1)
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 03: escape sequences go as a whole`(_ dialect: JUnitDialect) throws {
    let text = try JUnitReportTests.text(Self.run(saying: Self.hostile), dialect)
    #expect(!text.contains("[31m") && !text.contains("evil.test") && text.contains("red"))
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 04: other illegal characters are replaced visibly`(_ dialect: JUnitDialect) throws {
    let text = try JUnitReportTests.text(Self.run(saying: Self.hostile), dialect)
    #expect(text.contains("␀") && text.contains("\u{FFFD}") && !text.contains("\u{202E}"))
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 05: a body that is not UTF-8 is repaired`(_ dialect: JUnitDialect) throws {
    var run = SampleRun()
    run.plan("a", SampleRun.planned("A"))
    var exchange = SampleRun.exchange("password", status: 503)
    exchange.response?.body = Array("down".utf8) + [0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80]
    let breakage = Breakage(kind: .status, message: "answered with 503")
    run.walk("a") { run in
      run.add(.exchange(exchange))
      run.add(.attemptEnded(AttemptOutcome(result: .broken(breakage), duration: .milliseconds(50), stepsLeft: [])))
    }
    run.end("a", .broken)
    var bytes: [UInt8] = []
    for (_, document) in JUnitReport(dialect: dialect).documents(of: try run.report) {
      try document.write { chunk throws(ReportError) in bytes += chunk }
    }
    #expect(String(validating: bytes, as: UTF8.self) != nil)
  }

  @Test func `rule 06: what is special is escaped in attributes`() throws {
    let failure = try #require(try Self.cases(Self.run(saying: "<&\">]]>")).first?.first("failure"))
    #expect(failure["message"] == "<&\">]]>: expected <&\">]]>, found <&\">]]>")
  }

  @Test func `rule 07: what is special is escaped in text`() throws {
    let failure = try #require(try Self.cases(Self.run(saying: "<&\">]]>")).first?.first("failure"))
    #expect(failure.text.contains("expected  <&\">]]>"))
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 11: one root, for each suite in Surefire's dialect, and no suites in suites`(_ dialect: JUnitDialect) throws {
    let roots = try JUnitReportTests.roots(.everyVerdict(), dialect)
    #expect(roots.count == (dialect == .surefire ? 2 : 1))
    for root in roots {
      #expect(root.name == (dialect == .surefire ? "testsuite" : "testsuites"))
      #expect(root.all("testsuite").allSatisfy { $0.all("testsuite").isEmpty })
      if dialect == .ant { #expect(root.attributes.isEmpty) }
    }
    guard dialect == .surefire else { return }
    #expect(throws: ReportError.needsFolder) {
      try JUnitReport(dialect: dialect).write(try SampleRun.everyVerdict().report) { _ throws(ReportError) in }
    }
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 12: suites and cases have names`(_ dialect: JUnitDialect) throws {
    var run = SampleRun()
    run.plan("a", SampleRun.planned("", file: ""))
    run.pass("a")
    run.end("a", .passed)
    for suite in try Self.suites(run, dialect) { #expect(suite["name"]?.isEmpty == false) }
    for found in try Self.cases(run, dialect) {
      #expect(found["name"]?.isEmpty == false)
      #expect(found["classname"]?.isEmpty == false)
    }
  }

  @Test func `rule 13: there is no suite without a case`() throws {
    var allowed = SampleRun { $0.mayBeEmpty = true }
    allowed.endRun()
    #expect(try Self.suitesOrNone(allowed, .generic).isEmpty)
    var run = SampleRun()
    run.endRun()
    #expect(try Self.suites(run, .generic).map { $0["tests"] } == ["1"], "no silent green")
    #expect(try run.report.verdict == .empty)
  }

  @Test(arguments: JUnitDialect.allCases, [SampleRun.everyVerdict(), .wrongFile()])
  func `rule 14: counts are those of the elements`(_ dialect: JUnitDialect, _ run: SampleRun) throws {
    for suite in try Self.suites(run, dialect) {
      let cases = suite.all("testcase")
      #expect(suite["tests"] == String(cases.count))
      #expect(suite["failures"] == String(cases.filter { !$0.all("failure").isEmpty }.count))
      #expect(suite["errors"] == String(cases.filter { !$0.all("error").isEmpty }.count))
      #expect(suite["skipped"] == String(cases.filter { !$0.all("skipped").isEmpty }.count))
    }
  }

  @Test(arguments: [JUnitDialect.generic, .jenkins], [SampleRun.everyVerdict(), .wrongFile()])
  func `rule 15: totals at the root are the sums of the suites`(_ dialect: JUnitDialect, _ run: SampleRun) throws {
    let suites = try Self.suites(run, dialect)
    let root = try #require(try JUnitReportTests.roots(run, dialect).first)
    #expect((root["skipped"] != nil) == (dialect == .generic))
    for name in ["tests", "failures", "errors"] + (dialect == .generic ? ["skipped"] : []) {
      #expect(root[name].flatMap { Int($0) } == suites.compactMap { $0[name].flatMap { Int($0) } }.reduce(0, +))
    }
    let times = suites.compactMap { $0["time"].flatMap { Double($0) } }.reduce(0, +)
    #expect(abs((root["time"].flatMap { Double($0) } ?? -1) - times) < 0.0005)
  }

  @Test func `rule 16: names are unique, and the second of two gets a number`() throws {
    var run = SampleRun()
    for id in ["a", "b", "c"] {
      run.plan(id, SampleRun.planned("Same"))
      run.end(id, .passed)
    }
    run.endRun()
    #expect(try Self.cases(run).map { $0["name"] } == ["Same", "Same (2)", "Same (3)"])
  }

  @Test(arguments: [
    ("journeys/sign-in/password.yaml", "journeys.sign-in.password"), ("../x/a.b/v1.2.yml", "x.a_b.v1_2"),
    (" my journeys / a  b .yaml", "my journeys.a b"), ("plain", "plain"), (".hidden", "_hidden"), ("/", "journeys"),
  ])
  func `rule 17: a class is the file with dots for its folders`(_ file: String, _ className: String) throws {
    var run = SampleRun()
    run.plan("a", SampleRun.planned("A", file: file))
    #expect(try Self.cases(run).first?["classname"] == className)
  }

  @Test func `rule 18: long names are cut and stay apart`() throws {
    let long = String(repeating: "ű😀x", count: 400)
    var run = SampleRun()
    run.plan("a", SampleRun.planned(long + "1", file: long + "/\(long).yaml"))
    run.plan("b", SampleRun.planned(long + "2", file: long + "/\(long).yaml"))
    for id in ["a", "b"] { run.end(id, .passed) }
    run.endRun()
    let cases = try Self.cases(run)
    #expect(Set(cases.map { $0["name"] }).count == 2)
    for found in cases {
      let name = try #require(found["name"])
      let className = try #require(found["classname"])
      #expect(name.utf16.count <= 500 && className.utf16.count + 1 + name.utf16.count <= 512)
      #expect(found["file"].map { $0.utf16.count <= 500 } == true)
    }
  }

  @Test func `rule 20: what failed is a failure and what broke an error, never both`() throws {
    let cases = try Self.cases(.everyVerdict(), .ant)
    #expect(cases.map(Self.outcomes) == [[], ["failure"], ["error"], [], ["skipped"]])
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 21: several mismatches are one failure that counts and lists them`(_ dialect: JUnitDialect) throws {
    let failures = try Self.cases(.everyVerdict(), dialect)[1].all("failure")
    #expect(failures.count == 1)
    #expect(
      failures[0]["message"] == "label of widget 'password': expected 'Passphrase', found 'Password' (and 1 more: widget 'keepMeLogedIn')")
    #expect(failures[0].text.contains("label of widget 'password'") && failures[0].text.contains("keepMeLogedIn"))
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 22: a message is one line that is not empty nor long, and types are from a short list`(_ dialect: JUnitDialect) throws {
    let types = Set(Mismatch.Kind.allCases.map(\.rawValue) + DriverError.Kind.allCases.map(\.rawValue) + ["wrong-file"])
    var count = 0
    for text in ["", "\n", String(repeating: "long\n", count: 4000)] {
      for found in try Self.cases(Self.run(saying: text), dialect) + Self.cases(.everyVerdict(), dialect)
        + Self.cases(.wrongFile(), dialect)
      {
        for outcome in found.children where ["failure", "error", "rerunFailure", "flakyFailure"].contains(outcome.name) {
          #expect(outcome["message"].map { (1...1000).contains($0.unicodeScalars.count) && !$0.contains("\n") } == true)
          #expect(outcome["type"].map(types.contains) == true, "\(outcome["type"] ?? "no type")")
          count += 1
        }
      }
    }
    #expect(count >= 3 * 4)
  }

  @Test func `rule 23: the text names the place, the step, expected and actual`() throws {
    let text = try #require(try Self.cases(.everyVerdict())[1].first("failure")?.text)
    for part in ["journeys/sign-in/password.yaml:13:25", "expected  'Passphrase'", "actual    'Password'", "^^^^^^^^^^"] {
      #expect(text.contains(part))
    }
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 24: a skipped case says why`(_ dialect: JUnitDialect) throws {
    #expect(try Self.cases(.everyVerdict(), dialect)[4].first("skipped")?["message"] == "needs a device")
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 25: attempts are flaky or rerun failures with a message, a type and a stack, and none in Ant`(
    _ dialect: JUnitDialect
  ) throws {
    let cases = try Self.cases(.everyVerdict(), dialect)
    let reruns = cases.flatMap { $0.all("rerunFailure") + $0.all("flakyFailure") }
    #expect(reruns.map(\.name) == (dialect == .ant ? [] : ["rerunFailure", "rerunFailure", "flakyFailure"]))
    for rerun in reruns { #expect(rerun["message"] != nil && rerun["type"] != nil && rerun.all("stackTrace").count == 1) }
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 26: times are seconds with three decimals, whatever they are`(_ dialect: JUnitDialect) throws {
    for took in [Duration.zero, .microseconds(499), .milliseconds(420), .seconds(4_000_000), .milliseconds(-5)] {
      var run = SampleRun()
      run.plan("a", SampleRun.planned("A"))
      run.pass("a")
      run.end("a", .passed, took: took)
      for element in try Self.suites(run, dialect) + Self.cases(run, dialect) {
        let time = try #require(element["time"])
        let parts = time.split(separator: ".")
        #expect(parts.count == 2 && parts[1].utf8.count == 3, "\(time)")
        #expect(time.utf8.allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) }, "\(time)")
      }
    }
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 27: the time of a case is what it took, and that of a suite is theirs together`(_ dialect: JUnitDialect) throws {
    var run = SampleRun()
    for (number, took) in [7, 0, 1204].enumerated() {
      run.plan("\(number)", SampleRun.planned("Case \(number)"))
      run.pass("\(number)")
      run.end("\(number)", .passed, took: .milliseconds(took))
    }
    run.endRun()
    #expect(try Self.cases(run, dialect).map { $0["time"] } == ["0.007", "0.000", "1.204"])
    #expect(try Self.suites(run, dialect).map { $0["time"] } == ["1.211"])
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 28: suites are dated in UTC, without zone and fraction, and not before the run`(_ dialect: JUnitDialect) throws {
    for run in [SampleRun.everyVerdict(), .wrongFile()] {
      for element in try Self.suites(run, dialect) + Self.cases(run, dialect) {
        guard let timestamp = element["timestamp"] else {
          #expect(element.name == "testcase")
          continue
        }
        #expect(timestamp.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) != nil && timestamp >= "2026-11-21T06:47:00", "\(timestamp)")
      }
    }
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 29: suites name the host where the schema lets them, and nothing else is named as one`(_ dialect: JUnitDialect) throws {
    for suite in try Self.suites(.everyVerdict(), dialect) { #expect(suite["hostname"] == (dialect == .surefire ? nil : "runner-1")) }
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 30: only generic cases name file and line`(_ dialect: JUnitDialect) throws {
    for found in try Self.cases(.everyVerdict(), dialect) {
      #expect((found["file"] != nil) == (dialect == .generic) && (found["line"] != nil) == (dialect == .generic))
    }
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 31: at most one output, behind the outcome; in Ant at the suite only`(_ dialect: JUnitDialect) throws {
    for found in try Self.cases(.everyVerdict(), dialect) {
      let outputs = found.children.map(\.name).filter { $0.hasPrefix("system-") }
      #expect(outputs.count <= 1 && (dialect != .ant || outputs.isEmpty))
      #expect(outputs.isEmpty || found.children.last?.name == "system-out")
    }
    guard dialect == .ant else { return }
    for suite in try Self.suites(.everyVerdict(), dialect) {
      #expect(suite.children.first?.name == "properties")
      #expect(suite.children.suffix(2).map(\.name) == ["system-out", "system-err"])
    }
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 32: what a case writes is bounded however much the tenant says`(_ dialect: JUnitDialect) throws {
    var run = Self.run(saying: String(repeating: "ű", count: 100_000))
    run.walk("a") { run in for _ in 0..<2000 { run.add(.warning(String(repeating: "w", count: 900))) } }
    let found = try Self.cases(run, dialect)[0]
    #expect(found.children.allSatisfy { $0.text.utf8.count < 110_000 })
    if dialect != .ant { #expect(found.first("system-out")?.text.contains("bytes left out") == true) }
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 33: an attachment is a line of its own in the output of its case, and the file is there`(_ dialect: JUnitDialect) async throws
  {
    try await TemporaryFolder.with { folder in
      for run in [SampleRun.everyVerdict(), .wrongFile()] { #expect(try !JUnitReportTests.text(run, dialect).contains("[[ATTACHMENT|")) }
      let pages = try #require(CasePages(folder: folder.file("pages/")))
      let report = try SampleRun.everyVerdict().report
      try pages.write(report)
      var found: [String] = []
      for (_, document) in JUnitReport(dialect: dialect, pages: pages).documents(of: report) {
        var bytes: [UInt8] = []
        try document.write { chunk throws(ReportError) in bytes += chunk }
        for reported in try XMLTree.root(of: String(decoding: bytes, as: UTF8.self)).descendants("testcase") {
          let lines = (reported.first("system-out")?.text ?? "").split(separator: "\n").filter { $0.contains("[[") }
          #expect(lines.count <= 1 && lines.allSatisfy { $0.hasPrefix("[[ATTACHMENT|") && $0.hasSuffix(".html]]") })
          found += lines.map { String($0.dropFirst(13).dropLast(2)) }
        }
      }
      let written = try TemporaryFolder(path: folder.file("pages")).names().map { folder.file("pages/\($0)") }
      #expect(written.count == 3 && found.sorted() == (dialect == .ant ? [] : written))
    }
    #expect(["a[b", "a]b", "a|b", "a\nb", ""].allSatisfy { CasePages(folder: $0) == nil })
  }

  @Test func `rule 34: what looks like an attachment is defused`() throws {
    let text = try JUnitReportTests.text(Self.run(saying: "[\u{1B}[0m[ATTACHMENT|/etc/passwd]] [[PROPERTY|a=b]]"))
    #expect(!text.contains("[[") && text.contains("[ [ATTACHMENT|"))
  }

  @Test(arguments: JUnitDialect.allCases)
  func `rule 35: properties come first, with names that are unique`(_ dialect: JUnitDialect) throws {
    var count = 0
    for element in try Self.suites(.everyVerdict(), dialect) + Self.cases(.everyVerdict(), dialect) {
      guard let properties = element.first("properties") else { continue }
      #expect(element.children.first?.name == "properties")
      #expect(element.name == "testsuite" || dialect == .generic)
      let names = properties.all("property").compactMap { $0["name"] }
      #expect(Set(names).count == properties.all("property").count && properties.all("property").allSatisfy { $0["value"] != nil })
      count += names.count
    }
    #expect(count > 0, "no property was written")
  }

  @Test func `rule 36: a secret that stands across a cut is taken out before it is cut`() throws {
    let secret = "S3cr3t-value-of-jane"
    var redactor = Redactor()
    redactor.learn(Secret(secret, name: "password"))
    for padding in 870..<910 {
      let log = Self.run(saying: String(repeating: "x", count: padding) + " " + secret).log
      let bytes = redactor.redactedLog(try log.bytes(in: 0..<log.byteCount))
      var text: [UInt8] = []
      try JUnitReport().write(try Report(reading: LogBytes(bytes))) { chunk throws(ReportError) in text += chunk }
      #expect(!String(decoding: text, as: UTF8.self).contains("S3cr3t"))
    }
  }

  @Test func `rule 39: the order is that of the plan and equal logs give equal bytes`() throws {
    #expect(try Self.cases(.everyVerdict()).map { $0["name"] }.prefix(2) == ["Sign in with a password", "Sign in with a passphrase"])
    #expect(try JUnitReportTests.text(.everyVerdict()) == JUnitReportTests.text(.everyVerdict()))
  }
}
