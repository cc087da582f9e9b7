import Encodings

extension UnhappyPath {
  /// The journey gets to its end, and the end is wrong.
  static let ends: [UnhappyPath] = [
    at("/form/password", "finalizeUrl on a foreign host") { answer in
      guard String(decoding: answer.body, as: UTF8.self).contains("finalizeUrl") else { return .answer(answer) }
      return try answer.with("finalizeUrl") { _ in "https://elsewhere.test/finish?flow=1" }
    },
    at("/v1/finish", "callback with another state", .failed) { $0.leading { $0.replacing(/state=[^&]*/, with: "state=another") } },
    at("/v1/finish", "callback with two codes", .failed) { $0.leading { $0 + "&code=a-second-code" } },
    at("/v1/finish", "callback without a code", .failed) { $0.leading { $0.replacing(/code=[^&]*&?/, with: "") } },
    at("/v1/finish", "callback to a foreign redirect URI", .failed) {
      $0.leading { $0.replacing("https://app.acme.test/", with: "https://elsewhere.test/") }
    },
    at("/v1/finish", "callback with an OAuth error", .failed) {
      $0.leading { $0.replacing(/code=[^&]*/, with: "error=access_denied&error_description=not+today") }
    },
    at("/oauth2/token", "token endpoint refuses", .failed) { _ in
      .answer(HTTPResponseMessage(400, "application/json", #"{"error":"invalid_grant","error_description":"the code is spent"}"#))
    },
    at("/oauth2/token", "token endpoint answers HTML") { _ in .answer(HTTPResponseMessage(200, "text/html", "<html></html>")) },
    at("/openid-configuration", "discovery of another issuer", .failed) { try $0.with("issuer") { _ in "https://elsewhere.test" } },
    at("/openid-configuration", "discovery that names keys on a foreign host", .failed) {
      try $0.with("jwks_uri") { _ in "https://elsewhere.test/keys" }
    },
    at("/openid-configuration", "discovery that is HTML") { _ in .answer(HTTPResponseMessage(200, "text/html", "<html></html>")) },
    at("/oauth2/token", "token endpoint sends no ID token", .failed) { try $0.without("id_token") },
    at("/oauth2/token", "token endpoint sends no access token") { try $0.without("access_token") },
    at("/oauth2/token", "ID token that is not a token", .failed) { try $0.with("id_token") { _ in "not.a.token" } },
    at("/jwks.json", "key set that is HTML") { _ in .answer(HTTPResponseMessage(200, "text/html", "<html></html>")) },
    at("/jwks.json", "key set missing") { _ in .answer(HTTPResponseMessage(404, "text/plain", "Not Found")) },
    token("key set without keys", published: .nothing) { _ in },
    token("ID token signed with an unpublished key", published: .others) { _ in },
    token("ID token whose signature is forged", published: .namesake) { _ in },
    token("ID token with 'alg: none'", algorithm: "none") { _ in },
    token("ID token with another nonce") { $0["nonce"] = "another" },
    token("ID token that has expired") { $0["exp"] = .number("1500000000") },
    token("ID token of another issuer") { $0["iss"] = "https://elsewhere.test" },
    token("ID token for another client") { $0["aud"] = "another-app" },
  ]

  /// Which keys the tenant publishes, of a token that was made anew.
  private enum Published: Sendable {
    case own, nothing
    /// Those of the real issuer.
    case others
    /// Another key under the same id.
    case namesake
  }

  /// The ID token is made anew with other claims; by default its key is the published one.
  private static func token(
    _ name: String, algorithm: String = "ES256", published: Published = .own,
    _ change: @escaping @Sendable (inout ForgedClaims) -> Void
  ) -> UnhappyPath {
    let forge = TokenForge()
    let keys: JSONValue? =
      switch published {
      case .own: forge.keySet
      case .nothing: ["keys": []]
      case .others: nil
      case .namesake: TokenForge().keySet
      }
    return UnhappyPath(
      name: name, verdict: .failed,
      place: .tenant { request, answer in
        if let keys, request.url.path.hasSuffix("/jwks.json") {
          return .answer(HTTPResponseMessage(200, "application/json", JSONWriter.text(of: keys)))
        }
        guard request.url.path.hasSuffix("/oauth2/token") else { return nil }
        return try answer.with("id_token") { .string(try forge.token(from: $0, algorithm: algorithm, change)) }
      })
  }
}
