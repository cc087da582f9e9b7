import JourneyTestSupport
import Testing

/// Writes `Accidents.md`: thirty changes that do people harm and what `diff` says of each first, and some that do none.
struct AccidentPageTests {
  /// A change of a mock, as a draft that extends it, or of a file of an exported org.
  private enum Change: Sendable {
    case draft(of: String, String)
    /// The text is replaced where it comes first behind another one; everywhere where that is empty.
    case export(String, behind: String, String, String)
  }

  private struct Case: Sendable {
    var title: String
    var change: Change
    /// What one of the first lines says.
    var told: String

    init(_ title: String, _ change: Change, _ told: String) { (self.title, self.change, self.told) = (title, change, told) }
  }

  private static let options =
    "screens.select-authenticator-authenticate.forms.select-authenticator-authenticate.authenticator.options"

  private static let drafts = [
    Case(
      "A second factor for everybody, and no way to set one up",
      .draft(
        of: "acme",
        """
        policy: {mfa: true}
        flow:
          second:
            decide:
              none: {when: not policy.mfa, go: profile}
              trusted: {when: device.trusted, go: profile}
              totp: {when: account.factors has totp, set: {session.method: totp}, go: mfaPasscode}
              others: {refuse: access_denied}
        """), "can no longer sign in: jane, rita"),
    Case(
      "An identity provider is switched off",
      .draft(of: "acme", "changes: {flow.identification.externalLoginProvider/google.leaves: {refuse: access_denied}}"),
      "1 of 13 accounts can sign in only with a new password: gina"),
    Case(
      "Passwords can no longer be reset",
      .draft(of: "acme", "changes: {flow.password.additionalActions/forgottenPassword.goes: {refuse: access_denied}}"),
      "9 of 13 accounts can no longer sign in after forgetting the password"),
    Case(
      "A lock that never ends", .draft(of: "acme", "changes: {timers.lock.over: {clear: password}}"),
      "9 of 13 accounts can no longer sign in after wrong passwords have locked the account"),
    Case(
      "The password is compared with another field",
      .draft(of: "acme", "changes: {flow.password.password.right.when: answer.password == account.email}"),
      "9 of 13 accounts can no longer sign in with the password"),
    Case(
      "The second factor is left out", .draft(of: "acme", "changes: {flow.second.decide.none.when: account}"),
      "the sign-in of otto, rita, petra, bela and anna with the password no longer has 'mfaPasscode'"),
    Case(
      "Registration is closed", .draft(of: "harbor", "changes: {flow.registration.registration.new: {refuse: access_denied}}"),
      "new users can no longer register"),
    Case(
      "Two people are blocked, who still get in by a code",
      .draft(of: "harbor", "changes: {accounts.mira.status: blocked, accounts.nils.status: blocked}"),
      "2 of 5 accounts can no longer sign in with the password: mira and nils"),
    Case(
      "A person is blocked, and the other ways in are closed",
      .draft(
        of: "harbor",
        """
        changes:
          accounts.tove.status: blocked
          flow.newPassword.newPassword.done.go: signIn
          flow.byCode.byCode.known.when: account.status == active and account
        """), "1 of 5 accounts can no longer sign in: tove"),
    Case(
      "Terms that some people escape",
      .draft(
        of: "harbor",
        """
        changes:
          flow.signIn.signIn.old_terms.when: account.terms == old and account.phone and answer.password == account.password
        """), "the sign-in of tove with the password no longer has 'terms'"),
    Case(
      "Everybody who has a password is taken for blocked",
      .draft(of: "harbor", "changes: {flow.signIn.signIn.blocked.when: answer.password == account.password}"),
      "2 of 5 accounts can no longer sign in with the password: mira and nils"),
    Case(
      "A registration form that no password fits",
      .draft(
        of: "harbor",
        """
        changes:
          screens.registration.forms.registration.password.minLength: 200
          screens.registration.forms.registration.password.maxLength: 20
        """), "it is not known whether new users still can register"),
    Case(
      "The security question is taken out", .draft(of: "cascade", "changes: {\(options).security_question: null}"),
      "1 of 14 accounts can sign in only with a new password: quin"),
    Case(
      "The authenticator app is taken out", .draft(of: "cascade", "changes: {\(options).google_otp: null}"),
      "1 of 14 accounts can sign in only with a new password: otto"),
    Case(
      "Mail is taken out", .draft(of: "cascade", "changes: {\(options).okta_email: null}"),
      "2 of 14 accounts can sign in only with a new password: milo and elsa"),
    Case(
      "Push is taken out", .draft(of: "cascade", "changes: {\(options).okta_verify: null}"),
      "1 of 14 accounts can sign in only with a new password: rolf"),
    Case(
      "The identity provider of an org is switched off", .draft(of: "cascade", "policy: {idp: false}"),
      "1 of 14 accounts can sign in only with a new password: elsa"),
    Case(
      "A rule denies an account", .draft(of: "cascade", "changes: {accounts.jane.status: denied}"),
      "1 of 14 accounts can no longer sign in: jane"),
    Case(
      "The app is taken away from an account", .draft(of: "cascade", "changes: {accounts.otto.status: unassigned}"),
      "1 of 14 accounts can no longer sign in: otto"),
    Case(
      "A second factor for everybody, which many have to set up", .draft(of: "cascade", "policy: {mfa: true}"),
      "the sign-in of jane, cora and lars with the password now also has 'select-authenticator-enroll'"),
  ]

  private static let exports = [
    Case(
      "The default rule of sessions denies",
      .export("rules-sign-on.json", behind: "\"Default Rule\"", "\"access\": \"ALLOW\"", "\"access\": \"DENY\""),
      "some people can no longer sign in to account-management"),
    Case(
      "The last rule of an app denies",
      .export("rules-portal.json", behind: "\"Catch-all Rule\"", "\"access\": \"ALLOW\"", "\"access\": \"DENY\""),
      "it depends on department whether some people can no longer sign in to portal"),
    Case(
      "Passkeys are switched off, and two apps ask for one",
      .export("authenticators.json", behind: "\"Security Key or Biometric\"", "\"status\": \"ACTIVE\"", "\"status\": \"INACTIVE\""),
      "some people can no longer sign in to account-management and portal"),
    Case(
      "The authenticator app is switched off, which administrators need",
      .export("authenticators.json", behind: "\"Google Authenticator\"", "\"status\": \"ACTIVE\"", "\"status\": \"INACTIVE\""),
      "can no longer sign in to okta-admin-console"),
    Case(
      "New authenticators can no longer be set up",
      .export("policies-MFA_ENROLL.json", behind: "", "\"self\": \"OPTIONAL\"", "\"self\": \"NOT_ALLOWED\""),
      "can no longer sign in to"),
    Case(
      "The password is switched off, and apps ask for it",
      .export("authenticators.json", behind: "\"Password\"", "\"status\": \"ACTIVE\"", "\"status\": \"INACTIVE\""),
      "some people can no longer sign in to"),
    Case(
      "Two factors for everybody else", .export("rules-portal.json", behind: "\"Catch-all Rule\"", "\"1FA\"", "\"2FA\""),
      "it depends on department whether some people are asked for more in portal"),
    Case(
      "Every sign-in asks again", .export("rules-portal.json", behind: "\"Catch-all Rule\"", "\"PT12H\"", "\"PT0S\""),
      "it depends on department whether some people are asked again more often in portal"),
    Case(
      "A rule that denies at high risk is switched off",
      .export("rules-portal.json", behind: "\"rulheron000200000000\"", "\"status\": \"ACTIVE\"", "\"status\": \"INACTIVE\""),
      "some people who were refused can now sign in to portal"),
    Case(
      "The addresses of a zone change", .export("zones.json", behind: "", "192.0.2.0/24", "192.0.2.0/25"), "not known"),
  ]

  private static let harmless = [
    Case(
      "Another text of an error", .draft(of: "harbor", "changes: {messages.wrong.en: The address or the password is not right.}"),
      "everybody who could sign in still can"),
    Case(
      "One more account", .draft(of: "acme", "accounts: {zora: {email: zora@acme.test, password: Zora-horse-11}}"),
      "everybody who could sign in still can"),
    Case("Codes that live longer", .draft(of: "acme", "policy: {code: {life: 20m}}"), "everybody who could sign in still can"),
    Case(
      "Two more tries before a lock", .draft(of: "cascade", "policy: {lockout: {after: 5, for: 30m}}"),
      "everybody who could sign in still can"),
    Case(
      "Another name of a rule", .export("rules-portal.json", behind: "", "\"name\": \"High risk\"", "\"name\": \"Risky sign-ins\""),
      "by the rules no one is asked for anything else"),
    Case(
      "A rule that was saved again without a change",
      .export(
        "rules-portal.json", behind: "", "\"lastUpdated\": \"2026-03-02T08:00:00.000Z\"", "\"lastUpdated\": \"2026-06-01T08:00:00.000Z\""),
      "by the rules no one is asked for anything else"),
  ]

  @Test func `every accident is told first, and what does no harm is not`() async throws {
    var page = Self.head
    var number = 0
    for (title, cases) in [("Changes of a mock", Self.drafts), ("Changes of an imported org", Self.exports)] {
      page += "\n## \(title)\n"
      for (accident, told) in zip(cases, try await Self.told(of: cases, failing: "")) {
        number += 1
        #expect(told.lines.contains { $0.contains(accident.told) }, "\(accident.title): \(told.lines)")
        #expect(told.code != 0, "\(accident.title)")
        page += Self.section("\(number). \(accident.title)", accident, told.lines)
      }
    }
    #expect(number == 30)
    page += "\n## No accidents\n\nOf these changes `diff` says that everybody gets in as before.\n"
    for (change, told) in zip(Self.harmless, try await Self.told(of: Self.harmless, failing: "breaking,more")) {
      #expect(told.code == 0, "\(change.title): \(told.lines)")
      #expect(told.lines.count <= 2 && told.lines[0].contains(change.told), "\(change.title): \(told.lines)")
      page += Self.section(change.title, change, told.lines)
    }
    let pages = Golden(folder: "\(Fixtures.packageRoot)/Sources/JourneyKit/JourneyKit.docc")
    let difference = try pages.difference(of: page, from: "Accidents.md")
    #expect(difference == nil, "\(difference ?? "")")
  }

  private static let head = """
    # Accidents

    Thirty changes that do people harm, and what `journey diff` says of each first: written by the tests, from runs of the command.

    Each change is one that an administrator might make by mistake. Those of a mock are drafts that extend one of the shipped tenants; run
    `journey diff --tenant acme=draft` to compare one with its tenant. Those of an org change one file of an export, which is imported before and
    after.
    Below each change are the first lines of the comparison; the rest of it has the screens, rules and causes. <doc:WhatAChangeDoes> explains them.

    """

  private static func section(_ title: String, _ change: Case, _ lines: [String]) -> String {
    let change =
      switch change.change {
      case .draft(let tenant, let text): "```yaml\nextends: \(tenant).yaml\n\(text)\n```\n"
      case .export(let file, let behind, let text, let new):
        "In `\(file)`\(behind.isEmpty ? "" : ", behind `\(behind)`"): `\(text)` becomes `\(new)`.\n"
      }
    return "\n### \(title)\n\n\(change)\n```\n\(lines.joined(separator: "\n"))\n```\n"
  }

  // MARK: Comparing

  private struct Told: Sendable {
    var code: Int32?
    /// The headline and what stands indented below it.
    var lines: [String]
  }

  private static func told(of cases: [Case], failing classes: String) async throws -> [Told] {
    try await withThrowingTaskGroup(of: (Int, Told).self) { group in
      for (place, one) in cases.enumerated() {
        group.addTask { (place, try await told(of: one.change, failing: classes)) }
      }
      let found = try await group.reduce(into: [Int: Told]()) { $0[$1.0] = $1.1 }
      return cases.indices.compactMap { found[$0] }
    }
  }

  private static func told(of change: Change, failing classes: String) async throws -> Told {
    try await TemporaryFolder.with { folder in
      let pair: String
      switch change {
      case .draft(let tenant, let text): pair = try DraftProject.write(draft: text, of: tenant, to: folder)
      case .export(let file, let behind, let text, let new):
        pair = try await write(export: file, behind, text, new, to: folder)
      }
      let options = classes.isEmpty ? [] : ["--fail-on", classes]
      let outcome = try await BuiltCommand.run(["diff", "--tenant", pair] + options, in: folder.path)
      #expect(outcome.error.isEmpty, "\(outcome.error)")
      let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
      return Told(code: outcome.code, lines: (lines.prefix(1) + lines.dropFirst().prefix { $0.hasPrefix("  ") }).map(String.init))
    }
  }

  private static func write(
    export file: String, _ behind: String, _ text: String, _ new: String, to folder: TemporaryFolder
  ) async throws -> String {
    try await TwoExports.write(to: folder) { version, name, content in
      guard version == "now", name == file else { return content }
      let changed = replaced(content, behind, text, new)
      #expect(changed != content, "\(file) has no '\(text)' behind '\(behind)'")
      return changed
    }
    return "before=now"
  }

  private static func replaced(_ content: String, _ behind: String, _ text: String, _ new: String) -> String {
    guard !behind.isEmpty else { return content.replacing(text, with: new) }
    guard let place = content.firstRange(of: behind), let found = content[place.upperBound...].firstRange(of: text) else { return content }
    return content.replacingCharacters(in: found, with: new)
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + self[range.upperBound...]
  }
}
