import Diagnostics
import JourneyInsight
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// The paths by which people sign in are walked with what the screens of each person show.
@Suite(.serialized) struct WalkedPathsTests {
  /// What is said of people in a draft of a shipped tenant that changes nothing, unless it says so.
  private static func people(of tenant: String, _ draft: String = "") async throws -> ComparedAccounts {
    var files = ["draft.yaml": "tenant: draft\nextends: \(tenant).yaml\nissuer: https://draft.test\n\n\(draft)"]
    for name in ["\(tenant).yaml", "\(tenant).screens.yaml"] {
      files[name] = try? Fixtures.text(of: "fixtures/tenants/\(name)")
    }
    let dialect = tenant == "cascade" ? "okta-idx" : "journey-flow"
    let tenants = """
      default: \(tenant)
      tenants:
        \(tenant): {dialect: \(dialect), mock: ../\(tenant).yaml}
        draft: {like: \(tenant), mock: ../draft.yaml}

      """
    return try await SampleProject.with(files, tenants: tenants) { project in
      var settings = DiffSettings()
      settings.run = project.settings
      settings.run.tenants = [TenantOverride("\(tenant)=draft")]
      let run = DiffRun(settings)
      #expect(!run.isRefused, "\(run.diagnostics)")
      return try #require(try await run.walk().difference.accounts.first)
    }
  }

  @Test(
    arguments: [
      // A secret that a screen shows.
      ("quay", "", "2 of 3 accounts can sign in"),
      // Boxes that a condition hides from some.
      ("fjord", "", "11 of 11 accounts can sign in"),
      // An org's own pages, on which a journey goes on.
      ("cascade", "policy: {hosted_recovery: true}\n", "after forgetting the password 11 of 12, "),
      // A journey that is refused, and another one.
      (
        "harbor", "changes: {flow.newPassword.newPassword.done: {set: {account.password: answer.password}, refuse: access_denied}}\n",
        "after forgetting the password 3 of 3;"
      ),
    ])
  func `of everybody it is known whether they can sign in`(tenant: String, draft: String, told: String) async throws {
    let people = try await Self.people(of: tenant, draft)
    #expect(people.unknown.isEmpty)
    #expect(people.doubts.isEmpty)
    #expect((people.opening.last ?? "").contains(told), "\(people.opening)")
    #expect(people.headline.hasSuffix("everybody who could sign in still can"))
  }

  @Test func `who cannot set up the app that everybody needs is locked out`() async throws {
    let people = try await Self.people(
      of: "quay", "changes: {flow.setUp.setUp.right: {when: answer.code == totp(session.totp), refuse: access_denied}}\n")
    #expect(people.headline == "people of quay → draft: 1 of 3 accounts can no longer sign in: runa")
  }

  @Test func `another time after a lock is told with both times, and the other way round as less`() async throws {
    let longer = try await Self.people(of: "acme", "policy: {lockout: {after: 3, for: 1h}}\n")
    let change = try #require(longer.changes.first { $0.id == "acme:people:lock-time:15m:1h" })
    #expect(change.meaning == .more)
    #expect(change.sentence.hasSuffix("can sign in by waiting 1h after wrong passwords have locked the account, previously 15m"))
    #expect((longer.opening.last ?? "").contains("9 of 9 by waiting 1h"))
    let earlier = try await Self.people(of: "acme", "policy: {lockout: {after: 1, for: 15m}}\n")
    #expect(earlier.changes.map(\.id) == ["acme:people:lock-count:3:1"])
    #expect(earlier.changes.first?.sentence.hasSuffix("are locked after 1 wrong password, previously after 3") == true)
    let shorter = try await Self.people(of: "acme", "policy: {lockout: {after: 3, for: 5m}}\n")
    #expect(shorter.changes.map(\.id) == ["acme:people:lock-time:15m:5m"])
    #expect(shorter.changes.map(\.meaning) == [.less])
  }

  @Test func `a password that no field takes any more is as good as forgotten`() async throws {
    let pins = try await Self.people(
      of: "quay", "changes: {screens.pin.forms.pin.pin.minLength: 8, screens.pin.forms.pin.pin.maxLength: 8}\n")
    #expect(pins.headline == "people of quay → draft: 2 of 3 accounts can no longer sign in: ole and runa")
    let passwords = try await Self.people(of: "acme", "changes: {screens.password.forms.password.password.maxLength: 12}\n")
    #expect(passwords.headline.contains("7 of 13 accounts can sign in only with a new password: jane, rita,"))
    #expect(passwords.unknown.isEmpty)
  }

  @Test func `a form that loses its button leads nobody on`() async throws {
    let people = try await Self.people(of: "harbor", "changes: {screens.terms.forms.terms.submit: null}\n")
    #expect(people.headline.contains("1 of 5 accounts can no longer sign in: tove"))
  }

  @Test func `who can no longer unlock the account, or is asked again after recovering, is named`() async throws {
    let locked = try await Self.people(of: "cascade", "policy: {unlock: false}\n")
    let change = try #require(locked.changes.first { $0.id == "cascade:people:after-lock-at-once" })
    #expect(change.meaning == .more)
    #expect(change.sentence.contains("jane, milo, tess"))
    let asked = try await Self.people(of: "cascade", "policy: {sign_in_after_reset: false}\n")
    #expect(
      asked.changes.contains {
        $0.sentence.contains("milo, tess, vera and alma after forgetting the password without another provider now also has")
      })
  }

  @Test func `a passkey that has to be made is made, and one that nobody made is not taken for a missing button`() async throws {
    let skip = "passkeyEnroll.additionalActions/skip: null, screens.passkeyEnroll.forms.additionalActions/skip: null"
    let made = try await Self.people(of: "cove", "changes: {flow.\(skip)}\n")
    #expect(made.headline == "people of cove → draft: everybody who could sign in still can")
    #expect(made.unknown.isEmpty && made.doubts.isEmpty)
    let link = "changes: {flow.magicLink.magicLink.known: {when: account, say: link_sent}}\n"
    let used = try await Self.people(of: "cove", link)
    #expect(used.doubts.map(\.id) == ["cove:people:forgotten-password:not-known"])
  }

  /// Locks of which the paths found first said something wrong.
  @Test(
    arguments: [
      // A timer that forgives wrong PINs is over before the account is locked.
      (
        "quay",
        """
        counters:
          tries: {of: account, limit: 4, full: {set: {account.status: suspended}, start: lock}}
        timers:
          calm: {of: account, lasts: 10m, over: {clear: tries}}
          lock: {of: account, lasts: 2h, over: {set: {account.status: active}, clear: tries}}
        flow:
          pin:
            pin:
              right: {when: account.status == active and answer.pin == account.password, clear: tries, go: proof}
              wrong: {count: tries, start: calm, say: wrong}
        """, "after wrong passwords have locked the account 2 of 2 by waiting 2h (previously 0);"
      ),
      // A counter that warns is full before the one that locks.
      (
        "acme",
        """
        counters: {warn: {of: account, limit: 2}}
        changes:
          flow.password.password:
            right: {when: account.status == active and answer.password == account.password, clear: [password, warn], go: second}
            warned: {when: counter.warn != full, count: warn, say: wrong}
            wrong: {count: password, say: wrong}
        """, "after forgetting the password 12 of 12; new users can register"
      ),
      // Wrong PINs of one journey alone.
      (
        "quay", "counters: {tries: {of: session, limit: 2, full: {set: {account.status: suspended}}}}",
        "after forgetting the password 0 of 2; new users cannot register"
      ),
      // After three wrong passwords a person has to wait before the next one.
      (
        "acme",
        """
        counters: {slow: {of: account, limit: 3, full: {start: pause}}}
        timers: {pause: {of: account, lasts: 1m, over: {clear: slow}}}
        changes:
          counters.password.limit: 6
          flow.password.password:
            paused: {when: timer.pause == running, say: wrong}
            right: {when: account.status == active and answer.password == account.password, clear: password, go: second}
            wrong: {count: [slow, password], say: wrong}
        """, "after wrong passwords have locked the account 0 of 9 (9 not known, previously 9);"
      ),
    ])
  func `nothing wrong is said of locks that are not simple`(tenant: String, draft: String, told: String) async throws {
    let people = try await Self.people(of: tenant, draft + "\n")
    #expect((people.opening.last ?? "").contains(told), "\(people.opening)")
    #expect(!people.changes.contains { $0.meaning == .breaking || $0.id.contains(":lock-") }, "\(people.changes.map(\.sentence))")
  }

  @Test func `a button that some see is no missing one`() async throws {
    let button = "{type: submit, label: {en: Go, de: Los}, when: session.login_hint}"
    let people = try await Self.people(of: "harbor", "changes: {screens.signIn.forms.signIn.submit: \(button)}\n")
    #expect(!people.changes.contains { $0.meaning == .breaking }, "\(people.changes.map(\.sentence))")
  }
}
