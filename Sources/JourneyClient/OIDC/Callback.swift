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

  /// A part of an address that parameters come back in.
  package enum Part: String, Sendable, Hashable {
    case query, fragment
  }

  /// Why an app that reads one part of the address does not read all of this one (OAuth 2.0 Multiple Response Type Encoding
  /// Practices, section 2.1); `nil` if it does.
  func problem(readIn part: Part, code: String) -> String? {
    let answer = Self.tokens.union([code, "code", "state", "error", "iss"])
    let other = part == .query ? url.fragmentItems : url.queryItems
    let place = part == .query ? Part.fragment : .query
    return other.first { answer.contains($0.name) }.map {
      "the callback's '\($0.name)' is in the \(place.rawValue), and the app reads the \(part.rawValue)"
    }
  }

  /// Whether the callback names the issuer that was asked (RFC 9207 section 2.4), on success and on error.
  ///
  /// - Parameters:
  ///   - issuer: as the issuer's own metadata spells it; compared byte for byte.
  ///   - isAnnounced: whether the metadata promises the parameter, so that it may not be missing.
  func issuerCheck(issuer: String, isAnnounced: Bool) -> TokenCheck {
    let values = items.filter { $0.name == "iss" }.map(\.value)
    switch values.count {
    case 0: return TokenCheck("iss", problem: isAnnounced ? "the callback has no 'iss', which the issuer's metadata promises" : nil)
    case 1: return TokenCheck("iss", problem: values[0] == issuer ? nil : "the callback's 'iss' is not the issuer '\(issuer)'")
    default: return TokenCheck("iss", problem: "the callback has 'iss' \(values.count) times")
    }
  }

  private static let tokens: Set<String> = ["access_token", "id_token", "refresh_token"]

  /// The name of a code or token that it brings; `nil` if it brings none.
  var grantItem: String? { items.first { $0.name == "code" || Self.tokens.contains($0.name) }?.name }

  /// Whether the callback brings exactly one of a code and an error (RFC 6749 sections 4.1.2 and 4.1.2.1), and no token, which only
  /// apps that asked for one in an address may get (OpenID Connect Core section 3.3.2.5).
  ///
  /// - Parameter code: what the dialect calls its code.
  func outcomeCheck(code name: String) -> TokenCheck {
    if let token = items.first(where: { Self.tokens.contains($0.name) }) {
      return TokenCheck("code", problem: "the callback has '\(token.name)', and the app requested a code alone")
    }
    let errors = items.count { $0.name == "error" }
    guard errors > 0 else { return codeCheck(name) }
    let problem: String? =
      if items.contains(where: { $0.name == name }) {
        "the callback has a '\(name)' and an 'error'"
      } else if errors > 1 {
        "the callback has 'error' \(errors) times"
      } else {
        nil
      }
    return TokenCheck("code", problem: problem)
  }

  /// The items of a callback that differ from walk to walk (RFC 6749, RFC 9207, OpenID Connect Session Management).
  package static let passingItems: Set<String> = ["code", "state", "iss", "scope", "session_state"]

  /// The address as a scenario matches it: without the fragment and what differs from walk to walk.
  package func shown(without names: Set<String> = passingItems) -> WebURL {
    url.replacing(query: url.queryItems.filter { !names.contains($0.name) }).withoutFragment
  }

  func redirectCheck(_ redirectURI: WebURL) -> TokenCheck {
    guard !isAddressed(to: redirectURI) else { return TokenCheck("redirect_uri") }
    let expected = redirectURI.replacing(query: []).withoutFragment
    let actual = url.replacing(query: []).withoutFragment
    return TokenCheck("redirect_uri", problem: "the callback went to '\(actual)' instead of '\(expected)'")
  }

  /// Whether the state that was sent came back, once.
  ///
  /// - Parameter state: `nil` if none was sent, which no callback can match.
  func stateCheck(_ state: Secret?) -> TokenCheck {
    let values = items.filter { $0.name == "state" }.map(\.value)
    switch values.count {
    case 0: return TokenCheck("state", problem: "the callback has no 'state'")
    case 1: return TokenCheck("state", problem: values[0] == state?.unsafeText ? nil : "the callback's 'state' is not the one sent")
    default: return TokenCheck("state", problem: "the callback has 'state' \(values.count) times")
    }
  }

  private func codeCheck(_ name: String) -> TokenCheck {
    let values = items.filter { $0.name == name }
    switch values.count {
    case 0: return .noCode
    case 1: return TokenCheck("code", problem: values[0].value.isEmpty ? "the callback's '\(name)' is empty" : nil)
    default: return TokenCheck("code", problem: "the callback has '\(name)' \(values.count) times")
    }
  }
}
