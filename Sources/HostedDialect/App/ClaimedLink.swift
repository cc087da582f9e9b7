package import Encodings

/// Links that open the app instead of a browser, by a pattern, and what the app makes of them.
///
/// The pattern is an address in which `*` matches any characters, as in Apple's and Android's lists. Without a `?` in it, the
/// query of a link is free.
package struct ClaimedLink: Sendable, Hashable {
  /// E.g. `https://profile.example.test/welcome/*`.
  package let pattern: String
  /// The parameter of an authorization request that takes what the last `*` matches, e.g. `activation_token`; `nil` for a link
  /// that brings no token.
  package let parameter: String?

  /// - Parameter parameter: `nil` for the one that the pattern's path is known for.
  package init(_ pattern: String, parameter: String? = nil) {
    self.pattern = pattern
    self.parameter = parameter ?? Self.usualParameters.first { pattern.contains($0.path) }?.parameter
  }

  /// The paths of mailed links, and the parameters by which an app passes their tokens on.
  private static let usualParameters = [
    (path: "/welcome/", parameter: "activation_token"), (path: "/reset-password/", parameter: "reset_password_token"),
    (path: "/set-password/", parameter: "set_password_token"),
  ]

  /// Whether the pattern fits the link, whose fragment never counts.
  package func fits(_ link: WebURL) -> Bool { wildcards(in: link) != nil }

  /// What the last `*` of the pattern matches, decoded; `nil` for a link that does not fit, and for an empty match.
  package func token(in link: WebURL) -> String? {
    guard let last = wildcards(in: link)?.last, !last.isEmpty else { return nil }
    return PercentEncoding.decode(last) ?? last
  }

  private func wildcards(in link: WebURL) -> [String]? {
    let text = pattern.contains("?") ? link.withoutFragment.description : link.withoutQuery.description
    return WildcardPattern(pattern).match(text)
  }
}

/// A text in which each `*` matches any characters.
private struct WildcardPattern {
  private let parts: [String]

  init(_ text: String) {
    parts = text.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
  }

  /// What each `*` matches, the first ones as short as possible; `nil` if the text does not match.
  func match(_ text: String) -> [String]? {
    guard let first = parts.first, text.hasPrefix(first) else { return nil }
    var rest = text.dropFirst(first.count)
    guard parts.count > 1 else { return rest.isEmpty ? [] : nil }
    var found: [String] = []
    for part in parts.dropFirst().dropLast() {
      guard let range = Self.range(of: part, in: rest) else { return nil }
      found.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    let last = parts[parts.count - 1]
    guard rest.hasSuffix(last) else { return nil }
    return found + [String(rest.dropLast(last.count))]
  }

  private static func range(of part: String, in text: Substring) -> Range<Substring.Index>? {
    guard !part.isEmpty else { return text.startIndex..<text.startIndex }
    return text.firstRange(of: part)
  }
}
