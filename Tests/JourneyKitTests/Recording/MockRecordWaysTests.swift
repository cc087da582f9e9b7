import JourneyTestSupport
import Testing

@testable import JourneyKit

/// Ways of apps and people that are not those of a walk: what is recorded of them is green all the same.
struct MockRecordWaysTests {
  private static let others = [
    ServedJourney(
      file: "sign-in/quay.yaml", title: "A new employee sets up the authenticator app first", tenant: "quay",
      account: "runa",
      holds: ["code: \"000000\"", "code: ${totp(key)}", "- wait: ", "- start_again:"]),
    ServedJourney(
      file: "okta/sign-in.yaml", title: "The portal is not assigned to the person", tenant: "cascade", walked: "cascade", account: "nora",
      holds: ["- screen: failure-redirect"]),
    ServedJourney(
      file: "okta/second-factor.yaml", title: "A user who enters a phone number is asked how to use it", tenant: "cascade",
      walked: "cascade",
      account: "tess", holds: ["authenticator-verification-data/phone_number"]),
    ServedJourney(
      file: "okta/enrolment.yaml", title: "A custom question, or one from the list", tenant: "cascade", walked: "cascade", account: "sara",
      holds: [
        "credentials.questionKey: ", "credentials.question: ", "- screen: challenge-authenticator/security_question", "- start_again:",
      ], canaries: ["Spinach", "Wrong-password"],
      secrets: ["SARA_CREDENTIALS_ANSWER": "Spinach"]),
    ServedJourney(
      file: "hosted/ledger/registration.yaml", title: "An address that is none is refused on the registration page", tenant: "ledger",
      walked: "ledger", holds: ["press: Create a free account", "- screen: register"]),
    ServedJourney(
      file: "hosted/ledger/recovery.yaml", title: "The page does not tell who has an account", tenant: "ledger", walked: "ledger",
      holds: ["press: Reset password", "- screen: resetPassword"]),
    ServedJourney(
      file: "hosted/ledger/recovery.yaml", title: "A link to create a password times out and expires as well", tenant: "ledger",
      walked: "ledger", account: "paul", holds: ["- screen: resetTimedOut", "- screen: setPasswordExpired"]),
    ServedJourney(
      file: "okta/enrolment.yaml", title: "A code for a new phone can be requested again, but not forever", tenant: "cascade",
      walked: "cascade", account: "sara",
      holds: ["requests has reached the limit"], canaries: ["secret."]),
  ]

  @Test(arguments: others)
  func `codes that come again, links of pages and what an app leaves out are recorded`(_ journey: ServedJourney) async throws {
    try await RecordingProject.with { project in
      try project.addTenants(["quay", "ledger"])
      let served = try await project.recordServed(journey)
      #expect(!served.told.contains("does not pass") && !served.told.contains("It is not written whole"), "\(served.told)\n\(served.text)")
      for held in journey.holds { #expect(served.text.contains(held), "no '\(held)' in\n\(served.text)\n\(served.told)") }
      for canary in journey.canaries { #expect(!served.text.contains(canary) && !served.told.contains(canary), "\(served.text)") }
      for seed: UInt64 in [7, 8, 9] {
        let verdicts = try await project.verdicts(seed: seed, secrets: journey.secrets)
        #expect(!verdicts.isEmpty && verdicts.allSatisfy { $0 == "passed" }, "\(verdicts)\n\(served.text)")
      }
    }
  }

  @Test func `a wrong password is a wrong one, also where it locks the account`() async throws {
    let tries = String(repeating: "  - screen: password\n    messages: any\n    answers: {password: \"Never-seen-pw-77\"}\n", count: 3)
    try await Self.recorded(tries + "  - screen: locked\n", as: "jane") { text in
      #expect(text.ranges(of: "password: Wrong-password-1\n").count == 3 && !text.contains("secret."), "\(text)")
    }
  }

  @Test func `what an app sends without a required answer is sent past the app`() async throws {
    try await RecordingProject.with { project in
      let scenario = """
        journey: Jane leaves her password out
        tenant: cascade
        account: jane
        steps:
          - screen: identify
            answers: {identifier: "${account.email}"}
          - screen: challenge-authenticator/okta_password
            force: true
            answers: {credentials.passcode: ""}
          - screen: challenge-authenticator/okta_password
            messages: any
            answers: {credentials.passcode: "${account.password}"}
          - finish:

        """
      let served = try await project.recordServed(on: "cascade", walking: scenario)
      #expect(served.told.contains("Walked again with another seed: passed."), "\(served.told)\n\(served.text)")
      #expect(served.text.contains("    force: true\n") && served.text.contains("- finish:"), "\(served.text)")
    }
  }

  @Test func `the mail that came first is taken too where another one was asked for`() async throws {
    try await RecordingProject.with { project in
      try project.addTenants(["ledger"])
      let scenario = """
        journey: Sent again
        tenant: ledger
        vars: {email: "${unique_email('ledger.test')}"}
        steps:
          - screen: signIn
            press: Create a free account
          - screen: register
            answers: {email: "${email}"}
          - mail: ${email}
          - screen: registerEmailSent
            press: Resend email
          - screen: registerEmailSent
            messages: any
          - mail: ${email}
            capture: {link: {link: {contains: /welcome/il_}}}
          - open: ${link}
          - screen: welcome
            answers: {password: Heron-shadow-91}
          - finish:

        """
      let served = try await project.recordServed(on: "ledger", walking: scenario)
      #expect(served.told.contains("Walked again with another seed: passed."), "\(served.told)\n\(served.text)")
      #expect(served.text.ranges(of: "- mail: ${email}\n").count == 2 && served.text.contains("- finish:"), "\(served.text)")
    }
  }

  @Test func `a code that another one has replaced is a wrong one`() async throws {
    let steps = """
        - screen: password
          answers: {password: "${account.password}"}
        - mail: ${account.email}
          capture: {first: code}
        - screen: mfaPasscode
          press: Send it again
        - screen: mfaPasscode
          messages: any
          answers: {passcode: "${first}"}
        - screen: mfaPasscode
          messages: any

      """
    try await Self.recorded(steps, as: "rita") { text in
      #expect(text.contains("passcode: \"000000\"") && !text.contains("secret."), "\(text)")
    }
  }

  @Test func `a warning of an earlier scenario of the file is not one of the recording`() async throws {
    try await RecordingProject.with { project in
      try project.folder.write(
        "journey: A\naccount: jane\nsteps:\n  - screen: identification\n    answers: {identifier: \"${account.email}\"}\n",
        to: "journeys/recorded.yaml")
      let recorded = try await project.record(as: "rita")
      #expect(recorded.outcome == .green, "\(recorded.transcript)")
    }
  }

  /// Serves Acme, walks the steps after the first screen, and looks at what was recorded once it is green.
  private static func recorded(_ steps: String, as account: String, _ look: (String) -> Void) async throws {
    let first = "  - screen: identification\n    answers: {identifier: \"${account.email}\"}\n"
    try await RecordingProject.with { project in
      let served = try await project.recordServed(on: "acme", walking: "journey: Walked\naccount: \(account)\nsteps:\n\(first)\(steps)")
      #expect(served.told.contains("Walked again with another seed: passed."), "\(served.told)\n\(served.text)")
      look(served.text)
      for seed: UInt64 in [7, 8, 9] {
        let verdicts = try await project.verdicts(seed: seed)
        #expect(verdicts.allSatisfy { $0 == "passed" }, "\(verdicts)")
      }
    }
  }
}
