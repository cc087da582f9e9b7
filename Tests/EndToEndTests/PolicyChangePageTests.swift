import JourneyTestSupport
import Testing

/// Writes `PolicyChanges.md`: ten changes of a policy, each of an org and of a tenant of the Journey Flow API, and what `diff` says.
struct PolicyChangePageTests {
  private struct Change: Sendable {
    var tenant: String
    var draft: String
    /// What one of the sentences says.
    var told: String

    init(_ tenant: String, _ draft: String, _ told: String) { (self.tenant, self.draft, self.told) = (tenant, draft, told) }
  }

  private static let password = "forms.registration.password.minLength: 14"
  private static let options =
    "screens.select-authenticator-authenticate.forms.select-authenticator-authenticate.authenticator.options"

  private static let changes: [(title: String, changes: [Change])] = [
    (
      "A second factor for one group",
      [
        Change(
          "cascade",
          """
          facts: {account.group: [staff, finance]}
          policy: {mfa: account.group == finance}
          changes: {accounts.jane.group: finance}
          """, "the sign-in of jane with the password now also has 'select-authenticator-enroll'"),
        Change(
          "harbor",
          """
          facts: {account.group: [staff, finance]}
          changes:
            accounts.mira.group: finance
            flow.signIn.signIn.right.when: answer.password == account.password and account.group == staff
          """, "1 of 5 accounts can no longer sign in with the password: mira"),
      ]
    ),
    (
      "No more text messages",
      [
        Change(
          "cascade",
          "policy: {factors: {text_message: off}}", "the choice 'Phone by text message' is gone"),
        Change(
          "harbor",
          """
          changes:
            screens.signIn.forms.additionalActions/code: null
            flow.signIn.additionalActions/code: null
          """, "'Sign in with a code' can no longer be pressed"),
      ]
    ),
    (
      "Longer passwords",
      [
        Change("cascade", "policy: {password: {length: 14}}", "'password' now takes at least 14 characters, previously 8"),
        Change("harbor", "policy: {password: {length: 14}}", "'password' now takes at least 14 characters, previously 10"),
      ]
    ),
    (
      "New terms for everybody",
      [
        Change("cascade", "policy: {consent: account}", "the registration of new users now also has 'consent'"),
        Change(
          "harbor", "changes: {accounts.mira.terms: old, accounts.nils.terms: old}",
          "the sign-in of mira and nils with the password now also has 'terms'"),
      ]
    ),
    (
      "Registration is closed",
      [
        Change("cascade", "policy: {registration: false}", "new users can no longer register"),
        Change(
          "harbor", "changes: {flow.registration.registration.new: {refuse: access_denied}}", "new users can no longer register"),
      ]
    ),
    (
      "No box to stay signed in, and shorter sessions",
      [
        Change(
          "cascade", "changes: {screens.identify.forms.identify.rememberMe: null, tokens.session: 1h}",
          "it no longer asks for 'Keep me signed in'"),
        Change("harbor", "policy: {session: 15m}", "tokens session: '30m' → '15m'"),
      ]
    ),
    (
      "Fewer tries",
      [
        Change(
          "cascade", "policy: {lockout: {after: 2, for: 10m}}", "After the 2nd wrong answer to 'challenge-authenticator/okta_password'"),
        Change("harbor", "changes: {policy.code.tries: 2}", "After the 2nd wrong answer to 'passcode', the next step is 'signIn'"),
      ]
    ),
    (
      "Two messages with other words",
      [
        Change(
          "cascade",
          "changes: {messages.wrong_password.en: This password is not right, messages.wrong_code.en: This code is not right}",
          "it now says 'This password is not right'"),
        Change(
          "harbor", "changes: {messages.wrong.en: This email or this password is wrong., messages.taken.en: This address is taken.}",
          "it now says 'This address is taken.'"),
      ]
    ),
    (
      "One more field at registration",
      [
        Change(
          "cascade",
          """
          changes:
            screens.enroll-profile.forms.enroll-profile.userProfile.company: {type: text, label: Company, required: true}
          """, "it also asks for 'Company'"),
        Change(
          "harbor",
          """
          changes:
            screens.registration.forms.registration.company: {type: input, label: {en: Company, de: Firma}, required: true}
          """, "it also asks for 'Company'"),
      ]
    ),
    (
      "A factor, or the way to a new password, is taken out",
      [
        Change("cascade", "changes: {\(options).security_question: null}", "1 of 14 accounts can sign in only with a new password: quin"),
        Change(
          "harbor",
          """
          changes:
            screens.signIn.forms.additionalActions/recovery: null
            flow.signIn.additionalActions/recovery: null
          """, "1 of 5 accounts can no longer sign in after forgetting the password: tove"),
      ]
    ),
  ]

  /// All ten at once; what two of them say of one element is written once.
  private static let together = [
    Change(
      "cascade",
      """
      facts: {account.group: [staff, finance]}
      policy: {mfa: account.group == finance, consent: account, registration: false, lockout: {after: 2, for: 10m}}
      changes:
        accounts.jane.group: finance
        screens.authenticator-verification-data/phone_number.forms.authenticator-verification-data.authenticator.methods: [voice]
        screens.enroll-authenticator/okta_password.settings.complexity.minLength: 14
        screens.reset-authenticator/okta_password.settings.complexity.minLength: 14
        screens.identify.forms.identify.rememberMe: null
        tokens.session: 1h
        messages.wrong_password.en: This password is not right
        messages.wrong_code.en: This code is not right
        screens.enroll-profile.forms.enroll-profile.userProfile.company: {type: text, label: Company, required: true}
        \(options).security_question: null
      """, "1 of 14 accounts can sign in only with a new password: quin; new users can no longer register"),
    Change(
      "harbor",
      """
      facts: {account.group: [staff, finance]}
      policy: {code: {tries: 2}}
      changes:
        accounts.mira.group: finance
        flow.signIn.signIn.right.when: answer.password == account.password and account.group == staff
        screens.signIn.forms.additionalActions/code: null
        flow.signIn.additionalActions/code: null
        screens.registration.forms.registration.password.minLength: 14
        screens.newPassword.forms.newPassword.password.minLength: 14
        accounts.nils.terms: old
        flow.registration.registration.new: {refuse: access_denied}
        tokens.session: 15m
        messages.wrong.en: This email or this password is wrong.
        messages.taken.en: This address is taken.
        screens.registration.forms.registration.company: {type: input, label: {en: Company, de: Firma}, required: true}
        screens.signIn.forms.additionalActions/recovery: null
        flow.signIn.additionalActions/recovery: null
      """, "1 of 5 accounts can no longer sign in: mira; 2 of 5 accounts can no longer sign in after forgetting the password: nils and tove"
    ),
  ]

  /// The most sentences that one change takes.
  private static let mostSentences = 3

  @Test func `each of ten changes of a policy is told in three sentences at most`() async throws {
    var page = Self.head
    for (number, group) in Self.changes.enumerated() {
      page += "\n## \(number + 1). \(group.title)\n"
      for change in group.changes {
        let (lines, back) = try await (Self.told(of: change), Self.told(of: change, isBack: true))
        #expect(lines.contains { $0.contains(change.told) }, "\(group.title), \(change.tenant): \(lines)")
        let sentences = lines.count { $0.first?.isNumber == true }
        #expect(sentences <= Self.mostSentences, "\(group.title), \(change.tenant): \(lines)")
        let mirrored = back.count { $0.first?.isNumber == true }
        #expect(mirrored <= Self.mostSentences, "\(group.title) taken back, \(change.tenant): \(back)")
        #expect((mirrored == 0) == (sentences == 0), "\(group.title) taken back, \(change.tenant): \(back)")
        page += "\n```yaml\nextends: \(change.tenant).yaml\n\(change.draft)\n```\n\n```\n\(lines.joined(separator: "\n"))\n```\n"
      }
    }
    page +=
      "\n## All together\n\nThe ten changes in one draft. What one of them hides, such as the new field of a registration that is closed, is listed as not exercised.\n"
    for change in Self.together {
      let (lines, back) = try await (Self.told(of: change), Self.told(of: change, isBack: true))
      #expect(lines.contains { $0.contains(change.told) }, "\(change.tenant): \(lines)")
      for text in [lines, back] {
        let sentences = text.count { $0.first?.isNumber == true }
        #expect((10...15).contains(sentences), "\(change.tenant): \(text)")
      }
      page += "\n```yaml\nextends: \(change.tenant).yaml\n\(change.draft)\n```\n\n```\n\(lines.joined(separator: "\n"))\n```\n"
    }
    let pages = Golden(folder: "\(Fixtures.packageRoot)/Sources/JourneyKit/JourneyKit.docc")
    let difference = try pages.difference(of: page, from: "PolicyChanges.md")
    #expect(difference == nil, "\(difference ?? "")")
  }

  private static let head = """
    # Ten policy changes

    Ten changes that administrators make, and what `journey diff` says of them: written by the tests, from runs of the command.

    Each change is a draft that extends one of the shipped tenants: `cascade`, an org, or `harbor`, a tenant of the Journey Flow API.
    Below it are the headline, the changes and what was not exercised, without causes and paths. <doc:WhatAChangeDoes> explains them, and
    <doc:Accidents> has changes that lock people out. No change takes more than three sentences, nor does taking it back.

    """

  private static let scenarios = [
    "cascade": ["_folder", "sign-in", "registration", "second-factor", "recovery"].map { "okta/\($0).yaml" }
      + ["allow", "answer", "forgot", "other-way", "password", "register", "three-wrong"].map { "okta/_fragments/\($0).yaml" },
    "harbor": [
      "registration/_folder.yaml", "registration/register.yaml", "registration/_fragments/register.yaml", "recovery/harbor.yaml",
      "recovery/_rows/addresses.csv", "language/code-by-text-message.yaml",
    ],
  ]

  /// - Parameter isBack: whether the change is taken back: the draft comes first.
  private static func told(of change: Change, isBack: Bool = false) async throws -> [String] {
    try await TemporaryFolder.with { folder in
      let pair = try DraftProject.write(draft: change.draft, of: change.tenant, to: folder)
      for name in scenarios[change.tenant] ?? [] {
        try folder.write(try Fixtures.text(of: "journeys/\(name)"), to: "journeys/\(name)")
      }
      let outcome = try await BuiltCommand.run(
        ["diff", "--tenant", isBack ? "draft=\(change.tenant)" : pair, "--seed", "7"], in: folder.path)
      #expect(outcome.error.isEmpty, "\(outcome.error)")
      let lines = outcome.output.split(separator: "\n").map(String.init)
      let opening = lines.prefix(1) + lines.dropFirst().prefix { $0.hasPrefix("  ") }
      let rest = lines.dropFirst(opening.count).filter { line in
        let (number, text) = (line.prefix(while: \.isNumber), line.drop(while: \.isNumber))
        return !number.isEmpty && text.hasPrefix("  ") || line.hasPrefix("-  ") && !line.contains("  issuer: ")
      }
      return opening + rest
    }
  }
}
