import FoundationEssentials
import JourneyModel
import JourneyTestSupport
import Testing

/// What tests of all targets lean on.
struct TestSupportTests {
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "golden-\(UUID().uuidString)").path
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try body(folder)
  }

  @Test func `a golden file is missing, recorded, equal, and then different`() throws {
    try inFolder { folder throws in
      let reading = Golden(folder: folder, environment: [:])
      let recording = Golden(folder: folder, environment: ["RECORD_GOLDEN": "1"])
      #expect(try reading.difference(of: "a", from: "sub/x.txt") == "there is no golden file 'sub/x.txt' yet; RECORD_GOLDEN=1 writes it")
      #expect(try recording.difference(of: "a\nb\nc\n", from: "sub/x.txt") == nil)
      #expect(try reading.difference(of: "a\nb\nc\n", from: "sub/x.txt") == nil)
      #expect(
        try reading.difference(of: "a\nB\nc\n", from: "sub/x.txt")
          == "golden file 'sub/x.txt' differs from line 2; RECORD_GOLDEN=1 rewrites it\n- b\n+ B")
      #expect(try reading.difference(of: "a\nb\nc", from: "sub/x.txt") != nil)
    }
  }

  @Test func `no golden file is recorded where CI is set`() throws {
    try inFolder { folder throws in
      let golden = Golden(folder: folder, environment: ["RECORD_GOLDEN": "1", "CI": "true"])
      #expect(try golden.difference(of: "a", from: "x.txt") == "golden file 'x.txt' is not recorded where CI is set")
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/x.txt"))
    }
  }

  @Test func `a fixture that is not there is named`() {
    #expect(throws: FixtureError.unreadable("\(Fixtures.packageRoot)/fixtures/none.json")) { try Fixtures.bytes(of: "fixtures/none.json") }
  }

  @Test func `a scripted driver answers in order and remembers`() async throws {
    let refusal = DriverError(.timeout, "no answer")
    var driver = ScriptedDriver([.success(Turn(now: .screen(Screen(id: ScreenID("a"))), exchanges: [])), .failure(refusal)])
    let record = driver.record
    #expect(try await driver.perform(.start(StartParameters())).now == .screen(Screen(id: ScreenID("a"))))
    await #expect(throws: refusal) { try await driver.perform(.submit(Submission(form: "f"))) }
    await #expect(throws: DriverError(.impossible, "the script has no answer left for action 3")) { try await driver.perform(.refresh) }
    #expect(record.actions == [.start(StartParameters()), .submit(Submission(form: "f")), .refresh])
    #expect(record.submissions == [Submission(form: "f")])
  }

  @Test func `a manual clock moves when it is told to`() async throws {
    let clock = ManualClock(start: Instant(seconds: 100))
    try await clock.pass(.seconds(30))
    try await clock.answerPush(accepts: true, account: "jane")
    #expect(await clock.now() == Instant(seconds: 130))
    #expect(clock.waits == [.seconds(30)])
    #expect(clock.pushAnswers.map(\.accepts) == [true])
  }
}
