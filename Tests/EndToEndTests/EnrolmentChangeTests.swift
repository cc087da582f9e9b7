import JourneyTestSupport
import Testing

/// Two exports of the org of `fixtures/imports/okta-heron`, of which one asks for what some people may not set up.
struct EnrolmentChangeTests {
  /// A file of the export, with a text and what is in its place.
  private struct Edit: Sendable {
    var file: String
    var text: String
    var new: String
  }

  /// The rule for contractors outside the office asks for any second proof.
  private static let weak = Edit(
    file: "rules-portal.json", text: "\"phishingResistant\": \"REQUIRED\"", new: "\"phishingResistant\": \"OPTIONAL\"")
  /// No one may set up a passkey; contractors may not as it is.
  private static let noPasskey = Edit(
    file: "policies-MFA_ENROLL.json", text: "\"key\": \"webauthn\",\n     \"enroll\": {\n      \"self\": \"OPTIONAL\"",
    new: "\"key\": \"webauthn\",\n     \"enroll\": {\n      \"self\": \"NOT_ALLOWED\"")
  /// The passkey is switched off for all.
  private static let inactive = Edit(
    file: "authenticators.json", text: "\"name\": \"Security Key or Biometric\",\n  \"status\": \"ACTIVE\"",
    new: "\"name\": \"Security Key or Biometric\",\n  \"status\": \"INACTIVE\"")

  private static func difference(before: Edit?, now: Edit?) async throws -> BuiltCommand.Outcome {
    try await TemporaryFolder.with { folder in
      try await TwoExports.write(to: folder) { version, file, text in
        guard let edit = version == "before" ? before : now, edit.file == file else { return text }
        #expect(text.contains(edit.text), "\(file)")
        return text.replacing(edit.text, with: edit.new)
      }
      return try await BuiltCommand.run(["diff", "--tenant", "before=now", "--fail-on", "breaking"], in: folder.path)
    }
  }

  @Test func `a rule that asks contractors for what they may not set up locks them out`() async throws {
    let outcome = try await Self.difference(before: Self.weak, now: nil)
    #expect(outcome.code == 1, "\(outcome.error)")
    try expectGolden(outcome.output, "diff-locked-out.txt")
  }

  @Test func `an enrolment rule that forbids what an app asks for locks people out of that app`() async throws {
    let outcome = try await Self.difference(before: nil, now: Self.noPasskey)
    #expect(outcome.code == 1, "\(outcome.error)")
    try expectGolden(outcome.output, "diff-locked-out-by-enrolment.txt")
  }

  @Test func `an authenticator that was switched off is named where nothing else explains a change`() async throws {
    let outcome = try await Self.difference(before: nil, now: Self.inactive)
    #expect(outcome.code == 1, "\(outcome.error)")
    let lines = outcome.output.lines
    let headline =
      "rules of before → now: some people can no longer sign in to account-management and portal (4 changes), among them the accounts "
      + "anybody, administrators, employees and person-2c6fc69a; "
      + "some people are asked for more or for something else in okta-admin-console, okta-dashboard, wiki and 2 more, "
      + "and by the enrolment rules (9 changes); it is not known what a change does to people: 'self' of the enrolment policy "
      + "'Contractors' has changed, and the import only assumes what it does"
    #expect(lines.first.map(String.init) == headline)
    let proof = "password and something they have that is phishing-resistant"
    let text = "(of the authenticators, passkey is not active any more)"
    let rest = "every sign-in; every 2h, by 'Outside' and 'Contractors out'"
    #expect(lines.contains("     now     \(proof) \(text), \(rest)"), "\(outcome.output)")
    #expect(lines.contains("     before  \(proof), \(rest)"), "\(outcome.output)")
  }
}
