import Encodings

/// Who sees the pages of a private site: the browser in which its address with the token was opened, and nobody else.
///
/// The token is in the first address only, and lets one browser in: who finds the address later, in a terminal's output or a list of processes,
/// is refused. The browser gets a cookie for it that no other site's page sends (`SameSite=Strict`) and no script
/// reads, and goes on without the token, which then stands in no history entry and in no `Referer`.
struct PrivateSiteGuard: Sendable {
  /// What is done with a request.
  enum Judgement: Sendable, Hashable {
    case admit
    /// The token is right and new: the cookie is set by this header, and the browser goes on to this path.
    case enter(path: String, cookie: String)
    /// The token was used before, by this browser: it goes on to this path with the cookie that it has.
    case goOn(path: String)
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
  }

  private let token: String
  /// Whether a browser was let in by the token.
  private var isUsed = false
  /// What the cookie holds: not the token, so that a cookie that is seen opens nothing.
  private let pass: String
  private let cookieName: String
  /// Host and port, as the printed address has them.
  private let authority: String

  init(name: String, token: String, pass: String, port: Int) {
    self.token = token
    self.pass = pass
    // Browsers send a host's cookies to all of its ports.
    cookieName = "\(name)-\(port)"
    authority = "127.0.0.1:\(port)"
  }

  /// What is done with a visitor's request; the token counts as used from the first right one on.
  mutating func judge(_ visitor: Visitor) -> Judgement {
    guard visitor.host == authority else { return .refuse("This page is at the address that the command printed, and at no other.") }
    guard ["GET", "HEAD", "POST"].contains(visitor.method) else { return .refuse("Nothing here takes this kind of request.") }
    let parts = visitor.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = String(parts.first ?? "/")
    let hasPass = Self.values(of: cookieName, in: visitor.cookies ?? "").contains { Self.isEqual($0, pass) }
    // Programs that only look at an address ask for its head.
    if visitor.method == "GET", parts.count == 2, let shown = Self.token(in: parts[1]) {
      return enter(with: shown, to: path, hasPass: hasPass)
    }
    guard hasPass else {
      return .refuse("Open the address that the command printed, with its token, in this browser first.")
    }
    guard visitor.method != "POST" || visitor.origin == "http://\(authority)" else {
      return .refuse("A form is taken from this page only, not from another site.")
    }
    return .admit
  }

  private mutating func enter(with shown: String, to path: String, hasPass: Bool) -> Judgement {
    guard Self.isEqual(shown, token) else { return .refuse("The token in this address is not the one that the command printed.") }
    guard !isUsed else {
      return hasPass
        ? .goOn(path: path) : .refuse("The token in this address was used in another browser. Run the command again for a new one.")
    }
    isUsed = true
    return .enter(path: path, cookie: "\(cookieName)=\(pass); Path=/; HttpOnly; SameSite=Strict")
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

  /// Tells nothing by the time that it takes.
  private static func isEqual(_ left: String, _ right: String) -> Bool { Digests.sha256(left) == Digests.sha256(right) }
}
