import Encodings
import JourneyClient
import JourneyModel

/// Answers with fixtures in their order, and keeps a list of what was asked otherwise than they expect.
///
/// An actor, as a transport is shared by value while its place in the script moves.
actor ScriptedTransport: HTTPTransport {
  /// Stands in a script for a request that gets no answer.
  static let noAnswer = "no answer"

  private var script: [ExchangeFixture?]
  private(set) var problems: [String] = []
  private(set) var requests: [HTTPRequestMessage] = []

  init(_ names: [String]) throws {
    script = try names.map { name in name == Self.noAnswer ? nil : try ExchangeFixture(name) }
  }

  func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
    requests.append(request)
    guard !script.isEmpty else {
      problems.append("\(request.method) \(request.url) was not expected")
      throw TransportError(.connection, "the script is at its end")
    }
    guard let fixture = script.removeFirst() else { throw TransportError(.connection, "the connection was closed") }
    problems += fixture.differences(from: request)
    return fixture.answer
  }

  /// What is left of the script, by name.
  var left: [String] { script.map { $0?.name ?? Self.noAnswer } }
}
