import Diagnostics
import JourneyMock
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// What `journey show` prints of the shipped tenants.
struct ShowRunTests {
  private static func shown(_ tenant: String, _ paths: [String] = [], isByPath: Bool = false) -> ShowRun {
    var settings = ShowSettings()
    settings.run.paths = [Fixtures.packageRoot + "/journeys"]
    settings.tenant = tenant
    settings.paths = paths
    settings.isByPath = isByPath
    return ShowRun(settings)
  }

  /// What a file with this text and the shipped one have of elements, and where they differ.
  private static func differences(_ text: String, from base: String) async throws -> [String] {
    var files = ["draft.yaml": text]
    for name in [
      "acme", "acme.screens", "cascade", "cove", "fjord", "harbor", "harbor.screens", "ledger", "ledger.screens", "ledger-codes", "quay",
    ] {
      files["\(name).yaml"] = try Fixtures.text(of: "fixtures/tenants/\(name).yaml")
    }
    let dialect = base == "cascade" ? "okta-idx" : base.hasPrefix("ledger") ? "hosted" : "journey-flow"
    let tenants = """
      default: base
      tenants:
        base: {dialect: \(dialect), mock: ../\(base).yaml}
        draft: {dialect: \(dialect), mock: ../draft.yaml}

      """
    return try await SampleProject.with(files, tenants: tenants) { project in
      let read = Project(project.settings)
      let problems = read.diagnostics.filter { $0.severity == .error && $0.range?.file.name.contains("draft") == true }
      #expect(problems.isEmpty, "\(problems.prefix(3).map(\.message))")
      let draft = try #require(read.sites["draft"]?.mock?.definition.elements)
      let shipped = try #require(read.sites["base"]?.mock?.definition.elements)
      #expect(draft.count > 50)
      return Set(draft.keys).union(shipped.keys).filter { draft[$0]?.text != shipped[$0]?.text }.sorted()
    }
  }

  @Test(arguments: ["acme", "cascade", "cove", "fjord", "harbor", "ledger", "quay"])
  func `every value can be pasted below changes, and nothing is another one`(tenant: String) async throws {
    let show = Self.shown(tenant, isByPath: true)
    #expect(show.diagnostics == [])
    // What a file says beside 'changes'.
    let own = ["tenant", "issuer", "languages", "speaks", "start", "attributes", "secrets", "faults", "limits", "answers", "lacking"]
    let lines = show.text.split(separator: "\n").filter { line in !own.contains { line.hasPrefix("\($0):") || line.hasPrefix("\($0).") } }
    #expect(lines.count > 100)
    // Nobody's password is shown, and none is changed.
    let pasted = lines.filter { !$0.hasSuffix(": \"***\"") }.map { "  \($0)\n" }.joined()
    #expect(try await Self.differences("tenant: \(tenant)\nextends: \(tenant).yaml\nchanges:\n\(pasted)", from: tenant) == [])
  }

  @Test(arguments: ["acme", "cove", "fjord", "harbor", "quay"])
  func `the whole tenant can be pasted, and is the same`(tenant: String) async throws {
    let show = Self.shown(tenant)
    #expect(show.diagnostics == [])
    // A key of an authenticator app has a form of its own.
    let text = show.text.replacing("totp: \"***\"", with: "totp: JBSWY3DPEHPK3PXP")
    let found = try await Self.differences("extends: journey-flow/standard\n\(text)", from: tenant)
    // Messages of the standard have languages that the tenant does not have.
    #expect(found.allSatisfy { $0.hasPrefix("message ") }, "\(found)")
  }

  @Test func `a path has the keys above it, and one that is not there names the nearest`() {
    let show = Self.shown("acme", ["screens.identification.forms.identifier.identifier.label", "policy.lockout"])
    #expect(
      show.text == """
        screens:
          identification:
            forms:
              identifier:
                identifier:
                  label:
                    en: Email address
                    hu: E-mail-cím

        policy:
          lockout:
            after: 3
            for: 15m

        """)
    let wrong = Self.shown("acme", ["screens.identificaton"])
    #expect(wrong.isRefused)
    #expect(wrong.text == "")
    #expect(wrong.diagnostics.map(\.message) == ["'screens' has no 'identificaton'"])
    #expect(wrong.diagnostics.first?.suggestion == "did you mean 'identification'?")
    #expect(Self.shown("acm").diagnostics.first?.suggestion == "did you mean 'acme'?")
  }

  @Test func `the page's example changes what it says, and nothing else`() async throws {
    let page = try Fixtures.text(of: "Sources/JourneyKit/JourneyKit.docc/MockTenants.md")
    let section = try #require(page.split(separator: "### Change one value\n").last)
    let example = try #require(section.split(separator: "```").dropFirst().first)
    let text = "tenant: next\nextends: harbor.yaml\nissuer: https://next.test\n\n" + example.dropFirst("yaml\n".count)
    let found = try await Self.differences(text, from: "harbor")
    #expect(
      found == [
        "account nils", "clients harbor-app", "issuer", "message wrong", "widget registration/registration/company",
        "widget registration/registration/company label", "widget registration/registration/company required",
        "widget registration/registration/password minLength",
      ], "\(found)")
  }

  @Test func `a secret of the caller that stands in a mock is not shown`() async throws {
    let files = [
      "harbor.screens.yaml": try Fixtures.text(of: "fixtures/tenants/harbor.screens.yaml"),
      "harbor.yaml": try Fixtures.text(of: "fixtures/tenants/harbor.yaml").replacing(
        "Somebody uses", with: "Winter-otter-2027\u{202E} uses"),
      "secrets.env": "KEY=Winter-otter-2027\n",
    ]
    let tenants = """
      default: harbor
      tenants:
        harbor: {dialect: journey-flow, mock: ../harbor.yaml, headers: {X-Key: "${secret.KEY}"}}

      """
    try await SampleProject.with(files, tenants: tenants) { project in
      var settings = ShowSettings()
      settings.run = project.settings
      settings.run.secretsFile = project.folder.path + "/secrets.env"
      settings.paths = ["messages.taken"]
      let show = ShowRun(settings)
      #expect(show.diagnostics == [])
      #expect(show.text.contains("***\\U0000202E uses this address already."), "\(show.text)")
    }
  }

  @Test func `nothing is shown that people or apps prove themselves by`() {
    for isByPath in [false, true] {
      let text = Self.shown("cascade", isByPath: isByPath).text
      #expect(!text.contains("cascade-portal-4711"))
      #expect(!text.contains("password: c"))
      #expect(text.contains("\"***\""))
      #expect(text.contains("jane@cascade.test"))
    }
  }
}
