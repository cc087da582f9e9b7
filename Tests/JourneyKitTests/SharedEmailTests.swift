import Diagnostics
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// Two names for one person of a live tenant: two cases could have the account at a time.
struct SharedEmailTests {
  @Test(
    arguments: [
      ("jane@a.test", "JANE@a.test", true), ("jane@a.test", "otto@a.test", false), ("", "", false),
      ("${env.MAIL, 'x@a.test'}", "${env.MAIL, 'x@a.test'}", false),
    ])
  func `a person has one name`(jane: String, otto: String, isRefused: Bool) async throws {
    let tenants = """
      tenants:
        acme:
          dialect: journey-flow
          issuer: http://127.0.0.1:1
          client: {id: web, redirect_uri: "https://app.acme.test/callback"}
          accounts:
            jane: {email: "\(jane)", role: admin}
            otto: {email: "\(otto)", role: admin}
      """
    let text = try await SampleProject.with(["journeys/a.yaml": "journey: A\nsteps:\n  - screen: x\n"], tenants: tenants) { project in
      DiagnosticRenderer().render(project.run().diagnostics)
    }
    let found = text.contains(
      "journeys/tenants.yaml:8:21: error: the account 'jane' has the same 'email', so two cases could have it at a time")
    #expect(found == isRefused, "\(text)")
  }
}
