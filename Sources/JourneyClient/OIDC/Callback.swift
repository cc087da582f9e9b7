package import Encodings
package import JourneyModel

/// The address at which an authorization server sends an app back (RFC 6749 section 4.1.2).
package struct Callback: Sendable, Hashable {
  package let url: WebURL
  /// The query's items, then those of the fragment whose names the query has not.
  private let items: [QueryItem]

  package init(_ url: WebURL) {
    self.url = url
    let query = url.queryItems
    items = query + url.fragmentItems.filter { item in !query.contains { $0.name == item.name } }
  }

  /// The value of an item; `nil` if it is missing or empty.
  package subscript(name: String) -> String? {
    items.first { $0.name == name && !$0.value.isEmpty }?.value
  }

  /// The OAuth error that it brings; `nil` if it brings none.
  package var oauthError: OAuthErrorResponse? {
    self["error"].map { OAuthErrorResponse(error: $0, description: self["error_description"]) }
  }

  /// Whether it leads to this redirect URI: scheme, host, port and path compared exactly.
  package func isAddressed(to redirectURI: WebURL) -> Bool { url.hasSameEndpoint(as: redirectURI) }

  /// What a callback with a code has to hold, in the order of verification, up to the first that does not.
  package func checks(redirectURI: WebURL, state: Secret) -> [TokenCheck] {
    var checks: [TokenCheck] = []
    for check in [redirectCheck(redirectURI), errorCheck, stateCheck(state), codeCheck] {
      checks.append(check)
      if check.problem != nil { break }
    }
    return checks
  }

  /// What a callback of a dialect's own has to hold before its code or error is looked at, up to the first that does not.
  ///
  /// - Parameter state: `nil` if none was sent, which no callback can match.
  package func senderChecks(redirectURI: WebURL, state: Secret?) -> [TokenCheck] {
    let redirect = redirectCheck(redirectURI)
    return redirect.problem == nil ? [redirect, stateCheck(state)] : [redirect]
  }

  /// Whether the state that was sent came back, once.
  package func stateEcho(of state: Secret) -> TokenCheck { stateCheck(state) }

  /// Whether the callback names the issuer that was asked (RFC 9207 section 2.4), on success and on error.
  ///
  /// - Parameters:
  ///   - issuer: as the issuer's own metadata spells it; compared byte for byte.
  ///   - isAnnounced: whether the metadata promises the parameter, so that it may not be missing.
  package func issuerCheck(issuer: String, isAnnounced: Bool) -> TokenCheck {
    let values = items.filter { $0.name == "iss" }.map(\.value)
    switch values.count {
    case 0: return TokenCheck("iss", problem: isAnnounced ? "the callback has no 'iss', which the issuer's metadata promises" : nil)
    case 1: return TokenCheck("iss", problem: values[0] == issuer ? nil : "the callback's 'iss' is not the issuer '\(issuer)'")
    default: return TokenCheck("iss", problem: "the callback has 'iss' \(values.count) times")
    }
  }

  /// Whether the callback brings exactly one of a code and an error (RFC 6749 sections 4.1.2 and 4.1.2.1).
  package var outcomeCheck: TokenCheck {
    guard items.contains(where: { $0.name == "error" }) else { return codeCheck }
    let problem = items.contains { $0.name == "code" } ? "the callback has a 'code' and an 'error'" : nil
    return TokenCheck("code", problem: problem)
  }

  /// The items of a callback that differ from walk to walk (RFC 6749, RFC 9207, OpenID Connect Session Management).
  package static let passingItems: Set<String> = ["code", "state", "iss", "scope", "session_state"]

  /// The address as a scenario matches it: without the fragment and what differs from walk to walk.
  package func shown(without names: Set<String> = passingItems) -> WebURL {
    url.replacing(query: url.queryItems.filter { !names.contains($0.name) }).withoutFragment
  }

  private func redirectCheck(_ redirectURI: WebURL) -> TokenCheck {
    guard !isAddressed(to: redirectURI) else { return TokenCheck("redirect_uri") }
    let expected = redirectURI.replacing(query: []).withoutFragment
    let actual = url.replacing(query: []).withoutFragment
    return TokenCheck("redirect_uri", problem: "the callback went to '\(actual)' instead of '\(expected)'")
  }

  private var errorCheck: TokenCheck {
    guard let oauthError else { return TokenCheck("error") }
    let description = oauthError.description.map { ": \($0)" } ?? ""
    return TokenCheck("error", problem: "the callback has the error '\(oauthError.error)'\(description)")
  }

  private func stateCheck(_ state: Secret?) -> TokenCheck {
    let values = items.filter { $0.name == "state" }.map(\.value)
    switch values.count {
    case 0: return TokenCheck("state", problem: "the callback has no 'state'")
    case 1: return TokenCheck("state", problem: values[0] == state?.unsafeText ? nil : "the callback's 'state' is not the one sent")
    default: return TokenCheck("state", problem: "the callback has 'state' \(values.count) times")
    }
  }

  private var codeCheck: TokenCheck {
    let values = items.filter { $0.name == "code" }
    switch values.count {
    case 0: return .noCode
    case 1: return TokenCheck("code", problem: values[0].value.isEmpty ? "the callback's 'code' is empty" : nil)
    default: return TokenCheck("code", problem: "the callback has 'code' \(values.count) times")
    }
  }
}
