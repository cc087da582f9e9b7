import Encodings

/// An address that is nearly the client's own redirect URI, as a server that compares addresses in part takes for it.
///
/// Servers have to compare them as texts (RFC 9700 section 2.1), so an address that is another text for the same place is none either.
struct AlmostRedirectURI: Sendable, Hashable {
  /// What it has, as the end of a sentence that begins with 'the registered one with'.
  let what: String
  /// As it is asked for.
  let text: String
  /// Where it leads a browser.
  let address: WebURL
  /// Whether browsers read it as the registered one: a server leads there only if it writes it as it was asked for.
  let isSame: Bool

  /// Whether a browser that is here was led to it, whatever the server added to its query and its fragment.
  func isReached(_ url: WebURL) -> Bool {
    !isSame && url.hasSameEndpoint(as: address) && address.queryItems.allSatisfy(url.queryItems.contains)
      && address.fragment.map { url.fragment?.hasPrefix($0) ?? false } ?? true
  }

  /// Every one that differs from the registered address, each once.
  static func all(of registered: WebURL) -> [AlmostRedirectURI] {
    let text = registered.withoutQuery.description
    let texts = paths(of: registered, text) + (hosts(of: registered, text) ?? [])
    return texts.filter { $0.text != text }.compactMap { what, text in
      do {
        let address = try BrowserReference.resolve(text, against: registered)
        return AlmostRedirectURI(
          what: what, text: text, address: address,
          isSame: address.hasSameEndpoint(as: registered)
            && address.queryItems.isEmpty && address.fragment == nil)
      } catch {
        return nil
      }
    }
  }

  /// Other ends, and other ways to write the path.
  private static func paths(of registered: WebURL, _ text: String) -> [(what: String, text: String)] {
    let path = registered.path
    let site = String(text.dropLast(path.count))
    var texts = [
      ("more of a path", text + "/elsewhere"), ("another query", text + "?elsewhere=1"), ("a fragment", text + "#elsewhere"),
      ("a way out of its path", text + "/../elsewhere"), ("an encoded way out of its path", text + "/%2e%2e/elsewhere"),
      ("an encoded slash and a way out of its path", text + "%2f..%2felsewhere"), ("a parameter of its path", text + ";elsewhere"),
      ("a space at its end", text + "%20"),
      ("its path in other letters", site + (path == path.uppercased() ? path.lowercased() : path.uppercased())),
    ]
    // An empty path is '/' to browsers.
    guard path.utf8.count > 1 else { return texts }
    texts.append(path.hasSuffix("/") ? ("no slash at its end", String(text.dropLast())) : ("a slash at its end", text + "/"))
    texts.append(("a dot segment in its path", "\(site)/.\(path)"))
    if let last = path.utf8.last, path.last?.isLetter == true {
      texts.append(("an encoded letter in its path", "\(text.dropLast())%\(String(last, radix: 16))"))
    }
    // A path that begins with two slashes has a host.
    let place = path.dropLast().lastIndex(of: "/") ?? path.startIndex
    if registered.host?.isEmpty == false || place != path.startIndex {
      texts.append(("a doubled slash in its path", "\(site)\(path[..<place])/\(path[place...])"))
    }
    return texts
  }

  /// Other hosts, and other ways to write the host; `nil` for an address that cannot have one.
  private static func hosts(of registered: WebURL, _ text: String) -> [(what: String, text: String)]? {
    guard let host = registered.host, !host.isEmpty else {
      return [("two slashes instead of one", text.replacing(":/", with: "://", maxReplacements: 1))]
    }
    let authority = host + (registered.port.map { ":\($0)" } ?? "")
    func with(_ other: String) -> String { text.replacing("://\(authority)", with: "://\(other)", maxReplacements: 1) }
    let isLocal = ["127.0.0.1", "[::1]", "localhost"].contains(host)
    var texts = [
      ("another host", text.replacing("://\(host)", with: "://\(host).evil.test", maxReplacements: 1)),
      ("its host as a user of another", with("\(authority)@evil.test")),
      ("another host before a backslash", with("evil.test\\@\(authority)")),
      ("another host, and itself in the query", "\(registered.scheme)://evil.test/?\(text)"),
      ("the name of a user", with("user@\(authority)")),
      ("its scheme in capitals", registered.scheme.uppercased() + text.dropFirst(registered.scheme.count)),
    ]
    if !host.contains(where: { $0 == "[" }), host.contains(where: \.isLetter) {
      texts.append(("a subdomain", with("x.\(authority)")))
      texts.append(("its host as the end of another", with("evil-\(authority)")))
      texts.append(("a dot at the end of its host", text.replacing("://\(host)", with: "://\(host).", maxReplacements: 1)))
      texts.append(("its host in capitals", with(authority.uppercased())))
    }
    if ["http", "https"].contains(registered.scheme) {
      texts.append(("no scheme", String(text.dropFirst(registered.scheme.count + 1))))
      if registered.port == nil { texts.append(("its default port", with("\(host):\(registered.scheme == "https" ? 443 : 80)"))) }
    }
    if registered.scheme == "https" { texts.append(("'http' instead of 'https'", "http" + text.dropFirst("https".utf8.count))) }
    // At loopback addresses every port is the app's (RFC 8252 section 7.3).
    if let port = registered.effectivePort, !isLocal { texts.append(("another port", with("\(host):\(port == 8443 ? 8444 : 8443)"))) }
    return texts
  }
}
