import Encodings
import JourneyClient
import JourneyModel

/// The cookies that a browser got in the course of a journey, as far as they prove who the person is.
struct CookieTrace: Sendable {
  /// By name: what the browser has now.
  private var held: [String: String] = [:]
  /// What it had when the first password was sent; `nil` before that.
  private var beforeSignIn: [String: String]?
  /// What came of the sign-in.
  private var signedIn: [String: String] = [:]
  /// Whether the person logged out since the last end.
  private var isLoggedOut = false
  /// What the sign-in leaves, whatever its name.
  private var ofSignIn = SignInCookies()
  /// What was said of which cookie: the same flag of the same cookie is said once, whatever sets it again.
  private var said: Set<[String]> = []
  /// Whether the person is signed in where no app gets a code.
  private var site = SiteSignIn()

  /// A new journey of the same browser.
  mutating func begin() {
    beforeSignIn = nil
    ofSignIn.begin()
    site.begin()
  }

  /// Why the sign-in may be lost: browsers drop cookies of it; `nil` if they keep them all.
  var loss: String? { ofSignIn.loss }

  /// Whether a password was sent in the last turn, and no answer set a cookie from then on.
  var lacksCookie: Bool { ofSignIn.lacksCookie }

  /// Whether the last page was one of a signed-in person, at a site that no app asks a sign-in of.
  var isIn: Bool { site.isIn }

  /// Takes the cookies of a response, and says what is wrong with them.
  mutating func read(_ exchange: SeenExchange, isCredential: Bool) -> [FlowFinding] {
    // Who is signed in and types a password changes it, or proves it once more.
    if isCredential, beforeSignIn == nil, !site.isIn { beforeSignIn = held }
    site.read(exchange, isCredential: isCredential)
    if exchange.call.purpose == "logout", exchange.response.status < 400 { isLoggedOut = true }
    ofSignIn.read(exchange, isCredential: isCredential)
    var findings: [FlowFinding] = []
    for text in exchange.response.headers.values(of: "set-cookie") {
      guard let cookie = SetCookieText(text) else { continue }
      let guarded = cookie.proves && !cookie.isOver ? cookie.guardProblems(isOverTLS: exchange.call.url.scheme == "https") : []
      let refusal = cookie.proves && !cookie.isOver ? CookieJar.refusal(of: cookie, from: exchange.call.url) : nil
      findings += say([cookie.prefixProblem].compactMap(\.self) + Self.adding(refusal, of: cookie, to: guarded), of: cookie, exchange.place)
      if cookie.isOver { held[cookie.name] = nil } else if cookie.proves { held[cookie.name] = cookie.value }
    }
    return findings
  }

  /// What is wrong with the cookies where a turn ends.
  ///
  /// - Parameters:
  ///   - isAccepted: whether what a person typed was accepted, as far as the page shows.
  ///   - hasCode: whether it ended at the app with a code.
  ///   - page: the page of a site that it ended at; `nil` where an app asks for the sign-in.
  mutating func end(isAccepted: Bool, hasCode: Bool, page: SiteSignIn.Page? = nil) -> [FlowFinding] {
    var findings: [FlowFinding] = []
    if site.end(page, isAccepted: isAccepted) {
      findings.append(
        FlowFinding(.cookieFlags, .error, "the person signed out, and the page is that of a signed-in person again without a password"))
    }
    let isIn = hasCode || site.isIn
    for left in ofSignIn.end(isAccepted: isAccepted, hasCode: hasCode, isIn: isIn) {
      held[left.cookie.name] = left.cookie.value
      let problems = Self.adding(left.refusal, of: left.cookie, to: left.cookie.guardProblems(isOverTLS: left.isOverTLS))
      findings += say(problems, of: left.cookie, left.place)
    }
    if isLoggedOut { return findings + logOut() }
    guard isIn, let before = beforeSignIn else { return findings }
    beforeSignIn = nil
    signedIn = held.filter { before[$0.key] != $0.value }
    guard !before.isEmpty, signedIn.isEmpty else { return findings }
    let names = before.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
    return findings + [
      FlowFinding(
        .cookieFlags, .error,
        "no cookie changed when the person signed in: anyone who knew \(names) before is now signed in, too (session fixation)")
    ]
  }

  /// Why browsers drop the cookie comes first: nothing else that it lacks matters as much.
  private static func adding(_ refusal: String?, of cookie: SetCookieText, to problems: [String]) -> [String] {
    guard let refusal, refusal != cookie.prefixProblem, !problems.contains(refusal) else { return problems }
    return ["\(refusal), so browsers drop it"] + problems
  }

  private mutating func say(_ problems: [String], of cookie: SetCookieText, _ place: String) -> [FlowFinding] {
    problems.filter { said.insert([cookie.name, $0]).inserted }.map { cookie.finding($0, place) }
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
}

extension SetCookieText {
  fileprivate func finding(_ problem: String, _ place: String) -> FlowFinding {
    FlowFinding(.cookieFlags, .error, "the cookie '\(name)' \(problem): \(place)")
  }

  /// What a cookie lacks that proves who the person is.
  fileprivate func guardProblems(isOverTLS: Bool) -> [String] {
    var problems: [String] = []
    if isOverTLS, !isSecure { problems.append("has no 'Secure'") }
    if !isHTTPOnly { problems.append("has no 'HttpOnly', so that scripts can read it") }
    switch sameSite {
    case nil, .unknown: problems.append("has no 'SameSite'")
    case .unrestricted where !isSecure: problems.append("has 'SameSite=None' without 'Secure'")
    case .unrestricted, .lax, .strict: break
    }
    if domain != nil, Self.ofOneHost.contains(name) { problems.append("has a 'Domain', so that other hosts get it") }
    return problems
  }

  /// The cookies by which a known server knows who is signed in.
  private static let ofOneHost: Set<String> = ["idx", "sid"]

  /// Whether it looks like one that proves something: a long value under a name that suggests it, or one that scripts must not read.
  ///
  /// Tokens against forged requests are read by scripts, and the cookies of load balancers and of statistics prove nothing.
  fileprivate var proves: Bool {
    let name = name.asciiLowercased
    guard value.utf8.count >= 16, !isHarmless else { return false }
    return isHTTPOnly || name.hasPrefix("__host-") || name.hasPrefix("__secure-") || Self.telling.contains(where: name.contains)
  }

  private static let telling = ["sess", "sid", "sso", "idx", "auth", "token", "login", "signin", "remember"]
}
