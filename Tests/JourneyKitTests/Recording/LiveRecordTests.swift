import JourneyTestSupport
import Testing

@testable import JourneyKit

/// What is special where a recording is made on a live tenant: a served mock that is used by its issuer.
struct LiveRecordTests {
  private static let consent = "This may change the account for good, on a live tenant. Go on [no]: "
  /// The registration form, filled in, up to the question whether it may be sent.
  private static let registration = ["", "", "Ada", "Lovelace", "", "", "", "", "", ""]

  @Test func `a form whose effect stays is sent only if that is wanted`() async throws {
    try await RecordingProject.with { project in
      let refused = try await project.recordLive(as: nil, start: ["prompt=create"], Self.registration + ["", "q"])
      #expect(refused.transcript.contains(Self.consent), "\(refused.transcript)")
      #expect(refused.outcome == .nothing, "\(refused.text)")
      #expect(try !project.folder.names().contains("recorded.yaml"))
      let sent = try await project.recordLive(as: nil, start: ["prompt=create"], Self.registration + ["yes", "q", "", ""])
      #expect(sent.outcome == .written, "\(sent.transcript)")
      #expect(sent.text.contains("- screen: registration\n"), "\(sent.text)")
    }
  }

  @Test func `a sign-in is sent without a question`() async throws {
    try await RecordingProject.with { project in
      let signedIn = try await project.recordLive(as: "jane", [])
      #expect(signedIn.outcome == .written, "\(signedIn.transcript)")
      #expect(signedIn.text.contains("- finish:"), "\(signedIn.text)")
      #expect(!signedIn.transcript.contains(Self.consent))
    }
  }

  @Test func `a journey that is refused before its first screen is no scenario`() async throws {
    try await RecordingProject.with { project in
      let refused = try await project.recordLive(as: "jane", client: "nobody", [])
      #expect(refused.outcome == .nothing, "\(refused.text)")
      #expect(refused.transcript.contains("The tenant refuses the journey before its first screen: '"), "\(refused.transcript)")
      #expect(refused.transcript.contains("Look at 'client' and 'issuer' of 'staging' in tenants.yaml."))
    }
  }

  @Test func `who expects whole screens is told how they are stored`() async throws {
    try await RecordingProject.with { project in
      let recorded = try await project.recordLive(as: "jane", ["e", "s"])
      #expect(recorded.text.contains("snapshot: true"), "\(recorded.text)")
      let file = project.folder.file("journeys/recorded.yaml")
      let hint = "Before it can be compared with whole screens, store them: journey run \(file) --update-snapshots"
      #expect(recorded.transcript.contains(hint), "\(recorded.transcript)")
    }
  }

  @Test(
    arguments: [("petra", "the code of a text message, once it comes"), ("rita", "the code of a mail, once it comes")])
  func `a code is awaited where the screen says that it comes`(account: String, told: String) async throws {
    try await RecordingProject.with { project in
      for name in ["cur", "new", "tmp"] { try project.folder.makeFolder("journeys/mails/\(name)") }
      let recorded = try await project.recordLive(as: account, more: ["inbox: {maildir: mails}"], ["", "", "", "", "", "", "q", "", ""])
      #expect(recorded.transcript.contains("Code [\(told)]: "), "\(recorded.transcript)")
    }
  }

  @Test func `an inbox that cannot be asked is told on the first screen, once`() async throws {
    try await RecordingProject.with { project in
      try project.folder.makeFolder("journeys/mails")
      let recorded = try await project.recordLive(as: "jane", more: ["inbox: {maildir: mails}"], [])
      let problem = "The inbox cannot be asked: 'journeys/mails' is not a Maildir"
      #expect(recorded.transcript.ranges(of: problem).count == 1, "\(recorded.transcript)")
      let passwordPlace = try #require(recorded.transcript.firstRange(of: "screen password")).lowerBound
      let before = String(recorded.transcript[..<passwordPlace])
      #expect(before.contains(problem))
    }
  }

  @Test func `a wrong password is not the secret of the right one`() async throws {
    try await RecordingProject.with { project in
      let recorded = try await project.recordLive(as: "jane", ["", "", "", "Canary-pass-4711", "JANE_PASSWORD", ""])
      #expect(recorded.transcript.contains("The secret JANE_PASSWORD has a different value"), "\(recorded.transcript)")
      #expect(recorded.text.contains("password: ${secret.JANE_PASSWORD_2}"), "\(recorded.text)")
      #expect(!recorded.text.contains("Canary") && !recorded.transcript.contains("Canary"))
    }
  }
}
