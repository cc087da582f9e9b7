import Diagnostics
import JourneyInsight
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// What the first line of `diff` says of people, for drafts of one change each.
struct PeopleOfDraftTests {
  private static func told(_ draft: String, isBack: Bool = false) async throws -> (ComparedAccounts, TenantDifference) {
    var files = ["draft.yaml": "tenant: draft\nextends: harbor.yaml\nissuer: https://draft.test\n\n\(draft)"]
    for name in ["harbor.yaml", "harbor.screens.yaml"] { files[name] = try Fixtures.text(of: "fixtures/tenants/\(name)") }
    let scenario = try Fixtures.text(of: "journeys/language/code-by-text-message.yaml")
    files["journeys/a.yaml"] = isBack ? scenario.replacing("tenant: harbor", with: "tenant: draft") : scenario
    let tenants = """
      default: harbor
      tenants:
        harbor: {dialect: journey-flow, mock: ../harbor.yaml}
        draft: {like: harbor, mock: ../draft.yaml}

      """
    return try await SampleProject.with(files, tenants: tenants) { project in
      var settings = DiffSettings()
      settings.run = project.settings
      settings.run.tenants = [TenantOverride(isBack ? "draft=harbor" : "harbor=draft")]
      let run = DiffRun(settings)
      #expect(!run.isRefused, "\(run.diagnostics)")
      let difference = try await run.walk()
      return (try #require(difference.difference.accounts.first), difference)
    }
  }

  /// Nobody comes in by a new password or a code any more, and Tove is blocked.
  private static let locked = """
    changes:
      accounts.tove.status: blocked
      flow.newPassword.newPassword.done.go: signIn
      flow.byCode.byCode.known.when: account.status == active and account

    """

  @Test func `who can no longer sign in is said first, and is a breaking change`() async throws {
    let (accounts, difference) = try await Self.told(Self.locked)
    #expect(accounts.headline == "people of harbor → draft: 1 of 5 accounts can no longer sign in: tove; not known of bram and ines")
    #expect(difference.text.hasPrefix(accounts.headline + "\n"))
    #expect(accounts.changes.map(\.id) == ["harbor:people:locked-out"])
    #expect(accounts.changes.map(\.meaning) == [.breaking])
    #expect(accounts.changes.first?.sentence == "tove can no longer sign in")
    #expect(accounts.changes.first?.now == "no path leads to tokens for tove")
    #expect(difference.fails(on: ["breaking"]))
    #expect(difference.json.contains(#""kind":"people-change","id":"harbor:people:locked-out","class":"breaking""#))
    #expect(difference.html.contains("1 of 5 accounts can no longer sign in"))
  }

  @Test func `the way back is that they can sign in, and fails nothing that breaks`() async throws {
    let (accounts, difference) = try await Self.told(Self.locked, isBack: true)
    #expect(
      accounts.headline == "people of draft → harbor: 1 of 5 accounts could not sign in and can now: tove; not known of bram and ines")
    #expect(accounts.changes.map(\.meaning) == [.less])
    #expect(!difference.fails(on: ["breaking"]))
  }

  @Test func `that no one new can register is a change of its own`() async throws {
    let (accounts, _) = try await Self.told("changes: {flow.registration.registration.new: {refuse: access_denied}}\n")
    #expect(accounts.headline == "people of harbor → draft: new users can no longer register; not known of bram and ines")
    #expect(accounts.changes.map(\.id) == ["harbor:people:registration"])
  }

  @Test func `where nobody is locked out the first line says so`() async throws {
    let (accounts, _) = try await Self.told("policy: {code: {tries: 5}}\n")
    #expect(accounts.headline == "people of harbor → draft: no one is known to be locked out; not known of bram and ines")
    #expect(accounts.changes == [])
  }
}
