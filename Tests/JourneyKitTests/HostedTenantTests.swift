import Diagnostics
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// A live tenant whose journeys are pages in a browser.
struct HostedTenantTests {
  private static let tenants = """
    default: ledger
    tenants:
      ledger:
        dialect: hosted
        issuer: https://profile.ledger.example/oauth2/aus1
        client:
          id: ledger-app
          redirect_uri: "com.example.ledger.oauth:/authorization/callback"
        claimed_links: ["https://profile.ledger.example/welcome/*", "com.example.ledger://identity/fallback"]
        accounts:
          mia: {email: mia@ledger.test, password: "${secret.MIA_PASSWORD}"}

    """

  private static func problems(start: String) async throws -> [String] {
    let scenario = """
      journey: Sign in
      account: mia
      start: \(start)
      steps:
        - screen: /signin
          answers: {email: "${account.email}", password: "${account.password}"}
        - finish:

      """
    return try await SampleProject.with(["journeys/a.yaml": scenario], tenants: tenants) { project in
      project.run { $0.environment = ["MIA_PASSWORD": "x"] }.problems
    }
  }

  @Test func `a scenario of a hosted tenant is read and held against its dialect`() async throws {
    #expect(try await Self.problems(start: "{prompt: login, session: ephemeral, page: register}") == [])
  }

  @Test func `a key that the dialect does not have is told`() async throws {
    let problems = try await Self.problems(start: "{sdk: web}")
    #expect(problems.count == 1)
    #expect(problems.first?.contains("'sdk'") == true)
  }
}
