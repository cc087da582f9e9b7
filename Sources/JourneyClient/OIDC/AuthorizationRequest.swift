package import Encodings
package import JourneyModel

/// The parameters of an authorization request (RFC 6749 section 4.1.1) with PKCE (RFC 7636) and an OpenID nonce.
package struct AuthorizationRequest: Sendable, Hashable {
  /// In the order sent; every name at most once.
  package private(set) var parameters: [QueryItem]
  /// The names whose values must not be seen.
  package private(set) var concealedNames: Set<String> = []
  package let verifier: Secret
  package let state: Secret
  package let nonce: Secret

  /// A new request: verifier, state and nonce are drawn from the generator, in this order.
  package init(clientID: String, redirectURI: WebURL, scopes: [String], using generator: inout some RandomNumberGenerator) {
    let verifier = Self.randomText(using: &generator)
    let state = Self.randomText(using: &generator)
    let nonce = Self.randomText(using: &generator)
    self.verifier = Secret(verifier, name: "code verifier")
    self.state = Secret(state, name: "state")
    self.nonce = Secret(nonce, name: "nonce")
    parameters = [
      QueryItem("client_id", clientID), QueryItem("redirect_uri", redirectURI.description),
      QueryItem("response_type", "code"), QueryItem("scope", Self.unique(scopes).joined(separator: " ")),
      QueryItem("state", state), QueryItem("nonce", nonce),
      QueryItem("code_challenge", Base64URL.encode(Digests.sha256(verifier))),
      QueryItem("code_challenge_method", "S256"), QueryItem("response_mode", "query"),
    ]
  }

  /// Sets a parameter, in its place where it is already there.
  package mutating func set(_ name: String, to value: String, isSecret: Bool = false) {
    if let place = parameters.firstIndex(where: { $0.name == name }) {
      parameters[place].value = value
    } else {
      parameters.append(QueryItem(name, value))
    }
    if isSecret { concealedNames.insert(name) }
  }

  /// Leaves a parameter out.
  package mutating func remove(_ name: String) {
    parameters.removeAll { $0.name == name }
  }

  /// The value of a parameter; `nil` if it is not sent.
  package subscript(name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }

  /// Whether OpenID Connect is requested, so that an ID token must come.
  package var asksForIDToken: Bool { self["scope"]?.split(separator: " ").contains("openid") ?? false }

  /// How many seconds ago the person may have signed in (OpenID Connect Core section 3.1.2.1); `nil` if that is not asked for.
  var maxAge: Int64? { self["max_age"].flatMap { Int64($0) } }

  /// 32 random bytes as 43 characters, which RFC 7636 asks of a verifier.
  package static func randomText(using generator: inout some RandomNumberGenerator) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    for _ in 0..<4 {
      let word = generator.next()
      for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * shift))) }
    }
    return Base64URL.encode(bytes)
  }

  private static func unique(_ scopes: [String]) -> [String] {
    var seen = Set<String>()
    return scopes.filter { seen.insert($0).inserted }
  }
}
