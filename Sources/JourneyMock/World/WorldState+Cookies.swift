package import Encodings

/// The cookies that a tenant's speeches set: one way of naming and guarding them.
extension WorldState {
  /// The name by which a cookie is set: with the prefix that browsers hold to `Secure`, `Path=/` and no domain, where the issuer's
  /// address lets browsers accept it: over TLS, and on this machine (RFC 6265bis section 4.1.3.2).
  package func cookieName(_ base: String) -> String { cookiesAreSecure ? "__Host-\(base)" : base }

  /// The value of a cookie that `cookieHeader` set; `nil` for none and for an empty one.
  package func cookie(_ base: String, of request: HTTPRequestMessage) -> String? {
    request.cookie(cookieName(base)).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The value of a `Set-Cookie` header.
  ///
  /// - Parameters:
  ///   - value: `nil` to make the browser forget it.
  ///   - isForAllSites: whether scripts of apps on other sites send it too, where browsers take such a cookie: a page at `localhost` is
  ///     of another site than a mock at `127.0.0.1`.
  ///   - maxAge: in seconds; `nil` for a cookie that ends with the browser's windows.
  package func cookieHeader(_ base: String, _ value: String?, isForAllSites: Bool = false, maxAge: Int64? = nil) -> String {
    var header = "\(cookieName(base))=\(value ?? ""); Path=/"
    if !has(.cookieWithoutHTTPOnly) { header += "; HttpOnly" }
    if !has(.cookieWithoutSameSite) { header += isForAllSites && cookiesAreSecure ? "; SameSite=None" : "; SameSite=Lax" }
    if cookiesAreSecure { header += "; Secure" }
    guard let age = value == nil ? 0 : maxAge else { return header }
    return header + "; Max-Age=\(age)"
  }

  private var cookiesAreSecure: Bool { isTrustworthy && !has(.cookieWithoutSecure) }

  /// Whether browsers consider an address safe from eavesdropping.
  static func isTrustworthy(_ issuer: String) -> Bool {
    do {
      let url = try WebURL(issuer)
      return url.scheme == "https" || url.host == "localhost" || url.host?.hasSuffix(".localhost") == true
        || url.host.flatMap { IPAddress($0) }?.isLoopback == true
    } catch {
      return false
    }
  }
}
