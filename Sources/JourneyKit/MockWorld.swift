import Encodings
public import HTTPTypes
import JourneyClient
public import JourneyMock
public import JourneyModel

/// A mock tenant in this process as a client meets it: requests are answered without a socket, with the faults that were asked for.
public struct MockWorld: Sendable {
  /// Its clock, inbox and faults.
  public let world: World
  /// Without a slash at its end.
  public let issuer: String

  init(_ world: World, issuer: String) {
    self.world = world
    self.issuer = issuer
  }

  /// Sends a request to the mock, or to its control routes.
  ///
  /// Throws where no response comes, as a fault may have it.
  ///
  /// - Parameter request: of its address only path and query count; the mock is asked under its issuer.
  public func send(_ request: HTTPRequest, body: [UInt8] = []) async throws(DriverError) -> (response: HTTPResponse, body: [UInt8]) {
    try await MockTransport(world: world).exchange(request, body: body, below: issuer)
  }
}

/// Carries requests to a mock's world as a server of it does: those for tests reach its controls.
private struct MockTransport: HTTPTransport {
  let world: World

  func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
    guard ControlTable.isControl(request.url.path) else {
      return try await InProcessTransport(world: world, limits: TransportLimits()).send(request)
    }
    return await world.control(request)
  }
}
