import Encodings
import JourneyClient
import JourneyModel

/// The cookies that a sign-in leaves in the browser, known by what they do and not by their names.
///
/// A cookie is one of them if an answer sets or changes it from the form with the password on, if its value is a token, if it goes along
/// with what the sign-in does next, and if it is still there when a page or the app has accepted what was typed.
struct SignInCookies: Sendable {
  /// A cookie that may be one.
  struct Candidate: Sendable {
    let cookie: SetCookieText
    /// The exchange that set it.
    let place: String
    let isOverTLS: Bool
    /// Whether a later request had it.
    fileprivate var isSent = false
    /// Why browsers do not keep it; `nil` for one that they do.
    let refusal: String?
  }

  /// By name: what was set last, whatever it is for.
  private var values: [String: String] = [:]
  /// How often a cookie got another value before anything was typed: those of load balancers and statistics do by themselves.
  private var changes: [String: Int] = [:]
  private var isAfterCredential = false
  /// Whether an answer set any cookie since the form with the password.
  private var hasSetCookie = false
  /// Whether a password was sent in the last turn, and no answer set a cookie from then on.
  private(set) var lacksCookie = false
  private var candidates: [String: Candidate] = [:]
  /// The cookies that browsers drop, since the journey began.
  private var dropped: [String: Candidate] = [:]
  /// Every cookie that answers set from the form with the password on, whatever it is for.
  private var later: [String: Candidate] = [:]
  /// What the last request after that form had.
  private var opening: [String: String] = [:]
  /// Cookies whose value pages or forms show: tokens against forged requests, which prove nothing by themselves.
  private var shown: Set<String> = []

  /// A new journey of the same browser.
  mutating func begin() { (isAfterCredential, candidates, dropped, later, opening) = (false, [:], [:], [:], [:]) }

  /// Takes what an exchange sends and sets.
  mutating func read(_ exchange: SeenExchange, isCredential: Bool) {
    isAfterCredential = isAfterCredential || isCredential
    for (name, value) in exchange.sentCookies where candidates[name]?.cookie.value == value { candidates[name]?.isSent = true }
    // A cookie of the same name that came before is not the one that was dropped.
    for (name, value) in exchange.sentCookies where dropped[name]?.cookie.value == value { dropped[name] = nil }
    if isAfterCredential, !isCredential, !exchange.sentCookies.isEmpty {
      opening = Dictionary(exchange.sentCookies.map { ($0.name, $0.value) }) { first, _ in first }
    }
    let cookies = exchange.response.headers.values(of: "set-cookie").compactMap { SetCookieText($0) }
    hasSetCookie = hasSetCookie || isAfterCredential && !cookies.isEmpty
    // Next to a proof that scripts cannot read, what they can read is meant for them, such as a name to show.
    let hasProof = cookies.contains { $0.isHTTPOnly && !$0.isOver && !$0.isHarmless && $0.holdsToken }
    for cookie in cookies { set(cookie, isCompanion: hasProof && !cookie.isHTTPOnly, by: exchange) }
    for (name, candidate) in candidates where exchange.shows(candidate.cookie.value) {
      shown.insert(name)
      candidates[name] = nil
    }
  }

  private mutating func set(_ cookie: SetCookieText, isCompanion: Bool, by exchange: SeenExchange) {
    let before = values.updateValue(cookie.value, forKey: cookie.name)
    let candidate = Candidate(
      cookie: cookie, place: exchange.place, isOverTLS: exchange.call.url.scheme == "https",
      refusal: CookieJar.refusal(of: cookie, from: exchange.call.url))
    if isAfterCredential { later[cookie.name] = cookie.isOver ? nil : candidate }
    if candidate.refusal != nil, !cookie.isOver, !cookie.isHarmless { dropped[cookie.name] = candidate }
    guard !isCompanion, !cookie.isOver, !cookie.isHarmless, !shown.contains(cookie.name), cookie.holdsToken else {
      candidates[cookie.name] = nil
      return
    }
    guard before != cookie.value else { return }
    if isAfterCredential {
      if changes[cookie.name, default: 0] < 2 { candidates[cookie.name] = candidate }
    } else if before != nil {
      changes[cookie.name, default: 0] += 1
    }
  }

  /// The cookies that the sign-in left, each once; what is not known yet is waited for.
  ///
  /// - Parameters:
  ///   - isAccepted: whether what was typed was accepted, as far as the page shows.
  ///   - hasCode: whether the app has its code, so that nothing more is sent.
  ///   - isIn: whether the person is signed in for sure.
  mutating func end(isAccepted: Bool, hasCode: Bool, isIn: Bool) -> [Candidate] {
    // What later answers set, such as those to a sign-out, is not of the sign-in.
    lacksCookie = isAfterCredential && !hasSetCookie
    (isAfterCredential, hasSetCookie) = (false, false)
    // What browsers drop is never accepted: the page that comes again does not know the person.
    let proven = candidates.filter { $0.value.refusal != nil || isAccepted && ($0.value.isSent || hasCode) }
    if !isAccepted { candidates = [:] }
    for name in proven.keys { candidates[name] = nil }
    guard isIn else { return proven.values.sorted { $0.cookie.name < $1.cookie.name } }
    defer { (later, opening) = ([:], [:]) }
    return proven.isEmpty ? [onlyKey].compactMap(\.self) : proven.values.sorted { $0.cookie.name < $1.cookie.name }
  }

  /// The cookie by which alone the server can know the person, whatever its name and value: no other one went along that might prove it.
  private var onlyKey: Candidate? {
    let keys = opening.filter { later[$0.key]?.cookie.value == $0.value || !SetCookieText.isHarmless($0.key) }
    guard keys.count == 1, let key = keys.first, let candidate = later[key.key], candidate.cookie.value == key.value else { return nil }
    return candidate
  }

  /// Why the sign-in may be lost: what browsers drop of the cookies that were set; `nil` if they keep them all.
  var loss: String? {
    guard !dropped.isEmpty else { return nil }
    let causes = dropped.values.sorted { $0.cookie.name < $1.cookie.name }.map {
      "the cookie '\($0.cookie.name)', which \($0.refusal ?? "they refuse")"
    }
    return "browsers drop \(causes.joined(separator: ", and ")), so the sign-in was likely lost"
  }
}

extension SetCookieText {
  /// Whether it takes a cookie back.
  var isOver: Bool { value.isEmpty || (maxAge.map { $0 <= 0 } ?? false) || expires == 0 }

  /// Whether its name is that of a token against forged requests, a load balancer, statistics or a language.
  var isHarmless: Bool { Self.isHarmless(name) }

  static func isHarmless(_ name: String) -> Bool { harmless.contains(where: name.asciiLowercased.contains) }

  /// Whether its value is a token, and no name, address or list of settings that is kept for the next visit.
  fileprivate var holdsToken: Bool {
    let text = PercentEncoding.decode(value) ?? value
    return TokenSign.isToken(text) && text.utf8.first.map { ![UInt8(ascii: "{"), UInt8(ascii: "[")].contains($0) } ?? false
  }

  private static let harmless = [
    "csrf", "xsrf", "antiforgery", "requestverification", "awsalb", "awselb", "arraffinity", "_ga", "__cf", "cf_clearance", "bigip",
    "incap_", "visid_", "ak_bmsc", "datadome", "lang", "locale",
  ]
}

extension SeenExchange {
  /// The cookies of the request, by name.
  var sentCookies: [(name: String, value: String)] {
    call.headers.filter { $0.name.asciiLowercased == "cookie" }.flatMap { header -> [(name: String, value: String)] in
      let text: String
      switch header.value {
      case .text(let plain): text = plain
      case .secret(let secret): text = secret.unsafeText
      default: return []
      }
      return text.split(separator: ";").compactMap { pair in
        let pair = pair.drop { $0 == " " }
        guard let equals = pair.firstIndex(of: "=") else { return nil }
        return (String(pair[..<equals]), String(pair[pair.index(after: equals)...]))
      }
    }
  }

  /// Whether a form sends a value, or the page of the response has it in its text: pages do not show a value that proves who the person is.
  fileprivate func shows(_ value: String) -> Bool {
    if case .form(let members) = call.body {
      for member in members {
        switch member.value {
        case .text(value): return true
        case .secret(let secret): if secret.unsafeText == value { return true }
        default: continue
        }
      }
    }
    return response.body.contains(bytes: value)
  }
}
