import Crypto
import Encodings
package import JourneyModel

/// The `max_age` of a request, which counts from when it was sent (OpenID Connect Core section 3.1.2.1): what a person does until the
/// end may take any time.
package struct LoginAge: Sendable, Hashable {
  package var seconds: Int64
  package var asked: Instant
  /// Whether the server showed anything before it answered.
  package var isShown: Bool

  package init(seconds: Int64, asked: Instant, isShown: Bool = true) {
    self.seconds = seconds
    self.asked = asked
    self.isShown = isShown
  }

  /// How far the clocks of one server's machines may be apart, with what is lost where times are whole seconds.
  package static let leeway: Int64 = 5

  /// Why a login is older than the request allows, as the end of a sentence; `nil` if it is not.
  ///
  /// Where the server's own clock is known, by when it issued the token, its difference from ours counts for nothing.
  fileprivate func problem(ofLogin login: Int64, issued: Int64?, now: Instant) -> String? {
    let age = "longer before the request than 'max_age' (\(seconds) s)"
    if asked.seconds - IDTokenExpectations.leeway - login > seconds { return age }
    guard let issued, issued > 0 else { return nil }
    let askedThere = issued - max(0, now.seconds - asked.seconds)
    return askedThere - Self.leeway - login > seconds ? "\(age) by the server's own clock, which showed the token's 'iat'" : nil
  }
}

/// What an ID token has to say (OpenID Connect Core sections 3.1.3.6, 3.1.3.7 and 12.2).
package struct IDTokenExpectations: Sendable {
  /// The issuer's name for itself, compared byte for byte.
  package var issuer: String
  package var clientID: String
  /// `nil` if none was sent.
  package var nonce: Secret?
  /// Whether the nonce has to be there: a refreshed token may leave it out, and may have no other (section 12.2).
  package var isNonceRequired: Bool
  package var accessToken: Secret?
  /// The code that was exchanged for it; `nil` for a refreshed token.
  package var code: Secret?
  /// The subject of the walk's first ID token; `nil` for the first one.
  package var subject: String?
  /// How long before the request the person may have signed in, where it had `max_age`; `nil` where it had none.
  package var loginAge: LoginAge?
  /// What the tenant's clock shows.
  package var now: Instant

  /// How far the tenant's clock and ours may be apart, in seconds.
  package static let leeway: Int64 = 60
  /// The end of the year 9999. What is later counts milliseconds.
  private static let lastMoment: Int64 = 253_402_300_799

  package init(
    issuer: String, clientID: String, nonce: Secret? = nil, isNonceRequired: Bool = true, accessToken: Secret? = nil,
    code: Secret? = nil, subject: String? = nil, loginAge: LoginAge? = nil, now: Instant
  ) {
    self.issuer = issuer
    self.clientID = clientID
    self.nonce = nonce
    self.isNonceRequired = isNonceRequired
    self.accessToken = accessToken
    self.code = code
    self.subject = subject
    self.loginAge = loginAge
    self.now = now
  }

  /// What was verified, in order, up to and including the first that does not hold.
  package func checks(on token: JSONWebToken, keys: SigningKeys) -> [TokenCheck] {
    checks(on: token, signature: keys.verdict(on: token))
  }

  /// The same, where it is known what the signature turned out to be.
  func checks(on token: JSONWebToken, signature verdict: SigningKeys.Verdict) -> [TokenCheck] {
    var checks: [TokenCheck] = []
    let all: [(JSONWebToken) -> TokenCheck?] = [
      formCheck, { signatureCheck(verdict, $0) }, issuerCheck, audienceCheck, partyCheck, expiryCheck, issueCheck, startCheck,
      loginTimeCheck, subjectCheck, nonceCheck, { hashCheck("at_hash", of: accessToken, "the token belongs to another access token", $0) },
      { hashCheck("c_hash", of: code, "the token belongs to another code", $0) },
    ]
    for verify in all {
      guard let check = verify(token) else { continue }
      checks.append(check)
      if check.problem != nil { break }
    }
    return checks
  }

  /// Why the issuer does not vouch for the claims of an access token; `nil` if it does so now (RFC 9068 section 4).
  ///
  /// Its type and its audience are checked by the server that accepts it.
  func doubt(aboutAccessToken token: JSONWebToken, signature verdict: SigningKeys.Verdict) -> String? {
    let all: [(JSONWebToken) -> TokenCheck?] = [readingCheck, { signatureCheck(verdict, $0) }, issuerCheck, expiryCheck, startCheck]
    return all.lazy.compactMap { $0(token)?.problem }.first
  }

  /// What no reader may overlook before it looks at anything else; `nil` where there is nothing of the kind.
  private func formCheck(_ token: JSONWebToken) -> TokenCheck? { readingCheck(token) ?? headerCheck(token) }

  /// That two readers may read two things, or have to know more than is known; `nil` if neither is so.
  private func readingCheck(_ token: JSONWebToken) -> TokenCheck? {
    if let name = token.repeatedName { return TokenCheck("json", problem: "the token has '\(name)' twice") }
    if let key = token.header["kid"], key.stringValue == nil { return TokenCheck("kid", problem: "the token's 'kid' is not a text") }
    guard let critical = token.critical else { return nil }
    let names = critical.arrayValue?.compactMap(\.stringValue).map { "'\($0)'" } ?? []
    let what = names.isEmpty ? "'crit' in a form that nobody defined" : names.joined(separator: ", ")
    return TokenCheck("crit", problem: "the token's header demands \(what), which only readers that know it may accept")
  }

  /// That the header belongs to a token of another kind, or changes how the token is read.
  private func headerCheck(_ token: JSONWebToken) -> TokenCheck? {
    for name in ["b64", "zip", "enc"] where token.header[name] != nil {
      return TokenCheck(name, problem: "the token's header has '\(name)', which no ID token has")
    }
    guard let type = token.header["typ"], !type.isNull else { return nil }
    guard let name = type.stringValue else { return TokenCheck("typ", problem: "the header's 'typ' is not a text") }
    let isExpected = ["JWT", "application/jwt"].contains { name.equalsIgnoringASCIICase($0) }
    return isExpected ? nil : TokenCheck("typ", problem: "the token is of type '\(name)' instead of 'JWT'")
  }

  private func signatureCheck(_ verdict: SigningKeys.Verdict, _ token: JSONWebToken) -> TokenCheck {
    let key = token.keyID.map { " with key '\($0)'" } ?? ""
    let known = SigningKeys.algorithms.sorted().map { "'\($0)'" }.joined(separator: ", ")
    let problem: String? =
      switch verdict {
      case .valid: nil
      case .forged: "the signature\(key) is not the issuer's"
      case .noSuchKey: "the issuer's key set has no \(token.algorithm) key that could have signed it\(key)"
      case .refusedAlgorithm: "the token is signed with '\(token.algorithm)'; expected one of \(known)"
      }
    return TokenCheck("signature", problem: problem)
  }

  private func issuerCheck(_ token: JSONWebToken) -> TokenCheck? {
    guard let actual = token.claims["iss"]?.stringValue else { return TokenCheck("iss", problem: "the token has no 'iss'") }
    return TokenCheck("iss", problem: actual == issuer ? nil : "the issuer is '\(actual)' instead of '\(issuer)'")
  }

  private func audienceCheck(_ token: JSONWebToken) -> TokenCheck? {
    if token.claims["aud"]?.arrayValue?.contains(where: { $0.stringValue == nil }) == true {
      return TokenCheck("aud", problem: "the token's 'aud' has a member that is not a text")
    }
    let audiences = token.audiences
    guard !audiences.contains(clientID) else { return TokenCheck("aud") }
    let actual = audiences.isEmpty ? "nobody" : audiences.map { "'\($0)'" }.joined(separator: ", ")
    return TokenCheck("aud", problem: "the token is for \(actual) instead of '\(clientID)'")
  }

  private func partyCheck(_ token: JSONWebToken) -> TokenCheck? {
    if let party = token.claims["azp"]?.stringValue {
      return TokenCheck("azp", problem: party == clientID ? nil : "the authorized party is '\(party)' instead of '\(clientID)'")
    }
    if let party = token.claims["azp"], !party.isNull { return TokenCheck("azp", problem: "the token's 'azp' is not a text") }
    guard token.audiences.count > 1 else { return nil }
    return TokenCheck("azp", problem: "the token has \(token.audiences.count) audiences and no authorized party")
  }

  private func expiryCheck(_ token: JSONWebToken) -> TokenCheck? {
    guard let expiry = token.seconds("exp") else { return TokenCheck("exp", problem: "the token has no 'exp'") }
    guard expiry <= Self.lastMoment else {
      return TokenCheck("exp", problem: "the token's 'exp' is after the year 9999; it counts seconds")
    }
    let isOver = expiry + Self.leeway <= now.seconds
    let problem = "the token expired at \(Self.text(expiry)); it is \(Self.text(now.seconds))"
    return TokenCheck("exp", problem: isOver ? problem : nil)
  }

  private func issueCheck(_ token: JSONWebToken) -> TokenCheck? {
    guard let issued = token.seconds("iat") else { return TokenCheck("iat", problem: "the token has no 'iat'") }
    let isAhead = issued - Self.leeway > now.seconds
    let problem = "the token was issued in the future, at \(Self.text(issued)); it is \(Self.text(now.seconds))"
    return TokenCheck("iat", problem: isAhead ? problem : nil)
  }

  private func startCheck(_ token: JSONWebToken) -> TokenCheck? {
    guard token.claims["nbf"] != nil else { return nil }
    guard let start = token.seconds("nbf") else { return TokenCheck("nbf", problem: "the token's 'nbf' is no moment") }
    let isAhead = start - Self.leeway > now.seconds
    let problem = "the token is not valid before \(Self.text(start)); it is \(Self.text(now.seconds))"
    return TokenCheck("nbf", problem: isAhead ? problem : nil)
  }

  /// That the time of the login cannot be read, is ahead or too long ago; `nil` if it is none of these, or if it may be missing.
  private func loginTimeCheck(_ token: JSONWebToken) -> TokenCheck? {
    guard let claim = token.claims["auth_time"], !claim.isNull else {
      let problem = "the token has no 'auth_time', which a request with 'max_age' requires"
      return loginAge == nil ? nil : TokenCheck("auth_time", problem: problem)
    }
    guard let login = token.seconds("auth_time") else { return TokenCheck("auth_time", problem: "the token's 'auth_time' is not a time") }
    if login - Self.leeway > now.seconds {
      let problem = "the person signed in in the future, at \(Self.text(login)); it is \(Self.text(now.seconds))"
      return TokenCheck("auth_time", problem: problem)
    }
    guard let loginAge else { return nil }
    if loginAge.seconds <= 0, !loginAge.isShown {
      return TokenCheck("auth_time", problem: "the server answered at once, though 'max_age=0' asks it to have the person sign in again")
    }
    guard let age = loginAge.problem(ofLogin: login, issued: token.seconds("iat"), now: now) else { return nil }
    let problem = "the person signed in at \(Self.text(login)), \(age); it was sent at \(Self.text(loginAge.asked.seconds))"
    return TokenCheck("auth_time", problem: problem)
  }

  private func subjectCheck(_ token: JSONWebToken) -> TokenCheck? {
    guard let actual = token.claims["sub"]?.stringValue, !actual.allSatisfy(\.isWhitespace) else {
      return TokenCheck("sub", problem: "the token has no 'sub'")
    }
    guard actual.unicodeScalars.count <= 255 else {
      return TokenCheck("sub", problem: "the token's 'sub' has more than 255 characters")
    }
    let isSame = subject.map { $0 == actual } ?? true
    return TokenCheck("sub", problem: isSame ? nil : "the token is about another person than the one before it")
  }

  private func nonceCheck(_ token: JSONWebToken) -> TokenCheck? {
    guard let nonce, isNonceRequired || token.claims["nonce"] != nil else { return nil }
    guard let actual = token.claims["nonce"]?.stringValue else { return TokenCheck("nonce", problem: "the token has no nonce") }
    return TokenCheck("nonce", problem: actual == nonce.unsafeText ? nil : "the token's nonce is not the one sent")
  }

  /// Whether a digest in the token is that of what it was given with (OpenID Connect Core sections 3.1.3.6 and 3.3.2.11).
  private func hashCheck(_ name: String, of secret: Secret?, _ problem: String, _ token: JSONWebToken) -> TokenCheck? {
    guard let actual = token.claims[name], let secret else { return nil }
    let bytes = Array(secret.unsafeText.utf8)
    let digest = token.algorithm == "EdDSA" ? Array(SHA512.hash(data: bytes)) : Digests.sha256(bytes)
    let isSame = actual.stringValue == Base64URL.encode(Array(digest.prefix(digest.count / 2)))
    return TokenCheck(name, problem: isSame ? nil : problem)
  }

  private static func text(_ seconds: Int64) -> String { DateText.rfc3339(secondsSinceEpoch: seconds) }
}

extension JSONWebToken {
  /// The audience: one text or a list of texts.
  fileprivate var audiences: [String] {
    if let one = claims["aud"]?.stringValue { return [one] }
    return claims["aud"]?.arrayValue?.compactMap(\.stringValue) ?? []
  }

  /// A moment as JSON numbers have it, whole or not, in seconds since 1970.
  fileprivate func seconds(_ name: String) -> Int64? {
    guard let value = claims[name]?.doubleValue, abs(value) < 1e14 else { return nil }
    return Int64(value)
  }
}

extension String {
  /// Without one slash at the end.
  package var withoutTrailingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
