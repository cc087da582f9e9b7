import Diagnostics
import JourneyMock
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// Accounts of which the rules of a tenant do not say what becomes of them.
struct RuledAccountsTests {
  private static func tenant(_ change: (String) -> String = { $0 }) throws -> MockTenant {
    var diagnostics: [Diagnostic] = []
    let texts = [
      "workforce.yaml": change(try Fixtures.text(of: "journeys/_docs/_workforce/_mock/workforce.yaml")),
      "assurance.yaml": try Fixtures.text(of: "journeys/_docs/_workforce/_mock/assurance.yaml"),
    ]
    let tenant = MockTenant.load(
      SourceFile(name: "workforce.yaml", text: texts["workforce.yaml"] ?? ""), speeches: DialectRegistry().speeches,
      diagnostics: &diagnostics
    ) { path, _ throws(UnreadableInclude) in
      guard let text = texts[path] else { throw UnreadableInclude("no such file") }
      return SourceFile(name: path, text: text)
    }
    return try #require(tenant, "\(diagnostics.map(\.message))")
  }

  @Test func `an account that is gone or in another state is named, and one in another group is for the rules`() throws {
    let before = try Self.tenant()
    let now = try Self.tenant { text in
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("  gwen:") }
      return lines.joined(separator: "\n").replacing("email: carl@", with: "status: locked, email: carl@")
        .replacing("password: Emma-heron-11, groups: [Employees]", with: "password: Emma-heron-11, groups: [Contractors]")
    }
    let accounts = RuledAccounts(before, now)
    #expect(accounts.gone == ["gwen"])
    #expect(accounts.others.map { "\($0.name): \($0.before) → \($0.now)" } == ["carl: status not set → status locked"])
    #expect(RuledAccounts(before, before).gone.isEmpty && RuledAccounts(before, before).others.isEmpty)
  }
}
