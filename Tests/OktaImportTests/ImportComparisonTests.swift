import Encodings
import JourneyMock
import OktaImport
import TenantDecisions
import TenantImport
import Testing

/// Two exports of one org: what is the same in both has the same name in both imports.
struct ImportComparisonTests {
  private static func rule(_ user: String, _ action: String) -> (name: String, conditions: String, action: String) {
    ("Of \(user)", "{\"people\": {\"users\": {\"include\": [\"00umade\(user)\"]}}}", action)
  }

  /// The words that rules have for the people of each rule.
  private static func words(_ imported: OktaImporter) -> [String: String] {
    let rules = imported.tenant.lists[.app]?.first?.rules.filter { $0.name.hasPrefix("Of ") } ?? []
    return Dictionary(uniqueKeysWithValues: rules.map { ($0.name, $0.condition.written) })
  }

  @Test func `a named person has the same name where rules were reordered, added and removed`() throws {
    let before = try MadeOrg(app: ["a", "b", "c"].map { Self.rule($0, MadeOrg.two) }).imported()
    let now = try MadeOrg(app: ["x", "c", "b"].map { Self.rule($0, MadeOrg.two) }).imported()
    let (old, new) = (Self.words(before), Self.words(now))
    #expect(Set(old.values).count == 3 && Set(new.values).count == 3)
    #expect(old["Of b"] == new["Of b"] && old["Of c"] == new["Of c"])
    #expect(!old.values.contains(new["Of x"] ?? ""))
    #expect(old["Of a"]?.contains("made") == false)
  }

  @Test func `rules for people in another order change nothing, and another person in place of one is a change`() throws {
    let before = try MadeOrg(app: [Self.rule("a", MadeOrg.two), Self.rule("b", MadeOrg.deny)]).imported()
    let reordered = try MadeOrg(app: [Self.rule("b", MadeOrg.deny), Self.rule("a", MadeOrg.two)]).imported()
    let same = try MadeOrg.difference(before, reordered)
    #expect(same.changes.isEmpty && same.doubts.isEmpty)
    let other = try MadeOrg(app: [Self.rule("x", MadeOrg.two), Self.rule("b", MadeOrg.deny)]).imported()
    let changed = try MadeOrg.difference(before, other)
    // The org lets people set nothing up.
    #expect(changed.changes.map(\.shift) == [.closedToLacking, .more, .openedToLacking, .less])
    #expect(changed.doubts.isEmpty)
  }

  @Test func `more people than can be told apart are the same ones whatever their order`() throws {
    let users = (0..<70).map { "u\($0)" }
    let one = try MadeOrg(app: users.map { Self.rule($0, MadeOrg.two) }).imported()
    let other = try MadeOrg(app: users.reversed().map { Self.rule($0, MadeOrg.two) }).imported()
    #expect(Self.words(one) == Self.words(other))
    #expect(Set(Self.words(one).values).count == 70)
    #expect(one.tenant.open.count == 7)
    #expect(Set(one.tenant.open.map(\.text)).count == 7)
  }

  private static let staff = [(name: "Staff", conditions: #"{"people": {"groups": {"include": ["g1"]}}}"#, action: MadeOrg.two)]

  @Test func `a group that was made again under its old name is another group`() throws {
    let org = MadeOrg(app: Self.staff)
    let difference = try MadeOrg.difference(try org.imported(), try org.imported([("\"g1\"", "\"g77777\"")]))
    #expect(difference.changes.isEmpty)
    let reasons = difference.doubts.flatMap(\.reasons)
    #expect(Set(reasons).count == 1)
    #expect(reasons.first?.hasPrefix("what 'group Staff' means has changed: 'id digest ") == true, "\(reasons)")
  }

  @Test func `a rule that still names the group that was deleted does not mean the new one`() throws {
    let org = MadeOrg(app: Self.staff)
    let now = try org.imported([("{\"id\": \"g1\"", "{\"id\": \"g77777\"")])
    #expect(now.tenant.open.map(\.name) == ["group_g1"])
    #expect(now.tenant.lists[.app]?.first?.rules.first?.condition.written == "open.group_g1")
  }

  @Test(arguments: [
    (#"{"moonPhase": "FULL"}"#, #"{"moonPhase": "NEW"}"#),
    (#"{"network": {"connection": "MOON"}}"#, #"{"network": {"connection": "SUN"}}"#),
  ])
  func `another value of what is not understood is not known, and the same value is no difference`(_ old: String, _ new: String) throws {
    let orgs = [old, new].map { MadeOrg(app: [("R", $0, MadeOrg.deny)]) }
    #expect(try !MadeOrg.difference(orgs[0].imported(), orgs[1].imported()).doubts.isEmpty)
    #expect(try MadeOrg.difference(orgs[0].imported(), orgs[0].imported()).doubts.isEmpty)
  }

  @Test func `another value of what a demand has beside what is read is not known`() throws {
    let orgs = ["1", "2"].map { moon in
      MadeOrg(app: [("R", "null", MadeOrg.two.replacing("\"factorMode\"", with: "\"moon\": \(moon), \"factorMode\""))])
    }
    #expect(try !MadeOrg.difference(orgs[0].imported(), orgs[1].imported()).doubts.isEmpty)
  }

  @Test func `what neither folder has may have changed, unless the folders are the same`() throws {
    let orgs = ["R", "S"].map {
      MadeOrg(app: [($0, #"{"network": {"connection": "ZONE", "include": ["z1"]}}"#, MadeOrg.deny)], without: ["zones"])
    }
    #expect(try !MadeOrg.difference(orgs[0].imported(), orgs[1].imported()).doubts.isEmpty)
    #expect(try MadeOrg.difference(orgs[0].imported(), orgs[0].imported()).doubts.isEmpty)
  }

  @Test func `an expression, a device check or an unknown member of one export alone is not known, and is named`() throws {
    let before = try MadeOrg(app: Self.staff).imported()
    for condition in [
      #"{"elCondition": {"condition": "user.profile.department == 'x'"}}"#,
      #"{"device": {"registered": true, "assurance": {"include": ["d1"]}}}"#,
      #"{"moonPhase": "FULL"}"#, #"{"people": {"groups": {"include": ["g9"]}}}"#,
    ] {
      let now = try MadeOrg(app: [("New", condition, MadeOrg.deny)] + Self.staff).imported()
      for (old, new, which) in [(before, now, "second"), (now, before, "first")] {
        let difference = try MadeOrg.difference(old, new)
        #expect(difference.changes.isEmpty, "\(difference.changes.map(\.sentence))")
        #expect(difference.doubts.flatMap(\.reasons).allSatisfy { $0.hasPrefix("only the \(which) version has '") })
        #expect(!difference.doubts.isEmpty)
      }
    }
  }

  @Test(arguments: [
    (#"{"people": {"groups": {"include": ["g1"]}}}"#, "\"Staff\"", "group 'Staff' is called 'Employees' now"),
    (#"{"network": {"connection": "ZONE", "include": ["z1"]}}"#, "\"Office\"", "zone 'Office' is called 'Employees' now"),
  ])
  func `a group or zone with another name is the same one, and its new name is reported`(
    _ condition: String, _ name: String, _ text: String
  ) throws {
    let org = MadeOrg(app: [("R", condition, MadeOrg.two)])
    let difference = try MadeOrg.difference(org.imported(), org.imported([(name, "\"Employees\"")]))
    #expect(difference.changes.isEmpty && difference.doubts.isEmpty)
    #expect(difference.renames.map(\.sentence) == [text])
  }

  @Test func `a group that one folder has and the other has not is not known in registration rules, and no change`() throws {
    let org = MadeOrg(registering: MadeOrg.registration.replacing("GroupIds\": null", with: "GroupIds\": [\"g1\"]"))
    var other = org
    other.without = ["groups"]
    let (whole, lacking) = (try org.imported(), try other.imported())
    for (before, now) in [(whole, lacking), (lacking, whole)] {
      let difference = try MadeOrg.difference(before, now)
      #expect(difference.changes.isEmpty, "\(difference.changes.map(\.sentence))")
      #expect(difference.doubts.map(\.kind) == [.registration], "\(difference.doubts)")
    }
    let same = try MadeOrg.difference(lacking, lacking)
    #expect(same.changes.isEmpty && same.doubts.isEmpty)
  }

  private static let partners = MadeOrg(app: [("R", #"{"userType": {"include": ["t2"]}}"#, MadeOrg.two)])

  @Test func `a user type that was made again under its old name is another one`() throws {
    let difference = try MadeOrg.difference(Self.partners.imported(), Self.partners.imported([("\"t2\"", "\"t9\"")]))
    #expect(difference.changes.isEmpty)
    let reasons = difference.doubts.flatMap(\.reasons)
    #expect(Set(reasons).count == 1)
    #expect(reasons.first?.hasPrefix("what 'user_type partner' means has changed: 'id digest ") == true, "\(reasons)")
  }

  @Test func `a user type with another name is the same one`() throws {
    let difference = try MadeOrg.difference(Self.partners.imported(), Self.partners.imported([("\"partner\"", "\"supplier\"")]))
    #expect(difference.changes.isEmpty && difference.doubts.isEmpty, "\(difference.changes.map(\.sentence)) \(difference.doubts)")
    #expect(difference.renames.map(\.sentence) == ["user_type 'partner' is called 'supplier' now"])
  }

  @Test(arguments: [
    ("\"okta_email\": {\"status\": \"ACTIVE\"", "\"okta_email\": {\"status\": \"INACTIVE\""),
    ("\"okta_sms\": {\"status\": \"INACTIVE\"", "\"okta_sms\": {\"status\": \"ACTIVE\""),
    ("\"okta_call\": {\"status\": \"INACTIVE\"", "\"okta_call\": {\"status\": \"ACTIVE\""),
    ("\"recovery_question\": {\"status\": \"ACTIVE\"", "\"recovery_question\": {\"status\": \"INACTIVE\""),
    ("{\"minLength\": 4}", "{\"minLength\": 6}"), ("LifetimeMinutes\": 60", "LifetimeMinutes\": 30"),
  ])
  func `another recovery factor of a policy is a difference, whether a rule of the policy uses it or not`(
    _ old: String, _ new: String
  ) throws {
    let difference = try MadeOrg.difference(MadeOrg().imported(), MadeOrg().imported([(old, new)]))
    #expect(difference.doubts.isEmpty)
    #expect(difference.changes.map(\.kind) == [.password])
  }

  @Test func `the group that a registration rule puts people into may have another name`() throws {
    let org = MadeOrg(app: [("R", #"{"people": {"groups": {"include": ["g1"]}}}"#, MadeOrg.two)])
    let actions = "\"unknownUserAction\": \"REGISTER\""
    let puts = (actions, "\"targetGroupIds\": [\"g1\"], \(actions)")
    let difference = try MadeOrg.difference(org.imported([puts]), org.imported([puts, ("\"Staff\"", "\"Employees\"")]))
    #expect(difference.changes.isEmpty && difference.doubts.isEmpty, "\(difference.changes.map(\.sentence))")
    #expect(difference.renames.count == 1)
  }

  @Test(arguments: ["NEVER", "CHALLENGE"]) func `a rule by which nothing is set up keeps no one from signing in`(_ word: String) throws {
    let orgs = [word == "NEVER" ? "CHALLENGE" : "NEVER", word].map { MadeOrg(settingUp: $0) }
    let difference = try MadeOrg.difference(orgs[0].imported(), orgs[1].imported())
    #expect(difference.changes.map(\.sentence) == ["people are asked for something else by the enrolment rules"])
    let lines = try #require(difference.changes.first).lines
    #expect((word == "NEVER" ? lines.now : lines.before).hasPrefix("nothing is set up, by 'Default Rule'"), "\(lines)")
  }
}
