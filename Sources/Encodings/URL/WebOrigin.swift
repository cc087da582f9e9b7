/// Whom a URL speaks to: scheme, host and port (RFC 6454); the unit of trust.
package struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
  /// `http`, `https`, `ws` or `wss`.
  package let scheme: String
  /// In lower case, an IPv6 address in brackets.
  package let host: String
  /// The scheme's own where the URL named none.
  package let port: Int

  /// As in an `Origin` header: without the port where it is the scheme's own (RFC 6454 section 6.2).
  package var description: String {
    WebURL.defaultPorts[scheme] == port ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
  }
}

extension WebURL {
  /// Whom the URL speaks to; `nil` for apps' own schemes, which have no origin to compare.
  package var origin: WebOrigin? {
    guard let host, let port = effectivePort, Self.defaultPorts[scheme] != nil else { return nil }
    return WebOrigin(scheme: scheme, host: host, port: port)
  }

  /// The port written, else the scheme's own; `nil` for a scheme that has none.
  package var effectivePort: Int? {
    port ?? Self.defaultPorts[scheme]
  }

  /// Whether both have the same scheme, user information, host, effective port and path, each exactly.
  ///
  /// Query and fragment are free: so a callback is compared with the redirect URI it was registered for. A browser
  /// leaves out `:443`, hence the effective port.
  package func hasSameEndpoint(as other: WebURL) -> Bool {
    scheme == other.scheme && userInfo == other.userInfo && host == other.host
      && effectivePort == other.effectivePort && path == other.path
  }

  /// What a request line asks for: path and query, `/` for an empty path (RFC 9112 section 3.2.1).
  package var requestTarget: String {
    let path = path.isEmpty ? "/" : path
    return query.map { "\(path)?\($0)" } ?? path
  }
}
