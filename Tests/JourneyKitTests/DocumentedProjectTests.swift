import Diagnostics
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// The projects whose files the documentation quotes, walked.
struct DocumentedProjectTests {
  private struct Silence: RunListener {
    mutating func record(_ event: SearchedEvent) {}
  }

  @Test(arguments: [
    "journeys/_docs/_portal/codes.yaml", "journeys/_docs/_first/journeys/sign-in.yaml", "journeys/_docs/_consent/consents.yaml",
    "journeys/_passkeys/passkey.yaml", "journeys/_devices/okta-verify.yaml", "journeys/_devices/stay-signed-in.yaml",
    "journeys/_staff/authenticators.yaml", "journeys/_staff/consents.yaml", "journeys/_staff/device.yaml", "journeys/_staff/profile.yaml",
    "journeys/_staff/recovery.yaml", "journeys/_workforce/portal.yaml", "journeys/_workforce/payroll.yaml",
    "journeys/_heath/sign-in.yaml", "journeys/_heath/enrolment.yaml", "journeys/_heath/account.yaml",
  ])
  func `what the pages show is checked without a warning, and green`(_ path: String) async throws {
    var settings = RunSettings()
    settings.paths = ["\(Fixtures.packageRoot)/\(path)"]
    settings.exploresMocks = true
    let run = JourneyRun(settings)
    #expect(DiagnosticRenderer().render(run.diagnostics) == "")
    var sink = Silence()
    let report = try await run.walk(log: nil, into: &sink)
    #expect(report.totals.passed == run.cases.count)
    #expect(run.cases.count > 1)
  }
}
