/// Claims that the issuer itself writes into tokens, so that no person has one of their own (OpenID Connect Core section 2, RFC 7519
/// section 4.1).
enum IssuerClaims {
  static let names: Set<String> = [
    "iss", "sub", "aud", "exp", "nbf", "iat", "jti", "auth_time", "nonce", "acr", "amr", "azp", "at_hash", "c_hash", "sid",
  ]
}
