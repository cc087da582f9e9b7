import Encodings
import JourneyModel
import JourneyScenario
import JourneyTestSupport
import ModelCoding
import Testing

@testable import JourneyRunner

/// The hand-written screens of all dialects, each used by the scenarios next to it.
struct ScreenFixtureWalkTests {
  @Test(arguments: ["journey-flow", "okta-idx", "hosted"])
  func `every dialect has eight screens at least, each with its scenarios`(dialect: String) throws {
    let screens = try Fixtures.files(below: "\(WalkedScreen.folder)/\(dialect)", suffix: ".json")
    let scenarios = try Fixtures.files(below: "\(WalkedScreen.folder)/\(dialect)", suffix: ".yaml")
    #expect(screens.count >= 8)
    #expect(screens.map { $0.dropLast(".json".count) } == scenarios.map { $0.dropLast(".yaml".count) })
  }

  @Test(arguments: try WalkedScreen.all())
  func `a screen passes what its scenarios expect`(fixture: WalkedScreen) async throws {
    let walked = try await fixture.walk(fixture.scenarios)
    #expect(walked.mismatches.map(\.shownShortly) == [])
    #expect(!walked.verdicts.isEmpty)
    #expect(walked.verdicts.allSatisfy { $0.hasSuffix(" passed") }, "\(walked.verdicts)")
  }

  @Test(arguments: try WalkedScreen.all())
  func `each fact changed alone fails at its place`(fixture: WalkedScreen) async throws {
    let changes = try FactChange.all(in: fixture.scenarios)
    #expect(!changes.isEmpty)
    for change in changes {
      let walked = try await fixture.walk(change.changed(fixture.scenarios))
      #expect(walked.verdicts.count { $0.hasSuffix(" failed") } == 1, "\(change): \(walked.verdicts)")
      #expect(
        walked.mismatches.contains { $0.place.map { change.lines.contains($0.line) } ?? false },
        "\(change): \(walked.mismatches.map(\.shownShortly))")
    }
  }

  @Test(arguments: try WalkedScreen.all().filter { !$0.pressed.isEmpty })
  func `a label presses the form that the screen's file names`(fixture: WalkedScreen) async throws {
    for (label, form) in fixture.pressed {
      let walked = try await fixture.walk(
        """
        journey: Press
        steps:
          - screen: {starts_with: ""}
            messages: any
            press: \(JSONWriter.text(of: .string(label)))
        """)
      #expect(walked.mismatches.map(\.shownShortly) == [])
      #expect(walked.submissions.map(\.form.rawValue) == [form])
    }
  }
}

/// A screen of `fixtures/screens` with the scenarios of the YAML file next to it.
struct WalkedScreen: CustomTestStringConvertible {
  static let folder = "fixtures/screens"

  /// The outcomes of its walks.
  struct Walked {
    var verdicts: [String]
    var mismatches: [Mismatch]
    var submissions: [Submission]
  }

  let name: String
  let screen: Screen
  let scenarios: String
  /// Labels with the form that each presses, from the screen's file.
  let pressed: [(label: String, form: String)]

  var testDescription: String { name }

  init(path: String) throws {
    name = String(path.dropFirst(Self.folder.count + 1).dropLast(".json".count))
    let json = try JSONReader.read(try Fixtures.bytes(of: path))
    screen = try Screen(json: try #require(json["screen"]))
    scenarios = try Fixtures.text(of: "\(Self.folder)/\(name).yaml")
    pressed = (json["expect"]?.arrayValue ?? []).compactMap { row in
      guard let label = row["press"]?.stringValue, let form = row["form"]?.stringValue else { return nil }
      return (label, form)
    }
  }

  static func all() throws -> [WalkedScreen] {
    try Fixtures.files(below: folder, suffix: ".json").map(WalkedScreen.init)
  }

  /// Walks every scenario of the text; a driver shows each this screen, and then that the journey is complete.
  func walk(_ scenarios: String) async throws -> Walked {
    let record = ActionRecord()
    let context = StagedSurroundings { [screen] _, _ in ScriptedDriver(showing: [screen], record: record) }
    var sink = ListSink()
    let scheduler = Scheduler(context: context, limits: RunLimits(seed: 1), clock: .standing)
    await scheduler.run(Plan(cases: try PlannedCase.all(scenarios)), start: .tested, into: &sink)
    let mismatches = sink.events.compactMap { event -> Mismatch? in
      guard case .mismatch(let mismatch) = event.kind else { return nil }
      return mismatch
    }
    return Walked(verdicts: sink.verdicts, mismatches: mismatches, submissions: record.submissions)
  }
}

extension Mismatch {
  /// One line for a test's message.
  fileprivate var shownShortly: String {
    "\(place.map { String($0.line) } ?? "-"): \(subject): expected \(expected), actual \(actual) \(details)"
  }
}
