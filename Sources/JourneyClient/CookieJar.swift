package import Encodings
package import JourneyModel

/// The cookies of one attempt (RFC 6265), which end with it.
///
/// Shared with no other program, so it needs no list of public suffixes: a domain of a single label is refused instead.
package struct CookieJar: Sendable, Hashable {
  /// How many cookies one attempt may collect; beyond that the oldest goes.
  package static let countLimit = 200
  /// Bytes that name and value may have together; browsers keep no larger cookie (RFC 6265bis section 5.7).
  package static let sizeLimit = 4096

  private var cookies: [Cookie] = []
  /// Whether any cookie ends at a moment, so that the time has to be known to use the jar.
  package var needsClock: Bool { cookies.contains { $0.expires != nil } }
  /// Whether nothing is kept.
  package var isEmpty: Bool { cookies.isEmpty }

  package init() {}

  /// Keeps what an answer from this URL set, or removes what it expired; what breaks a rule is passed over.
  package mutating func store(_ text: SetCookieText, from url: WebURL, now: Instant) {
    guard let cookie = Cookie(text, from: url, now: now) else { return }
    let place = cookies.firstIndex { $0.hasSameIdentity(as: cookie) }
    switch (place, cookie.hasExpired(at: now)) {
    case (let place?, true): cookies.remove(at: place)
    case (let place?, false): cookies[place] = cookie
    case (nil, true): break
    case (nil, false):
      if cookies.count == Self.countLimit { cookies.removeFirst() }
      cookies.append(cookie)
    }
  }

  /// Why browsers drop a cookie of an answer from this URL, as a sentence's end; `nil` for one that they keep.
  package static func refusal(of text: SetCookieText, from url: WebURL) -> String? {
    guard let host = url.host else { return "comes from no host" }
    if text.name.utf8.count + text.value.utf8.count > sizeLimit { return "is larger than \(sizeLimit) bytes" }
    if (text.name + text.value).utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "has a control character in it" }
    if let domain = text.domain, domain != host {
      guard domain.utf8.contains(UInt8(ascii: ".")), Cookie.isDomain(domain, above: host) else { return "has the 'Domain' of another host" }
    }
    // As Chromium and Firefox have it.
    if text.sameSite == .unrestricted, !text.isSecure { return "has 'SameSite=None' without 'Secure'" }
    if text.isPartitioned, !text.isSecure { return "has 'Partitioned' without 'Secure'" }
    return text.prefixProblem
  }

  /// Forgets every cookie of a name.
  package mutating func remove(named name: String) { cookies.removeAll { $0.name == name } }

  /// Forgets the cookies that end with the browser's windows: those without a lifetime of their own.
  package mutating func removeSessionCookies() { cookies.removeAll { $0.expires == nil } }

  /// The value of the `Cookie` header for a request; `nil` if no cookie fits.
  ///
  /// Longer paths come first, then the older cookies (section 5.4).
  package func header(for url: WebURL, now: Instant) -> String? {
    let fitting = cookies.enumerated().filter { $0.element.fits(url) && !$0.element.hasExpired(at: now) }
    guard !fitting.isEmpty else { return nil }
    let ordered = fitting.sorted { left, right in
      (right.element.path.utf8.count, left.offset) < (left.element.path.utf8.count, right.offset)
    }
    return ordered.map { "\($0.element.name)=\($0.element.value)" }.joined(separator: "; ")
  }
}

/// One cookie that is kept.
private struct Cookie: Sendable, Hashable {
  let name: String
  let value: String
  let domain: String
  let isHostOnly: Bool
  let path: String
  let isSecure: Bool
  let expires: Instant?

  /// `nil` if the answering URL may not set such a cookie.
  init?(_ text: SetCookieText, from url: WebURL, now: Instant) {
    guard let host = url.host, CookieJar.refusal(of: text, from: url) == nil else { return nil }
    name = text.name
    value = text.value
    domain = text.domain ?? host
    isHostOnly = text.domain == nil
    path = text.path ?? Self.defaultPath(of: url)
    isSecure = text.isSecure
    expires = Self.expiry(of: text, now: now)
  }

  /// The domain has to be the host or above it.
  static func isDomain(_ domain: String, above host: String) -> Bool {
    host.hasSuffix("." + domain) && IPAddress(host) == nil
  }

  private static func expiry(of text: SetCookieText, now: Instant) -> Instant? {
    // A lifetime beyond what a moment can hold means the same as none.
    let longest: Int64 = 400 * 86_400
    if let age = text.maxAge { return age <= 0 ? Instant(milliseconds: .min) : now + .seconds(min(age, longest)) }
    return text.expires.map { Instant(seconds: $0) }
  }

  /// The request's path up to its last slash (section 5.1.4).
  private static func defaultPath(of url: WebURL) -> String {
    guard url.path.hasPrefix("/"), let slash = url.path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > url.path.startIndex
    else { return "/" }
    return String(url.path[..<slash])
  }

  func hasSameIdentity(as other: Cookie) -> Bool {
    name == other.name && domain == other.domain && path == other.path && isHostOnly == other.isHostOnly
  }

  func hasExpired(at now: Instant) -> Bool {
    expires.map { $0 <= now } ?? false
  }

  func fits(_ url: WebURL) -> Bool {
    guard let host = url.host else { return false }
    let isAtHome = host == domain || (!isHostOnly && Self.isDomain(domain, above: host))
    return isAtHome && pathMatches(url.path.isEmpty ? "/" : url.path) && (!isSecure || Self.isTrustworthy(url))
  }

  /// As browsers have it, this machine counts as secure without TLS.
  private static func isTrustworthy(_ url: WebURL) -> Bool {
    if url.scheme == "https" { return true }
    guard let host = url.host else { return false }
    return host == "localhost" || host.hasSuffix(".localhost") || IPAddress(host)?.isLoopback == true
  }

  private func pathMatches(_ requested: String) -> Bool {
    guard requested.utf8.starts(with: path.utf8) else { return false }
    if path.utf8.count == requested.utf8.count || path.hasSuffix("/") { return true }
    return requested.utf8.dropFirst(path.utf8.count).first == UInt8(ascii: "/")
  }
}
