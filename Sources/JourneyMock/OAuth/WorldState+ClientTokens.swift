package import Encodings
import JourneyModel

extension WorldState {
  /// The client credentials grant: for confidential clients alone, and for scopes of theirs.
  package mutating func clientTokens(
    _ parameters: RequestParameters, client: Int, issuer: String, tokenType: String
  ) -> HTTPResponseMessage {
    let rule = tenant.clientRules[client]
    guard rule.secret != nil else {
      return OAuthError("unauthorized_client", "A public client has no tokens of its own.").response()
    }
    let asked = parameters.words("scope")
    if let word = asked.first(where: { !rule.scopes.contains($0) }) {
      return OAuthError("invalid_scope", "The scope '\(word)' is not allowed for the client.").response()
    }
    let token = ClientToken(
      client: client, scope: asked.joined(separator: " "), audience: parameters.words("audience"), issuer: issuer, issued: now,
      expires: now + tenant.lives.access)
    do {
      let text = try keys.sign(.object(tokens.clientToken(token, in: &self)))
      grants.add(accessToken: text, token)
      return .json([
        "access_token": .string(text), "token_type": .string(tokenType), "expires_in": .integer(tenant.lives.access.components.seconds),
        "scope": .string(token.scope),
      ])
    } catch {
      return .json(["error": "server_error", "error_description": "the token could not be signed"], status: 500)
    }
  }
}
