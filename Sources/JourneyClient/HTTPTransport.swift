package import Encodings
package import JourneyModel

/// Carries one request to a server and its whole answer back: over a socket, or to a mock in this process.
///
/// It follows no redirect, keeps no cookie and judges no status; it holds the limits of `TransportLimits`.
package protocol HTTPTransport: Sendable {
  /// The answer to the request.
  ///
  /// Throws if no complete response came: refused, unknown host, TLS, time, size.
  func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage
}

/// How long and how large an exchange may become.
package struct TransportLimits: Sendable, Hashable {
  /// Bytes of an answer's body once decompressed.
  package var bodyBytes: Int
  /// Bytes of a request's first line and headers, cookies included.
  ///
  /// Servers accept 8 to 16 KB. The HTTP client ends the process at 64 KB where the request has a body, so the limit is far below.
  package var requestHeadBytes: Int
  /// Until a connection is ready, TLS included.
  package var connectTimeout: Duration
  /// Between two parts of an answer.
  package var readTimeout: Duration
  /// From the request's first byte to the answer's last one.
  package var totalTimeout: Duration

  package init(
    bodyBytes: Int = 8 * 1024 * 1024, requestHeadBytes: Int = 32 * 1024, connectTimeout: Duration = .seconds(5),
    readTimeout: Duration = .seconds(10), totalTimeout: Duration = .seconds(10)
  ) {
    self.bodyBytes = bodyBytes
    self.requestHeadBytes = requestHeadBytes
    self.connectTimeout = connectTimeout
    self.readTimeout = readTimeout
    self.totalTimeout = totalTimeout
  }

  /// Refuses a request whose head is too large to be sent; every transport asks before it sends.
  package func checkHead(of request: HTTPRequestMessage) throws(TransportError) {
    let size = request.headBytes
    guard size > requestHeadBytes else { return }
    let cookies = request.headers.filter { $0.name.lowercased() == "cookie" }.reduce(0) { $0 + $1.value.utf8.count }
    let share = cookies > 0 ? ", \(cookies) of them cookies" : ""
    throw TransportError(
      .tooLarge, "the request was not sent: its first line and headers have \(size) bytes\(share); at most \(requestHeadBytes) are sent")
  }
}

extension HTTPRequestMessage {
  /// Bytes of the first line and the headers, as HTTP/1.1 sends them.
  fileprivate var headBytes: Int {
    // Spaces, colons, line ends and the version.
    headers.reduce(method.utf8.count + url.description.utf8.count + 14) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
  }
}

/// No complete response came.
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

extension HTTPResponseMessage {
  /// Whether a browser goes on to the address of the `Location` header (RFC 9110 section 15.4; not 300, 304 and 305).
  package var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }
}
