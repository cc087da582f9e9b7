import Encodings
import JourneyClient
import JourneyModel

/// Whether anything keeps a person signed in after the password, at a site that no app asks a sign-in of.
///
/// Where a site takes a password and leaves nothing in the browser by which it knows the person again, the page after it is one that
/// anyone gets, whatever its name.
struct KeptSignIn: Sendable {
  /// Where the password of an account was typed into a form that signs in; `nil` where none was.
  private var typed: WebURL?
  /// What was sent since then; `nil` before the password was.
  private var sent: Sent?
  /// Whether the page after the password asked for a code, which is not answered yet.
  private var waitsForCode = false

  /// What happened from the request with the password on.
  fileprivate struct Sent: Sendable {
    let isByScript: Bool
    /// Those from before the password that the request for the page, or one of its scripts, had.
    var held: [String: String] = [:]
    /// What responses set or changed, by name, and what only the last of them did.
    var set: [String: String] = [:]
    var setLast: [String: String] = [:]
    /// What became of those that were set and are not there any more, as the end of a sentence.
    var lost: [String: String] = [:]
    /// Those of them that the request for the page, or one of its scripts, had.
    var kept: [String: String] = [:]
    var last: (isPage: Bool, place: String) = (false, "")
  }

  /// What an action ends with.
  enum Verdict: Sendable {
    case lost(FlowFinding)
    /// It depends on what a browser without cookies gets of the page.
    case depends(Doubt)
  }

  /// Nothing but a cookie speaks for the sign-in.
  struct Doubt: Sendable {
    /// What is wrong if a browser without cookies gets the same page.
    let finding: FlowFinding
    /// What is said where that cannot be found out.
    let unknown: FlowFinding
    /// Whether the page is one that can be opened again, and no response to a form.
    let isPage: Bool
  }

  mutating func type(on page: WebURL) { (typed, sent, waitsForCode) = (page, nil, false) }

  /// A form is sent: one that answers for a code goes on where the password led.
  mutating func answer() { waitsForCode = false }

  /// Takes an exchange.
  mutating func read(_ exchange: SeenExchange, isCredential: Bool) {
    // A person who goes elsewhere before the code is not signed in yet.
    if waitsForCode { (typed, sent, waitsForCode) = (nil, nil, false) }
    guard typed != nil else { return }
    if isCredential, sent == nil { sent = Sent(isByScript: exchange.isOfScript) }
    sent?.read(exchange)
  }

  /// What is wrong where an action ends; `nil` for nothing, or where it is not known.
  ///
  /// - Parameters:
  ///   - page: the page that it ends at.
  ///   - isAccepted: whether what was typed was accepted, as far as the page shows.
  ///   - isIn: whether the page is one of a signed-in person for sure.
  mutating func end(_ page: SiteSignIn.Page?, isAccepted: Bool, isIn: Bool) -> Verdict? {
    waitsForCode = sent != nil && isAccepted && page?.asks.code == true
    defer { if !waitsForCode { (typed, sent) = (nil, nil) } }
    guard let typed, let sent, let page, isAccepted, !isIn, !page.asks.code, !page.url.holdsToken else { return nil }
    // What the page itself sets comes too late for it: it is what anyone gets, also a visitor who was just forgotten.
    guard !sent.setLast.contains(where: SetCookieText.mayProve) || sent.last.isPage && page.offersSignIn else { return nil }
    let isElsewhere = sent.last.isPage && page.url.path != typed.path
    if let offer = page.signInOffer, !page.asks.password || isElsewhere {
      return verdict(on: sent, sent.kept, "offers to sign in by \(offer), so the person is not signed in there")
    }
    guard !page.asks.password, !page.goesOn, !sent.isByScript, sent.last.isPage else { return nil }
    let cookies = sent.kept.merging(sent.held) { $1 }
    // Whether a server knows the person by such a cookie only shows where a page has something of the person.
    guard !cookies.contains(where: SetCookieText.mayProve) else { return nil }
    return verdict(on: sent, cookies, nil)
  }

  /// - Parameters:
  ///   - cookies: those by which the site may know the person.
  ///   - offer: the end of a sentence that says what the page offers; `nil` for nothing.
  private func verdict(on sent: Sent, _ cookies: [String: String], _ offer: String?) -> Verdict {
    let end = offer.map { "and the page \($0)" } ?? "so nothing keeps the person signed in"
    let isPage = sent.last.isPage
    guard !cookies.isEmpty else {
      let lost = finding("\(sent.change), \(end)", .error, sent)
      // A server may know the person by a cookie from before, and offer to sign in to everybody.
      return sent.held.contains(where: SetCookieText.mayProve) ? .depends(Doubt(finding: lost, unknown: lost, isPage: isPage)) : .lost(lost)
    }
    let names = cookies.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
    let unknown =
      "it is not known whether the sign-in is kept: nothing speaks for it but the cookie \(names)"
      + (offer.map { _ in ", and the page offers to sign in" } ?? "")
    let same = "the password was sent, and a browser without the cookie \(names) gets the same page"
    // A page may offer to sign in to everybody.
    let found =
      cookies.contains(where: SetCookieText.mayProve)
      ? finding("\(unknown), also to a browser without cookies", .warning, sent)
      : finding(offer.map { "\(same), which \($0)" } ?? "\(same), \(end)", .error, sent)
    return .depends(Doubt(finding: found, unknown: finding(unknown, .warning, sent), isPage: isPage))
  }

  private func finding(_ problem: String, _ severity: FlowFinding.Severity, _ sent: Sent) -> FlowFinding {
    var finding = FlowFinding(.signInKept, severity, "\(problem): \(sent.last.place)")
    finding.isOfScreen = true
    return finding
  }
}

extension KeptSignIn.Sent {
  fileprivate mutating func read(_ exchange: SeenExchange) {
    let cookies = exchange.sentCookies.filter { !SetCookieText.isHarmless($0.name) && !$0.value.isEmpty }
    // What counts of pages is the last one: a cookie of the way there is none of the page.
    if !exchange.isOfScript { (held, kept) = ([:], [:]) }
    for cookie in cookies {
      if set[cookie.name] == nil { held[cookie.name] = cookie.value }
      if set[cookie.name] == cookie.value { kept[cookie.name] = cookie.value }
    }
    setLast = [:]
    for cookie in exchange.response.headers.values(of: "set-cookie").compactMap({ SetCookieText($0) }) where !cookie.isHarmless {
      let isOld = cookies.contains { $0.name == cookie.name && $0.value == cookie.value }
      guard !cookie.isOver, !cookie.value.isEmpty, !isOld, CookieJar.refusal(of: cookie, from: exchange.call.url) == nil else {
        if cookie.isOver {
          if set.removeValue(forKey: cookie.name) != nil { lost[cookie.name] = "which was taken back" }
          kept[cookie.name] = nil
        } else if !isOld {
          lost[cookie.name] = "which browsers drop"
        }
        continue
      }
      setLast[cookie.name] = cookie.value
    }
    set.merge(setLast) { $1 }
    last = (exchange.call.method == "GET", exchange.place)
  }

  /// What became of the cookies, as the beginning of a sentence.
  fileprivate var change: String {
    let names = set.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
    if !set.isEmpty { return "the password was sent, the page was requested without the cookie \(names) that was set" }
    let but = lost.keys.sorted().map { "'\($0)', \(lost[$0] ?? "")" }.joined(separator: ", and ")
    return "the password was sent, no response \(held.isEmpty ? "set" : "changed") a cookie" + (but.isEmpty ? "" : " but \(but)")
  }
}

extension SetCookieText {
  /// Whether a server may know a person by a cookie: by a token, or by anything under a name that speaks of persons and sessions.
  fileprivate static func mayProve(_ cookie: (key: String, value: String)) -> Bool {
    let name = cookie.key.asciiLowercased
    return TokenSign.isToken(PercentEncoding.decode(cookie.value) ?? cookie.value) || ofPersons.contains(where: name.contains)
  }

  private static let ofPersons = [
    "sess", "sid", "sso", "auth", "token", "login", "logged", "signin", "signed", "remember", "user", "uid", "account", "member", "ident",
    "ticket", "jwt",
  ]
}

extension WebURL {
  /// Whether it has a text by which a server may know the browser instead of a cookie.
  fileprivate var holdsToken: Bool {
    queryItems.contains { TokenSign.isToken($0.value) }
      || path.split(whereSeparator: { "/;=".contains($0) }).contains { TokenSign.isToken(String($0)) }
  }
}
