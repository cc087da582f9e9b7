import Encodings
import FlowDialect
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Testing

/// Passkeys on their way through a form; what is signed is tested with the authenticator.
struct FlowPasskeyTests {
  private static let enrol: [(WidgetID, AnswerValue)] = [("passkeyEnroll.credential", .credential(.create, approves: true))]

  private func body(_ walk: WalkThrough) async throws -> JSONValue {
    try JSONReader.read(try #require(await walk.transport.requests.last).body)
  }

  @Test func `a passkey is made for one form and used on the next, an object below the widget's own id`() async throws {
    var walk = try WalkThrough(["any-text", "init-passkey-enroll", "form-passkey-enroll", "form-passkey"])
    _ = try await walk.start()
    _ = try await walk.post("passkeyEnroll", Self.enrol)
    let made = try await body(walk)
    #expect(made.objectValue?.map(\.name) == ["target", "passkeyEnroll"])
    #expect(made["target"] == "My device")
    let credential = made["passkeyEnroll"]?["credential"]
    let names = ["id", "rawId", "type", "authenticatorAttachment", "response", "clientExtensionResults"]
    #expect(credential?.objectValue?.map(\.name) == names)
    #expect(credential?["response"]?.objectValue?.map(\.name) == ["clientDataJSON", "attestationObject", "transports"])
    let end = try await walk.post("passkey", [("passkey.credential", .credential(.get, approves: true))])
    #expect(end.now == .ended(.completed))
    let used = try await body(walk)["passkey"]?["credential"]
    #expect(used?["id"] == credential?["id"])
    let parts = ["clientDataJSON", "authenticatorData", "signature", "userHandle"]
    #expect(used?["response"]?.objectValue?.map(\.name) == parts)
    let client = try JSONReader.read(try #require(used?["response"]?["clientDataJSON"]?.stringValue.flatMap(Base64URL.decode)))
    #expect(client["origin"] == "https://app.acme.test")
    #expect(client["challenge"] == "Y2hhbGxlbmdlLTI")
    await walk.checkScript()
  }

  @Test func `the Kotlin app speaks for the relying party and does not mention the device`() async throws {
    var walk = try WalkThrough(["any-text", "init-passkey-enroll", "form-passkey-enroll"], app: .android)
    _ = try await walk.start()
    _ = try await walk.post("passkeyEnroll", Self.enrol)
    let credential = try await body(walk)["passkeyEnroll"]?["credential"]
    #expect(credential?.objectValue?.map(\.name) == ["id", "rawId", "type", "response"])
    let client = try JSONReader.read(try #require(credential?["response"]?["clientDataJSON"]?.stringValue.flatMap(Base64URL.decode)))
    #expect(client["origin"] == "https://acme.test")
  }

  @Test func `a person who cancels posts nothing and sees the same screen`() async throws {
    var walk = try WalkThrough(["any-text", "init-passkey-enroll"])
    let first = try await walk.start()
    let turn = try await walk.post("passkeyEnroll", [("passkeyEnroll.credential", .credential(.create, approves: false))])
    #expect(turn.screen == first.screen)
    #expect(turn.exchanges.isEmpty)
    #expect(turn.warnings == ["the person cancelled the passkey of form 'passkeyEnroll', so nothing was posted"])
  }

  @Test func `a walk keeps its passkey when another journey begins`() async throws {
    var walk = try WalkThrough(["any-text", "init-passkey-enroll", "form-passkey-enroll", "any-text", "init-passkey-login", "form-passkey"])
    _ = try await walk.start()
    _ = try await walk.post("passkeyEnroll", Self.enrol)
    _ = try await walk.start()
    #expect(try await walk.post("passkey", [("passkey.credential", .credential(.get, approves: true))]).now == .ended(.completed))
    await walk.checkScript()
  }

  @Test func `a passkey that the walk does not have cannot be used`() async throws {
    var walk = try WalkThrough(["any-text", "init-passkey-login"])
    _ = try await walk.start()
    let error = try await driverError { try await walk.post("passkey", [("passkey.credential", .credential(.get, approves: true))]) }
    #expect(error?.kind == .impossible)
    #expect(
      error?.message
        == "the passkey of widget 'passkey.credential' failed: NotAllowedError: no passkey of this walk is for 'acme.test' and accepted by the server"
    )
  }
}
