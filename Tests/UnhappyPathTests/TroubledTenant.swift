import Diagnostics
import Encodings
import HostedSpeech
import JourneyFlowSpeech
import JourneyMock
import JourneyTestSupport

/// A tenant that behaves as a real one does, but for what a test changes on the way out.
struct TroubledTenant: Sendable {
  /// The changed response; `nil` for the original.
  typealias Trouble = @Sendable (_ request: HTTPRequestMessage, _ answer: HTTPResponseMessage) async throws -> RawServer.Manner?

  let world: World
  let trouble: Trouble

  init(at address: String, definition: MockTenant, _ trouble: @escaping Trouble) {
    world = World(definition.served, issuer: address)
    self.trouble = trouble
  }

  func behave(_ request: HTTPRequestMessage) async throws -> RawServer.Manner {
    let isInbox = request.url.path.hasPrefix("/api/v1/")
    let answer = isInbox ? await world.control(request) : await world.answer(to: request).message
    return try await trouble(request, answer) ?? .answer(answer)
  }

  /// The tenant of the shipped journeys, with texts of its definition replaced.
  static func acme(replacing texts: [(String, String)] = []) throws -> MockTenant { try load("acme.yaml", replacing: texts) }

  /// A tenant of the fixtures, with texts of its definition replaced.
  static func load(_ name: String, replacing texts: [(String, String)] = []) throws -> MockTenant {
    var diagnostics: [Diagnostic] = []
    var text = try Fixtures.text(of: "fixtures/tenants/\(name)")
    for (old, new) in texts { text = text.replacing(old, with: new) }
    let tenant = MockTenant.load(SourceFile(name: name, text: text), speeches: .journeyFlow + .hosted, diagnostics: &diagnostics) {
      path, _ throws(UnreadableInclude) in
      do { return SourceFile(name: path, text: try Fixtures.text(of: "fixtures/tenants/\(path)")) } catch {
        throw UnreadableInclude("no such file")
      }
    }
    guard let tenant else { throw Unusable(problems: diagnostics.map(\.message)) }
    return tenant
  }

  struct Unusable: Error {
    var problems: [String]
  }
}
