package import Encodings
package import JourneyClient
import JourneyModel

/// Answers with fixtures in their order, and lists the requests that differ from what they expect.
///
/// An actor, as a transport is shared by value while its place in the script moves.
package actor ScriptedTransport: HTTPTransport {
  /// The name in a script of a request that gets no answer.
  package static let noAnswer = "no answer"

  private var script: [ExchangeFixture?]
  private var state = ""
  package private(set) var problems: [String] = []
  package private(set) var requests: [HTTPRequestMessage] = []

  /// - Parameter folder: the dialect's folder below `fixtures/exchanges`.
  package init(_ names: [String], folder: String) throws {
    script = try names.map { name in name == Self.noAnswer ? nil : try ExchangeFixture(name, folder: folder) }
  }

  package func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
    requests.append(request)
    state = request.url.queryValue("state") ?? state
    guard !script.isEmpty else {
      problems.append("\(request.method) \(request.url) was not expected")
      throw TransportError(.connection, "the script is at its end")
    }
    guard let fixture = script.removeFirst() else { throw TransportError(.connection, "the connection was closed") }
    problems += fixture.differences(from: request)
    return fixture.answer(state: state)
  }

  /// What is left of the script, by name.
  package var left: [String] { script.map { $0?.name ?? Self.noAnswer } }
}
