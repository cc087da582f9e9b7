import Encodings

/// Who sees the pages of a private site: only the browser in which its address with the token was opened.
///
/// The token is in the first address only, and lets one browser in: anyone who finds the address later, in a terminal's output or a list of
/// processes, is refused. The browser goes on without the token, which is then in no history entry and in no `Referer`, on a path that
/// cannot be guessed and that the other programs of this machine do not learn. It gets a cookie that no other site's page sends
/// (`SameSite=Strict`), no script reads, and that is sent below that path only: browsers send a host's cookies to all of its ports. Every
/// request needs both, the path and the cookie.
struct PrivateSiteGuard: Sendable {
  /// What is done with a request.
  enum Judgement: Sendable, Hashable {
    /// The person's, with path and query as the site itself has them.
    case admit(target: String)
    /// The token is right and new: the cookie is set by this header, and the browser goes on to this path.
    case enter(path: String, cookie: String)
    /// Refused, for this reason.
    case refuse(String)
  }

  /// What a request says of who sends it.
  struct Visitor: Sendable, Hashable {
    /// In upper case.
    var method: String
    /// Path and query.
    var target: String
    var host: String?
    var origin: String?
    /// The header `Cookie`; `nil` for none.
    var cookies: String?
    /// Where a browser says that it comes from: `none` where a person entered the address.
    var site: String?
    /// Whether a browser says that it only fetches what a person may open next.
    var isAhead = false
  }

  private let token: String
  /// Whether a browser was let in by the token.
  private var isUsed = false
  /// What the cookie holds: not the token, so that a cookie that is seen opens nothing.
  private let pass: String
  private let cookieName: String
  /// The path below which the site is: not the pass, so that neither opens anything without the other.
  private let home: String
  /// Host and port, as the printed address has them.
  private let authority: String

  init(name: String, token: String, pass: String, home: String, port: Int) {
    self.token = token
    self.pass = pass
    self.home = "/\(home)/"
    // Browsers send a host's cookies to all of its ports.
    cookieName = "\(name)-\(port)"
    authority = "127.0.0.1:\(port)"
  }

  /// What is done with a visitor's request; the token counts as used from the first right one on.
  mutating func judge(_ visitor: Visitor) -> Judgement {
    guard visitor.host == authority else { return .refuse("This page is at the address that the command printed, and at no other.") }
    guard ["GET", "HEAD", "POST"].contains(visitor.method) else { return .refuse("Nothing here takes this kind of request.") }
    let parts = visitor.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let hasPass = Self.values(of: cookieName, in: visitor.cookies ?? "").contains { Self.isEqual($0, pass) }
    // Programs that only look at an address ask for its head.
    if visitor.method == "GET", parts.count == 2, let shown = Self.token(in: parts[1]) {
      guard !visitor.isAhead, ["none", "same-origin"].contains(visitor.site ?? "none") else {
        return .refuse("Enter the address that the command printed into the address bar yourself: a link or a page led here.")
      }
      return enter(with: shown)
    }
    guard hasPass, Self.isEqual(String(visitor.target.prefix(home.count)), home) else {
      return .refuse("Open the address that the command printed, with its token, in this browser first.")
    }
    guard visitor.method != "POST" || visitor.origin == "http://\(authority)" else {
      return .refuse("A form is taken from this page only, not from another site.")
    }
    return .admit(target: "/" + visitor.target.dropFirst(home.count))
  }

  private mutating func enter(with shown: String) -> Judgement {
    guard Self.isEqual(shown, token) else { return .refuse("The token in this address is not the one that the command printed.") }
    // Below another path a browser does not say whether it is the one that was let in.
    guard !isUsed else {
      return .refuse("The token in this address was used before: go on in the tab that it opened, or run the command again for a new one.")
    }
    isUsed = true
    return .enter(path: home, cookie: "\(cookieName)=\(pass); Path=\(home); HttpOnly; SameSite=Strict")
  }

  private static func token(in query: Substring) -> String? {
    FormURLEncoding.decode(String(query)).first { $0.name == "token" }?.value
  }

  private static func values(of name: String, in cookies: String) -> [String] {
    cookies.split(separator: ";").compactMap { cookie in
      let pair = cookie.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return pair.count == 2 && pair[0] == name ? String(pair[1]) : nil
    }
  }

  /// Takes the same time for any two texts.
  private static func isEqual(_ left: String, _ right: String) -> Bool { Digests.sha256(left) == Digests.sha256(right) }
}
