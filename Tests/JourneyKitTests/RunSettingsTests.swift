import Testing

@testable import JourneyKit

/// Settings by themselves: their texts, and what is wrong with them before a project is read.
struct RunSettingsTests {
  @Test(arguments: ["acme=acme-staging", "acme-staging", "acme=", "=staging", "a=b=c"])
  func `an override of a tenant is what its text says`(_ text: String) {
    #expect(TenantOverride(text).description == text)
    #expect(TenantOverride("a=b=c") == TenantOverride(of: "a", to: "b=c"))
  }

  @Test func `a place is a file and a line, or a file alone`() throws {
    #expect(try ScenarioPlace("journeys/a.yaml:12") == ScenarioPlace(file: "journeys/a.yaml", line: 12))
    #expect(try ScenarioPlace("a.yaml") == ScenarioPlace(file: "a.yaml"))
    let problem = SettingsProblem.place("expected FILE:LINE with a line that counts from 1, found 'a.yaml:x'")
    #expect(throws: problem) { try ScenarioPlace("a.yaml:x") }
  }

  @Test func `the address of a mock is absolute, for one tenant or for all`() throws {
    #expect(try MockAddress("http://127.0.0.1:1").tenant == nil)
    #expect(try MockAddress("acme=http://127.0.0.1:1") == MockAddress(of: "acme", at: "http://127.0.0.1:1"))
    #expect(try MockAddress("http://127.0.0.1:1/?a=b").tenant == nil)
    #expect(throws: SettingsProblem.mockAddress("acme=nowhere", reason: "the URL has no scheme")) { try MockAddress("acme=nowhere") }
  }

  @Test func `a tenant is moved to one other`() {
    var settings = RunSettings()
    settings.tenants = [TenantOverride(of: "acme", to: "a"), TenantOverride(of: "acme", to: "a")]
    #expect(settings.problem == .repeatedTenant(TenantOverride(of: "acme", to: "a")))
    settings.tenants[1].target = "b"
    #expect(settings.problem == .severalTenants(of: "acme", "a", "b"))
    settings.tenants[1].tenant = "globex"
    #expect(settings.problem == nil)
  }

  @Test func `messages call settings as their reader does`() {
    let problem = SettingsProblem.repeatedTenant(TenantOverride("acme=a"))
    #expect(problem.message() == "tenants acme=a is given twice")
    #expect(problem.message(SampleProject.flags) == "--tenant acme=a is given twice")
    #expect("\(SettingsProblem.mockAddress("x", reason: "it is not"))" == "mockAddresses takes an absolute address, not 'x': it is not")
  }

  @Test func `no message of the library names a flag where the caller has none`() async throws {
    try await SampleProject.with(["journeys/a.yaml": "journey: A\nsteps:\n  - screen: identification\n    messages: none\n"]) { project in
      let run = project.run {
        $0.spelling = SettingSpelling()
        $0.tenants = [TenantOverride("nobody")]
        $0.app = "windows"
      }
      #expect(run.problems.map { $0.prefix(24) } == ["unknown-tenant: tenants:", "unknown-app: app: no app"])
    }
  }
}
