/// What one `Set-Cookie` header says, read as RFC 6265 section 5.2 reads it; what a jar makes of it is the jar's business.
package struct SetCookieText: Sendable, Hashable {
  /// Whether the cookie travels with requests from other sites.
  package enum SameSite: Sendable, Hashable {
    case strict, lax
    /// `SameSite=None`.
    case unrestricted
    /// A word that no rule knows, as it was sent.
    case unknown(String)
  }

  /// Never empty.
  package var name: String
  /// A secret, more often than not.
  package var value: String
  /// In lower case, without a leading dot; `nil` for the answering host alone.
  package var domain: String?
  /// Beginning with `/`; `nil` if the default path of the request counts.
  package var path: String?
  /// Seconds since 1970; `nil` if none or no date was sent.
  package var expires: Int64?
  /// Seconds from now, 0 or less for at once; wins over `expires`.
  package var maxAge: Int64?
  /// Whether it travels over TLS only.
  package var isSecure = false
  /// Whether scripts cannot read it.
  package var isHTTPOnly = false
  /// Whether it is kept apart for each site that shows the server's pages in a frame (`Partitioned`).
  package var isPartitioned = false
  /// `nil` if the header does not say.
  package var sameSite: SameSite?

  /// The cookie of a header's value; `nil` if it lacks `=`, or a name before it.
  package init?(_ headerValue: String) {
    let parts = headerValue.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard let pair = parts.first, let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    name = Self.trimmed(pair[..<equals])
    value = Self.trimmed(pair[pair.index(after: equals)...])
    guard !name.isEmpty else { return nil }
    for part in parts.dropFirst() {
      let attribute = part.prefix { $0 != UInt8(ascii: "=") }
      apply(attribute: Self.trimmed(attribute).asciiLowercased, value: Self.trimmed(part.dropFirst(attribute.count + 1)))
    }
  }

  /// What its name's prefix demands and it does not have, for which browsers drop it (RFC 6265bis sections 4.1.3 and 5.7);
  /// `nil` for nothing. Browsers read a prefix in any case.
  package var prefixProblem: String? {
    let name = name.asciiLowercased
    if name.hasPrefix("__host-"), !isSecure || domain != nil || path != "/" {
      return "needs 'Secure', 'Path=/' and no 'Domain' for its prefix"
    }
    return name.hasPrefix("__secure-") && !isSecure ? "needs 'Secure' for its prefix" : nil
  }

  /// Bytes; browsers pass over an attribute with more (RFC 6265bis section 5.6).
  private static let longestAttribute = 1024

  /// The last attribute of a name counts (RFC 6265 section 5.3); unknown ones are passed over.
  private mutating func apply(attribute: String, value: String) {
    guard value.utf8.count <= Self.longestAttribute else { return }
    switch attribute {
    case "expires": if let date = CookieDate.seconds(of: value) { expires = date }
    case "max-age": if let seconds = Self.deltaSeconds(value) { maxAge = seconds }
    case "domain": if !value.isEmpty { domain = (value.hasPrefix(".") ? String(value.dropFirst()) : value).asciiLowercased }
    case "path": path = value.hasPrefix("/") ? value : nil
    case "secure": isSecure = true
    case "httponly": isHTTPOnly = true
    case "partitioned": isPartitioned = true
    case "samesite": sameSite = SameSite(value)
    default: break
    }
  }

  /// Digits, perhaps after a `-`; beyond all bounds the furthest possible second.
  private static func deltaSeconds(_ text: String) -> Int64? {
    let digits = text.hasPrefix("-") ? text.utf8.dropFirst() : text.utf8[...]
    guard !digits.isEmpty, digits.allSatisfy(ASCIISet.digits.contains) else { return nil }
    return Int64(text) ?? (text.hasPrefix("-") ? .min : .max)
  }

  private static func trimmed(_ text: Substring.UTF8View) -> String {
    var rest = text
    while let first = rest.first, first == 0x20 || first == 0x09 { rest = rest.dropFirst() }
    while let last = rest.last, last == 0x20 || last == 0x09 { rest = rest.dropLast() }
    return String(Substring(rest))
  }
}

extension SetCookieText.SameSite {
  /// The value of the attribute, in any case.
  init(_ text: String) {
    self =
      switch text.asciiLowercased {
      case "strict": .strict
      case "lax": .lax
      case "none": .unrestricted
      default: .unknown(text)
      }
  }
}
