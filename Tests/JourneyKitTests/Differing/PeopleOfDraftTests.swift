import Diagnostics
import JourneyInsight
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// What the first line of `diff` says of people, for drafts of one change each.
@Suite(.serialized) struct PeopleOfDraftTests {
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
    #expect(accounts.headline == "people of harbor → draft: 1 of 5 accounts can no longer sign in: tove")
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
      accounts.headline == "people of draft → harbor: 1 of 5 accounts could not sign in and can now: tove")
    #expect(accounts.changes.map(\.meaning) == [.less])
    #expect(!difference.fails(on: ["breaking"]))
  }

  @Test func `that no one new can register is a change of its own`() async throws {
    let (accounts, _) = try await Self.told("changes: {flow.registration.registration.new: {refuse: access_denied}}\n")
    #expect(accounts.headline == "people of harbor → draft: new users can no longer register")
    #expect(accounts.changes.map(\.id) == ["harbor:people:registration"])
  }

  @Test(arguments: [
    ("flow.confirmed.confirmed.done: {go: finish}", "new users can no longer sign in with the password that they chose"),
    ("flow.newPassword.newPassword.done: {go: finish}", "1 of 5 accounts can no longer sign in after forgetting the password: tove"),
    ("mails.recovery.link: confirmed", "1 of 5 accounts can no longer sign in after forgetting the password: tove"),
  ])
  func `a new password that does not last is a breaking change`(change: String, told: String) async throws {
    let (accounts, difference) = try await Self.told("changes: {\(change)}\n")
    #expect(accounts.headline.hasPrefix("people of harbor → draft: \(told)"), "\(accounts.headline)")
    #expect(difference.fails(on: ["breaking"]))
  }

  @Test func `a password of more characters than fit anywhere is not made up`() async throws {
    let length = "screens.registration.forms.registration.password.minLength: 9000000000000000000"
    let (_, difference) = try await Self.told("changes: {\(length)}\n")
    #expect(difference.isNotKnown && difference.text.contains("it is not known whether new users still can register"))
  }

  @Test func `where nobody is locked out the first line says so`() async throws {
    let (accounts, _) = try await Self.told("policy: {code: {tries: 5}}\n")
    #expect(
      accounts.headline
        == "people of harbor → draft: everybody who could sign in still can")
    #expect(accounts.changes == [])
  }

  @Test func `accounts that the second version does not have are told, and are a breaking change`() {
    let same = ComparedAccounts.Access(.reached(path: "a"), .stops(["a"]))
    let none = ComparedAccounts.Access(.never, .never)
    let rest = ComparedAccounts.Person(name: "ann", before: same, now: same)
    let people = ComparedAccounts(
      "a", "b", [rest], gone: ["ben", "cat"], newcomer: ComparedAccounts.Person(name: "new users", before: none, now: none))
    #expect(people.headline == "people of a → b: b does not have 2 accounts: ben and cat")
    #expect(people.changes.map(\.id) == ["a:people:gone"])
    #expect(people.changes.map(\.meaning) == [.breaking])
  }

  @Test func `who cannot come back after a lost password or a lock is told with the sign-in as usual`() {
    let usual = ComparedAccounts.Access(.reached(path: "sign-in → signed in"), .stops(["sign-in"]))
    let none = ComparedAccounts.Access(.never, .never)
    func people(_ hard: HardCase, _ before: ComparedAccounts.Reach, _ now: ComparedAccounts.Reach) -> ComparedAccounts {
      var ann = ComparedAccounts.Person(name: "ann", before: usual, now: usual)
      ann.hard[hard] = ComparedAccounts.HardReach(before: before, now: now)
      return ComparedAccounts("a", "b", [ann], newcomer: ComparedAccounts.Person(name: "new users", before: none, now: none))
    }
    let way = ComparedAccounts.Reach.reached(path: "recovery → signed in")
    let lost = people(.forgotten, way, .never)
    #expect(lost.headline == "people of a → b: 1 of 1 account can no longer sign in after forgetting the password: ann")
    #expect(lost.changes.map(\.id) == ["a:people:forgotten-password"] && lost.changes.map(\.meaning) == [.breaking])
    #expect(lost.changes.first?.before == "recovery → signed in (ann)")
    #expect(lost.changes.first?.now == "no path leads to tokens for ann")
    let gained = people(.locked, .never, way)
    #expect(gained.headline == "people of a → b: everybody who could sign in still can")
    #expect(gained.changes.map(\.sentence) == ["ann could not sign in after wrong passwords have locked the account and can now"])
    #expect(gained.changes.map(\.id) == ["a:people:after-lock:less"] && gained.changes.map(\.meaning) == [.less])
    let doubtful = people(.locked, way, .unknown("too many"))
    #expect(doubtful.changes == [] && doubtful.doubts.map(\.id) == ["a:people:after-lock:not-known"])
    #expect(
      doubtful.doubts.first?.sentence
        == "it is not known whether ann still can sign in after wrong passwords have locked the account")
  }

  @Test func `screens that no longer come since the journey ends before them are not said to be less`() async throws {
    let (_, difference) = try await Self.told("changes: {flow.arrival.decide.signs_in: {refuse: access_denied}}\n")
    let kinds = difference.difference.changes.map(\.kind)
    #expect(kinds.contains(.endClosed) && !kinds.contains(.screenRemoved), "\(kinds)")
    #expect(difference.difference.changes.count { $0.kind == .endClosed } == 1)
  }

  @Test func `a registration that no one can complete is not taken for one that works`() async throws {
    let password = "screens.registration.forms.registration.password"
    let (people, difference) = try await Self.told("changes: {\(password).minLength: 200, \(password).maxLength: 20}\n")
    #expect(
      people.headline
        == "people of harbor → draft: it is not known whether new users still can register")
    let doubt = try #require(people.doubts.first { $0.id == "harbor:people:not-known" })
    #expect(doubt.sentence == "it is not known whether new users still can register")
    #expect(doubt.reason.contains("could not be walked"), "\(doubt.reason)")
    #expect(difference.isNotKnown)
    #expect(difference.text.contains("NOT KNOWN\n-  it is not known whether new users still can register\n     as      draft: "))
    #expect(difference.json.contains(#""kind":"people","before":"harbor","after":"draft""#))
    #expect(difference.json.contains(#""id":"harbor:people:not-known","who":["new users"]"#))
  }

  @Test func `what is agreed to names everybody, however many they are`() {
    func people(_ last: String) -> ComparedAccounts {
      let names = (1...19).map { "u\($0)" } + [last]
      let none = ComparedAccounts.Access(.never, .never)
      let before = ComparedAccounts.Access(.reached(path: "sign-in → signed in"), .stops(["sign-in"]))
      let lost = names.map { ComparedAccounts.Person(name: $0, before: before, now: none) }
      return ComparedAccounts("a", "b", lost, newcomer: ComparedAccounts.Person(name: "new users", before: none, now: none))
    }
    #expect(people("eve").changes.map(\.now) != people("zed").changes.map(\.now))
    #expect(people("eve").headline.hasSuffix("u12 and 8 more"))
  }

  /// Draft of the org Cascade, and what the first line says of it.
  private static func orgHeadline(_ draft: String) async throws -> String {
    let files = [
      "draft.yaml": "tenant: draft\nextends: cascade.yaml\nissuer: https://draft.test\n\n\(draft)",
      "cascade.yaml": try Fixtures.text(of: "fixtures/tenants/cascade.yaml"),
      "journeys/a.yaml": "journey: a\ntenant: cascade\nsteps: [{screen: identify}]\n",
    ]
    let client = "client: {id: cascade-portal, secret: cascade-portal-4711, redirect_uri: \"https://portal.cascade.test/callback\"}"
    let tenants = """
      default: cascade
      tenants:
        cascade: {dialect: okta-idx, mock: ../cascade.yaml, \(client)}
        draft: {like: cascade, mock: ../draft.yaml}

      """
    return try await SampleProject.with(files, tenants: tenants) { project in
      var settings = DiffSettings()
      settings.run = project.settings
      settings.run.tenants = [TenantOverride("cascade=draft")]
      let run = DiffRun(settings)
      #expect(!run.isRefused, "\(run.diagnostics)")
      return try #require(try await run.walk().difference.accounts.first).headline
    }
  }

  @Test func `a person whose only factor is not offered any more gets in by recovery alone`() async throws {
    let options = "screens.select-authenticator-authenticate.forms.select-authenticator-authenticate.authenticator.options"
    let told = try await Self.orgHeadline("changes: {\(options).security_question: null}\n")
    #expect(told == "people of cascade → draft: 1 of 14 accounts can sign in only with a new password: quin")
    // Alma has every authenticator, and is left without one. A new password is set by a mail.
    let none = try await Self.orgHeadline("changes: {\(options): []}\n")
    #expect(none.contains("accounts can sign in only with a new password: milo, "), "\(none)")
    #expect(none.contains("alma"), "\(none)")
  }

  @Test(
    arguments: [
      (
        "flow.signIn.signIn.old_terms.when: account.terms == old and account.phone and answer.password == account.password",
        "the sign-in of tove with the password no longer has 'terms'", "harbor:people:way:terms:less", ChangeClass.less
      ),
      (
        "flow.terms.terms.accepted.go: signIn", "the sign-in of tove with the password now also has 'signIn'",
        "harbor:people:way:signIn", .more
      ),
      (
        "accounts.mira.terms: old\n  accounts.nils.terms: old", "the sign-in of mira and nils with the password now also has 'terms'",
        "harbor:people:way:terms", .more
      ),
      (
        "accounts.mira.status: blocked\n  accounts.nils.status: blocked",
        "mira and nils can still sign in, but no longer with the password",
        "harbor:people:password-lost", .breaking
      ),
      (
        "flow.registration.registration.new.set: {account.status: active, account.terms: new}",
        "the registration of new users can now do without 'link of activation', 'confirmed'",
        "harbor:people:registration-way:possible-without:link-of-activation+confirmed", .less
      ),
    ] as [(String, String, String, ChangeClass)])
  func `by which screens people sign in is told where it differs`(
    change: String, sentence: String, id: String, meaning: ChangeClass
  ) async throws {
    let (people, difference) = try await Self.told("changes:\n  \(change)\n")
    #expect(people.changes.map(\.sentence) == [sentence])
    #expect(people.changes.map(\.id) == [id])
    #expect(people.changes.allSatisfy { $0.meaning == meaning })
    let lines = difference.text.split(separator: "\n")
    if sentence.hasPrefix("the ") { #expect(lines.dropFirst().first == "  \(sentence)") }
  }

  @Test(
    arguments: [
      ("changes: {accounts.jane.status: denied}", "1 of 14 accounts can no longer sign in: jane"),
      ("changes: {accounts.otto.status: unassigned}", "1 of 14 accounts can no longer sign in: otto"),
      ("policy: {mfa: true}", "everybody who could sign in still can"),
      // Elsa's expired password was not asked for by the provider.
      (
        "policy: {idp: false}",
        "1 of 14 accounts can sign in only with a new password: elsa; "
          + "1 of 14 accounts can no longer sign in through another provider after forgetting the password: elsa"
      ),
      (
        "changes: {flow.activated.decide.always: {refuse: access_denied}}", "new users can register only through another provider"
      ),
    ])
  func `neither a provider nor unlocking nor a lock that ends lets in whom the org keeps out`(draft: String, told: String) async throws {
    #expect(try await Self.orgHeadline(draft + "\n") == "people of cascade → draft: \(told)")
  }
}
