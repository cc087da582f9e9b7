import Diagnostics
import JourneyMock
import JourneyTestSupport
import LocatedYAML
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

  /// The shipped files that a pasted file may extend, each beside the others.
  private static func files() throws -> [String: String] {
    var files: [String: String] = [:]
    for name in [
      "acme", "acme.screens", "cascade", "cove", "fjord", "harbor", "harbor.screens", "ledger", "ledger.screens", "ledger-codes", "quay",
    ] {
      files["\(name).yaml"] = try Fixtures.text(of: "fixtures/tenants/\(name).yaml")
    }
    let drafts = [
      "acme-next": "journeys/_mock/acme-next.yaml", "harbor-next": "journeys/_docs/_changes/_mock/harbor-next.yaml",
      "assurance": "journeys/_docs/_workforce/_mock/assurance.yaml", "workforce": "journeys/_docs/_workforce/_mock/workforce.yaml",
    ]
    for (name, path) in drafts {
      files["\(name).yaml"] = try Fixtures.text(of: path).replacing("../../../../fixtures/tenants/", with: "")
        .replacing("../../fixtures/tenants/", with: "")
    }
    return files
  }

  private static func dialect(of tenant: String) -> String {
    tenant == "cascade" || tenant == "workforce" ? "okta-idx" : tenant.hasPrefix("ledger") ? "hosted" : "journey-flow"
  }

  /// What each of these files and the shipped one have of elements, and where they differ; by the file's name.
  private static func differences(_ texts: [String: String], from base: String) async throws -> [String: [String]] {
    var files = try files()
    var tenants = "default: base\ntenants:\n  base: {dialect: \(dialect(of: base)), mock: ../\(base).yaml}\n"
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      files["draft-\(name).yaml"] = text
      tenants += "  draft-\(name): {dialect: \(dialect(of: base)), mock: ../draft-\(name).yaml}\n"
    }
    return try await SampleProject.with(files, tenants: tenants) { project in
      let read = Project(project.settings)
      let problems = read.diagnostics.filter { $0.severity == .error && $0.range?.file.name.contains("draft") == true }
      #expect(problems.isEmpty, "\(problems.prefix(3).map { "\($0.range?.description ?? "") \($0.message)" })")
      let shipped = try #require(read.sites["base"]?.mock?.definition.elements)
      var found: [String: [String]] = [:]
      for name in texts.keys {
        let draft = try #require(read.sites["draft-\(name)"]?.mock?.definition.elements, "\(name)")
        #expect(draft.count > 50)
        found[name] = Set(draft.keys).union(shipped.keys).filter {
          draft[$0]?.text != shipped[$0]?.text || draft[$0]?.hidden != shipped[$0]?.hidden || draft[$0]?.order != shipped[$0]?.order
        }.sorted()
      }
      return found.filter { !$0.value.isEmpty }
    }
  }

  private static func differences(_ text: String, from base: String) async throws -> [String] {
    try await differences(["one": text], from: base)["one"] ?? []
  }

  /// The tenant as it is served.
  private static func definition(of tenant: String) async throws -> TenantDefinition {
    let tenants = "default: base\ntenants:\n  base: {dialect: \(dialect(of: tenant)), mock: ../\(tenant).yaml}\n"
    return try await SampleProject.with(try files(), tenants: tenants) { project in
      try #require(Project(project.settings).sites["base"]?.mock?.definition)
    }
  }

  private static let all = [
    "acme", "acme-next", "cascade", "cove", "fjord", "harbor", "harbor-next", "ledger", "ledger-codes", "quay", "workforce",
  ]

  @Test(arguments: all)
  func `every value can be pasted below changes, and nothing is another one`(tenant: String) async throws {
    let shown = ShownTenant(try await Self.definition(of: tenant))
    let lines = shown.parts.flatMap(shown.lines)
    #expect(lines.count > 100)
    // Nobody's password is shown, and none is changed.
    #expect(lines.allSatisfy { !$0.contains("***") || $0.hasPrefix("#") })
    let pasted = lines.map { "  \($0)" }.joined()
    #expect(try await Self.differences("tenant: \(tenant)\nextends: \(tenant).yaml\nchanges:\n\(pasted)", from: tenant) == [])
  }

  @Test(arguments: all)
  func `the whole tenant or a part of it can be pasted, and is the same`(tenant: String) async throws {
    // The secrets are what a person writes in the place of '***'.
    let shown = ShownTenant(try await Self.definition(of: tenant), isConcealed: false)
    var texts = ["whole": shown.text(shown.parts)]
    let head = "tenant: \(tenant)\nextends: \(tenant).yaml\n"
    for part in shown.parts where !["tenant", "extends"].contains(part.keys[0]) { texts[part.keys[0]] = head + shown.text([part]) }
    // Two parts of one key, and one in another.
    let two = shown.parts.first { $0.keys == ["screens"] }?.value.mapping?.entries.prefix(2).map(\.name) ?? []
    let places = try (two.map { "screens.\($0)" } + two.prefix(1).map { "screens.\($0).forms" }).map(shown.found)
    texts["two"] = head + shown.text(places)
    #expect(texts.count > 8)
    #expect(try await Self.differences(texts, from: tenant) == [:])
  }

  @Test(arguments: ["acme-next", "harbor-next"])
  func `what a tenant changes is shown as it is served`(tenant: String) async throws {
    let definition = try await Self.definition(of: tenant)
    let shown = ShownTenant(definition)
    #expect(!definition.changes.isEmpty)
    for change in definition.changes {
      #expect(try shown.found(change.name).value.inLine == change.value.inLine, "\(change.name)")
    }
    let elements = definition.elements
    if tenant == "acme-next" {
      let label = elements["widget identification/identifier/identifier label"]?.text
      #expect(label == "{en: Email or user name, hu: E-mail-cím vagy felhasználónév}")
      #expect(
        Self.shown("acme-next", ["screens.identification.forms.identifier.identifier.label"]).text.contains("en: Email or user name"))
    }
  }

  @Test func `what is pasted with three asterisks is refused where a secret has to be`() async throws {
    let show = Self.shown("cascade")
    let files = try Self.files().merging(["draft.yaml": show.text]) { first, _ in first }
    let tenants = "default: draft\ntenants:\n  draft: {dialect: okta-idx, mock: ../draft.yaml}\n"
    try await SampleProject.with(files, tenants: tenants) { project in
      let errors = Project(project.settings).diagnostics.filter { $0.severity == .error }
      #expect(errors.count > 10)
      #expect(errors.allSatisfy { $0.message.contains("is '***', which journey show prints instead of a secret") })
    }
  }

  @Test func `what is no value of changes is a comment, and paths below one key are one key`() {
    let lines = Self.shown("harbor", ["issuer", "accounts.nils", "languages"], isByPath: true)
    #expect(lines.diagnostics == [])
    #expect(
      lines.text.split(separator: "\n").filter { $0.hasPrefix("#") } == [
        "# Lines that begin with '#' are not for 'changes': keys of their own, and secrets, which are not shown.",
        "# issuer: https://harbor.test", "# accounts.nils.password: \"***\"", "# languages: [en, de]",
      ], "\(lines.text)")
    let both = Self.shown("harbor", ["screens.signIn.forms", "policy.code", "screens.terms"])
    #expect(both.diagnostics == [])
    #expect(both.text.split(separator: "\n").filter { $0.hasPrefix("screens:") || $0.hasPrefix("policy:") }.count == 2)
    #expect(
      Self.shown("acme", ["changes"]).diagnostics.map(\.message) == [
        "'changes' is not printed: its values are where they belong, for example below 'screens'"
      ])
  }

  @Test func `an item of a list has a line for each of its values`() async throws {
    let shown = ShownTenant(try await Self.definition(of: "workforce"))
    let lines = shown.lines(try shown.found("rules"))
    #expect(lines.contains { $0.hasPrefix("rules.app.Portal sign-on.rules.Catch-all.ask.kinds: ") }, "\(lines.prefix(5))")
    #expect(lines.allSatisfy { $0.count < 150 })
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
