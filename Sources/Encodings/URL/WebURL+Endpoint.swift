extension WebURL {
  /// The origin as browsers write it (RFC 6454 section 6.2): scheme and host in lower case, the port unless it is the scheme's own.
  ///
  /// `nil` for an address without a host, such as an app's own scheme.
  package var webOrigin: String? {
    guard let host, !host.isEmpty else { return nil }
    let isUsual = (scheme, port) == ("http", 80) || (scheme, port) == ("https", 443)
    return "\(scheme)://\(host)\(isUsual ? "" : port.map { ":\($0)" } ?? "")"
  }

  /// What makes an origin (RFC 6454): scheme, host and port, the scheme's own where none is written.
  ///
  /// `nil` for apps' own schemes, which have no origin to compare.
  package var originParts: (scheme: String, host: String, port: Int)? {
    guard let host, let port = effectivePort, Self.defaultPorts[scheme] != nil else { return nil }
    return (scheme, host, port)
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
