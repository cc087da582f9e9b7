import JourneyTestSupport
import Testing

@testable import JourneyKit

/// How what a person types while recording is written.
struct TypedAnswerTests {
  @Test func `a wrong password is written as it was typed, unless it is given a name`() async throws {
    try await RecordingProject.with { project in
      let wrong = try await project.record("wrong.yaml", as: "jane", ["", "", "", "Nonsense-11", ""])
      let question = "This is not the value of the account. Press Enter to write it into the scenario"
      #expect(wrong.transcript.contains(question), "\(wrong.transcript)")
      #expect(wrong.text.contains("password: Nonsense-11\n"), "\(wrong.text)")
      #expect(!wrong.text.contains("secret."))
      #expect(wrong.outcome == .green, "\(wrong.transcript)")
      let named = try await project.record("named.yaml", as: "jane", ["", "", "", "Nonsense-11", "JANE_OLD"])
      #expect(named.text.contains("password: ${secret.JANE_OLD}\n"), "\(named.text)")
      #expect(!named.text.contains("Nonsense"))
    }
  }

  @Test func `another person's password is never a wrong one that may be seen`() async throws {
    try await RecordingProject.with { project in
      let recorded = try await project.record(as: "jane", ["", "", "", "Rita-zebra-33", "wrong", ""])
      #expect(recorded.transcript.contains("It is a secret of the tenant and needs a name."), "\(recorded.transcript)")
      #expect(recorded.text.contains("password: ${secret.JANE_PASSWORD}\n"), "\(recorded.text)")
      #expect(!recorded.text.contains("Rita-zebra"))
    }
  }

  @Test func `a secret's name that is taken gets a number`() async throws {
    try await RecordingProject.with { project in
      let taken = ["JANE_PASSWORD": "Taken-1", "JANE_PASSWORD_2": "Taken-2"]
      let answers = ["", "", "", "Nonsense-11", "JANE_PASSWORD", ""]
      let recorded = try await project.record(as: "jane", environment: taken, answers)
      #expect(recorded.transcript.contains("It is written as a secret. Type its name [JANE_PASSWORD_3]"), "\(recorded.transcript)")
      #expect(recorded.text.contains("password: ${secret.JANE_PASSWORD_3}\n"), "\(recorded.text)")
    }
  }

  @Test func `a dash at a list leaves it as nobody chose`() async throws {
    try await RecordingProject.with { project in
      let recorded = try await project.record(as: "emil", ["", "", "", "", "", "", "-", "q"])
      #expect(recorded.transcript.contains("  which"), "\(recorded.transcript)")
      #expect(!recorded.transcript.contains("Type a number from 1"), "\(recorded.transcript)")
      #expect(!recorded.text.contains(/\n      optional: [^{]/), "\(recorded.text)")
    }
  }

  @Test func `a phone number that is made up is nobody's`() async throws {
    try await RecordingProject.with { project in
      let screens = try project.folder.text(of: "tenants/acme.screens.yaml")
      let usual = "phone: {type: phone, "
      try #require(screens.contains(usual))
      try project.folder.write(screens.replacing(usual, with: usual + "required: true, "), to: "tenants/acme.screens.yaml")
      let recorded = try await project.record(start: ["prompt=create"], ["", "", "Ada", "Lovelace", "", "", "", "", "", "", "q"])
      #expect(recorded.transcript.contains("Mobile phone [a new number]: "), "\(recorded.transcript)")
      // The block of +1 202 555 0100 to 0199 belongs to nobody.
      #expect(recorded.text.contains(/phone: "?\+1202555 ?01\$\{digits\(2\)\}"?\n/), "\(recorded.text)")
      #expect(recorded.outcome == .green, "\(recorded.transcript)")
    }
  }
}
