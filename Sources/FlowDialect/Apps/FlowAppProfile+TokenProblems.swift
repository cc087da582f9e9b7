import Encodings
import JourneyClient
import JourneyModel

extension FlowAppProfile.Tokens {
  /// Why the app refuses tokens that the standard allows, each in a sentence; empty if it accepts them.
  ///
  /// - Parameters:
  ///   - claims: those of the ID token; `nil` if there is none.
  ///   - isFirst: whether these are a journey's first tokens and no refreshed ones.
  func problems(with tokens: TokenResponse, claims: Value?, clientID: String, issuer: WebURL, isFirst: Bool) -> [String] {
    var problems: [String] = []
    if members.contains(.idToken), tokens.idToken == nil { problems.append("the response has no 'id_token'") }
    if members.contains(.expiresIn), tokens.expiresIn == nil { problems.append("the response has no 'expires_in'") }
    guard let claims else {
      if needsIDToken, isFirst { problems.append("it compares the nonce of an ID token, and there is none") }
      return problems
    }
    guard isFirst else { return problems + (readsRefreshedClaims ? refreshProblems(with: claims) : []) }
    let expected = issuer.description.withoutTrailingSlash + "/"
    if needsIssuerWithSlash, claims["iss"] != .text(expected) { problems.append("it expects the issuer '\(expected)', with the slash") }
    if let problem = audienceProblem(claims["aud"], clientID) { problems.append(problem) }
    if let algorithm, let actual = tokens.idToken.flatMap({ JSONWebToken($0.unsafeText) })?.algorithm, actual != algorithm {
      problems.append("it verifies only \(algorithm), but the ID token is signed with '\(actual)'")
    }
    return problems + missingClaims(in: claims)
  }

  /// A refreshed ID token is read like the first one and compared with nothing.
  private func refreshProblems(with claims: Value) -> [String] {
    let isList = if case .list? = claims["aud"] { true } else { false }
    return (isList ? [] : ["'aud' has to be a list"]) + missingClaims(in: claims)
  }

  private func missingClaims(in claims: Value) -> [String] {
    self.claims.filter { claims[$0] ?? .null == .null }.map { "the ID token has no '\($0)'" }
  }

  private func audienceProblem(_ audience: Value?, _ clientID: String) -> String? {
    let isFirst = audience?[0] == .text(clientID)
    let isList = if case .list = audience { true } else { false }
    switch self.audience {
    case .any: return nil
    case .first: return isFirst || !isList ? nil : "it compares only the first audience of 'aud'"
    case .firstOfList: return isFirst ? nil : "it compares only the first audience of 'aud', which has to be a list"
    case .list, .anyList: return isList ? nil : "'aud' has to be a list"
    }
  }
}
