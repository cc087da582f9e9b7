import Encodings
import JourneyModel

/// Until when cookies are valid by the tenant's clock, which a mock moves while the browser's own clock does not change.
struct CookieLifetimes: Sendable {
  /// By host and name.
  private var ends: [String: Instant] = [:]

  var isEmpty: Bool { ends.isEmpty }

  /// Remembers what a response says of its cookies.
  mutating func read(_ response: HTTPResponseMessage, from host: String, now: Instant) {
    for value in response.headers.values(of: "set-cookie") {
      guard let cookie = SetCookieText(value), ends.count < 1_000 else { continue }
      ends[Self.key(host, cookie.name)] = Self.end(of: cookie, now: now)
    }
  }

  /// A cookie header without those that are over; `nil` if none is left.
  func header(_ cookies: String, to host: String, now: Instant) -> String? {
    let kept = cookies.split(separator: ";").map { $0.drop { $0 == " " } }.filter { pair in
      guard let end = ends[Self.key(host, String(pair.prefix { $0 != "=" }))] else { return true }
      return now < end
    }
    return kept.isEmpty ? nil : kept.joined(separator: "; ")
  }

  private static func key(_ host: String, _ name: String) -> String { "\(host) \(name)" }

  /// `nil` for a cookie that ends with the browser.
  private static func end(of cookie: SetCookieText, now: Instant) -> Instant? {
    if let age = cookie.maxAge { return now + .seconds(min(max(age, 0), 400 * 86_400)) }
    return cookie.expires.map { Instant(seconds: $0) }
  }
}
