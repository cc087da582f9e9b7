import Encodings

extension WorldState {
  /// The value of `Strict-Transport-Security` (RFC 6797); `nil` without TLS.
  ///
  /// It is over at once for names of this machine: browsers keep it for a host, whatever the port is, and other programs are developed
  /// at `localhost` without TLS.
  package var strictTransport: String? {
    guard issuer.hasPrefix("https:") else { return nil }
    let host = issuer.dropFirst("https://".count).prefix { $0 != ":" && $0 != "/" }
    return host == "localhost" || host.hasSuffix(".localhost") ? "max-age=1" : "max-age=31536000"
  }
}
