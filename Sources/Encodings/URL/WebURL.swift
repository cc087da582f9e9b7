/// An absolute URL as sent: percent-encoding, dots in the path and an empty path stay as they were.
///
/// Only scheme and host are put in lower case. Apps' own schemes are URLs too, with a host
/// (`com.example.app://callback`) or without (`com.example:/callback`).
package struct WebURL: Sendable, Hashable, CustomStringConvertible {
  /// In lower case, without the colon.
  package let scheme: String
  /// What is before `@`, encoded; a password in it is a secret.
  package let userInfo: String?
  /// A name or IPv4 address in lower case, an IPv6 address in brackets; `nil` if no `//` follows the scheme.
  package let host: String?
  /// `nil` if none is written; see `effectivePort`.
  package let port: Int?
  /// Encoded; may be empty.
  package private(set) var path: String
  /// Encoded, without `?`; empty if only a `?` is written.
  package private(set) var query: String?
  /// Encoded, without `#`.
  package private(set) var fragment: String?

  /// The URL that the text spells.
  ///
  /// - Parameter limit: how many bytes the text may have.
  package init(_ text: String, limit: Int = WebURL.defaultLimit) throws(WebURLError) {
    try Self.checkCharacters(text, limit: limit)
    try self.init(URLReferenceParts(text))
  }

  /// As long as a URL may be where the caller does not say; a signed request object needs some 8 KB.
  package static let defaultLimit = 16_384

  init(_ parts: URLReferenceParts) throws(WebURLError) {
    guard let scheme = parts.scheme else { throw .missingScheme }
    self.scheme = scheme.asciiLowercased
    let authority = try parts.authority.map { text throws(WebURLError) in try URLAuthority(text) }
    userInfo = authority?.userInfo
    host = authority?.host
    port = authority?.port
    path = parts.path
    query = parts.query
    fragment = parts.fragment
    if Self.defaultPorts[self.scheme] != nil, host == nil || host == "" { throw .missingHost }
    if host == nil, path.hasPrefix("//") { throw .ambiguousPath }
  }

  /// The URL that a reference in a document at this URL means (RFC 3986 section 5.2), dots in its path resolved.
  ///
  /// - Parameter reference: absolute or relative; an empty one is this URL without its fragment.
  package func resolve(_ reference: String, limit: Int = WebURL.defaultLimit) throws(WebURLError) -> WebURL {
    try Self.checkCharacters(reference, limit: limit)
    return try WebURL(URLReferenceParts(reference).resolved(against: URLReferenceParts(description)))
  }

  /// The URL as text.
  package var description: String {
    var text = "\(scheme):"
    if let host {
      text += "//"
      if let userInfo { text += "\(userInfo)@" }
      text += host
      if let port { text += ":\(port)" }
    }
    text += path
    if let query { text += "?\(query)" }
    if let fragment { text += "#\(fragment)" }
    return text
  }

  static let defaultPorts = ["http": 80, "https": 443, "ws": 80, "wss": 443]

  /// Refuses what a URL cannot hold: white space, controls, quotes, `<>`, `\`, non-ASCII, and a `%` that encodes nothing.
  ///
  /// As browsers do, more is allowed than RFC 3986 has: `| ^ ` [ ] { }` stay as they are.
  static func checkCharacters(_ text: String, limit: Int) throws(WebURLError) {
    let bytes = Array(text.utf8)
    guard bytes.count <= limit else { throw .tooLong(limit: limit) }
    for (index, byte) in bytes.enumerated() {
      let isLegal = byte == UInt8(ascii: "%") ? PercentEncoding.isEscape(at: index, in: bytes) : legalCharacters.contains(byte)
      guard isLegal else { throw .illegalCharacter(offset: index) }
    }
  }

  private static let legalCharacters = ASCIISet.unreserved.union(.subDelimiters).union(ASCIISet(":/?#[]@|^`{}"))
}

extension WebURL {
  mutating func setQuery(_ text: String?) {
    query = text
  }

  mutating func setFragment(_ text: String?) {
    fragment = text
  }

  mutating func setPath(_ text: String) {
    path = text
  }

  /// The address without query and fragment.
  package var withoutQuery: WebURL {
    var url = withoutFragment
    url.query = nil
    return url
  }

  /// The same URL without its fragment, as it is requested.
  package var withoutFragment: WebURL {
    var url = self
    url.fragment = nil
    return url
  }
}
