import JourneyModel

/// What was handed out: codes, refresh tokens, access tokens.
struct GrantTable: Sendable {
  /// By code; a code that was used stays, so that its second use is noticed.
  var codes = RecentTable<CodeGrant>()
  /// By refresh token; one that was rotated stays, so that its second use is noticed.
  var refreshTokens = RecentTable<RefreshGrant>()
  var accessTokens = RecentTable<AccessGrant>()
  /// Families of tokens that are no longer good.
  var revokedFamilies = RecentTable<Bool>()

  /// Ends everything that came of one code.
  mutating func revoke(family: String) { revokedFamilies[family] = true }

  func isGood(family: String) -> Bool { revokedFamilies[family] == nil }
}

/// Whom tokens are about, and what they say.
struct TokenSubject: Sendable {
  /// The place of the account.
  var account: Int
  var client: Int
  var scope: String
  var nonce: String?
  var sid: String
  var authTime: Instant
  /// One name for everything that came of one code.
  var family: String
  /// Who signs the tokens, as they name it.
  var issuer: String
}

/// A code and what it takes to exchange it.
struct CodeGrant: Sendable {
  var subject: TokenSubject
  var redirectURI: String
  var challenge: String
  var until: Instant
  var isUsed = false
}

/// A refresh token; it is good once.
struct RefreshGrant: Sendable {
  var subject: TokenSubject
  var until: Instant
  var isUsed = false
}

/// An access token.
struct AccessGrant: Sendable {
  var subject: TokenSubject
  var until: Instant
}
