package import Encodings

/// An error of a vendor's servers, as tests name it.
package struct NamedFailure: Sendable {
  package let name: String
  package let response: HTTPResponseMessage

  package init(_ name: String, _ response: HTTPResponseMessage) {
    self.name = name
    self.response = response
  }

  /// Those of the standard (RFC 6749 section 5.2, RFC 6750 section 3.1).
  static let oauth: [NamedFailure] = [
    ("invalid_request", 400), ("invalid_client", 401), ("invalid_grant", 400), ("unauthorized_client", 400),
    ("unsupported_grant_type", 400),
    ("invalid_scope", 400), ("invalid_token", 401), ("insufficient_scope", 403), ("server_error", 500), ("temporarily_unavailable", 503),
  ].map { name, status in
    var response = OAuthError(name, "A test lets it fail.").response(status: status)
    if status == 401 || status == 403 {
      response.headers.append("WWW-Authenticate", "Bearer error=\"\(name)\", error_description=\"A test lets it fail.\"")
    }
    return NamedFailure(name, response)
  }
}
