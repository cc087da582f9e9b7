import Diagnostics
import JourneyRunner
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// What messages about files show of secrets: nothing.
struct SourceConcealmentTests {
  private static func tenants(_ lines: String) -> String {
    """
    default: acme
    tenants:
      acme:
        dialect: journey-flow
        issuer: http://127.0.0.1:1
        client: {id: web, redirect_uri: "https://app.acme.test/callback"}
        accounts: {jane: {email: jane@acme.test, password: Jane-horse-11}}
    \(lines)
    """
  }

  private static func said(_ scenario: String, _ tenants: String) async throws -> (text: String, refused: String) {
    try await SampleProject.with(["journeys/a.yaml": scenario], tenants: tenants) { project in
      let run = project.run()
      let refused = run.plan.refusedFiles.flatMap(\.problems)
      return (DiagnosticRenderer().render(run.diagnostics), "\(refused)")
    }
  }

  @Test func `a password of tenants.yaml is in no line of another file`() async throws {
    let scenario = "journey: A\nsteps:\n  - screen: sign-in\n    password: Jane-horse-11: \"\n"
    let (text, refused) = try await Self.said(scenario, Self.tenants(""))
    #expect(text.contains("journeys/a.yaml:4:") && text.contains("password: ***: \""), "\(text)")
    #expect(!text.contains("Jane-horse-11") && !refused.isEmpty && !refused.contains("Jane-horse-11"), "\(refused)")
  }

  @Test(arguments: [
    "ftp://ci:PW-4711@proxy.test:3128", "http://ci:PW-4711/x@proxy.test:3128", "http://PW-4711@", "http://ci:PW-4711#@p@proxy.test",
    "https://ci:PW-4711@proxy.test",
  ])
  func `a refused address of a proxy shows neither user nor password`(address: String) async throws {
    let scenario = "journey: A\nsteps:\n  - screen: sign-in\n"
    let (text, refused) = try await Self.said(scenario, Self.tenants("    proxy: \"\(address)\"\n"))
    #expect(text.contains("journeys/tenants.yaml:8:") && text.contains("proxy"), "\(text)")
    #expect(!text.contains("PW-4711") && !refused.contains("PW-4711"), "\(text)\(refused)")
  }

  @Test func `an address without a password is shown as it is, and places stay`() async throws {
    let file = SourceFile(name: "a.yaml", text: "url: https://acme.test/?mail=jane@acme.test, key: s3cret-1")
    let place = SourceRange(file: file, start: SourcePosition(line: 1, column: 47), end: SourcePosition(line: 1, column: 50))
    let shown = SourceConcealment(hiding: []).concealed([Diagnostic(.badValue, "wrong", at: place)])
    #expect(shown.map(\.range) == [place])
  }
}
