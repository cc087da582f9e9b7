import Encodings
import JourneyClient
import JourneyModel

/// What a browser got of a sign-in that was accepted, for a page that asks for the password again later on.
struct SignInMemory: Sendable {
  /// What is known where no cookie came at all.
  static let noCookie = "no response to the password, or after it, set a cookie, so the site may not know the browser any more"

  /// By name: the cookies by which the site may know the browser since the sign-in; `nil` before a sign-in.
  private var cookies: [String: String]?
  /// The same for a password that is being sent.
  private var pending: [String: String]?
  /// Whether any request since the last page had one of them.
  private var isSent = false
  /// Why the last page asks for the password again; `nil` for one that does not.
  private(set) var loss: String?

  /// Whether a page that the password led to led on to another one, as one does that only a signed-in person may open.
  private var isSentOn = false

  /// Takes an exchange.
  mutating func read(_ exchange: SeenExchange, isCredential: Bool) {
    let sent = exchange.sentCookies.filter { !SetCookieText.isHarmless($0.name) }
    if let known = pending ?? cookies {
      isSent = isSent || sent.contains { known[$0.name] == $0.value }
      isSentOn = isSentOn || !exchange.call.isOfScript && exchange.call.method == "GET" && (300..<400).contains(exchange.response.status)
    }
    // The site may go on to know the browser by the cookies that came before.
    if isCredential, pending == nil {
      pending = Dictionary(sent.map { ($0.name, $0.value) }) { first, _ in first }
      (isSent, isSentOn) = (false, false)
    }
    if exchange.call.url.leadsOut { cookies = nil }
    for cookie in exchange.response.headers.values(of: "set-cookie").compactMap({ SetCookieText($0) }) where !cookie.isHarmless {
      guard CookieJar.refusal(of: cookie, from: exchange.call.url) == nil else { continue }
      if pending != nil {
        pending?[cookie.name] = cookie.isOver ? nil : cookie.value
      } else if cookies?[cookie.name] != nil {
        // A cookie that is taken back ends the sign-in in plain sight; one that changes goes on.
        if cookie.isOver { cookies = nil } else { cookies?[cookie.name] = cookie.value }
      }
    }
  }

  /// Takes the page that an action ends at.
  ///
  /// - Parameters:
  ///   - page: `nil` where an app asks for the sign-in.
  ///   - isAccepted: whether what was typed was accepted, as far as the page shows.
  mutating func end(_ page: SiteSignIn.Page?, isAccepted: Bool) {
    defer { (pending, isSent, isSentOn) = (nil, false, false) }
    let asks = page.map { $0.asksWho && !$0.refuses } ?? false
    loss = nil
    if let pending {
      cookies = page != nil && isAccepted && !asks ? pending : nil
      if asks, isSentOn { loss = Self.sentence(pending.keys.sorted(), isSent: isSent) }
    } else if asks, let cookies {
      loss = Self.sentence(cookies.keys.sorted(), isSent: isSent)
    }
  }

  private static func sentence(_ names: [String], isSent: Bool) -> String {
    guard !names.isEmpty else { return noCookie }
    let list = names.map { "'\($0)'" }.joined(separator: ", ")
    return isSent
      ? "the site asks again who the person is, though the request had what it set or knew at the sign-in: the cookie \(list)"
      : "the site asks again who the person is, and no request had what it set or knew at the sign-in: the cookie \(list)"
  }
}
