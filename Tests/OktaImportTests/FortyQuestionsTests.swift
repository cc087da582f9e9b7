import Encodings
import JourneyMock
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// Who is asked for what in an org with three apps: forty-two questions, the answers worked out by hand from how the vendor describes rules.
struct FortyQuestionsTests {
  // MARK: The org

  private static let root = "https://made.okta.test/api/v1/"
  private static let password = #"{"knowledge": {"types": ["password"]}}"#

  private static let org = MadeOrg(
    app: [
      ("Break glass", #"{"people": {"users": {"include": ["00uglass"]}}}"#, MadeOrg.assurance("1FA", password, again: "PT0S")),
      (
        "Vendors at home",
        #"{"people": {"groups": {"include": ["g2"], "exclude": ["g1"]}}, "network": {"connection": "ZONE", "exclude": ["z1"]}}"#,
        MadeOrg.deny
      ),
      (
        "Vendors", #"{"people": {"groups": {"include": ["g2"]}}}"#,
        MadeOrg.assurance("2FA", #"{"possession": {"phishingResistant": "REQUIRED"}}"#)
      ),
      (
        "Managed", #"{"device": {"registered": true, "managed": true}}"#,
        MadeOrg.assurance("1FA", #"{"possession": {"deviceBound": "REQUIRED"}}"#)
      ),
      (
        "Staff", #"{"people": {"groups": {"include": ["g1"]}, "users": {"exclude": ["00ujane"]}}}"#,
        MadeOrg.assurance("2FA", password, again: "PT2H")
      ),
    ], catchAll: MadeOrg.deny,
    session: [
      (
        "Medium", #"{"riskScore": {"level": "MEDIUM"}}"#,
        MadeOrg.anyFactor.replacing("_ANY_FACTOR", with: "").replacing(
          "\"requireFactor\": false", with: "\"requireFactor\": true, \"factorPromptMode\": \"ALWAYS\"")
      ),
      ("Lab", #"{"network": {"connection": "ZONE", "include": ["z2"]}}"#, MadeOrg.deny),
    ])

  private static func rule(_ policy: String, _ place: Int, _ name: String, _ conditions: String, _ action: String) -> String {
    """
    {"id": "rul\(policy)\(place)", "type": "ACCESS_POLICY", "status": "ACTIVE", "name": "\(name)", "priority": \(place), \
    "system": \(conditions == "null"), "conditions": \(conditions), "actions": {"appSignOn": \(action)}}
    """
  }

  private static func more() throws -> [SourceAnswer] {
    func policy(_ id: String, _ name: String) -> String {
      """
      {"id": "\(id)", "type": "ACCESS_POLICY", "status": "ACTIVE", "name": "\(name)", "priority": 1, "system": false, "conditions": null}
      """
    }
    func app(_ id: String, _ label: String, _ policy: String) -> String {
      """
      {"id": "\(id)", "name": "oidc_client", "label": "\(label)", "status": "ACTIVE", "signOnMode": "OPENID_CONNECT", "_links": \
      {"accessPolicy": {"href": "\(root)policies/\(policy)"}, "profileEnrollment": {"href": "\(root)policies/n1"}}}
      """
    }
    let payroll = [
      rule("p2", 0, "High", #"{"riskScore": {"level": "HIGH"}}"#, MadeOrg.deny),
      rule(
        "p2", 1, "Staff here", #"{"people": {"groups": {"include": ["g1"]}}, "network": {"connection": "ZONE", "include": ["z1"]}}"#,
        MadeOrg.assurance("2FA", again: "PT0S")),
      rule(
        "p2", 2, "Staff elsewhere", #"{"people": {"groups": {"include": ["g1"]}}}"#,
        MadeOrg.assurance("2FA", #"{"knowledge": {"types": ["password"]}, "possession": {"hardwareProtection": "REQUIRED"}}"#)),
      rule("p2", 99, "Catch-all Rule", "null", MadeOrg.deny),
    ]
    let lists = [
      ("policies?type=ACCESS_POLICY", [policy("p2", "Payroll"), policy("p3", "Wiki")]), ("policies/p2/rules", payroll),
      ("policies/p3/rules", [rule("p3", 99, "Catch-all Rule", "null", MadeOrg.one)]),
      ("apps", [app("app3", "Payroll", "p2"), app("app4", "Wiki", "p3")]),
    ]
    return try lists.enumerated().map { place, list in
      SourceAnswer(
        file: "more-\(place).json", url: root + list.0, body: try JSONReader.read("[\(list.1.joined(separator: ", "))]"))
    }
  }

  private static func tenant() throws -> ImportedTenant {
    try OktaImporter(SourceFolder(answers: org.folder().answers + more()), name: "forty").tenant
  }

  // MARK: Questions

  struct Question: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var app: String
    var groups: Set<String> = []
    var named = "nobody"
    var zones: Set<String> = []
    var words: [String: String] = [:]
    /// The deciding rules of session and app, and what is asked for; `nobody` where no such person can be.
    var rules: [String] = []
    var asked: String
  }

  private static let (any, two) = ("any one proof", "two kinds of proof")
  private static let (strong, mixed) = (
    "something they have that is phishing-resistant and another kind of proof", "password and another kind of proof"
  )
  private static let bound = "something they have that is device-bound"
  private static let hardware = "password and something they have that is hardware-protected"

  /// Two groups that nobody is in at once, and a person who is in neither of them.
  private static let impossible = """

    impossible:
      - account.groups has Staff and account.groups has Vendors
      - "account.named == 'GLASS' and account.groups has Vendors"

    """

  private static let questions: [Question] = [
    Question(testDescription: "1 staff at the portal", app: "portal", groups: ["Staff"], rules: ["Default Rule", "Staff"], asked: mixed),
    Question(
      testDescription: "2 vendors at home", app: "portal", groups: ["Vendors"], rules: ["Default Rule", "Vendors at home"], asked: "denied"),
    Question(
      testDescription: "3 vendors in the office", app: "portal", groups: ["Vendors"], zones: ["Office"],
      rules: ["Default Rule", "Vendors"], asked: strong),
    Question(
      testDescription: "4 vendors in the office and the lab", app: "portal", groups: ["Vendors"], zones: ["Office", "Lab"],
      rules: ["Default Rule", "Vendors"], asked: strong),
    Question(testDescription: "5 nobody's group at the portal", app: "portal", rules: ["Default Rule", "Catch-all Rule"], asked: "denied"),
    Question(
      testDescription: "6 nobody's group on a managed device", app: "portal", words: ["session.device": "managed"],
      rules: ["Default Rule", "Managed"], asked: bound),
    Question(
      testDescription: "7 nobody's group on a registered device", app: "portal", words: ["session.device": "registered"],
      rules: ["Default Rule", "Catch-all Rule"], asked: "denied"),
    Question(
      testDescription: "8 staff on a managed device", app: "portal", groups: ["Staff"], words: ["session.device": "managed"],
      rules: ["Default Rule", "Managed"], asked: bound),
    Question(
      testDescription: "9 vendors on a managed device in the office", app: "portal", groups: ["Vendors"], zones: ["Office"],
      words: ["session.device": "managed"], rules: ["Default Rule", "Vendors"], asked: strong),
    Question(
      testDescription: "10 staff at medium risk", app: "portal", groups: ["Staff"], words: ["session.risk": "medium"],
      rules: ["Medium", "Staff"], asked: mixed),
    Question(
      testDescription: "11 staff at medium risk on a managed device", app: "portal", groups: ["Staff"],
      words: ["session.risk": "medium", "session.device": "managed"], rules: ["Medium", "Managed"],
      asked: "password and another kind of proof; and something they have that is device-bound"),
    Question(
      testDescription: "12 nobody's group at medium risk", app: "wiki", words: ["session.risk": "medium"],
      rules: ["Default Rule", "Catch-all Rule"], asked: any),
    Question(
      testDescription: "13 staff in the lab", app: "wiki", groups: ["Staff"], zones: ["Lab"], rules: ["Lab", "Catch-all Rule"],
      asked: "denied"),
    Question(
      testDescription: "14 staff in the lab at medium risk", app: "wiki", groups: ["Staff"], zones: ["Lab"],
      words: ["session.risk": "medium"], rules: ["Medium", "Catch-all Rule"], asked: mixed),
    Question(
      testDescription: "15 vendors in the lab, whom the session policy of staff is not for", app: "wiki", groups: ["Vendors"],
      zones: ["Lab"], rules: ["Default Rule", "Catch-all Rule"], asked: any),
    Question(
      testDescription: "16 staff at the wiki", app: "wiki", groups: ["Staff"], rules: ["Default Rule", "Catch-all Rule"], asked: any),
    Question(
      testDescription: "17 staff at payroll in the office", app: "payroll", groups: ["Staff"], zones: ["Office"],
      rules: ["Default Rule", "Staff here"], asked: two),
    Question(
      testDescription: "18 staff at payroll elsewhere", app: "payroll", groups: ["Staff"], rules: ["Default Rule", "Staff elsewhere"],
      asked: hardware),
    Question(
      testDescription: "19 staff at payroll in the office at high risk", app: "payroll", groups: ["Staff"], zones: ["Office"],
      words: ["session.risk": "high"], rules: ["Default Rule", "High"], asked: "denied"),
    Question(
      testDescription: "20 vendors at payroll in the office", app: "payroll", groups: ["Vendors"], zones: ["Office"],
      rules: ["Default Rule", "Catch-all Rule"], asked: "denied"),
    Question(
      testDescription: "21 staff at payroll in the office at medium risk", app: "payroll", groups: ["Staff"], zones: ["Office"],
      words: ["session.risk": "medium"], rules: ["Medium", "Staff here"], asked: mixed),
    // Users whom rules name.
    Question(
      testDescription: "22 the emergency account", app: "portal", named: "glass", rules: ["Default Rule", "Break glass"], asked: "password"),
    Question(
      testDescription: "23 the emergency account, which is staff, on a managed device", app: "portal", groups: ["Staff"], named: "glass",
      words: ["session.device": "managed"], rules: ["Default Rule", "Break glass"], asked: "password"),
    Question(
      testDescription: "24 the emergency account, which is staff, in the lab", app: "portal", groups: ["Staff"], named: "glass",
      zones: ["Lab"], rules: ["Lab", "Break glass"], asked: "denied"),
    Question(
      testDescription: "25 the emergency account at payroll", app: "payroll", named: "glass", rules: ["Default Rule", "Catch-all Rule"],
      asked: "denied"),
    Question(
      testDescription: "26 Jane, who is staff and left out of the rule", app: "portal", groups: ["Staff"], named: "jane",
      rules: ["Default Rule", "Catch-all Rule"], asked: "denied"),
    Question(
      testDescription: "27 Jane on a managed device", app: "portal", groups: ["Staff"], named: "jane",
      words: ["session.device": "managed"], rules: ["Default Rule", "Managed"], asked: bound),
    Question(
      testDescription: "28 Jane at payroll, whose rules do not name her", app: "payroll", groups: ["Staff"], named: "jane",
      rules: ["Default Rule", "Staff elsewhere"], asked: hardware),
    // Nobody is staff and a vendor, and the emergency account is no vendor.
    Question(testDescription: "29 staff who are vendors at home", app: "portal", groups: ["Staff", "Vendors"], asked: "nobody"),
    Question(
      testDescription: "30 staff who are vendors in the office", app: "portal", groups: ["Staff", "Vendors"], zones: ["Office"],
      asked: "nobody"),
    Question(testDescription: "31 staff who are vendors at the wiki", app: "wiki", groups: ["Staff", "Vendors"], asked: "nobody"),
    Question(testDescription: "32 staff who are vendors at payroll", app: "payroll", groups: ["Staff", "Vendors"], asked: "nobody"),
    Question(
      testDescription: "33 the emergency account as a vendor", app: "portal", groups: ["Vendors"], named: "glass", asked: "nobody"),
    Question(
      testDescription: "34 Jane as staff and a vendor", app: "portal", groups: ["Staff", "Vendors"], named: "jane", asked: "nobody"),
    Question(
      testDescription: "35 Jane as a vendor, which she may be, in the office", app: "portal", groups: ["Vendors"], named: "jane",
      zones: ["Office"], rules: ["Default Rule", "Vendors"], asked: strong),
    Question(
      testDescription: "36 the emergency account as staff, which it may be, at payroll", app: "payroll", groups: ["Staff"], named: "glass",
      rules: ["Default Rule", "Staff elsewhere"], asked: hardware),
    // A rule that denies everybody is tried first, and denies nobody who cannot be.
    Question(
      testDescription: "37 staff who are vendors, at payroll at high risk, where everybody is denied", app: "payroll",
      groups: ["Staff", "Vendors"], words: ["session.risk": "high"], asked: "nobody"),
    Question(
      testDescription: "38 the emergency account as staff and a vendor, in the lab, where sessions of staff are denied", app: "wiki",
      groups: ["Staff", "Vendors"], named: "glass", zones: ["Lab"], asked: "nobody"),
  ]

  @Test(arguments: questions) func `who is asked for what`(_ question: Question) throws {
    let tenant = try Self.tenant()
    let (glass, jane) = try Self.people(tenant)
    let mock = try MadeOrg.mock(tenant.yaml + Self.impossible.replacing("GLASS", with: glass))
    let rules = try #require(mock.ruleSet)
    let app = try #require(rules.apps.first { $0.name == question.app })
    var words = question.words
    words["account.named"] = ["glass": glass, "jane": jane][question.named] ?? "nobody"
    let values = FactValues(words: words, names: ["account.groups": question.groups, "session.zones": question.zones])
    let whole = rules.complete(values, isOfPerson: true).updated(with: rules.complete(values, isOfPerson: false))
    let sequences = rules.sequences(of: app)
    let outcomes = try RuleRegions(sequences, of: rules).outcomes(whole)
    #expect(outcomes.count == (question.asked == "nobody" ? 0 : 1))
    #expect(outcomes.map { RuleWording.text($0.demand) }.first ?? "nobody" == question.asked)
    let deciding = outcomes.first.map {
      zip(sequences, $0.rules).compactMap { sequence, place in place.map { sequence.entries[$0].rule.name } }
    }
    #expect(deciding ?? [] == question.rules)
  }

  /// The words for the emergency account and for Jane.
  private static func people(_ tenant: ImportedTenant) throws -> (glass: String, jane: String) {
    let rules = try #require(tenant.lists[.app]?.first { $0.name == "Portal" }?.rules)
    func word(_ name: String) throws -> String {
      let atoms = try #require(rules.first { $0.name == name }).condition.atoms
      for case .word("account.named", let word) in atoms { return word }
      return try #require(nil as String?)
    }
    return (try word("Break glass"), try word("Staff"))
  }

  @Test(arguments: [
    ("39 staff go on from the wiki to the portal", "portal", "wiki", ["Staff"], "after password: ", ": nothing more"),
    ("40 staff go on from the portal to payroll", "payroll", "portal", ["Staff"], "two kinds of proof, whatever was proven", "after"),
    ("41 people in no group go on from the wiki to payroll", "payroll", "wiki", [], "denied", "after"),
    ("42 staff go on from the portal to the wiki", "wiki", "portal", ["Staff"], ": nothing more", "whatever"),
  ])
  func `what a second app asks for in the office, after the least that the first one takes`(
    _ name: String, _ app: String, _ first: String, _ groups: [String], _ says: String, _ saysNot: String
  ) throws {
    let rules = try #require(try MadeOrg.mock(Self.tenant()).ruleSet)
    let values = FactValues(names: ["account.groups": Set(groups), "session.zones": ["Office"]])
    let given = rules.complete(values, isOfPerson: true).updated(with: rules.complete(values, isOfPerson: false))
    let rows = try #require(OutcomeTables(rules, given: given).byClient(app, after: first)).rows
    #expect(rows.count == 1 && rows.allSatisfy { $0.asked.contains(says) && !$0.asked.contains(saysNot) }, "\(name): \(rows.map(\.asked))")
  }
}
