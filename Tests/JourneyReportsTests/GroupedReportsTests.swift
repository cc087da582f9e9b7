import JourneyModel
import JourneyReports
import JourneyRunner
import Testing

/// Cases that did not pass for one cause are told once, whatever they expected in its place.
struct GroupedReportsTests {
  /// A new screen that many cases meet, each of which expected one of three things.
  private static func newScreen(met count: Int, saying text: String = "screen 'terms'") -> SampleRun {
    var run = SampleRun()
    for number in 1...count { run.plan("\(number)", SampleRun.planned("Case \(number)", line: number)) }
    for number in 1...count {
      let expected = ["a completed journey", "screen 'profile'", "screen 'factors'"][number % 3]
      run.fail("\(number)", [Mismatch(.screen, subject: "what is shown", expected: expected, actual: text)])
      run.end("\(number)", .failed)
    }
    run.endRun()
    return run
  }

  private static func markdown(_ run: SampleRun) throws -> String {
    var bytes: [UInt8] = []
    try MarkdownReport().write(try run.report) { piece throws(ReportError) in bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func console(_ run: SampleRun) -> String {
    var console = ConsoleReport(style: ConsoleStyle(), verbosity: .quiet)
    return run.events.flatMap { console.record($0) }.map(\.text).joined()
  }

  @Test func `Markdown tells one cause once, with how many met it`() throws {
    let text = try Self.markdown(Self.newScreen(met: 69))
    #expect(text.split(separator: "<details>").count == 2)
    #expect(
      text.contains(
        "<summary>Failed: 69 scenarios: <code>screen 'terms' instead of screen 'profile', or screen 'factors', or a completed journey</code>"
      ),
      "\(text.prefix(1500))")
    #expect(text.contains("Same problem in 68 more cases:") && text.contains("- … and 28 more"))
    #expect(text.contains("**69 of 69 journeys are not as described.** (mock or live: not known)"))
  }

  @Test func `a run of many journeys says how many of each subject, tenant and owner are as described`() throws {
    var run = SampleRun()
    let cases = (1...12).map { number in (id: "\(number % 3 == 0 ? "mfa/app" : "sign-in/deep/password")#c\(number)", number: number) }
    for (id, number) in cases {
      var planned = SampleRun.planned("Case \(number)")
      planned.tenant = number <= 2 ? "harbor|x" : "acme"
      planned.owner = number == 3 ? "team <b>" : nil
      run.plan(id, planned)
    }
    for (id, number) in cases {
      if number == 3 {
        run.fail(id, [Mismatch(.message, subject: "message", expected: "x", actual: "y")])
        run.end(id, .failed)
      } else {
        run.end(id, number == 4 ? .skipped("no device") : number == 5 ? .flaky : .passed)
      }
    }
    run.endRun()
    let text = try Self.markdown(run)
    #expect(text.contains("| `sign-in` | 7 of 7 | 1 flaky, 1 not walked |\n| `mfa` | 3 of 4 | 1 failed |\n"), "\(text)")
    #expect(text.contains("| `harbor\\|x` | 2 of 2 |  |\n| `acme` | 8 of 9 | 1 failed, 1 flaky, 1 not walked |\n"), "\(text)")
    #expect(text.contains("| `team <b>` | 0 of 1 | 1 failed |\n"))
    var bytes: [UInt8] = []
    try HTMLReport().write(try run.report) { piece throws(ReportError) in bytes += piece }
    let page = String(decoding: bytes, as: UTF8.self)
    #expect(HTMLPage(page).problems == [])
    #expect(page.contains(#"<tr class="bad"><th scope="row">mfa</th><td>3 of 4</td><td>1 failed</td></tr>"#), "\(page)")
    #expect(page.contains(#"<th scope="row">team &lt;b&gt;</th>"#) && page.contains(##"<a href="#overview">Overview</a>"##))
    var few = SampleRun()
    for number in 1...8 { few.plan("a/\(number)", SampleRun.planned("Case \(number)")) }
    few.endRun()
    #expect(try !Self.markdown(few).contains("as described |"), "a run of few journeys is seen at a glance")
  }

  @Test func `the console tells one cause once, and what the others expected in its place`() {
    let text = Self.console(Self.newScreen(met: 4))
    #expect(text.contains("Same problem in 3 more cases:"))
    #expect(text.contains("  expected screen 'factors'") && text.contains("  expected a completed journey"))
    #expect(text.split(separator: "Screen shown: ").count == 2)
  }

  @Test(arguments: [1, 300])
  func `Markdown is never longer than a comment may be, and counts what it leaves out`(_ length: Int) throws {
    var run = SampleRun()
    for number in 1...2000 { run.plan("\(number)", SampleRun.planned("Case \(number)", file: "journeys/\(number).yaml")) }
    for number in 1...2000 {
      run.fail("\(number)", [Mismatch(.message, subject: "message", expected: "x", actual: String(repeating: "\(number) ", count: length))])
      run.end("\(number)", .failed)
    }
    run.endRun()
    let text = try Self.markdown(run)
    #expect(text.count < 60_000 && text.utf8.count <= 60_000)
    #expect(text.contains(" more did not pass; this page has no room for them."))
  }

  @Test func `failures of one kind on different pages are shown each with its page`() throws {
    var run = SampleRun()
    for id in ["a", "b", "c"] { run.plan(id, SampleRun.planned("Case \(id)")) }
    for (id, text) in [("a", "Wrong password"), ("b", "Account closed"), ("c", "Wrong password")] {
      var screen = SampleRun.password
      screen.facts = [Fact("heading", .text(text))]
      let mismatches = [Mismatch(.unexpectedMessage, subject: "messages", expected: "a message", actual: "none")]
      run.walk(id) { run in
        run.takeStep("0", "screen password", screen, .failed(mismatches))
        run.add(.attemptEnded(AttemptOutcome(result: .failed(mismatches), duration: .milliseconds(9))))
      }
      run.end(id, .failed)
    }
    run.endRun()
    let text = Self.console(run)
    #expect(text.contains("Same problem in 1 more case:") && text.split(separator: "Screen shown: ").count == 3, "\(text)")
    #expect(text.contains("Account closed") && text.contains("Wrong password"))
  }

  @Test func `what was found tells causes apart, not where it was found`() throws {
    var run = SampleRun()
    for (id, found) in [("a", "screen 'terms'"), ("b", "screen 'locked'"), ("c", "screen 'terms'")] {
      run.plan(id, SampleRun.planned("Case \(id)"))
      run.fail(id, [Mismatch(.screen, subject: "what is shown", expected: "a completed journey", actual: found)])
      run.end(id, .failed)
    }
    run.endRun()
    let text = try Self.markdown(run)
    #expect(text.contains("Failed: 2 scenarios: <code>screen 'terms'") && text.contains("Failed: <code>Case b</code>"))
  }
}
