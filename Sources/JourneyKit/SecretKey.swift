import Diagnostics

/// A key of a file whose value is a secret.
struct SecretKey {
  let name: String
  /// With the sign behind it, as far as the value.
  let range: Range<Substring.Index>

  /// Whether its value is one also where it has several words.
  var isCredential: Bool { name.hasSuffix("authorization") || name.hasSuffix("cookie") }

  /// Whether its value is a map of headers, which may hold secrets under any name.
  var isOfHeaders: Bool { Self.isOfHeaders(name) }

  static func isOfHeaders(_ name: String) -> Bool { name == "headers" || ClosestMatch.of(name, in: ["headers"]) != nil }

  /// The first key of a line that holds a secret, or `headers`.
  ///
  /// - Parameters:
  ///   - isOfTenants: whether the file has no texts for people, so that a misspelt key counts, and one whose colon was forgotten.
  ///   - isHeader: whether every key does.
  static func next(in line: Substring, isOfTenants: Bool, isHeader: Bool) -> SecretKey? {
    var (found, rest): (SecretKey?, Substring) = (nil, line)
    // A key may stand where the value of another one begins.
    while found == nil, let match = rest.firstMatch(of: anyKey) {
      rest = rest[match.range.upperBound...]
      let name = match.output.1.lowercased()
      let counts =
        isHeader || isSecret(name, isOfTenants: isOfTenants) || isOfTenants && (isOfHeaders(name) || isClient(name, rest))
      if counts { found = SecretKey(name: name, range: match.range) }
    }
    guard isOfTenants, let bare = line.firstMatch(of: bareKey), found.map({ bare.range.lowerBound < $0.range.lowerBound }) ?? true else {
      return found
    }
    return SecretKey(name: bare.output.1.lowercased(), range: bare.range)
  }

  /// The sign behind it may be the error.
  private static var anyKey: Regex<(Substring, Substring)> { /(?:^|[\s{,\[?-])["']?([\w-]+)["']?\s*[:=](?!=)\s*/ }

  /// A key in brackets with one more word, and no sign between.
  private static var bareKey: Regex<(Substring, Substring)> {
    /(?i)[{,]\s*((?:[\w-]*[_-])?(?:password|passwd|passcode|secret|totp|token))\s+(?=[^\s:,}]+\s*[,}])/
  }

  private static let names = ["password", "passwd", "passcode", "secret", "totp", "token", "authorization", "cookie", "api-key"]

  /// Whether a key of this name holds a secret, or is meant for one that does.
  static func isSecret(_ name: String, isOfTenants: Bool) -> Bool {
    if names.contains(where: { name == $0 || name.hasSuffix("-\($0)") || name.hasSuffix("_\($0)") }) { return true }
    if ClosestMatch.of(name, in: ["password", "passwd"]) != nil { return true }
    guard isOfTenants else { return false }
    return name.hasSuffix("-key") || name.hasSuffix("_key")
      || ClosestMatch.of(name, in: ["secret", "client_secret", "authorization"]) != nil
  }

  /// Whether it is the client of a tenant, which is a map, with something else: with the client's secret, maybe.
  private static func isClient(_ name: String, _ value: Substring) -> Bool {
    name == "client" && value.first.map { !"{*#".contains($0) } ?? false
  }
}
