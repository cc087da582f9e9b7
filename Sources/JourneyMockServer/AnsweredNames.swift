import Encodings

/// The names by which the mock is asked, and the address that it has for clients that use one of them.
///
/// IP addresses, `localhost` and what ends in `.localhost` (RFC 6761 section 6.3) are always among them: a browser sends these for a
/// page of theirs only, so a web page of another site cannot reach the mock by resolving its own name to this machine (DNS rebinding).
/// Other names are those that the caller allows.
struct AnsweredNames: Sendable {
  /// What the mock is called unless the settings say something else, without a slash at the end.
  let usual: String
  private let scheme: String
  private let usualAuthority: String
  /// `nil` for an address that is none.
  private let usualURL: WebURL?
  private let follows: Bool
  private let allowed: Set<String>
  private let allowsAny: Bool

  /// - Parameter listening: the address that the server listens on, without a slash at the end.
  init(settings: MockServerSettings, listening: String) {
    scheme = settings.tls == nil ? "http" : "https"
    usual = settings.issuer ?? listening
    usualURL = Self.url(usual)
    follows = settings.issuer == nil
    usualAuthority = follows ? String(listening.dropFirst("\(scheme)://".count)) : ""
    var names = Set(settings.allowedHosts.map(\.asciiLowercased))
    names.insert(settings.host.asciiLowercased)
    if let host = settings.issuer.flatMap({ Self.url($0)?.host }) { names.insert(host) }
    allowsAny = names.remove("*") != nil
    allowed = names
  }

  /// Whether a request with this `Host` header means the mock.
  func answers(to authority: String?) -> Bool {
    guard let authority else { return false }
    return authority == usualAuthority || named(authority) != nil
  }

  /// The address of the mock for a request with this `Host` header, without a slash at the end: it follows names of the mock, unless
  /// an issuer is set.
  func address(for authority: String?) -> String {
    guard follows, let authority, authority != usualAuthority, let url = named(authority) else { return usual }
    return url.description
  }

  /// What a request asks for, below the address that the mock has for it.
  func url(of target: String, at address: String) throws(WebURLError) -> WebURL {
    guard usual == address, let usualURL else { return try WebURL(address).at(target: target) }
    return try usualURL.at(target: target)
  }

  /// `nil` for a name that is not the mock's.
  private func named(_ authority: String) -> WebURL? {
    guard authority.utf8.count <= 300, let url = Self.url("\(scheme)://\(authority)"), let host = url.host, url.userInfo == nil,
      url.path.isEmpty, url.query == nil, url.fragment == nil
    else { return nil }
    return allowsAny || allowed.contains(host) || Self.isLocal(host) ? url : nil
  }

  private static func isLocal(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || IPAddress(host) != nil
  }

  private static func url(_ text: String) -> WebURL? {
    do throws(WebURLError) {
      return try WebURL(text)
    } catch {
      // A text that is not an address cannot be a name.
      return nil
    }
  }
}
