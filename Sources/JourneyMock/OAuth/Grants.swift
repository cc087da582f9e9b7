import Encodings
package import JourneyModel

/// What was handed out: codes, refresh tokens, access tokens, and which of them have become invalid.
package struct Grants: Sendable {
  /// By code; a code that was used stays, so that its second use is noticed.
  private var codes = RecentTable<IssuedCode>()
  /// By refresh token; one that was rotated stays, so that its second use is noticed.
  private var refreshTokens = RecentTable<RefreshGrant>()
  private var accessTokens = RecentTable<AccessGrant>()
  private var clientTokens = RecentTable<ClientToken>()
  /// Families of tokens that have become invalid.
  private var revokedFamilies = RecentTable<Bool>()

  init() {}

  // MARK: Codes

  /// Notes a code that was handed out.
  package mutating func add(code: String, _ grant: IssuedCode) { codes[code] = grant }

  /// The code of this client, used or not, for a `grant_type`.
  package func code(
    _ code: String, of client: Int, by server: IssuingServer = .any, for grantType: String = "authorization_code"
  ) -> IssuedCode? {
    codes[code].flatMap { $0.subject.client == client && $0.grantType == grantType && server.issued($0.subject.issuer) ? $0 : nil }
  }

  /// The client that a code was issued to.
  package func client(ofCode code: String?) -> Int? { code.flatMap { codes[$0]?.subject.client } }

  /// The code is used from now on.
  mutating func use(code: String) { codes[code]?.isUsed = true }

  // MARK: Tokens

  mutating func add(accessToken: String, _ grant: AccessGrant) { accessTokens[accessToken] = grant }

  mutating func add(accessToken: String, _ token: ClientToken) { clientTokens[accessToken] = token }

  /// A client's own token that is good now.
  func clientToken(_ token: String, of client: Int, by server: IssuingServer = .any, at now: Instant) -> ClientToken? {
    clientTokens[token].flatMap { $0.client == client && server.issued($0.issuer) && $0.expires > now ? $0 : nil }
  }

  mutating func add(refreshToken: String, _ grant: RefreshGrant) { refreshTokens[refreshToken] = grant }

  /// An access token that is good now.
  func accessToken(_ token: String, at now: Instant) -> AccessGrant? {
    guard let grant = accessTokens[token], grant.until > now, isGood(family: grant.subject.family) else { return nil }
    return grant
  }

  /// An access or refresh token of a client that is valid now: its subject, and until when.
  func good(_ token: String, of client: Int, by server: IssuingServer = .any, at now: Instant) -> AccessGrant? {
    if let grant = accessToken(token, at: now) {
      return grant.subject.client == client && server.issued(grant.subject.issuer) ? grant : nil
    }
    guard let grant = refreshTokens[token], grant.subject.client == client, server.issued(grant.subject.issuer), !grant.isUsed,
      grant.until > now, isGood(family: grant.subject.family)
    else { return nil }
    return AccessGrant(subject: grant.subject, until: grant.until)
  }

  /// What came of a refresh token that was handed in.
  enum Refreshing: Sendable {
    case good(RefreshGrant)
    /// It was never issued, belongs to another client or server, or its family was revoked.
    case unknown
    /// It was used before, which ends its family.
    case used
    case late
  }

  /// Uses a refresh token up.
  ///
  /// - Parameter isKept: whether it stays good, as no token should.
  mutating func useRefreshToken(
    _ token: String?, of client: Int, by server: IssuingServer = .any, at now: Instant, isKept: Bool = false
  ) -> Refreshing {
    guard let token, let grant = refreshTokens[token], grant.subject.client == client, server.issued(grant.subject.issuer),
      isGood(family: grant.subject.family)
    else { return .unknown }
    guard !grant.isUsed else {
      revoke(family: grant.subject.family)
      return .used
    }
    guard grant.until > now else { return .late }
    refreshTokens[token]?.isUsed = !isKept
    return .good(grant)
  }

  /// The persons that tokens of a sign-in are about, one for each client.
  func subjects(ofSignOn sid: String) -> [TokenSubject] {
    let subjects = accessTokens.values.map(\.subject).filter { $0.sid == sid }
    return Dictionary(subjects.map { ($0.client, $0) }) { first, _ in first }.values.sorted { $0.client < $1.client }
  }

  // MARK: Revoking

  /// Ends everything that was issued for one code.
  package mutating func revoke(family: String) { revokedFamilies[family] = true }

  /// Ends a client's token (RFC 7009): a refresh token's whole family, an access token alone. An unknown one is ignored.
  package mutating func revoke(token: String, of client: Int, by server: IssuingServer = .any) {
    if let grant = refreshTokens[token], grant.subject.client == client, server.issued(grant.subject.issuer) {
      revoke(family: grant.subject.family)
    } else if let grant = accessTokens[token], grant.subject.client == client, server.issued(grant.subject.issuer) {
      accessTokens[token] = nil
    } else if let own = clientTokens[token], own.client == client, server.issued(own.issuer) {
      clientTokens[token] = nil
    }
  }

  /// Ends every refresh token that came of a sign-in.
  mutating func revoke(signOn sid: String) {
    for grant in refreshTokens.values where grant.subject.sid == sid { revoke(family: grant.subject.family) }
  }

  /// Ends every refresh token of an account, and the access tokens of the same families.
  package mutating func revoke(account: Int) {
    for grant in refreshTokens.values where grant.subject.account == account { revoke(family: grant.subject.family) }
  }

  private func isGood(family: String) -> Bool { revokedFamilies[family] == nil }
}

/// The person that tokens are about, and what they say.
package struct TokenSubject: Sendable {
  /// The place of the account.
  package var account: Int
  package var client: Int
  package var scope: String
  package var nonce: String?
  package var sid: String
  package var authTime: Instant
  /// One name for everything that was issued for one code.
  package var family: String
  /// Who signs the tokens, as they name it.
  package var issuer: String
  /// How the person proved who they are, in the words of `amr` (RFC 8176); empty where the dialect does not say.
  package var methods: [String]
  /// The services that access tokens are for; empty for the client itself.
  package var audience: [String] = []
  /// When the app asked for the sign-in.
  package var requested: Instant?
  /// The class of authentication that the app asked for and the person reached, as `acr` names it.
  package var context: String?
  /// The thumbprint of the key that the tokens are bound to (RFC 9449); `nil` for bearer tokens.
  package internal(set) var proofKey: String?
  /// How long the tokens are good, where a test says so; below zero for tokens that are over at once.
  var life: Duration?
  /// Claims of a test's own, in place of those of their names: of the ID token, and of the access token. `null` is for none.
  var ownClaims: [JSONValue.Member] = []
  var ownAccessClaims: [JSONValue.Member] = []

  package init(
    account: Int, client: Int, scope: String, nonce: String?, sid: String, authTime: Instant, family: String, issuer: String,
    methods: [String] = []
  ) {
    self.account = account
    self.client = client
    self.scope = scope
    self.nonce = nonce
    self.sid = sid
    self.authTime = authTime
    self.family = family
    self.issuer = issuer
    self.methods = methods
  }
}

/// A code and what it takes to exchange it.
package struct IssuedCode: Sendable {
  package var subject: TokenSubject
  package var redirectURI: String
  package var challenge: String
  package var until: Instant
  /// The `grant_type` by which it is exchanged, and by no other.
  package var grantType: String
  package var isUsed = false

  package init(
    subject: TokenSubject, redirectURI: String, challenge: String, until: Instant, grantType: String = "authorization_code"
  ) {
    self.grantType = grantType
    self.subject = subject
    self.redirectURI = redirectURI
    self.challenge = challenge
    self.until = until
  }

  /// Whether this is the verifier behind the challenge (RFC 7636 section 4.6).
  package func accepts(verifier: String) -> Bool {
    Self.isVerifier(verifier) && Base64URL.encode(Digests.sha256(verifier)) == challenge
  }

  /// RFC 7636 section 4.1.
  private static func isVerifier(_ text: String) -> Bool {
    (43...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
      }
  }
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
