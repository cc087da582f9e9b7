package import Encodings
import JourneyModel

/// What an issuer says of itself (OpenID Connect Discovery section 3), as far as a walk needs it.
package struct ProviderMetadata: Sendable, Hashable {
  package var keySet: WebURL
  /// `nil` if the issuer names none.
  package var userinfo: WebURL?
  /// `nil` if the document names none at the issuer itself, as the three below.
  package var authorization: WebURL?
  package var token: WebURL?
  package var revocation: WebURL?
  package var endSession: WebURL?
  /// The issuer's name for itself, as the document spells it; `nil` without a document.
  package var issuer: String?
  /// Whether the issuer promises to name itself in every callback (RFC 9207 section 3).
  package var announcesIssuerInCallback = false
  /// How clients may authenticate themselves at the token endpoint; `nil` if the document does not say.
  package var authenticationMethods: [String]?
  /// Where the document contradicts the issuer it was fetched from, in sentences; those endpoints are not used.
  package var problems: [String] = []

  /// How the request for the document was answered, in a sentence; `nil` where there is one.
  package var missing: String?

  /// That the document does not name the key set, in a sentence; `nil` if it does, or without a document.
  package private(set) var missingKeySet: String?

  /// Where an issuer without a document keeps its keys.
  package init(defaultsOf issuer: WebURL) {
    keySet = issuer.appending(path: [".well-known", "jwks.json"])
    userinfo = issuer.appending(path: ["userinfo"])
  }

  /// Reads an issuer's document.
  package init(_ document: JSONValue, of issuer: WebURL) {
    self.init(defaultsOf: issuer)
    let named = document["issuer"]?.stringValue
    self.issuer = named
    announcesIssuerInCallback = document["authorization_response_iss_parameter_supported"]?.boolValue ?? false
    if named?.withoutTrailingSlash != issuer.description.withoutTrailingSlash {
      problems.append("the discovery document is of '\(named ?? "nobody")' instead of '\(issuer)'")
    }
    if let methods = document["code_challenge_methods_supported"], !methods.isNull, methods.arrayValue?.contains("S256") != true {
      problems.append("the discovery document does not list 'S256' among its code challenge methods")
    }
    if let methods = document["token_endpoint_auth_methods_supported"]?.arrayValue {
      authenticationMethods = methods.compactMap(\.stringValue)
    }
    authorization = endpoint("authorization_endpoint", in: document, of: issuer)
    token = endpoint("token_endpoint", in: document, of: issuer)
    revocation = endpoint("revocation_endpoint", in: document, of: issuer)
    endSession = endpoint("end_session_endpoint", in: document, of: issuer)
    if let found = endpoint("jwks_uri", in: document, of: issuer) {
      keySet = found
    } else if document["jwks_uri"]?.stringValue == nil {
      let problem = "the discovery document does not say where the issuer's keys are ('jwks_uri')"
      problems.append(problem)
      missingKeySet = problem
    }
    userinfo = endpoint("userinfo_endpoint", in: document, of: issuer)
    for name in ["authorization_endpoint", "token_endpoint"] where document[name]?.stringValue == nil {
      problems.append("the discovery document has no '\(name)', which an issuer has to name")
    }
  }

  /// The address of an endpoint; `nil` if the issuer names none of its own.
  package subscript(endpoint: Endpoint) -> WebURL? {
    switch endpoint {
    case .authorization: authorization
    case .token: token
    case .userinfo: userinfo
    case .revocation: revocation
    case .endSession: endSession
    }
  }

  /// An endpoint of the document, where it is the issuer's own.
  private mutating func endpoint(_ name: String, in document: JSONValue, of issuer: WebURL) -> WebURL? {
    guard let text = document[name]?.stringValue else { return nil }
    do {
      let url = try WebURL(text)
      guard url.origin != issuer.origin else { return url }
      let place = url.origin.map(\.description) ?? url.scheme
      problems.append("the discovery document's '\(name)' is at '\(place)', not at the issuer")
    } catch {
      problems.append("the discovery document's '\(name)' is not an address: \(error)")
    }
    return nil
  }
}
