import BrowserEngine
import Diagnostics
import JourneyModel
import JourneyRunner

extension RunSettings {
  /// The programs of a real browser; refuses the project where they are not on this machine.
  func findBrowser() throws(ProjectRefusal) -> BrowserPrograms {
    do throws(BrowserPrograms.Missing) { return try BrowserPrograms.find(environment) } catch {
      throw ProjectRefusal(diagnostics: [Diagnostic(.notSet, error.message, at: nil, suggestion: error.advice)])
    }
  }
}

extension PlannedCase {
  /// Whether a real browser is needed for it.
  var isWalkedInBrowser: Bool { tenant.engine == .browser && facts.skipped == nil }
}
