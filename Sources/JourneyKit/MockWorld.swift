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

  /// Sends a request to the mock.
  ///
  /// Throws where no response comes, as a fault may have it.
  ///
  /// - Parameter request: of its address only path and query count; the mock is asked under its issuer.
  public func send(_ request: HTTPRequest, body: [UInt8] = []) async throws(DriverError) -> (response: HTTPResponse, body: [UInt8]) {
    try await InProcessTransport(world: world, limits: TransportLimits()).exchange(request, body: body, below: issuer)
  }
}
