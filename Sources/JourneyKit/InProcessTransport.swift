import Encodings
import JourneyClient
import JourneyMock
import JourneyModel

/// Carries requests to a mock's world in this process: no socket, no port, with the injected faults.
struct InProcessTransport: HTTPTransport {
  let world: World
  let limits: TransportLimits

  func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
    try limits.checkHead(of: request)
    let answer = await world.answer(to: request)
    if answer.latency > .zero {
      guard answer.latency < limits.totalTimeout else {
        throw TransportError(.timeout, "no response arrived within \(limits.totalTimeout)")
      }
      try await world.wait(answer.latency)
    }
    switch answer.delivery {
    case .whole: break
    case .dropped: throw TransportError(.connection, "the connection ended without a response")
    case .cut: throw TransportError(.connection, "the connection ended in the middle of the response")
    }
    guard answer.message.body.count <= limits.bodyBytes else {
      throw TransportError(.tooLarge, "the response has more than \(limits.bodyBytes / 1024 / 1024) MB")
    }
    return answer.message
  }
}

extension World {
  /// Lets the time pass that an answer takes.
  fileprivate nonisolated func wait(_ time: Duration) async throws(TransportError) {
    do { try await ContinuousClock().sleep(for: time) } catch {
      throw TransportError(.cancelled, "the run was interrupted")
    }
  }
}
