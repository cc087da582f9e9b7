import JourneyClient
import JourneyModel

/// What an app demands of tokens beyond the standard; its SDK refuses all others.
package struct IDXTokenRules: Sendable {
  /// The one algorithm that it verifies; `nil` where any will do.
  package var algorithm: String?
  /// Whether it compares `aud` with its id as one text, and knows no list.
  package var needsAudienceText: Bool

  /// Both of the vendor's families: okta-auth-js verifies RSA signatures only (`lib/crypto/verifyToken.ts`), and
  /// okta-mobile-swift compares `aud` as a text (`DefaultIDTokenValidator`).
  package static let embedded = IDXTokenRules(algorithm: "RS256", needsAudienceText: true)

  /// Why the app refuses tokens that the standard allows, each in a sentence; empty if it accepts them.
  func problems(with tokens: IssuedTokens) -> [String] {
    guard let claims = tokens.claims else { return [] }
    var problems: [String] = []
    if let algorithm, let actual = tokens.response.idToken.flatMap({ JSONWebToken($0.unsafeText) })?.algorithm, actual != algorithm {
      problems.append("it verifies only \(algorithm), but the ID token is signed with '\(actual)'")
    }
    if needsAudienceText, case .list? = claims["aud"] { problems.append("'aud' has to be a text, and is a list") }
    return problems
  }
}
