import Diagnostics
import JourneyKit
import JourneyModel
import JourneyTestSupport
import Testing

/// Which cases are walked in a browser.
struct EngineTests {
  @Test(arguments: [("journeys/hosted/hand-over.yaml", true), ("journeys/hosted/sign-in.yaml", true), ("journeys/sign-in", false)])
  func `a browser is for pages, also for those that an app leaves for`(_ path: String, needsBrowser: Bool) async {
    var settings = RunSettings()
    settings.paths = [path]
    settings.engine = .browser
    settings.environment = ["JOURNEY_CHROMEDRIVER": "/nothing/here"]
    let run = await JourneyRun(settings, readers: 1)
    let messages = run.diagnostics.filter { $0.severity == .error }.map(\.message)
    #expect(messages.contains { $0.hasPrefix("'engine: browser' needs chromedriver") } == needsBrowser, "\(messages)")
  }
}
