import Encodings
import JourneyClient
import JourneyModel

/// Answers with fixtures in their order, and keeps a list of what was asked otherwise than they expect.
///
/// An actor, as a transport is shared by value while its place in the script moves.
actor ScriptedTransport: HTTPTransport {
  private var script: [ExchangeFixture]
  private var state = ""
  private(set) var problems: [String] = []
  private(set) var requests: [HTTPRequestMessage] = []

  init(_ names: [String]) throws {
    script = try names.map(ExchangeFixture.init)
  }

  func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
    requests.append(request)
    state = request.url.queryValue("state") ?? state
    guard !script.isEmpty else {
      problems.append("\(request.method) \(request.url) was not expected")
      throw TransportError(.connection, "the script is at its end")
    }
    let fixture = script.removeFirst()
    problems += fixture.differences(from: request)
    return fixture.answer(state: state)
  }

  /// What is left of the script, by name.
  var left: [String] { script.map(\.name) }
}
