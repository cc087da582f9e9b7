import Encodings
import JourneyClient
import JourneyModel

/// The cookies that a browser got in the course of a journey, as far as they prove who somebody is.
struct CookieTrace: Sendable {
  /// By name: what the browser has now.
  private var held: [String: String] = [:]
  /// What it had when the first password was sent; `nil` before that.
  private var beforeSignIn: [String: String]?
  /// What came of the sign-in.
  private var signedIn: [String: String] = [:]
  /// Whether the person logged out since the last end.
  private var isLoggedOut = false

  /// A new journey of the same browser.
  mutating func begin() { beforeSignIn = nil }

  /// Takes the cookies of a response, and says what is wrong with them.
  mutating func read(_ exchange: SeenExchange, isCredential: Bool) -> [FlowFinding] {
    if isCredential, beforeSignIn == nil { beforeSignIn = held }
    if exchange.call.purpose == "logout", exchange.response.status < 400 { isLoggedOut = true }
    var findings: [FlowFinding] = []
    for text in exchange.response.headers.values(of: "set-cookie") {
      guard let cookie = SetCookieText(text) else { continue }
      findings += (cookie.prefixProblems + problems(of: cookie, at: exchange)).map {
        FlowFinding(.cookieFlags, .error, "the cookie '\(cookie.name)' \($0): \(exchange.place)")
      }
      if cookie.isOver { held[cookie.name] = nil } else if cookie.proves { held[cookie.name] = cookie.value }
    }
    return findings
  }

  /// What is wrong with the cookies where a turn ends.
  ///
  /// - Parameter hasCode: whether it ended at the app with a code.
  mutating func end(hasCode: Bool) -> [FlowFinding] {
    if isLoggedOut { return logOut() }
    guard hasCode, let before = beforeSignIn else { return [] }
    beforeSignIn = nil
    signedIn = held.filter { before[$0.key] != $0.value }
    guard !before.isEmpty, signedIn.isEmpty else { return [] }
    let names = before.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
    return [
      FlowFinding(
        .cookieFlags, .error,
        "no cookie changed when the person signed in: anyone who knew \(names) before is now signed in, too (session fixation)")
    ]
  }

  /// Servers may end a session and leave its cookie, so this is only worth a word.
  private mutating func logOut() -> [FlowFinding] {
    defer {
      isLoggedOut = false
      signedIn = [:]
    }
    let kept = signedIn.filter { held[$0.key] == $0.value }.keys.sorted()
    guard !kept.isEmpty, kept.count == signedIn.count else { return [] }
    let names = kept.map { "'\($0)'" }.joined(separator: ", ")
    return [FlowFinding(.cookieFlags, .warning, "logging out leaves the cookies of the sign-in as they are: \(names)")]
  }

  private func problems(of cookie: SetCookieText, at exchange: SeenExchange) -> [String] {
    guard cookie.proves, !cookie.isOver else { return [] }
    var problems: [String] = []
    if exchange.call.url.scheme == "https", !cookie.isSecure { problems.append("has no 'Secure'") }
    if !cookie.isHTTPOnly { problems.append("has no 'HttpOnly', so that scripts can read it") }
    switch cookie.sameSite {
    case nil, .unknown: problems.append("has no 'SameSite'")
    case .unrestricted where !cookie.isSecure: problems.append("has 'SameSite=None' without 'Secure'")
    case .unrestricted, .lax, .strict: break
    }
    if cookie.domain != nil, Self.ofOneHost.contains(cookie.name) { problems.append("has a 'Domain', so that other hosts get it") }
    return problems
  }

  /// The cookies by which a known server knows who is signed in.
  private static let ofOneHost: Set<String> = ["idx", "sid"]
}

extension SetCookieText {
  /// What is wrong with a cookie by its name's prefix, for which browsers drop it (RFC 6265bis section 4.1.3).
  fileprivate var prefixProblems: [String] {
    if name.hasPrefix("__Host-"), !isSecure || domain != nil || path != "/" {
      return ["needs 'Secure', 'Path=/' and no 'Domain' for its prefix"]
    }
    return name.hasPrefix("__Secure-") && !isSecure ? ["needs 'Secure' for its prefix"] : []
  }

  fileprivate var isOver: Bool { value.isEmpty || (maxAge.map { $0 <= 0 } ?? false) || expires == 0 }

  /// Whether it looks like one that proves something: a long value under a telling name, or one that scripts must not read.
  ///
  /// Tokens against forged requests are read by scripts, and the cookies of load balancers and of statistics prove nothing.
  fileprivate var proves: Bool {
    let name = name.asciiLowercased
    guard value.utf8.count >= 16, !Self.harmless.contains(where: name.contains) else { return false }
    return isHTTPOnly || name.hasPrefix("__host-") || name.hasPrefix("__secure-") || Self.telling.contains(where: name.contains)
  }

  private static let telling = ["sess", "sid", "sso", "idx", "auth", "token", "login", "signin", "remember"]
  private static let harmless = ["csrf", "xsrf", "awsalb", "awselb", "_ga", "__cf", "bigip", "lang", "locale"]
}
