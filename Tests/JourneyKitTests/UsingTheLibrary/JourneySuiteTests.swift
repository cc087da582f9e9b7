import JourneyKit
import Testing

/// Runs the scenarios of a folder: each case is a test of its own.
struct JourneySuiteTests {
  static var settings: RunSettings {
    var settings = RunSettings()
    settings.paths = ["journeys/sign-in"]  // from the folder that 'swift test' is called in
    settings.seed = 7
    return settings
  }

  static let run = Result { try JourneyRun.planned(settings) }

  @Test(arguments: try run.get().cases)
  func `a journey is as its scenario says`(_ journey: ListedCase) async throws {
    let outcome = try await Self.run.get().outcome(of: journey)
    #expect(!outcome.isFailure, "\(outcome.text)")
  }
}
