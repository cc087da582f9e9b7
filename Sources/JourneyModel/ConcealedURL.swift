/// The one policy by which addresses are shown: what identifies a session, a person or a code is replaced by `***`.
///
/// It is an allow-list, so that it needs no names of any dialect: of a query, and of a fragment that is written like one, only
/// the values of parameters known to be harmless stay; of a path none, as in `/login;jsessionid=…`. Concealing twice changes nothing.
package enum ConcealedURL {
  /// Parameters that say how a journey is set up, and never whose it is.
  private static let harmlessNames: Set<String> = [
    "acr_values", "audience", "client_id", "code_challenge_method", "display", "error", "error_description", "error_uri",
    "idp", "language", "max_age", "page", "post_logout_redirect_uri", "prompt", "redirect_uri", "response_mode",
    "response_type", "scope", "sdk", "ui_locales",
  ]

  /// Parameters that choose a page of a site, such as `do=login`; their values are seen if they are words.
  private static let pageNames: Set<String> = ["action", "do", "op", "tab", "view"]

  private static let mask = "***"

  /// Whether a value is one or two words in small letters, as programmers write them.
  private static func isWord(_ value: Substring.UTF8View) -> Bool {
    value.count <= 16 && value.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  /// Whether the values of this parameter may be seen.
  package static func isHarmless(_ name: String) -> Bool { harmlessNames.contains(name) }

  /// The address, or relative reference, without what must not be seen.
  ///
  /// - Parameter names: parameters that hold a secret in this address, though their names are harmless.
  package static func text(of url: String, hiding names: Set<String> = []) -> String {
    let isSuspect = url.utf8.contains {
      $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: ";")
    }
    guard isSuspect else { return url }
    let utf8 = Substring(url).utf8
    let fragmentStart = utf8.firstIndex(of: UInt8(ascii: "#")) ?? utf8.endIndex
    let queryStart = utf8[..<fragmentStart].firstIndex(of: UInt8(ascii: "?")) ?? fragmentStart
    return withoutPathParameters(withoutUserInfo(utf8[..<queryStart]))
      + concealed(utf8[queryStart..<fragmentStart], hiding: names)
      + concealed(utf8[fragmentStart...], hiding: names)
  }

  /// Takes the name and password out of `scheme://name:password@host/path`.
  private static func withoutUserInfo(_ address: Substring.UTF8View) -> String {
    let text = String(Substring(address))
    guard let colon = address.firstIndex(of: UInt8(ascii: ":")), address[colon...].starts(with: "://".utf8) else { return text }
    let authorityStart = address.index(colon, offsetBy: 3)
    let authorityEnd = address[authorityStart...].firstIndex(of: UInt8(ascii: "/")) ?? address.endIndex
    guard let at = address[authorityStart..<authorityEnd].lastIndex(of: UInt8(ascii: "@")) else { return text }
    return "\(Substring(address[..<authorityStart]))\(mask)\(Substring(address[at...]))"
  }

  /// Replaces the values of parameters that are written into a path: `/login;jsessionid=…` (RFC 3986 section 3.3).
  private static func withoutPathParameters(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: ";")) else { return path }
    let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { segment in
      let parts = segment.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      let concealed = parts.dropFirst().map { part in
        guard let equals = part.firstIndex(of: UInt8(ascii: "=")), part.index(after: equals) < part.endIndex else {
          return String(Substring(part))
        }
        return "\(Substring(part[...equals]))\(mask)"
      }
      return ([String(Substring(parts[0]))] + concealed).joined(separator: ";")
    }
    return segments.joined(separator: "/")
  }

  /// A query or fragment with the mark that begins it; a fragment that names a place on a page stays as it is.
  private static func concealed(_ part: Substring.UTF8View, hiding names: Set<String>) -> String {
    guard let mark = part.first else { return "" }
    let isPlace = mark == UInt8(ascii: "#") && !part.contains(UInt8(ascii: "="))
    guard !isPlace else { return String(Substring(part)) }
    let pairs = part.dropFirst().split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    return String(Unicode.Scalar(mark)) + pairs.map { concealedPair($0, hiding: names) }.joined(separator: "&")
  }

  private static func concealedPair(_ pair: Substring.UTF8View, hiding names: Set<String>) -> String {
    let text = String(Substring(pair))
    guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else {
      return text.isEmpty || harmlessNames.contains(text) ? text : mask
    }
    let isEmpty = pair.index(after: equals) == pair.endIndex
    let name = String(Substring(pair[..<equals]))
    let isOfPage = pageNames.contains(name) && isWord(pair[pair.index(after: equals)...])
    let isHarmless = (harmlessNames.contains(name) || isOfPage) && !names.contains(name)
    return isEmpty || isHarmless ? text : "\(Substring(pair[...equals]))\(mask)"
  }
}
