import Encodings
import Testing

@testable import JourneyFlowSpeech
@testable import JourneyMock

/// Every body that a shipped tenant of journey-flow sends with a screen.
struct FlowTenantBodies {
  /// The tenants of `fixtures/tenants` that speak it.
  static let names = ["acme", "harbor", "quay", "cove", "fjord"]

  /// One state's body.
  struct Body {
    let state: String
    let isMinimal: Bool
    let json: JSONValue
  }

  let tenant: MockTenant
  private let dialogue: FlowDialogue
  private let world: WorldState
  private let session: Session

  init(_ name: String) throws {
    tenant = try AcmeTenant.load("\(name).yaml")
    dialogue = try #require(tenant.dialogues.lazy.compactMap { $0 as? FlowDialogue }.first)
    var world = WorldState(
      tenant: tenant.compiled, issuer: tenant.issuer, clock: .running, random: WorldRandom(seed: nil), faults: [],
      addresses: WorldState.Addresses(
        link: { _, _, _, _ in "" }, page: { _, _, _, _ in nil }, notice: { _, _ in nil }, beginning: { _, _ in nil }, end: { _, _ in nil },
        comeback: { _, _ in nil }), tokens: tenant.speech.tokens)
    session = world.begin(StartRequest(client: 0, redirectURI: "https://app.test/callback"), browser: "b", language: 0)
    self.world = world
  }

  /// The bodies of every state that the explorer reaches, in every language, full and minimal, with all parts that it may have; once with
  /// words where the journey fills something in, once without.
  func all() throws -> [Body] {
    let reached = tenant.explore().states
    return try tenant.graph.states.filter { reached.contains($0.id) }.flatMap { state -> [Body] in
      guard let screen = state.screen.map({ dialogue.screens[$0] }) else { return [] }
      return try ["a text", ""].flatMap { words in
        try screen.full.map { try Body(state: state.id, isMinimal: false, json: json($0, words)) }
          + screen.minimal.map { try Body(state: state.id, isMinimal: true, json: json($0, words)) }
      }
    }
  }

  private func json(_ template: JSONTemplate, _ words: String) throws -> JSONValue {
    var bytes = Array("{".utf8)
    template.write(
      to: &bytes, holds: { _ in true }, fill: { text in text.text { _ in words } }, ceremony: { $0.options(in: session, world) })
    bytes += Array(#","hostedUrl":"https://tenant.test/provider/flow?challenge=x&redirect_uri=y"}"#.utf8)
    return try JSONReader.read(bytes)
  }
}
