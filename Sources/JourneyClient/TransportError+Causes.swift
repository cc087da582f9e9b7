import AsyncHTTPClient
import Encodings
import JourneyModel
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension TransportError {
  /// Whether the server ended a connection that it had taken.
  static func isEnd(ofConnection error: any Error) -> Bool {
    switch error {
    case let error as HTTPClientError: error == .remoteConnectionClosed
    case HTTPParserError.invalidEOFState, HTTPParserError.closedConnection, NIOSSLError.uncleanShutdown: true
    case let error as IOError: [ECONNRESET, EPIPE, ENOTCONN].contains(error.errnoCode)
    case is ChannelError: true
    default: false
    }
  }

  /// What an error of the client means to a person.
  init(_ error: any Error, url: WebURL, elapsed: Duration, limits: TransportLimits) {
    let server = url.origin.map(\.description) ?? url.scheme
    switch error {
    case let error as TransportError: self = error
    case let error as HTTPClientError: self.init(error, server: server, elapsed: elapsed, limits: limits)
    case let error as NIOSSLError: self.init(.tls, Self.reason(of: error, server: server))
    case let error as NIOSSLExtraError: self.init(.tls, Self.reason(of: error, host: url.host ?? server))
    case let error as BoringSSLError: self.init(.tls, Self.handshakeReason("\(error)", server: server))
    case let error as NIOConnectionError: self.init(.connection, Self.reason(of: error))
    case HTTPParserError.invalidEOFState, HTTPParserError.closedConnection:
      self.init(.connection, "'\(server)' closed the connection in the middle of the response")
    case let error as ForbiddenHeaderCharacter: self.init(.protocol, error.reason(server: server))
    case is HTTPParserError: self.init(.protocol, "the response of '\(server)' is not HTTP")
    case let error as IOError: self.init(.connection, Self.reason(errno: error.errnoCode, server: server))
    case is NIOTooManyBytesError: self.init(.tooLarge, "the body is larger than \(limits.bodyBytes) bytes")
    case is CancellationError: self.init(.cancelled, "the walk was cancelled")
    case is ChannelError: self.init(.connection, "the connection to '\(server)' ended before the response was complete")
    default: self.init(.connection, "no response from '\(server)': \(error)")
    }
  }

  private init(_ error: HTTPClientError, server: String, elapsed: Duration, limits: TransportLimits) {
    switch error {
    case .connectTimeout, .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
      self.init(.timeout, "no connection to '\(server)' within \(limits.connectTimeout.seconds)")
    case .tlsHandshakeTimeout: self.init(.timeout, "no TLS connection to '\(server)' within \(limits.connectTimeout.seconds)")
    case .readTimeout: self.init(.timeout, "no part of the response arrived for \(limits.readTimeout.seconds)")
    case .deadlineExceeded, .getConnectionFromPoolTimeout, .writeTimeout:
      self.init(.timeout, "no complete response within \(limits.totalTimeout.seconds)")
    case .cancelled, .requestStreamCancelled: self.init(.cancelled, "the walk was cancelled")
    case .remoteConnectionClosed:
      self.init(.connection, "'\(server)' closed the connection before the response was complete")
    case .invalidProxyResponse, .proxyAuthenticationRequired:
      self.init(.connection, "the proxy refused to connect to '\(server)': \(error.shortDescription)")
    default: self.init(.connection, "no response from '\(server)': \(error.shortDescription)")
    }
  }

  private static func reason(of error: NIOConnectionError) -> String {
    let place = "'\(error.host):\(error.port)'"
    if let failure = error.connectionErrors.first {
      guard let cause = failure.error as? IOError else { return "no connection to \(place)" }
      return reason(errno: cause.errnoCode, server: "\(error.host):\(error.port)")
    }
    if error.dnsAError != nil || error.dnsAAAAError != nil { return "the host '\(error.host)' is unknown" }
    return "no connection to \(place)"
  }

  private static func reason(errno code: CInt, server: String) -> String {
    // The numbers of Linux and Darwin, which differ.
    switch code {
    case 111, 61: "the connection to '\(server)' was refused"
    case 104, 54: "'\(server)' reset the connection"
    case 110, 60: "no connection to '\(server)': it timed out"
    case 101, 113, 51, 65: "'\(server)' cannot be reached"
    default: "no connection to '\(server)' (system error \(code))"
    }
  }

  private static func reason(of error: NIOSSLError, server: String) -> String {
    switch error {
    case .handshakeFailed(let cause): handshakeReason("\(cause)", server: server)
    case .unableToValidateCertificate: "the certificate of '\(server)' is not trusted"
    case .noCertificateToValidate: "'\(server)' sent no certificate"
    case .uncleanShutdown: "'\(server)' closed the TLS connection in the middle of a response"
    default: "TLS with '\(server)' failed: \(error)"
    }
  }

  private static func handshakeReason(_ text: String, server: String) -> String {
    if text.contains("CERTIFICATE_VERIFY_FAILED") {
      return "the certificate of '\(server)' is not trusted: no known authority signed it, or it has expired"
    }
    if text.contains("WRONG_VERSION_NUMBER") || text.contains("HTTP_REQUEST") { return "'\(server)' does not speak TLS" }
    if text.contains("PROTOCOL_VERSION") || text.contains("UNSUPPORTED_PROTOCOL") {
      return "'\(server)' offers no TLS version that apps accept, 1.2 or later"
    }
    return "no TLS connection to '\(server)': \(text)"
  }

  private static func reason(of error: NIOSSLExtraError, host: String) -> String {
    error == .failedToValidateHostname
      ? "the certificate is for another host than '\(host)'" : "no TLS connection to '\(host)': \(error)"
  }
}

extension TimeAmount {
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}

extension Duration {
  /// The span as messages say it, e.g. `10 s` or `250 ms`.
  fileprivate var seconds: String {
    let (seconds, attoseconds) = components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    if milliseconds == 0 { return "\(seconds) s" }
    return "\(seconds * 1000 + milliseconds) ms"
  }
}
