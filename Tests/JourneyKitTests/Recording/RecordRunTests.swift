import Diagnostics
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// A journey that is recorded by answers to the questions; those that are not listed are Enter.
struct RecordedJourney: Sendable, CustomTestStringConvertible {
  var name: String
  var tenant: String
  var account: String?
  var start: [String] = []
  var answers: [String] = []
  /// What the scenario has to hold.
  var holds: [String]

  var testDescription: String { name }

  static let all = [
    RecordedJourney(
      name: "a code by mail", tenant: "acme", account: "rita",
      holds: ["mail: ${account.email}", "subject: Your Acme code", "passcode: ${otp}"]),
    RecordedJourney(name: "an authenticator app", tenant: "acme", account: "otto", holds: ["passcode: ${totp(account.totp)}"]),
    RecordedJourney(name: "a text message", tenant: "acme", account: "petra", holds: ["sms: ${account.phone}", "passcode: ${otp}"]),
    RecordedJourney(
      name: "an app is set up", tenant: "acme", account: "emil", answers: ["", "", "", "", "", "", "3"],
      holds: ["optional: Authenticator app", "key: {widget: secret}", "passcode: ${totp(key)}"]),
    RecordedJourney(
      name: "a wrong password first", tenant: "acme", account: "jane", answers: ["", "", "", "nonsense", "wrong"],
      holds: ["password: nonsense", "password: {equals: The password is incorrect., level: error}"]),
    RecordedJourney(
      name: "a code is sent again", tenant: "acme", account: "rita", answers: ["", "", "", "", "", "2"],
      holds: ["press: Send it again", "mail: ${account.email}"]),
    RecordedJourney(
      name: "registration by mail", tenant: "acme", start: ["prompt=create"],
      answers: ["", "", "Ada", "Lovelace", "", "", "", "", "", "", "", "q"],
      holds: ["start:\n  prompt: create", "${unique_email('acme.test')}", "capture: {link: link}", "open: ${link}"]),
    RecordedJourney(
      name: "registration with one password", tenant: "harbor", start: ["prompt=create", "ui_locales=en"],
      answers: ["", "", "Ada", "", "1990-02-28", "Sweden"],
      holds: ["journey: A new person registers with the link of a mail", "unique_email('harbor.test')", "password: ${password}"]),
    RecordedJourney(
      name: "recovery", tenant: "acme", account: "jane", answers: ["", "", "2", "", "", "", "", "", "q"],
      holds: ["press: \"Forgot your password?\"", "open: ${link}", "password: ${password}"]),
    RecordedJourney(name: "a passkey", tenant: "cove", account: "iris", holds: ["passkeyEnroll.credential: true"]),
    RecordedJourney(
      name: "okta, a code by mail", tenant: "cascade", account: "milo", holds: ["{key: okta_email", "mail: ${account.email}"]),
    RecordedJourney(
      name: "okta, a text message", tenant: "cascade", account: "tess", answers: ["", "", "", "", "", "", "2"],
      holds: ["{key: phone_number, method: sms}", "sms: ${account.phone}"]),
    RecordedJourney(
      name: "okta, a push", tenant: "cascade", account: "vera", answers: ["", "", "", "", "", "", "2"],
      holds: ["method: push}", "- push: accept", "within: 30s"]),
    RecordedJourney(
      name: "pages, a code by mail", tenant: "acme-hosted", account: "rita", holds: ["tenant: acme-hosted", "passcode: ${otp}"]),
    RecordedJourney(name: "pages of an org", tenant: "cascade-hosted", account: "milo", holds: ["mail: ${account.email}"]),
  ]
}

struct RecordRunTests {
  @Test(arguments: RecordedJourney.all)
  func `a recorded journey is green with three seeds, strictly checked, and holds no secret`(_ journey: RecordedJourney) async throws {
    try await RecordingProject.with { project in
      let recorded = try await project.record(on: journey.tenant, as: journey.account, start: journey.start, journey.answers)
      #expect(recorded.outcome == .green, "\(recorded.transcript)\n\(recorded.text)")
      for held in journey.holds { #expect(recorded.text.contains(held), "no '\(held)' in\n\(recorded.text)") }
      for seed: UInt64 in [7, 8, 9] { #expect(try await project.verdicts(seed: seed) == ["passed"]) }
      for secret in try Self.secrets(of: journey.tenant, journey.account) {
        #expect(!recorded.text.contains(secret))
        #expect(!recorded.transcript.contains(secret))
      }
    }
  }

  /// The password and the key of an account, as the mock's file has them.
  private static func secrets(of tenant: String, _ account: String?) throws -> [String] {
    guard let account else { return [] }
    let lines = try Fixtures.text(of: "fixtures/tenants/\(tenant.split(separator: "-")[0]).yaml").split(separator: "\n")
    let own = lines.drop { !$0.hasPrefix("  \(account):") }.dropFirst().prefix { $0.hasPrefix("    ") }
    return own.filter { $0.contains("password:") || $0.contains("totp:") }.compactMap { $0.split(separator: " ").last.map(String.init) }
  }

  @Test func `a typed secret is kept in memory, and its name is written`() async throws {
    try await RecordingProject.with { project in
      let canary = "Canary-pass-4711"
      let recorded = try await project.record(as: "jane", ["", "", "", canary, "JANE_OTHER", "", "q", ""])
      #expect(recorded.text.contains("password: ${secret.JANE_OTHER}"), "\(recorded.transcript)")
      #expect(!recorded.text.contains(canary))
      #expect(!recorded.transcript.contains(canary))
    }
  }

  @Test func `a secret in a field that everybody sees has a name, and so has one in a title`() async throws {
    try await RecordingProject.with { project in
      let another = "Rita-zebra-33"
      let recorded = try await project.record(as: "jane", ["", another, "", "q", "Jane with \(another)", "Jane tries"])
      #expect(recorded.text.contains("journey: Jane tries"), "\(recorded.transcript)")
      #expect(recorded.text.contains("identifier: ${secret.JANE_IDENTIFIER}"))
      #expect(recorded.transcript.contains("There is a secret in it."))
      #expect(!recorded.text.contains(another))
    }
  }

  @Test func `a recording is added to a file without touching a byte of it`() async throws {
    try await RecordingProject.with { project in
      let first = try await project.record(as: "jane")
      let second = try await project.record(as: "jane", ["e", "w"])
      #expect(second.outcome == .green, "\(second.transcript)")
      #expect(second.text.hasPrefix(first.text))
      #expect(second.text.dropFirst(first.text.count).hasPrefix("\n---\n# Recorded on "))
      #expect(second.text.contains("journey: Jane signs in with a password (2)"))
    }
  }

  @Test func `who records the same journey twice is told`() async throws {
    try await RecordingProject.with { project in
      _ = try await project.record(as: "jane")
      let second = try await project.record(as: "jane")
      #expect(second.outcome == .red)
      #expect(second.transcript.contains("this scenario duplicates another one"), "\(second.transcript)")
    }
  }

  @Test(arguments: ["", "\n", "# nothing\n", "# no line feed", "---\n", "# over\r\n# two\r\n"])
  func `what stands in a file stays, whatever it is`(before: String) async throws {
    try await RecordingProject.with { project in
      try project.folder.write(before, to: "journeys/recorded.yaml")
      let recorded = try await project.record(as: "jane")
      #expect(recorded.text.hasPrefix(before))
      #expect(recorded.outcome == .green, "\(recorded.transcript)\n\(recorded.text)")
    }
  }

  @Test func `a file with errors is refused before anything is walked`() async throws {
    try await RecordingProject.with { project in
      try project.folder.write("journey: x\nsteps: 7\n", to: "journeys/recorded.yaml")
      await #expect(throws: ProjectRefusal.self) { _ = try await project.record(as: "jane") }
    }
  }

  @Test func `undo goes back to the screen before, and nothing of it is written`() async throws {
    try await RecordingProject.with { project in
      let recorded = try await project.record(as: "jane", ["", "", "2", "u"])
      #expect(recorded.outcome == .green, "\(recorded.transcript)")
      #expect(!recorded.text.contains("Forgot"))
      #expect(recorded.text.contains("- finish:"))
    }
  }

  @Test func `what is expected besides is asked for with a letter`() async throws {
    try await RecordingProject.with { project in
      let recorded = try await project.record(as: "jane", ["e", "x", "w", "", "", "e", "s"])
      #expect(recorded.outcome == .green, "\(recorded.transcript)\n\(recorded.text)")
      #expect(recorded.transcript.contains("No choice 'x'; type m, w, s or -."), "\(recorded.transcript)")
      #expect(recorded.transcript.contains("Added: no further widgets."), "\(recorded.transcript)")
      #expect(recorded.text.contains("only_widgets: [section-title, identifier,"))
      #expect(recorded.text.contains("snapshot: true"))
    }
  }

  @Test func `a recording goes on from the middle of a scenario`() async throws {
    try await RecordingProject.with { project in
      try project.folder.write(
        """
        journey: Rita begins
        account: rita
        vars: {unused: "1"}
        steps:
        - screen: identification
          answers: {identifier: "${account.email}"}
        # the password
        - screen: password
          answers: {password: "${account.password}"}
        - screen: mfaPasscode
          messages: {global: {contains: "${unused}"}}
        """, to: "journeys/first.yaml")
      let place = try ScenarioPlace("\(project.folder.file("journeys/first.yaml")):8")
      let recorded = try await project.record(after: place)
      #expect(recorded.outcome != .nothing, "\(recorded.transcript)")
      #expect(
        recorded.text.contains("- screen: password\n  answers: {password: \"${account.password}\"}\n\n- screen: mfaPasscode"),
        "\(recorded.text)")
      #expect(recorded.text.contains("passcode: ${otp}"))
      #expect(!recorded.text.contains("Rita begins"))
    }
  }

  @Test func `a recording goes on from a file of another system, and not from steps in brackets`() async throws {
    try await RecordingProject.with { project in
      let steps = "- screen: identification\r\n  answers:\r\n    identifier: ${account.email}\r\n- screen: password\r\n"
      try project.folder.write("journey: A\r\naccount: rita\r\nsteps:\r\n\(steps)", to: "journeys/_first.yaml")
      let recorded = try await project.record(after: try ScenarioPlace("\(project.folder.file("journeys/_first.yaml")):4"))
      #expect(recorded.outcome == .green, "\(recorded.transcript)\n\(recorded.text)")
      #expect(!recorded.text.utf8.contains(0x0D))
      try project.folder.write("journey: B\naccount: rita\nsteps: [{screen: identification}]\n", to: "journeys/_second.yaml")
      let place = try ScenarioPlace("\(project.folder.file("journeys/_second.yaml")):3")
      await #expect { _ = try await project.record(after: place) } throws: { "\($0)".contains("stand in brackets") }
    }
  }

  @Test func `an account or a tenant that is not there is named`() async throws {
    try await RecordingProject.with { project in
      await #expect { _ = try await project.record(as: "jan") } throws: { "\($0)".contains("did you mean 'jane'?") }
      await #expect { _ = try await project.record(on: "acm") } throws: { "\($0)".contains("did you mean 'acme'?") }
    }
  }

  @Test func `who ends the recording at the last question has the end of the journey in it`() async throws {
    try await RecordingProject.with { project in
      let recorded = try await project.record(as: "jane", quittingAt: "signed in.")
      #expect(recorded.outcome == .green, "\(recorded.transcript)")
      #expect(recorded.text.contains("- finish:\n    claims: {email:"), "\(recorded.text)")
    }
  }

  @Test func `one of several codes of a mail is told apart by the words around it`() async throws {
    try await RecordingProject.with { project in
      try project.changeMail(to: "${code} is your code in the case 100200.")
      let recorded = try await project.record(as: "rita")
      #expect(recorded.transcript.contains("the first code in it; another one can be typed"), "\(recorded.transcript)")
      #expect(recorded.text.contains("capture: {otp: {code: ") && recorded.text.contains(") is your code in the"), "\(recorded.text)")
      #expect(recorded.outcome == .green, "\(recorded.transcript)")
    }
  }
}
