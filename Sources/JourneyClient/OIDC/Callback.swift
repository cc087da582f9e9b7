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

  /// The value of an item; `nil` where it is missing or empty.
  package subscript(name: String) -> String? {
    items.first { $0.name == name && !$0.value.isEmpty }?.value
  }

  /// The OAuth error that it brings; `nil` where it brings none.
  package var refusal: OAuthRefusal? {
    self["error"].map { OAuthRefusal(error: $0, description: self["error_description"]) }
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

  /// The address as a scenario matches it: without what differs from walk to walk.
  package var shown: String {
    let passing: Set<String> = ["code", "state", "session_id", "iss", "scope", "session_state"]
    let kept = url.queryItems.filter { !passing.contains($0.name) }
    return url.replacing(query: kept).withoutFragment.description
  }

  private func redirectCheck(_ redirectURI: WebURL) -> TokenCheck {
    guard !isAddressed(to: redirectURI) else { return TokenCheck("redirect_uri") }
    let expected = redirectURI.replacing(query: []).withoutFragment
    let actual = url.replacing(query: []).withoutFragment
    return TokenCheck("redirect_uri", problem: "the callback went to '\(actual)' instead of '\(expected)'")
  }

  private var errorCheck: TokenCheck {
    guard let refusal else { return TokenCheck("error") }
    let description = refusal.description.map { ": \($0)" } ?? ""
    return TokenCheck("error", problem: "the callback brings the error '\(refusal.error)'\(description)")
  }

  private func stateCheck(_ state: Secret) -> TokenCheck {
    let values = items.filter { $0.name == "state" }.map(\.value)
    switch values.count {
    case 0: return TokenCheck("state", problem: "the callback brings no 'state'")
    case 1: return TokenCheck("state", problem: values[0] == state.concealed ? nil : "the callback's 'state' is not the one sent")
    default: return TokenCheck("state", problem: "the callback brings 'state' \(values.count) times")
    }
  }

  private var codeCheck: TokenCheck {
    let values = items.filter { $0.name == "code" }
    switch values.count {
    case 0: return .noCode
    case 1: return TokenCheck("code", problem: values[0].value.isEmpty ? "the callback's 'code' is empty" : nil)
    default: return TokenCheck("code", problem: "the callback brings 'code' \(values.count) times")
    }
  }
}
