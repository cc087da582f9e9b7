import Encodings

/// What the Content Security Policies of a page say of where its forms may lead (CSP level 3 section 6.4.2).
///
/// Chromium and Safari hold every redirect after the submission to it, so a policy that forgets the app's own scheme stops a
/// journey at its last step without a word.
struct FormActionPolicy: Sendable, Hashable {
  /// The `form-action` of each policy that has one; an address has to pass all of them.
  private let sourceLists: [[String]]
  private let page: WebURL

  /// - Parameters:
  ///   - policies: values of the header and of `meta` elements; each may hold several policies, divided by commas.
  ///   - page: the address of the page, which `'self'` means.
  init(_ policies: [String], of page: WebURL) {
    self.page = page
    sourceLists = policies.prefix(Self.policyLimit).flatMap { $0.split(separator: ",") }.prefix(Self.policyLimit).compactMap(Self.sources)
  }

  private static let policyLimit = 32

  /// The policy, as it may be cited, that forbids a form of the page to lead to this address; `nil` if none does.
  ///
  /// - Parameter isRedirected: whether a redirect leads there, so that paths do not count.
  func refusal(of target: WebURL, isRedirected: Bool) -> String? {
    sourceLists.first { sources in
      !sources.contains { SourceExpression($0).allows(target, from: page, isRedirected: isRedirected) }
    }.map { (["form-action"] + $0).joined(separator: " ") }
  }

  private static func sources(of policy: Substring) -> [String]? {
    for directive in policy.split(separator: ";") {
      let words = directive.split { $0 == " " || $0 == "\t" || $0.isNewline }.map(String.init)
      guard let name = words.first, name.equalsIgnoringASCIICase("form-action") else { continue }
      return Array(words.dropFirst())
    }
    return nil
  }
}

/// One expression of a source list, e.g. `'self'`, `https:` or `https://*.example.test`.
private struct SourceExpression {
  private let text: String

  init(_ text: String) { self.text = text.asciiLowercased }

  func allows(_ target: WebURL, from page: WebURL, isRedirected: Bool) -> Bool {
    if text == "'self'" { return isSameSite(target, as: page) }
    if text.hasPrefix("'") { return false }
    if text == "*" { return Self.ofNetwork.contains(target.scheme) || target.scheme == page.scheme }
    if text.hasSuffix(":"), !text.contains("/") { return isScheme(target.scheme, allowedBy: String(text.dropLast())) }
    return matchesHost(target, from: page, isRedirected: isRedirected)
  }

  private static let ofNetwork: Set<String> = ["http", "https", "ws", "wss"]

  /// The same origin, or its safer twin on the schemes' own ports.
  private func isSameSite(_ target: WebURL, as page: WebURL) -> Bool {
    guard let host = target.host, host == page.host, page.effectivePort != nil else { return false }
    if target.scheme == page.scheme { return target.effectivePort == page.effectivePort }
    return isScheme(target.scheme, allowedBy: page.scheme) && target.port == nil && page.port == nil
  }

  private func isScheme(_ scheme: String, allowedBy allowed: String) -> Bool {
    scheme == allowed || (allowed == "http" && scheme == "https")
  }

  private func matchesHost(_ target: WebURL, from page: WebURL, isRedirected: Bool) -> Bool {
    var rest = text[...]
    var scheme = page.scheme
    if let mark = rest.firstRange(of: "://") {
      scheme = String(rest[..<mark.lowerBound])
      rest = rest[mark.upperBound...]
    }
    guard isScheme(target.scheme, allowedBy: scheme) else { return false }
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let path = rest[slash...]
    return matches(authority: rest[..<slash], target) && (isRedirected || matches(path: path, target.path))
  }

  private func matches(authority: Substring, _ target: WebURL) -> Bool {
    let colon = authority.firstIndex(of: ":") ?? authority.endIndex
    let (host, port) = (authority[..<colon], authority[colon...].dropFirst())
    guard let found = target.host else { return false }
    let isHost = host.hasPrefix("*.") ? found.hasSuffix(host.dropFirst()) : host == found || host == "*"
    if port == "*" { return isHost }
    guard !port.isEmpty else { return isHost && target.port == nil }
    return isHost && target.effectivePort.map(String.init) == String(port)
  }

  private func matches(path: Substring, _ found: String) -> Bool {
    if path.isEmpty || path == "/" { return true }
    return path.hasSuffix("/") ? found.asciiLowercased.hasPrefix(path) : found.asciiLowercased == path
  }
}
