import JourneyModel
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

struct HTMLReportTests {
  private let golden = Golden(target: "JourneyReports")

  private static func text(_ run: SampleRun) throws -> String {
    var bytes: [UInt8] = []
    try HTMLReport().write(try run.report) { piece throws(ReportError) in bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What a person reads, without tags.
  private static func words(_ run: SampleRun) throws -> String {
    HTMLPage(try text(run)).texts.joined(separator: " ").replacing("&#39;", with: "'").replacing("&lt;", with: "<").replacing(
      "&gt;", with: ">"
    ).replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
  }

  @Test(arguments: [("report.html", SampleRun.everyVerdict()), ("report-wrong-file.html", .wrongFile())])
  func `a run reads like this`(_ name: String, _ run: SampleRun) throws {
    #expect(try golden.difference(of: Self.text(run), from: name) == nil)
  }

  @Test(arguments: [SampleRun.everyVerdict(), .wrongFile(), SampleRun()])
  func `a page is whole, loads nothing and runs nothing`(_ run: SampleRun) throws {
    HTMLPage(try Self.text(run)).judge("\(run)")
  }

  @Test func `a page tells each case, what was expected and what was there`() throws {
    let words = try Self.words(.everyVerdict())
    for text in [
      "5 cases in 1.2 s: 1 passed, 1 failed, 1 broken, 1 flaky, 1 skipped", "Sign in <while> \"down\" & out", "needs a device",
      "label of widget 'password'", "'Passphrase'", "did you mean 'keepMeLoggedIn'?", "passed on attempt 2", "Not reached: finish",
      "1 of 5 journeys is not as described, and 1 could not be walked to its end.", "mock or live: not known",
      "The password is incorrect.", "Keep me logged in", "could not be run: status",
      "journey run --at journeys/sign-in/password.yaml:20",
    ] { #expect(words.contains(text), "\(text)") }
  }

  @Test func `filters count the cases, and each radio button has its label`() throws {
    let page = HTMLPage(try Self.text(.everyVerdict()))
    let inputs = page.tags.filter { $0.attributes["type"] == "radio" }.compactMap { $0.attributes["id"] }
    #expect(inputs == ["all", "failed", "broken", "flaky", "skipped", "passed"].map { "show-\($0)" })
    for id in inputs where id != "show-all" { #expect(page.sheet.contains("#\(id):checked)")) }
    let labelled = Set(page.tags.filter { $0.name == "label" }.compactMap { $0.attributes["for"] })
    for input in page.tags.filter({ $0.name == "input" }) { #expect(labelled.contains(input.attributes["id"] ?? ""), "\(input)") }
  }

  @Test func `a widget that an expectation did not hold of is marked, and secrets are not shown`() throws {
    let text = try Self.text(.everyVerdict())
    #expect(HTMLPage(text).tags.contains { $0.attributes["class"] == "widget off" })
    #expect(!text.contains("Jane-horse-11") && !text.contains("bearer-1") && !text.contains(">typed<"))
  }

  @Test func `a layout is followed, and what it leaves out is drawn behind it`() throws {
    var screen = SampleRun.password
    let (password, submit) = (PlacedWidgetID(form: "password", widget: "password"), PlacedWidgetID(form: "password", widget: "submit"))
    screen.layout = .vertical([.horizontal([.widget(submit), .widget(password)]), .unknown(.text("x"))])
    var run = SampleRun()
    run.plan("a", SampleRun.planned("A"))
    run.walk("a") { run in
      run.takeStep("0", "screen password", screen)
      run.add(.attemptEnded(AttemptOutcome(result: .passed, duration: .milliseconds(9), stepsLeft: [])))
    }
    run.end("a", .passed)
    run.endRun()
    let words = try #require(try Self.words(run).split(separator: "Show the ids that scenarios use").last)
    let places = ["Continue", "Password", "Keep me logged in"].map { words.firstRange(of: $0)?.lowerBound }
    #expect(places.allSatisfy { $0 != nil })
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
  }
}
