import JourneyTestSupport
import Testing

@testable import JourneyKit

/// Scenarios of a live tenant that change an account which others use.
struct SharedAccountsTests {
  private static let client = "client: {id: acme-web, redirect_uri: \"https://app.acme.test/callback\"}"
  private static let people = """
        accounts:
          jane: {email: jane+ci@acme.test, username: jane, password: Jane-otter-11}
          otto: {email: otto+ci@acme.test, username: otto, password: Otto-otter-11, totp: JBSWY3DPEHPK3PXP}
    """

  /// The live tenant alone, or next to a mock of the same system.
  private static func tenants(isMocked: Bool) -> String {
    let mock = "  acme: {dialect: journey-flow, mock: ../acme.yaml, \(client)}\n"
    let live =
      "  staging:\n    \(isMocked ? "like: acme" : "dialect: journey-flow\n    \(client)")\n    issuer: https://acme-staging.example\n"
    return "default: staging\ntenants:\n\(isMocked ? mock : "")\(live)\(people)\n"
  }

  private static let signIn = """
    journey: Sign in
    account: jane
    steps:
      - screen: identification
        answers: {identifier: "${account.email}"}
      - screen: password
        answers: {password: "${account.password}"}
      - finish:
    """

  private static func problems(_ scenario: String, isMocked: Bool, others: String = signIn, strict: Bool = false) async throws -> [String] {
    let files = ["journeys/a.yaml": "\(scenario)\n---\n\(others)\n"]
    return try await SampleProject.with(files, tenants: tenants(isMocked: isMocked)) { project in
      let run = project.run { $0.isStrict = strict }
      #expect(run.isRefused == (strict && !run.problems.isEmpty))
      return run.problems.filter { !$0.hasPrefix("unseen-end") }
    }
  }

  struct Harm: Sendable, CustomTestStringConvertible {
    var name: String
    var steps: String
    /// What is said with a mock of the same system; `nil` where nothing is.
    var mocked: String?
    /// The same without one.
    var alone: String?

    var testDescription: String { name }
  }

  private static func reset(_ password: String, next: String = "genericResult", repeated: String? = nil) -> String {
    """
      - screen: passwordReset
        answers: {password: "\(password)", passwordConfirmation: "\(repeated ?? password)"}
      - screen: \(next)

    """
  }

  private static let begin = "  - screen: identification\n    answers: {identifier: \"${account.email}\"}\n"

  private static func wrong(_ count: Int, then next: String) -> String {
    let wrong = (1...count).map { "  - screen: password\n    messages: any\n    answers: {password: wrong-\($0)}\n" }.joined()
    return begin + wrong + "  - screen: \(next)\n    messages: any\n"
  }

  static let harms = [
    Harm(name: "a recovery", steps: reset("Jane-heron-22"), mocked: "sets a new password", alone: "sets a new password"),
    Harm(name: "a new password that is refused", steps: reset("Jane-heron-22", next: "passwordReset")),
    Harm(name: "a recovery that sets the password back", steps: reset("Jane-heron-22") + reset("${account.password}")),
    Harm(
      name: "a lock-out", steps: wrong(3, then: "locked"), mocked: "locks the account", alone: "locks the account"),
    Harm(name: "one wrong password", steps: wrong(1, then: "password")),
    Harm(
      name: "an enrolment",
      steps: """
          - screen: mfaEnrollChallenge
            answers: {passcode: "123456"}
          - finish:


        """, mocked: "changes 'enrolment', 'factors', 'phone' and 'totp' of the account",
      alone: "enrols a second factor"),
    Harm(
      name: "an enrolment that is left",
      steps: "  - screen: mfaEnrollChallenge\n    press: selectDifferentMethod\n  - screen: mfaEnrollStart\n"),
    Harm(
      name: "consents",
      steps: "  - screen: agreement\n    answers: {terms: true}\n  - finish:\n", mocked: "accepts terms", alone: "accepts terms"),
    Harm(name: "terms that are declined", steps: "  - screen: terms\n    press: decline\n  - error: access_denied\n"),
    Harm(
      name: "a closed account", steps: "  - screen: account\n    press: Close my account\n  - screen: goodbye\n",
      mocked: "deletes or removes something of the account", alone: "deletes or removes something of the account"),
    Harm(
      name: "a deletion", steps: "  - screen: account\n    press: Delete my account\n  - screen: goodbye\n",
      mocked: "deletes or removes something of the account", alone: "deletes or removes something of the account"),
  ]

  @Test(arguments: harms, [true, false])
  func `a scenario that changes an account of others is named with them`(_ harm: Harm, isMocked: Bool) async throws {
    let problems = try await Self.problems("journey: It\naccount: jane\nsteps:\n\(harm.steps)", isMocked: isMocked)
    let said = (isMocked ? harm.mocked : harm.alone).map { words in
      "harmed-account: the scenario \(words), and 'Sign in' uses the account 'jane' of the live tenant 'staging' too"
    }
    #expect(problems == (said.map { [$0] } ?? []))
  }

  @Test func `an account of its own is right, and so is one that after puts back`() async throws {
    let reset = Self.reset("Jane-heron-22")
    #expect(try await Self.problems("journey: It\naccount: otto\nsteps:\n\(reset)", isMocked: true).isEmpty)
    let after = "after:\n  - request: \"DELETE https://acme-staging.example/people\"\nsteps:\n"
    #expect(try await Self.problems("journey: It\naccount: jane\n\(after)\(reset)", isMocked: true).isEmpty)
    let mocks = try await SampleProject.with(["journeys/a.yaml": "journey: It\naccount: jane\nsteps:\n\(reset)\n---\n\(Self.signIn)\n"]) {
      $0.run().problems
    }
    #expect(mocks.isEmpty, "a mock forgets")
  }

  @Test func `a list of accounts has all of them harmed, and strict refuses it`() async throws {
    let scenario = "journey: It\naccount: [otto, jane]\nsteps:\n\(Self.reset("Jane-heron-22"))"
    let twice =
      Self.signIn + "\n---\n" + Self.signIn.replacing("Sign in", with: "Once more").replacing("identification", with: "identifier")
    let said = "'Sign in' and 1 other scenario use the account 'jane' of the live tenant 'staging' too"
    let problems = try await Self.problems(scenario, isMocked: false, others: twice, strict: true)
    #expect(problems == ["harmed-account: the scenario sets a new password, and \(said)"])
  }
}
