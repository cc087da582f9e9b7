import JourneyModel
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

/// The page as somebody reads it who was not there: an admin, a boss, a printer.
struct HTMLPeopleTests {
  private let golden = Golden(target: "JourneyReports")

  private static func text(_ run: SampleRun, _ change: (inout HTMLReport) throws -> Void = { _ in }) throws -> String {
    var page = HTMLReport()
    try change(&page)
    var bytes: [UInt8] = []
    try page.write(try run.report) { piece throws(ReportError) in bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func words(_ text: String) -> String {
    HTMLPage(text).texts.joined().replacing("&#39;", with: "'").replacing("\n", with: " ")
  }

  @Test func `a run on a mock reads like this`() throws {
    let text = try Self.text(.forPeople()) { page in
      page.title = "Acme: what users see at sign-in"
      page.compare(with: try SampleRun.everyVerdict().report)
    }
    #expect(try golden.difference(of: text, from: "report-people.html") == nil)
    HTMLPage(text).judge("people")
  }

  @Test(arguments: [(true, "(mock)"), (false, "(live)")])
  func `the title says whether a mock was walked or a live tenant`(_ mocks: Bool, _ word: String) throws {
    let text = try Self.text(.forPeople(mocks: mocks))
    #expect(text.contains("<title>Journeys (nightly) \(word): 2 of 4 journeys are not as described.</title>"))
  }

  @Test func `one cause is told once, with all that was expected instead, and its screen drawn once`() throws {
    let text = try Self.text(.forPeople())
    #expect(
      Self.words(text).contains(
        "failed 2 journeys: screen 'mfaPasscode' (Confirm that it is you) instead of a completed journey, or screen 'profile'"))
    #expect(text.split(separator: "<article class=\"group failed\">").count == 2)
    let screens = HTMLPage(text).tags.filter { $0.attributes["class"] == "screen" }
    // Once beside the reason, and each look once in the list of screens.
    #expect(screens.count == 3)
  }

  @Test func `a card says what is asked and what was answered, by name`() throws {
    let words = Self.words(try Self.text(.forPeople()))
    for text in ["Email address: their email", "Code: the code of the mail", "A mail comes: Your Acme code", "✓ through"] {
      #expect(words.contains(text), "\(text)")
    }
  }

  @Test func `every link leads to a place of the page, and ids are unique`() throws {
    let page = HTMLPage(try Self.text(.forPeople()))
    let ids = page.tags.compactMap { $0.attributes["id"] }
    #expect(Set(ids).count == ids.count)
    for tag in page.tags { if let href = tag.attributes["href"] { #expect(ids.contains(String(href.dropFirst())), "\(href)") } }
  }

  @Test func `headings go down one level at a time`() throws {
    for run in [SampleRun.everyVerdict(), .wrongFile(), .forPeople(), SampleRun()] {
      let levels = HTMLPage(try Self.text(run)).tags.compactMap { tag in
        tag.name.count == 2 && tag.name.hasPrefix("h") ? Int(tag.name.dropFirst()) : nil
      }
      #expect(levels.first == 1)
      for (one, next) in zip(levels, levels.dropFirst()) { #expect(next <= one + 1, "\(levels)") }
    }
  }

  @Test func `requests are told only where they are wanted`() throws {
    #expect(!(try Self.text(.forPeople())).contains("https://acme.test/flow/api"))
    #expect(try Self.text(.forPeople()) { $0.showsExchanges = true }.contains("https://acme.test/flow/api"))
  }

  @Test func `since an earlier run it says what is new, fixed, regressed or malfunctions`() throws {
    func run(_ verdicts: [(id: String, verdict: Verdict)]) -> SampleRun {
      var run = SampleRun()
      for (id, _) in verdicts { run.plan(id, SampleRun.planned("Case \(id)")) }
      for (id, verdict) in verdicts { run.end(id, verdict, attempts: 1) }
      run.endRun()
      return run
    }
    let before = run([("a", .passed), ("b", .failed), ("c", .failed), ("d", .passed), ("e", .passed), ("gone", .passed)])
    let now = run([("a", .failed), ("b", .passed), ("c", .failed), ("d", .broken), ("e", .passed), ("f", .passed)])
    let words = Self.words(try Self.text(now) { page in page.compare(with: try before.report) })
    #expect(words.contains(": 1 regressed, 1 malfunctioned, 1 still not as described, 1 fixed, 1 new, 1 not in this run any more"))
    let same = Self.words(try Self.text(before) { page in page.compare(with: try before.report) })
    #expect(same.contains("2 still not as described") && !same.contains("regressed"))
  }

  @Test func `a page of thousands of journeys stays small enough to open, and says what it leaves out`() throws {
    var run = SampleRun()
    for number in 0..<3_000 { run.plan("\(number)", SampleRun.planned("Case \(number)", line: number + 1)) }
    for number in 0..<3_000 {
      if number % 5 == 0 { run.fail("\(number)") } else { run.pass("\(number)") }
      run.end("\(number)", number % 5 == 0 ? .failed : .passed)
    }
    run.endRun()
    let text = try Self.text(run)
    #expect(text.utf8.count < 4_000_000, "\(text.utf8.count)")
    #expect(text.contains("Told screen by screen: the first 500 of 2400 that passed, and the first 500 of 600 that did not."))
    #expect(text.split(separator: "<article class=\"case ").count == 3_001)
  }
}
