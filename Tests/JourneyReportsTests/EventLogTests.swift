import JourneyModel
import JourneyReports
import JourneyRunner
import Testing

struct EventLogTests {
  private static func events(of log: some LogSource) throws -> [RunEvent] {
    var reader = EventLogReader(log)
    var events: [RunEvent] = []
    while let searched = try reader.next() { events.append(searched.event) }
    return events
  }

  private static func bytes(_ log: LogBytes) throws -> [UInt8] { try log.bytes(in: 0..<log.byteCount) }

  private static func events(ofText text: String) throws -> [RunEvent] { try events(of: LogBytes(Array(text.utf8))) }

  @Test(arguments: [SampleRun.everyVerdict(), .wrongFile()])
  func `events come back out of the log as they went in, but for what is secret`(_ run: SampleRun) throws {
    let back = try Self.events(of: run.log)
    #expect(back.map(\.sequence) == run.events.map(\.sequence))
    #expect(back.map(\.time) == run.events.map(\.time))
    #expect(back.map(\.scenario) == run.events.map(\.scenario))
    #expect(back.map(\.step) == run.events.map(\.step))
    for (left, right) in zip(back, run.events) {
      switch (left.kind, right.kind) {
      case (.exchange(let read), .exchange(let written)):
        #expect(read.url == written.url && read.response?.status == written.response?.status)
      case (.screenShown(let read), .screenShown(let written)): #expect(read.id == written.id)
      default: #expect(left.kind == right.kind)
      }
    }
    let text = String(decoding: try Self.bytes(run.log), as: UTF8.self)
    #expect(!text.contains("bearer-1") && !text.contains("Jane-horse-11") && !text.contains("typed"))
  }

  @Test(arguments: [
    RunEvent.Kind.edgeTaken("password.password.right"), .warning("an odd 'header' \u{1B}[31m"), .note("waits 5s"),
    .handedOver(Handover(url: "https://idp.test/start", reason: .provider)),
    .journeyEnded(.refused(OAuthErrorResponse(error: "access_denied", description: "no"))),
    .attemptStarted(account: "jane"), .messageTaken(TakenMessage(channel: .mail, subject: "Your code ******")),
    .answered(AnsweredForm(form: "login", press: "next", answers: [.init(widget: "name", from: AnswerSource(rawValue: "account.email"))])),
    .stepEnded(.skipped("the optional screen was not shown")),
    .attemptEnded(AttemptOutcome(result: .skipped("why"), duration: .microseconds(1), cleanUpProblems: ["x"])),
    .runEnded(RunEnd(interruption: .terminated, duration: .seconds(3))),
  ])
  func `every other kind comes back as well`(_ kind: RunEvent.Kind) throws {
    var run = SampleRun()
    run.add(kind)
    #expect(try Self.events(of: run.log).last?.kind == kind)
  }

  @Test func `times are exact to the microsecond`() throws {
    var run = SampleRun()
    run.add(.attemptStarted(), after: .nanoseconds(1_500_123_456))
    #expect(try Self.events(of: run.log).last?.time == .microseconds(1_504_123))
  }

  @Test func `a screen's body is written once`() throws {
    var run = SampleRun()
    for _ in 0..<5 { run.add(.screenShown(SampleRun.password)) }
    let text = String(decoding: try Self.bytes(run.log), as: UTF8.self)
    #expect(text.split(separator: "\n").filter { $0.contains("\"kind\":\"screen\"") }.count == 1)
    #expect(try Self.events(of: run.log).count == 6)
  }

  @Test func `unknown kinds and members are passed over`() throws {
    let text = """
      {"v":1,"seq":1,"t":0,"kind":"moon-rose","phase":{"x":[1,"}"]}}

      {"colour":"red","v":1,"t":0.5,"seq":2,"kind":"edge-taken","edge":"a","more":[{}]}

      """
    #expect(try Self.events(ofText: text).map(\.kind) == [.edgeTaken("a")])
  }

  @Test func `a last line that was cut anywhere is left out`() throws {
    let run = SampleRun.everyVerdict()
    let bytes = try Self.bytes(run.log)
    let whole = try #require(bytes.dropLast().lastIndex(of: UInt8(ascii: "\n")))
    for end in whole..<(bytes.count - 1) {
      let cut = LogBytes(Array(bytes[..<end]))
      #expect(try Self.events(of: cut).count == run.events.count - 1)
      #expect(try Report(reading: cut).end == nil)
    }
  }

  @Test(arguments: [
    ("no json\n", "the line is not a JSON object"), ("{\"v\":1}\n", "'kind' is missing"),
    ("{\"v\":2,\"kind\":\"edge-taken\"}\n", "its version is 2, and this journey reads version 1"),
    ("{\"v\":1,\"kind\":\"edge-taken\",\"seq\":1,\"t\":0}\n", "'edge' is missing or of another type"),
    ("{\"v\":1,\"kind\":\"screen-shown\",\"seq\":1,\"t\":0,\"screen\":\"sha256:00\"}\n", "no line contains the screen 'sha256:00'"),
  ])
  func `a whole line that is none is an error`(_ text: String, _ message: String) throws {
    let error = #expect(throws: EventLogError.self) { try Self.events(ofText: text) }
    #expect(error?.message == message)
  }

  @Test func `no cut and no changed byte of a log makes a reader stop the program`() throws {
    let bytes = try Self.bytes(SampleRun.everyVerdict().log)
    var random: UInt64 = 7
    for _ in 0..<150 {
      var changed = bytes
      for _ in 0..<3 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        changed[Int(random >> 33) % changed.count] = UInt8(truncatingIfNeeded: random >> 20)
      }
      do {
        let report = try Report(reading: LogBytes(changed))
        try JUnitReport().write(report) { _ throws(ReportError) in }
      } catch is EventLogError {
      } catch is ReportError {}
    }
  }
}
