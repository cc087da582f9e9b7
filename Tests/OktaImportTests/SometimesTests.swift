import Encodings
import JourneyMock
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// What authenticators have only in some configurations, devices or flows.
struct SometimesTests {
  /// An org with two ways to prove possession at the most.
  private static func org(_ authenticators: String, _ methods: String = "[]", possession: String, rule: String = "2FA") throws
    -> OktaImporter
  {
    let password = #"{"id": "a1", "key": "okta_password", "type": "password", "status": "ACTIVE", "name": "Password"}"#
    let base = "https://made.okta.test/api/v1/authenticators"
    let org = MadeOrg(catchAll: MadeOrg.assurance(rule, #"{"knowledge": {"types": ["password"]}, "possession": {\#(possession)}}"#))
    let answers = try org.folder().answers.filter { !$0.file.hasPrefix("authenticators") }
    return try OktaImporter(
      SourceFolder(
        answers: answers + [
          SourceAnswer(file: "a.json", url: base, body: try JSONReader.read("[\(password), \(authenticators)]")),
          SourceAnswer(file: "m.json", url: "\(base)/x1/methods", body: try JSONReader.read(methods)),
        ]), name: "made")
  }

  private static let pushApp = #"{"id": "x1", "key": "custom_app", "type": "app", "status": "ACTIVE", "name": "Own app"}"#
  private static let push = #"[{"type": "push", "status": "ACTIVE", "settings": {"userVerification": "DISCOURAGED"}}]"#
  private static let duo = #"{"id": "x1", "key": "duo", "type": "app", "status": "ACTIVE", "name": "Duo"}"#
  private static let verify = #"{"id": "x1", "key": "okta_verify", "type": "app", "status": "ACTIVE", "name": "Okta Verify"}"#
  private static let fast = #"[{"type": "signed_nonce", "status": "ACTIVE", "settings": {"userVerification": "DISCOURAGED"}}]"#

  @Test(arguments: [
    (
      pushApp, push, "hardwareProtection", "own_app: {type: app, method: push, proves: possession, device_bound: true, hardware: sometimes}"
    ),
    (duo, "[]", "deviceBound", "duo: {type: app, proves: possession, device_bound: sometimes}"),
    (verify, fast, "hardwareProtection", "device_bound: true, hardware: sometimes, phishing_resistant: sometimes, presence: sometimes}"),
    (verify, fast, "phishingResistant", "phishing_resistant: sometimes"),
  ])
  func `more is asked where a rule begins to need what the only authenticator has sometimes`(
    _ authenticator: String, _ methods: String, _ property: String, _ written: String
  ) throws {
    let before = try Self.org(authenticator, methods, possession: "")
    let now = try Self.org(authenticator, methods, possession: #""\#(property)": "REQUIRED""#)
    #expect(now.tenant.yaml.contains(written), "\(now.tenant.yaml)")
    #expect(now.report.findings.contains { $0.id.hasPrefix("assumed: ") && $0.reason.hasPrefix("it has that on some devices") })
    #expect(Set(try MadeOrg.difference(before, now).changes.map(\.shift)) == [.more])
    #expect(Set(try MadeOrg.difference(now, before).changes.map(\.shift)) == [.less])
    let same = try MadeOrg.difference(now, now)
    #expect(same.changes.isEmpty && same.doubts.isEmpty)
  }

  @Test func `that the person has to do something is more, and says so`() throws {
    let optional = try Self.org(Self.verify, Self.fast, possession: #""userPresence": "OPTIONAL""#)
    let required = try Self.org(Self.verify, Self.fast, possession: #""userPresence": "REQUIRED""#)
    let change = try #require(try MadeOrg.difference(optional, required).changes.first)
    #expect(change.shift == .more)
    #expect(change.lines.now.hasPrefix("password and something they have (user presence required), every 12h"), "\(change.lines)")
    #expect(change.lines.before.hasPrefix("password and something they have (user presence not required), every 12h"), "\(change.lines)")
  }

  @Test func `whether everybody can sign in is not known where it depends on such a device`() throws {
    let app = RuledApp(name: "portal", list: "Portal")
    for (possession, isKnown) in [("", true), (#""hardwareProtection": "REQUIRED""#, false)] {
      let imported = try Self.org(Self.pushApp, Self.push, possession: possession)
      let rules = try #require(try MadeOrg.mock(imported.tenant).ruleSet)
      let who = Condition<DecisionAtom>.all(["password", "own_app"].map { .atom(.member(fact: "account.factors", $0)) })
      let answer = SignInCheck(rules, means: .have).answer(for: who, in: app, rules.situation("ordinary") ?? FactValues())
      if case .everybody = answer { #expect(isKnown) } else { #expect(!isKnown, "\(answer)") }
      if case .not = answer { Issue.record("\(answer)") }
    }
  }
}
