import Diagnostics
import FoundationEssentials
import JourneyModel
import JourneyScenario
import JourneyTestSupport
import Testing

/// Each wrong file beside the exact text that it must print; `RECORD_GOLDEN=1` writes the texts.
struct BrokenFilesTests {
  private static let folder = "fixtures/broken"

  static let names: [String] = {
    do {
      let entries = try FileManager.default.contentsOfDirectory(atPath: ProjectFolder.path + "/" + folder)
      return entries.filter { $0.hasSuffix(".yaml") && !$0.hasPrefix("_") }.sorted()
    } catch {
      return []
    }
  }()

  @Test(arguments: names) func `a wrong file prints exactly this`(name: String) throws {
    let files = FolderFiles(root: ProjectFolder.path + "/" + Self.folder)
    let bytes = try files.bytes(of: name)
    let text = DiagnosticRenderer().render(Self.diagnostics(of: bytes, named: name, files: files))
    let golden = ProjectFolder.path + "/" + Self.folder + "/" + name.dropLast(5) + ".txt"
    let environment = ProcessInfo.processInfo.environment
    if environment["RECORD_GOLDEN"] == "1", environment["CI"] == nil {
      try text.write(toFile: golden, atomically: true, encoding: .utf8)
    }
    let expected = FileManager.default.contents(atPath: golden).map { String(decoding: $0, as: UTF8.self) }
    #expect(text == expected)
    #expect(!text.isEmpty)
  }

  /// Files that begin with `tenants-` are tenants files, all others are scenarios of the tenants below.
  static func diagnostics(of bytes: [UInt8], named name: String, files: FolderFiles) -> [Diagnostic] {
    if name.hasPrefix("tenants-") {
      return TenantsFile.read(bytes, named: name, dialects: ["journey-flow", "okta-idx", "hosted"]).diagnostics
    }
    var reader = ScenarioReader(files: files, context: .ofTests)
    return reader.read(bytes, named: name).diagnostics
  }

  /// The texts name their mistakes in brackets; those of mock tenants and command lines lie in folders, each with a test of its own.
  @Test func `every kind of mistake has its file`() throws {
    let texts = try Fixtures.files(below: Self.folder, suffix: ".txt").map { try Fixtures.text(of: $0) }.joined()
    let missing = DiagnosticID.allCases.map(\.rawValue).filter { !texts.contains("[\($0)]\n") }
    #expect(missing == [])
  }
}

extension ScenarioContext {
  /// A mocked tenant and a live one, as small as tests allow.
  static let ofTests = ScenarioContext(
    defaultTenant: "acme",
    tenants: [
      "acme": TenantContext(
        dialect: .ofTests, accounts: ["jane": ["email", "password"], "otto": ["email", "password", "totp"]],
        addresses: ["jane@acme.test", "otto@acme.test"], inventory: .ofTests,
        pages: PagesContext(
          dialect: DialectDescription(name: "hosted", startKeys: [], widgetTypes: ["text", "password"], capabilities: [.refreshScreen]))),
      "acme-staging": TenantContext(dialect: .ofTests, accounts: ["jane": ["email", "password"]]),
      "pages": TenantContext(
        dialect: DialectDescription(name: "hosted", startKeys: [], widgetTypes: ["text", "password"], capabilities: [])),
    ])
}

extension DialectDescription {
  static let ofTests = DialectDescription(
    name: "journey-flow",
    startKeys: [StartKey("prompt", .oneOf(["login", "create", "none"])), StartKey("login_hint", .text), StartKey("scopes", .texts)],
    apps: [
      AppProfile("web", enforcedRules: ["readonly", "options"], submission: .drawnByApp),
      AppProfile("ios", enforcedRules: ["readonly", "options"], submission: .widgets(["submit"])),
    ],
    widgetTypes: ["input", "password", "checkbox", "select"], attributes: ["qualityIndicator"],
    capabilities: [.reset, .refreshScreen, .handOver, .openLink, .refreshTokens, .userinfo, .revoke, .logout])
}

extension TenantInventory {
  static let ofTests = TenantInventory(
    screens: [
      "identification": [Form(id: "identifier", widgets: [Widget(id: "identifier", type: "input")])],
      "password": [
        Form(id: "password", widgets: [Widget(id: "password", type: "password"), Widget(id: "keepMeLoggedIn", type: "checkbox")]),
        Form(id: "reset", widgets: []),
      ],
      "consent": [Form(id: "consent", widgets: [Widget(id: "accept", type: "checkbox")])],
      "mfaPasscode": [Form(id: "passcode", widgets: [Widget(id: "passcode", type: "input")])],
      "locked": [],
    ], messages: ["The password is incorrect.", "We do not know this address."],
    following: ["locked": ["locked"], "consent": ["consent", "locked"]])
}
