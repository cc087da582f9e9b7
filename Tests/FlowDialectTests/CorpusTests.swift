import Encodings
@testable import FlowDialect
import FoundationEssentials
import JourneyClient
import JourneyModel
import JourneyTestSupport
import ModelCoding
import Testing

/// Reads the vendor's own samples, which are not part of this project: `CORPUS_DIR` names the folder above `journey-flow`.
struct CorpusTests {
  static let folder = ProcessInfo.processInfo.environment["CORPUS_DIR"].flatMap { $0.isEmpty ? nil : $0 + "/journey-flow" }

  static func bytes(_ name: String) throws -> [UInt8] {
    try Fixtures.bytes(absolute: try #require(folder) + "/" + name + ".json")
  }

  static func json(_ name: String) throws -> JSONValue { try JSONReader.read(bytes(name)) }
  static func state(_ name: String) throws -> FlowState { try FlowState(json(name)) }

  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    /// `nil` where no screen is named.
    var screen: String? = nil
    var forms: [String] = []
    var messages: [MessageLevel] = []
    /// The apps that fall back; the others show it.
    var stops: Set<String> = []
    var warns = false
    var testDescription: String { name }
  }

  @Test(
    .enabled(if: folder != nil, "CORPUS_DIR is not set"),
    arguments: [
      Sample(
        name: "ios-identification-full", screen: "identification", forms: ["identifier", "additionalActions/registration"]),
      Sample(name: "ios-unknown-widget-type", forms: ["identifier"], stops: ["ios", "android", "flutter", "java"], warns: true),
      Sample(
        name: "js-form-level-message-nonstandard", screen: "identification", forms: ["identifier", "additionalActions/registration"],
        messages: [.error], stops: ["ios", "android", "flutter", "java"], warns: true),
      Sample(
        name: "js-global-and-field-messages", screen: "identifier", forms: ["form1"], messages: [.info, .error],
        stops: ["ios", "java"]),
      Sample(
        name: "js-layout-missing-widget", screen: "identification", forms: ["identifier", "additionalActions/registration"],
        stops: ["web", "ios", "android", "flutter", "java"]),
      Sample(
        name: "js-layout-unknown-item", screen: "identification", forms: ["identifier", "additionalActions/registration"],
        stops: ["web", "ios", "android", "flutter", "java"]),
      Sample(name: "js-screen-empty-forms", screen: "login-screen", stops: ["ios", "java"]),
      Sample(name: "js-screen-mfa-no-widgets", screen: "mfa", forms: ["mfa"], stops: ["ios", "java"]),
      Sample(name: "js-screen-name-only", screen: "identification", stops: ["ios", "java"]),
      Sample(
        name: "js-vue-identification", screen: "identification", forms: ["identifier", "additionalActions/registration"],
        stops: ["ios", "android"]),
      Sample(name: "js-vue-password", screen: "password", forms: ["password"]),
      Sample(
        name: "kotlin-identification-minimal-mode", screen: "identification",
        forms: ["identifier", "additionalActions/registration"], stops: ["ios", "flutter", "java"]),
      Sample(name: "kotlin-passkey-enroll-screen", screen: "passkey-enroll", forms: ["passkeyEnroll"], stops: ["ios", "flutter", "java"]),
    ])
  func `a sample screen is read as the apps read it`(sample: Sample) throws {
    let state = try Self.state(sample.name)
    var mapping = FlowMapping(app: .web)
    let screen = mapping.screen(from: state)
    #expect(screen.id.text == sample.screen ?? "")
    #expect(screen.forms.map(\.id.rawValue) == sample.forms)
    #expect(screen.messages.map(\.level) == sample.messages)
    #expect(mapping.warnings.isEmpty != sample.warns)
    let stops = try FlowAppProfile.all.filter { try $0.cause(of: Self.json(sample.name)) != nil }
    // The earlier line stops where today's does, and at passkeys.
    let hasPasskeys = sample.forms == ["passkeyEnroll"]
    #expect(Set(stops.map(\.name)) == sample.stops.union(sample.stops.contains("ios") || hasPasskeys ? ["ios-2"] : []))
  }

  @Test(.enabled(if: folder != nil, "CORPUS_DIR is not set"), arguments: ["ios-messages-global-only", "js-400-global-message"])
  func `a message alone leaves the forms as they were`(name: String) throws {
    let state = try Self.state(name)
    #expect(state.forms == nil)
    var mapping = FlowMapping(app: .web)
    let earlier = try Self.state("js-vue-password")
    let screen = mapping.screen(from: state.merged(over: earlier))
    #expect(screen.id.text == "password")
    #expect(screen.messages.map(\.scope) == [.page])
  }

  @Test(.enabled(if: folder != nil, "CORPUS_DIR is not set"))
  func `the other samples are what they are said to be`() throws {
    #expect(try Self.state("js-hosted-url-only").isHostedOnly)
    let end = try Self.state("kotlin-finalize-screen")
    #expect(end.finalizeURL == "https://example.com/finalize")
    #expect(end.forms == nil)
    for name in ["js-entry-error-oidc", "kotlin-entry-error-magic-link-expired", "kotlin-refresh-error-invalid-grant"] {
      #expect(OAuthErrorResponse(try JSONReader.read(Self.bytes(name)))?.description != nil)
    }
    let wire = try #require(FlowWidget(Self.json("java-select-grouped-dotted-id")))
    guard case .choice(let list) = FlowMapping(app: .web).widget(wire).kind else {
      Issue.record("it is no choice")
      return
    }
    #expect(list.choices.count == 9)
    #expect(Set(list.choices.map(\.group)) == ["Europe", "USA"])
  }

  @Test(.enabled(if: folder != nil, "CORPUS_DIR is not set"))
  func `the sample bodies are what a form's answers become`() throws {
    var address = FlowBody()
    try address.set("address.city", to: "Budapest")
    try address.set("address.zip", to: .null)
    #expect(JSONValue(address.value) == (try Self.json("js-nested-submit-body")))
    let response = Value.map([Value.Member("clientDataJSON", ""), Value.Member("attestationObject", "")])
    let credential = Value.map([
      Value.Member("id", "abc"), Value.Member("rawId", "abc"), Value.Member("type", "public-key"), Value.Member("response", response),
    ])
    var enrolment = FlowBody()
    try enrolment.set("passkeyEnroll.credential", to: credential)
    try enrolment.set("target", to: "TestDevice")
    #expect(JSONValue(enrolment.value) == (try Self.json("kotlin-passkey-enroll-submit-body")))
    let assertion = try Self.json("kotlin-passkey-assertion-credential")
    #expect(assertion.objectValue?.map(\.name) == ["id", "rawId", "type", "response"])
    #expect(assertion["response"]?.objectValue?.map(\.name) == ["clientDataJSON", "authenticatorData", "signature", "userHandle"])
  }

  @Test(.enabled(if: folder != nil, "CORPUS_DIR is not set"))
  func `the sample configuration is an issuer's without a fault`() throws {
    let metadata = ProviderMetadata(try Self.json("js-openid-configuration"), of: try WebURL("https://brandtegrity.io"))
    #expect(metadata.problems == [])
    #expect(metadata.keySet.description == "https://brandtegrity.io/.well-known/jwks.json")
    #expect(metadata.token?.path == "/oauth2/token")
    #expect(metadata.revocation?.path == "/oauth2/revoke")
    #expect(metadata.endSession?.path == "/oauth2/sessions/logout")
    #expect(metadata.userinfo?.path == "/userinfo")
  }

  @Test(.enabled(if: folder != nil, "CORPUS_DIR is not set"))
  func `the sample tokens are read, hold the sample claims and suit the app that they are of`() async throws {
    guard case .tokens(let tokens) = TokenAnswer(HTTPResponseMessage(status: 200, body: try Self.bytes("kotlin-token-response"))) else {
      Issue.record("no tokens")
      return
    }
    #expect(tokens.accessToken.unsafeText == "test_access_token")
    #expect(tokens.refreshToken?.unsafeText == "3v6xk9")
    #expect(tokens.expiresIn == "3600")
    #expect(tokens.tokenType == nil)
    let token = try #require(JSONWebToken(tokens.idToken?.unsafeText ?? ""))
    let claims = try Self.json("kotlin-id-token-claims")
    #expect(token.claims == claims)
    let issuer = try WebURL("https://localhost")
    let problems = FlowAppProfile.all.filter { app in
      !app.tokens.problems(with: tokens, claims: Value(claims), clientID: "test_client", issuer: issuer, isFirst: true).isEmpty
    }
    #expect(problems == [])
    let expectations = IDTokenExpectations(
      issuer: "https://localhost/", clientID: "test_client", nonce: Secret("YigFv8tTlOJRsSGGSURZiw", name: "nonce"),
      now: Instant(seconds: 1_762_940_900))
    let checks = expectations.checks(on: token, keys: await SigningKeys(["keys": []]))
    #expect(checks.first?.name == "signature", "its signature is a dummy")
    #expect(checks.first?.problem != nil)
  }

  @Test(.enabled(if: folder != nil, "CORPUS_DIR is not set"))
  func `no document of the folder is left out`() throws {
    let source = String(decoding: try Fixtures.bytes(absolute: #filePath), as: UTF8.self)
    let names = try FileManager.default.contentsOfDirectory(atPath: try #require(Self.folder)).filter { $0.hasSuffix(".json") }
    #expect(names.count > 20)
    #expect(names.filter { !source.contains("\"\($0.dropLast(5))\"") } == [])
  }
}
