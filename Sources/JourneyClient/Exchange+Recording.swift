package import Encodings
import JourneyModel

extension Exchange {
  /// The exchange as a report may show it: URLs without their secret parts, secrets still secrets.
  init(_ call: BrowserCall, answered: Answered?, duration: Duration) {
    self.init(
      purpose: call.purpose, method: call.method, url: call.url.concealed(hiding: call.concealedQuery),
      requestHeaders: call.headers, requestBody: call.body, response: answered, duration: duration)
  }
}

extension Exchange.Answered {
  init(_ answer: HTTPResponseMessage, to call: BrowserCall, cookies: [ReceivedCookie]) {
    self.init(
      status: answer.status, headers: answer.headers.map { field in Self.header(field, concealing: call.concealedQuery) },
      body: answer.body, concealedMembers: call.concealedMembers, cookies: cookies)
  }

  private static func header(_ field: HTTPFields.Field, concealing names: Set<String>) -> Exchange.Header {
    switch field.name.asciiLowercased {
    case "set-cookie", "authorization", "www-authenticate", "proxy-authenticate":
      Exchange.Header(field.name, .secret(Secret(field.value, name: field.name)))
    case "location", "content-location", "refresh", "link":
      Exchange.Header(field.name, .text(ConcealedURL.text(of: field.value, hiding: names)))
    default: Exchange.Header(field.name, .text(field.value))
    }
  }
}

extension ReceivedCookie {
  /// What a `Set-Cookie` header said, by the names that scenarios use.
  init(_ cookie: SetCookieText) {
    var attributes: [Value.Member] = [
      Value.Member("secure", .bool(cookie.isSecure)), Value.Member("http_only", .bool(cookie.isHTTPOnly)),
    ]
    if let sameSite = cookie.sameSite { attributes.append(Value.Member("same_site", .text(sameSite.word))) }
    if let domain = cookie.domain { attributes.append(Value.Member("domain", .text(domain))) }
    if let path = cookie.path { attributes.append(Value.Member("path", .text(path))) }
    if let maxAge = cookie.maxAge { attributes.append(Value.Member("max_age", .number(String(maxAge)))) }
    self.init(name: cookie.name, attributes: attributes)
  }
}

extension SetCookieText.SameSite {
  fileprivate var word: String {
    switch self {
    case .strict: "strict"
    case .lax: "lax"
    case .unrestricted: "none"
    case .unknown(let word): word
    }
  }
}

extension WebURL {
  /// The address as it may be shown.
  ///
  /// - Parameter names: parameters that hold a secret in this address, though their names are harmless.
  package func concealed(hiding names: Set<String> = []) -> String {
    ConcealedURL.text(of: description, hiding: names)
  }
}
