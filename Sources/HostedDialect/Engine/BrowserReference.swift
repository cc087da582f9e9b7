import Encodings

/// An address as a page or a `Location` header writes it, read as a browser reads it (WHATWG URL section 4.4).
enum BrowserReference {
  /// The address that a reference means in a document at this one, its scheme decided first.
  ///
  /// White space around it, and tabs and line breaks in it, do not count; `\` is `/` unless an app's own scheme is written.
  static func resolve(_ reference: String, against base: WebURL) throws(WebURLError) -> WebURL {
    guard reference.utf8.count <= WebURL.defaultLimit else { throw .tooLong(limit: WebURL.defaultLimit) }
    return try base.resolve(PercentEncoding.encodeIllegal(readable(reference, at: base)))
  }

  private static func readable(_ reference: String, at base: WebURL) -> String {
    guard !isPlain(reference) else { return reference }
    var scalars = reference.unicodeScalars[...]
    while let first = scalars.first, first.value <= 0x20 { scalars.removeFirst() }
    while let last = scalars.last, last.value <= 0x20 { scalars.removeLast() }
    var kept = String.UnicodeScalarView(scalars.filter { $0 != "\t" && $0 != "\n" && $0 != "\r" })
    guard isOfWeb(String(kept)) else { return String(kept) }
    let end = kept.firstIndex { $0 == "?" || $0 == "#" } ?? kept.endIndex
    kept.replaceSubrange(..<end, with: kept[..<end].map { $0 == "\\" ? "/" : $0 })
    return withHost(String(kept), base: base)
  }

  /// Whether there is nothing to decide, as in nearly all links of a site to itself: no scheme, no host, nothing to leave out.
  private static func isPlain(_ reference: String) -> Bool {
    !reference.utf8.starts(with: "//".utf8)
      && reference.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: ":") }
  }

  /// Whether no scheme is written, or one of the web.
  private static func isOfWeb(_ reference: String) -> Bool {
    guard let scheme = scheme(of: reference) else { return true }
    return scheme == "http" || scheme == "https"
  }

  private static func scheme(of reference: String) -> String? {
    guard let colon = reference.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let text = reference[..<colon]
    guard let first = text.utf8.first, isLetter(first), text.utf8.allSatisfy(isOfScheme) else { return nil }
    return String(text).asciiLowercased
  }

  /// How many slashes come before a host does not matter, and the base's own scheme without two of them has no effect.
  private static func withHost(_ reference: String, base: WebURL) -> String {
    let scheme = scheme(of: reference)
    let rest = reference.dropFirst(scheme.map { $0.count + 1 } ?? 0)
    let slashes = rest.prefix { $0 == "/" }.count
    if slashes < 2, scheme == nil || scheme == base.scheme { return String(rest) }
    return "\(scheme.map { "\($0):" } ?? "")//\(rest.dropFirst(slashes))"
  }

  private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }

  private static func isOfScheme(_ byte: UInt8) -> Bool {
    isLetter(byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }
}
