package import Encodings
package import JourneyModel

/// Carries one request to a server and its whole answer back: over a socket, or to a mock in this process.
///
/// It follows no redirect, keeps no cookie and judges no status; it holds the limits of `TransportLimits`.
package protocol HTTPTransport: Sendable {
  /// The answer to the request.
  ///
  /// Throws if there is no complete response: refused, unknown host, TLS, time, size.
  func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage
}

/// How long and how large an exchange may become.
package struct TransportLimits: Sendable, Hashable {
  /// Bytes of an answer's body once decompressed.
  package var bodyBytes: Int
  /// Until a connection is ready, TLS included.
  package var connectTimeout: Duration
  /// Between two parts of an answer.
  package var readTimeout: Duration
  /// From the request's first byte to the answer's last one.
  package var totalTimeout: Duration

  package init(
    bodyBytes: Int = 8 * 1024 * 1024, connectTimeout: Duration = .seconds(5), readTimeout: Duration = .seconds(10),
    totalTimeout: Duration = .seconds(10)
  ) {
    self.bodyBytes = bodyBytes
    self.connectTimeout = connectTimeout
    self.readTimeout = readTimeout
    self.totalTimeout = totalTimeout
  }
}

/// There is no complete response.
package struct TransportError: Error, Sendable, Hashable {
  /// What a driver reports it as.
  package var kind: DriverError.Kind
  /// What happened instead of a response, e.g. `the connection was refused`; the caller adds the request.
  package var reason: String

  package init(_ kind: DriverError.Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }
}
