package import Encodings
package import JourneyModel

/// What a code is exchanged with at the token endpoint.
package struct CodeGrant: Sendable, Hashable {
  /// The fields of the request, in the order sent; every name at most once.
  package private(set) var fields: [Value.Member]
  /// Where it is exchanged; `nil` for the token endpoint that the profile or the issuer names.
  package let endpoint: WebURL?

  /// A grant of a dialect's own.
  package init(fields: [Value.Member], endpoint: WebURL? = nil) {
    self.fields = fields
    self.endpoint = endpoint
  }

  /// The grant of an authorization code (RFC 6749 section 4.1.3) with its verifier (RFC 7636 section 4.5).
  package init(code: Secret, verifier: Secret, of client: OAuthClient) {
    self.init(fields: [
      Value.Member("grant_type", "authorization_code"), Value.Member("client_id", .text(client.id)),
      Value.Member("redirect_uri", .text(client.redirectURI.description)), Value.Member("code_verifier", .secret(verifier)),
      Value.Member("code", .secret(code)),
    ])
  }

  /// The code, by whatever name the dialect calls it; `nil` for a grant of another kind.
  var code: Secret? {
    guard case .secret(let code) = fields.first(where: { $0.name == "code" || $0.name == "interaction_code" })?.value else { return nil }
    return code
  }

  /// The same grant without a field.
  func removing(_ name: String) -> CodeGrant { CodeGrant(fields: fields.filter { $0.name != name }, endpoint: endpoint) }

  /// The same grant with another value for a field that it has.
  func replacing(_ name: String, with value: Value) -> CodeGrant {
    var grant = self
    for place in fields.indices where fields[place].name == name { grant.fields[place].value = value }
    return grant
  }
}
