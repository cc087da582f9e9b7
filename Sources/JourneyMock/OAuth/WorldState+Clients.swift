package import Encodings

extension WorldState {
  /// The client that sends a request to an endpoint of the authorization server, once it has authenticated itself.
  ///
  /// A confidential client proves itself by its secret: by HTTP Basic authentication or by `client_secret` of the body, never by both
  /// (RFC 6749 section 2.3.1). A public client only names itself. That one which sends a secret is refused is inferred: Ory Hydra refuses
  /// a method that is not registered for the client.
  ///
  /// - Parameter unknown: the description of the error for an id that no client has.
  package func authenticatedClient(
    of request: HTTPRequestMessage, _ parameters: RequestParameters, unknown: String
  ) throws(ClientRefusal) -> Int {
    let basic = try BasicCredentials(of: request)
    if basic?.secret != nil, parameters["client_secret"] != nil {
      throw ClientRefusal(
        OAuthError("invalid_request", "The client must not authenticate both by the header and by the body."), status: 400, isBasic: false)
    }
    func refused(_ description: String) -> ClientRefusal {
      ClientRefusal(OAuthError("invalid_client", description), status: 401, isBasic: basic != nil)
    }
    if let basic, let id = parameters["client_id"], id != basic.id {
      throw refused("The client of the header is not the one of the body.")
    }
    guard let place = client(basic?.id ?? parameters["client_id"]) else { throw refused(unknown) }
    switch (tenant.clientRules[place].secret, basic?.secret ?? parameters["client_secret"]) {
    case (nil, nil): return place
    case (nil, _?): throw refused("The client is public and must not send a secret.")
    case (_?, nil): throw refused("The client has to authenticate by its secret.")
    case (let secret?, let sent?):
      guard Digests.sha256(sent) == Digests.sha256(secret) else { throw refused("The client's secret is wrong.") }
      return place
    }
  }

  /// How the tenant's clients authenticate themselves, by the registered names.
  package var authenticationMethods: JSONValue {
    tenant.clientRules.contains { $0.secret != nil } ? ["none", "client_secret_basic", "client_secret_post"] : ["none"]
  }
}

/// Why a client is not let in, as the endpoint answers it (RFC 6749 section 5.2).
package struct ClientRefusal: Error {
  private let error: OAuthError
  private let status: Int
  /// Whether the client authenticated by HTTP Basic authentication.
  private let isBasic: Bool

  init(_ error: OAuthError, status: Int, isBasic: Bool) {
    self.error = error
    self.status = status
    self.isBasic = isBasic
  }

  /// The answer, which names the scheme where the client used it.
  package var response: HTTPResponseMessage {
    var response = error.response(status: status)
    if isBasic, status == 401 { response.headers.append("WWW-Authenticate", "Basic realm=\"clients\"") }
    return response
  }
}

/// A client's id and secret out of the header `Authorization` (RFC 6749 section 2.3.1).
private struct BasicCredentials {
  let id: String
  /// `nil` for none or an empty one, by which a public client only names itself.
  let secret: String?

  /// `nil` for a request without the scheme.
  init?(of request: HTTPRequestMessage) throws(ClientRefusal) {
    let scheme = "basic "
    let headers = request.headers.values(of: "Authorization").filter { ($0 + " ").prefix(scheme.count).lowercased() == scheme }
    guard let header = headers.first else { return nil }
    let text = Base64.decode(String(header.dropFirst(scheme.count))).map { String(decoding: $0, as: UTF8.self) }
    let parts = text?.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(Self.decoded)
    guard headers.count == 1, parts?.count == 2, let id = parts?.first ?? nil, !id.isEmpty, let last = parts?.last ?? nil else {
      throw ClientRefusal(
        OAuthError("invalid_request", "The header 'Authorization' has no client in it."), status: 400, isBasic: true)
    }
    self.id = id
    secret = last.isEmpty ? nil : last
  }

  /// A part, which is encoded as the value of a form is; `nil` for an escape that says no byte.
  private static func decoded(_ part: Substring) -> String? { PercentEncoding.decode(String(part.replacing("+", with: " "))) }
}
