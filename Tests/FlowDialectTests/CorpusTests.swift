import Encodings
@testable import FlowDialect
import FoundationEssentials
import JourneyModel
import Testing

/// Reads the vendor's own samples, which are not part of this project: `CORPUS_DIR` names the folder above `journey-flow`.
struct CorpusTests {
  static let folder = ProcessInfo.processInfo.environment["CORPUS_DIR"].flatMap { $0.isEmpty ? nil : $0 + "/journey-flow" }

  static func state(_ name: String) throws -> FlowState {
    try FlowState(JSONReader.read(ExchangeFixture.bytes(of: try #require(folder) + "/" + name + ".json")))
  }

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
        messages: [.error], stops: ["ios", "android"], warns: true),
      Sample(
        name: "js-global-and-field-messages", screen: "identifier", forms: ["form1"], messages: [.info, .error], stops: ["java"]),
      Sample(
        name: "js-layout-missing-widget", screen: "identification", forms: ["identifier", "additionalActions/registration"],
        stops: ["web", "ios", "android", "flutter", "java"]),
      Sample(
        name: "js-layout-unknown-item", screen: "identification", forms: ["identifier", "additionalActions/registration"],
        stops: ["web", "ios", "android", "flutter", "java"]),
      Sample(name: "js-screen-empty-forms", screen: "login-screen", stops: ["java"]),
      Sample(name: "js-screen-mfa-no-widgets", screen: "mfa", forms: ["mfa"], stops: ["java"]),
      Sample(name: "js-screen-name-only", screen: "identification", stops: ["java"]),
      Sample(
        name: "js-vue-identification", screen: "identification", forms: ["identifier", "additionalActions/registration"],
        stops: ["ios", "android"]),
      Sample(name: "js-vue-password", screen: "password", forms: ["password"]),
      Sample(
        name: "kotlin-identification-minimal-mode", screen: "identification",
        forms: ["identifier", "additionalActions/registration"], stops: ["flutter", "java"]),
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
    let stops = FlowAppProfile.all.filter { FlowFallback(app: $0).cause(of: state, answer: state) != nil }
    #expect(Set(stops.map(\.name)) == sample.stops)
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
      let bytes = try ExchangeFixture.bytes(of: try #require(Self.folder) + "/" + name + ".json")
      #expect(OAuthRefusal(body: bytes)?.description != nil)
    }
    let bytes = try ExchangeFixture.bytes(of: try #require(Self.folder) + "/java-select-grouped-dotted-id.json")
    let wire = try #require(FlowWidget(JSONReader.read(bytes)))
    guard case .choice(let list) = FlowMapping(app: .web).widget(wire).kind else { return #expect(Bool(false)) }
    #expect(list.choices.count == 9)
    #expect(Set(list.choices.map(\.group)) == ["Europe", "USA"])
  }
}
