package import Encodings

/// The login page of an authorization server whose script only leads on to the site's own pages, and where it leads.
///
/// Gateway's rule (its `helper.ts`): the page's script is not read, as the request alone says where it goes.
package struct Interception: Sendable, Hashable {
  /// Below which the authorization server's own paths are, e.g. `/oauth2/`.
  package var authorizationPath: String
  /// The login page that redirects lead to in older versions.
  package var loginPaths: Set<String>
  /// Where the site's pages begin: sign-in, and the one before each token or name.
  package var pages: Pages
  /// Marks of apps at the front of a token, which are taken off so that the path is not a claimed link.
  package var tokenPrefixes: [String]

  /// The site's pages, by what leads to them.
  package struct Pages: Sendable, Hashable {
    package var signIn = "/signin"
    package var register = "/register"
    /// The parameters of one-time tokens with the paths before the token, in the order tried.
    package var tokens = [
      TokenPage(parameter: "activation_token", path: "/welcome/"), TokenPage(parameter: "reset_password_token", path: "/reset-password/"),
      TokenPage(parameter: "set_password_token", path: "/set-password/"),
    ]
    package var providers: Set<String> = ["google", "apple"]

    package init() {}
  }

  /// Where a one-time token leads.
  package struct TokenPage: Sendable, Hashable {
    package var parameter: String
    package var path: String
  }

  package init(
    authorizationPath: String = "/oauth2/", loginPaths: Set<String> = ["/login/login.htm"], pages: Pages = Pages(),
    tokenPrefixes: [String] = ["al_", "il_", "af_", "if_"]
  ) {
    self.authorizationPath = authorizationPath
    self.loginPaths = loginPaths
    self.pages = pages
    self.tokenPrefixes = tokenPrefixes
  }

  /// Where the script of a page without forms leads; `nil` for a page that is not the login page.
  ///
  /// - Parameters:
  ///   - page: the address that the page was loaded from.
  ///   - clientID: whose journey it is, where the address does not say.
  package func target(of page: WebURL, clientID: String) -> WebURL? {
    guard isLoginPage(page) else { return nil }
    let items = page.queryItems
    let relay = items.first { $0.name == "fromURI" && !$0.value.isEmpty }?.value ?? relayState(of: page)
    let known = items + FormURLEncoding.decode(relay.map(Self.query) ?? "")
    func value(_ name: String) -> String? { known.first { $0.name == name && !$0.value.isEmpty }?.value }
    var query: [QueryItem] = []
    if let relay { query.append(QueryItem("fromURI", relay)) }
    query.append(QueryItem("appClientId", value("client_id") ?? clientID))
    if let age = value("max_age") { query.append(QueryItem("maxAge", age)) }
    for name in ["ref", "refViewId"] { if let value = value(name) { query.append(QueryItem(name, value)) } }
    return url(destination(value), at: page)?.replacing(query: query)
  }

  /// The identity provider's page stays, as the widget of the authorization server draws it.
  private func isLoginPage(_ page: WebURL) -> Bool {
    guard loginPaths.contains(page.path) || page.path.hasPrefix(authorizationPath) else { return false }
    return page.queryValue("idp") == nil && page.path != "\(authorizationPath)v1/authorize/callback"
  }

  /// The request itself, to come back to without another page, where the server keeps no other.
  private func relayState(of page: WebURL) -> String? {
    guard page.path.hasPrefix(authorizationPath) else { return nil }
    let passing = Set(pages.tokens.map(\.parameter) + ["page", "ref", "refViewId", "prompt"])
    let kept = page.queryItems.filter { !passing.contains($0.name) }
    return page.withoutFragment.replacing(query: kept + [QueryItem("prompt", "none")]).requestTarget
  }

  private func destination(_ value: (String) -> String?) -> String {
    for page in pages.tokens {
      guard let token = value(page.parameter) else { continue }
      return page.path + PercentEncoding.encodeComponent(withoutPrefix(token))
    }
    guard let named = value("page") else { return pages.signIn }
    if named == "register" { return pages.register }
    return pages.providers.contains(named) ? "\(pages.signIn)/\(named)" : pages.signIn
  }

  private func withoutPrefix(_ token: String) -> String {
    tokenPrefixes.first { token.hasPrefix($0) }.map { String(token.dropFirst($0.count)) } ?? token
  }

  private func url(_ path: String, at page: WebURL) -> WebURL? {
    do { return try page.resolve(path) } catch { return nil }
  }

  private static func query(of reference: String) -> String {
    reference.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
  }
}
