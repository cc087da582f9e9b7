import Diagnostics
import FoundationEssentials
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// A shipped scenario that is run against a served mock which records.
struct ServedJourney: Sendable, CustomTestStringConvertible {
  /// The file below `journeys`.
  var file: String
  var title: String
  /// The tenant that is served.
  var tenant = "acme"
  /// The tenant that the scenario is run on, where the file's folder says it.
  var walked: String?
  /// Whom the recorded scenario is about.
  var account: String?
  /// What the recorded scenario has to hold.
  var holds: [String]
  /// What must not stand in it: passwords and codes that were typed.
  var canaries: [String] = []
  /// The secrets that its run needs.
  var secrets: [String: String] = [:]

  var testDescription: String { title }

  static let all = [
    ServedJourney(
      file: "sign-in/password.yaml", title: "Sign in with a password", account: "jane",
      holds: ["account: jane", "identifier: ${account.email}", "password: ${account.password}", "claims: {email: \"${account.email}\"}"]),
    ServedJourney(
      file: "sign-in/password.yaml", title: "A wrong password is refused, then the right one is accepted", account: "jane",
      holds: ["password: Wrong-password-1", "password: {equals: The password is incorrect., level: error}", "keepMeLoggedIn: true"],
      canaries: ["not-her-password"]),
    ServedJourney(
      file: "mfa/code-by-mail.yaml", title: "A code from a mail is accepted", account: "rita",
      holds: [
        "passcode: {type: passcode, label: Code}\n\n  - mail: ${account.email}\n    subject: Your Acme code\n    capture: {otp: code}",
        "passcode: ${otp}",
      ]),
    ServedJourney(
      file: "mfa/code-by-text-message.yaml", title: "A code from a text message is accepted", account: "petra",
      holds: ["sms: ${account.phone}", "passcode: ${otp}"]),
    ServedJourney(
      file: "mfa/authenticator-app.yaml", title: "The authenticator app's code is accepted", account: "otto",
      holds: ["passcode: ${totp(account.totp)}"]),
    ServedJourney(
      file: "recovery/password.yaml", title: "A forgotten password is replaced by a link in a mail", account: "jane",
      holds: ["press: \"Forgot your password?\"", "capture: {link: link}", "open: ${link}", "password: ${password}"],
      canaries: ["Jane-heron-22", "Jane-eagle-33"]),
    ServedJourney(
      file: "registration/acme.yaml", title: "A new person registers at Acme and is offered a second factor",
      holds: [
        "prompt: create", "${unique_email('acme.test')}", "open: ${link}", "- start_again:", "identifier: ${email}",
        "password: ${password}",
      ],
      canaries: ["Ada-heron-99"]),
    ServedJourney(
      file: "okta/second-factor.yaml", title: "A password, then a code by mail", tenant: "cascade", walked: "cascade", account: "milo",
      holds: ["tenant: cascade", "{key: okta_email", "mail: ${account.email}", "credentials.passcode: ${otp}"]),
    ServedJourney(
      file: "okta/second-factor.yaml", title: "A code by text message, requested in one step", tenant: "cascade", walked: "cascade",
      account: "tess", holds: ["{key: phone_number, method: sms}", "sms: ${account.phone}"]),
    ServedJourney(
      file: "okta/push.yaml", title: "A push is accepted", tenant: "cascade", walked: "cascade", account: "vera",
      holds: ["method: push}", "- push: accept", "within: 30s"]),
    ServedJourney(
      file: "hosted/sign-in.yaml", title: "Sign in through the pages of a browser", walked: "acme-hosted", account: "jane",
      holds: ["tenant: acme-hosted", "identifier: ${account.email}", "password: ${account.password}"]),
    ServedJourney(
      file: "hosted/sign-in.yaml", title: "The page of a code that came by mail", walked: "acme-hosted", account: "rita",
      holds: ["tenant: acme-hosted", "passcode: ${otp}"]),
  ]
}

/// Suite-wide: what is served and recorded is a scenario like those of `journey record`.
struct MockRecordTests {
  @Test(arguments: ServedJourney.all)
  func `what an app does on a served mock becomes a scenario that is green with three seeds and holds no secret`(
    _ journey: ServedJourney
  ) async throws {
    try await RecordingProject.with { project in
      let served = try await project.recordServed(journey)
      #expect(served.told.contains("Walked again with another seed: passed."), "\(served.told)\n\(served.text)")
      for held in journey.holds { #expect(served.text.contains(held), "no '\(held)' in\n\(served.text)\n\(served.told)") }
      for seed: UInt64 in [7, 8, 9] {
        let verdicts = try await project.verdicts(seed: seed)
        #expect(!verdicts.isEmpty && verdicts.allSatisfy { $0 == "passed" }, "\(verdicts)\n\(served.text)")
      }
      for secret in try project.secrets(of: journey.tenant, journey.account) + journey.canaries {
        #expect(!served.text.contains(secret), "\(secret) in\n\(served.text)")
        #expect(!served.told.contains(secret))
      }
    }
  }

  @Test func `the code of a mail with several is told apart`() async throws {
    try await RecordingProject.with { project in
      try project.changeMail(to: "Case 100200: ${code} is your code.")
      let scenario =
        Self.signIn(of: "rita").replacing("  - finish:\n", with: "  - mail: ${account.email}\n    capture: {otp: {code: '(\\d{6}) is'}}\n")
        + "  - screen: mfaPasscode\n    answers: {passcode: \"${otp}\"}\n  - finish:\n"
      let served = try await project.recordServed(on: "acme", walking: scenario)
      #expect(served.text.contains("capture: {otp: {code: ") && served.text.contains(") is your code"), "\(served.text)\n\(served.told)")
      #expect(try await project.verdicts(seed: 8) == ["passed"])
    }
  }

  @Test func `a password, a code or a key that is typed into another field has a name there`() async throws {
    try await RecordingProject.with { project in
      let typed = ["Never-seen-pw-77", "Jane-horse-11", "x ${otp} y", "JBSW Y3DP EHPK 3PXP"]
      let tries = typed.map { "  - screen: identification\n    messages: any\n    answers: {identifier: \"\($0)\"}\n" }.joined()
      let scenario =
        "journey: Rita mistypes\naccount: rita\nsteps:\n  - screen: identification\n    answers: {identifier: \"${account.email}\"}\n"
        + "  - screen: password\n    answers: {password: Never-seen-pw-77}\n"
        + "  - screen: password\n    messages: any\n    answers: {password: \"${account.password}\"}\n"
        + "  - mail: ${account.email}\n    capture: {otp: code}\n  - screen: mfaPasscode\n    press: Not you?\n" + tries
      let served = try await project.recordServed(on: "acme", walking: scenario)
      #expect(served.told.contains("Walked again with another seed: passed."), "\(served.told)\n\(served.text)")
      #expect(served.text.components(of: "identifier: ${secret.RITA_IDENTIFIER") == 4, "\(served.text)")
      #expect(!served.text.contains("Never-seen") && !served.text.contains("horse") && !served.text.contains("JBSW"), "\(served.text)")
    }
  }

  @Test func `the address of somebody who is there is typed as it was`() async throws {
    try await RecordingProject.with { project in
      let form = "attributes.name.given: A, attributes.name.family: B, password: Ada-heron-99, passwordConfirmation: Ada-heron-99"
      let scenario = """
        journey: Taken
        start: {prompt: create}
        vars: {email: "${unique_email('acme.test')}"}
        steps:
          - screen: registration
            answers: {email: jane@acme.test, \(form), consents.terms: true}
          - screen: registration
            messages: any
            answers: {email: "${email}", \(form), consents.terms: true}
          - screen: genericResult

        """
      let served = try await project.recordServed(on: "acme", walking: scenario)
      #expect(served.told.contains("Walked again with another seed: passed."), "\(served.told)\n\(served.text)")
      #expect(served.text.contains("email: jane@acme.test"), "\(served.text)")
    }
  }

  @Test func `where only a moved clock leads to what the person did, the scenario moves it too`() async throws {
    try await RecordingProject.with { project in
      let late = Self.signIn(of: "rita").replacing(
        "  - finish:\n",
        with: """
            - mail: ${account.email}
              capture: {otp: code}
            - wait: 6m
            - screen: mfaPasscode
              answers: {passcode: "${otp}"}
            - screen: mfaPasscode
              messages: any

          """.split(separator: "\n", omittingEmptySubsequences: false).map { $0 }.joined(separator: "\n"))
      let served = try await project.recordServed(on: "acme", walking: late)
      #expect(served.text.contains("- wait: 6m") || served.text.contains("- wait: \"6m\""), "\(served.text)\n\(served.told)")
      #expect(served.told.contains("Walked again with another seed: passed."), "\(served.told)")
      let still = Self.signIn(of: "jane").replacing("  - screen: password", with: "  - wait: 1m\n  - screen: password")
      let second = try await project.recordServed(on: "acme", walking: still, into: project.folder.file("journeys/still.yaml"))
      #expect(!second.text.contains("wait"), "\(second.text)")
    }
  }

  @Test func `two texts that get a name in two journeys get two names`() async throws {
    try await RecordingProject.with { project in
      func tried(_ text: String) -> String {
        "journey: \(text.prefix(4)) is typed\nsteps:\n  - screen: identification\n    answers: {identifier: \"\(text)\"}\n"
          + "  - screen: identification\n    messages: any\n"
      }
      let served = try await project.recordServed(
        on: "acme", walking: tried("Jane-horse-11") + "\n---\n" + tried("Rita-zebra-33"))
      for name in ["ACME_IDENTIFIER", "ACME_IDENTIFIER_2"] {
        #expect(served.text.components(of: "identifier: ${secret.\(name)}") == 1, "\(served.text)\n\(served.told)")
      }
    }
  }

  @Test func `a folder that is a link out of the project is outside`() async throws {
    try await RecordingProject.with { project in
      try FileManager.default.createSymbolicLink(
        atPath: project.folder.file("journeys/away"), withDestinationPath: FileManager.default.temporaryDirectory.path())
      for path in ["journeys/away/x.yaml", "journeys/away/../x.yaml"] {
        await #expect {
          _ = try await project.recordServed(on: "acme", walking: Self.signIn(of: "jane"), into: project.folder.file(path))
        } throws: { "\(($0 as? RunFailure)?.message ?? "\($0)")".contains("outside the project") }
      }
    }
  }

  @Test func `two people at once are two scenarios`() async throws {
    try await RecordingProject.with { project in
      let served = try await project.recordServed(
        on: "acme", walking: Self.signIn(of: "jane") + "\n---\n" + Self.signIn(of: "petra", isLeft: true), jobs: 2)
      #expect(served.text.components(of: "\njourney: ") == 2, "\(served.text)\n\(served.told)")
      #expect(served.text.contains("account: jane") && served.text.contains("account: petra"), "\(served.text)")
    }
  }

  @Test func `a journey that is left is written when the mock ends`() async throws {
    try await RecordingProject.with { project in
      let served = try await project.recordServed(on: "acme", walking: Self.signIn(of: "jane", isLeft: true))
      #expect(served.told.contains("Jane gets to password, and leaves."), "\(served.told)")
      #expect(served.text.contains("- screen: password\n") && !served.text.contains("finish"), "\(served.text)")
      #expect(try await project.verdicts(seed: 8) == ["passed"])
    }
  }

  @Test func `a journey that is in the file already is not added again, and what stands there stays`() async throws {
    try await RecordingProject.with { project in
      let first = try await project.recordServed(on: "acme", walking: Self.signIn(of: "jane"))
      let second = try await project.recordServed(on: "acme", walking: Self.signIn(of: "jane"))
      #expect(second.text == first.text)
      #expect(second.told.contains("has this journey already"), "\(second.told)")
      let third = try await project.recordServed(on: "acme", walking: Self.signIn(of: "jane", isLeft: true))
      #expect(third.text.hasPrefix(first.text + "\n---\n"), "\(third.text)")
    }
  }

  @Test(arguments: [
    ("outside the project", "/tmp/outside.yaml"), ("is read-only", "journeys/locked.yaml"),
    ("is not a file of scenarios", "journeys/x.txt"),
    ("has errors", "journeys/wrong.yaml"),
  ])
  func `a file that cannot be written is refused before anything is served`(reason: String, file: String) async throws {
    try await RecordingProject.with { project in
      try project.folder.write("# mine\n", to: "journeys/locked.yaml")
      try project.folder.permit(0o444, "journeys/locked.yaml")
      try project.folder.write("journey: x\nsteps: 7\n", to: "journeys/wrong.yaml")
      let path = file.hasPrefix("/") ? file : project.folder.file(file)
      await #expect {
        _ = try await project.recordServed(on: "acme", walking: Self.signIn(of: "jane"), into: path)
      } throws: { "\(($0 as? RunFailure)?.message ?? "\($0)")".contains(reason) }
    }
  }

  private static func signIn(of account: String, isLeft: Bool = false) -> String {
    """
    journey: \(account) signs in
    account: \(account)
    steps:
      - screen: identification
        answers: {identifier: "${account.email}"}
      - screen: password
    """ + (isLeft ? "\n" : "\n    answers: {password: \"${account.password}\"}\n  - finish:\n")
  }
}

extension String {
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
