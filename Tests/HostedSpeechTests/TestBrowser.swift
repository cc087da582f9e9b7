import Diagnostics
import Encodings
import HostedSpeech
import IDXSpeech
import JourneyFlowSpeech
import JourneyMock
import JourneyTestSupport
import Testing

/// A browser as far as a mock can see one: it keeps cookies, and follows redirects until one leaves the mock.
struct TestBrowser {
  let world: World
  let issuer: String
  var cookies: [String: String] = [:]
  /// The last response.
  var page = HTTPResponseMessage(status: 0)
  /// The path and query of the last request.
  var path = ""
  static let verifier = String(repeating: "v", count: 43)

  init(_ world: World, issuer: String = "https://acme.test") {
    self.world = world
    self.issuer = issuer
  }

  /// A shipped tenant.
  static func tenant(_ name: String = "acme.yaml") throws -> MockTenant {
    func file(_ name: String) throws -> SourceFile { SourceFile(name: name, text: try Fixtures.text(of: "fixtures/tenants/\(name)")) }
    var diagnostics: [Diagnostic] = []
    let tenant = MockTenant.load(try file(name), speeches: .journeyFlow + .oktaIDX + .hosted, diagnostics: &diagnostics) {
      path, _ throws(UnreadableInclude) in
      do { return try file(path) } catch { throw UnreadableInclude("no such file") }
    }
    #expect(diagnostics == [])
    return try #require(tenant)
  }

  static func acme() throws -> TestBrowser { TestBrowser(World(try tenant(), seed: 7)) }

  var text: String { String(decoding: page.body, as: UTF8.self) }

  /// The address that the last response leads to.
  var location: String { page.headers["Location"] ?? "" }

  /// The parameters of the address that the last response leads to.
  var callback: [String: String] {
    get throws { try Dictionary(WebURL(location).queryItems.map { ($0.name, $0.value) }) { first, _ in first } }
  }

  /// Sends one request, and no other.
  mutating func send(_ method: String = "GET", _ path: String, _ items: [QueryItem]? = nil) async throws {
    var request = HTTPRequestMessage(
      method: method, url: try WebURL(path.hasPrefix("/") ? issuer + path : path),
      headers: ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"])
    if !cookies.isEmpty {
      request.headers.append("Cookie", cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))
    }
    if let items {
      request.headers.append("Content-Type", FormURLEncoding.mediaType)
      request.body = Array(FormURLEncoding.encode(items).utf8)
    }
    page = await world.respond(to: request)
    self.path = path
    for header in page.headers.values(of: "Set-Cookie") {
      let pair = header.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      cookies[String(pair[0])] = String(pair[1])
    }
  }

  /// Opens an address and follows redirects as long as they stay with the mock.
  mutating func open(_ path: String) async throws {
    try await send("GET", path)
    try await follow()
  }

  private mutating func follow() async throws {
    var count = 0
    while [302, 303].contains(page.status), location.hasPrefix("/") || location.hasPrefix(issuer), count < 10 {
      try await send("GET", location)
      count += 1
    }
  }

  /// The address of an authorization request, with these parameters in place of the usual.
  func authorizationPath(_ extra: [QueryItem] = []) -> String {
    let usual: [QueryItem] = [
      .init("client_id", "acme-web"), .init("redirect_uri", "https://app.acme.test/callback"), .init("response_type", "code"),
      .init("scope", "openid profile email"), .init("state", "state-01"), .init("nonce", "nonce-1"),
      .init("code_challenge", Base64URL.encode(Digests.sha256(Self.verifier))), .init("code_challenge_method", "S256"),
    ]
    let items = usual.filter { item in !extra.contains { $0.name == item.name } } + extra
    return "/oauth2/auth?" + FormURLEncoding.encode(items)
  }

  /// The part of the page that is one form, from its tag to its end.
  func form(_ id: String) throws -> String {
    let start = try #require(text.range(of: "data-form=\"\(id)\""), "no form \(id) in \(text)")
    let rest = text[start.lowerBound...]
    let end = try #require(rest.range(of: "</form>"))
    return String(rest[..<end.lowerBound])
  }

  /// Fills a form of the page and posts it as a browser would, its hidden fields with it; stays at the answer.
  mutating func post(_ id: String, _ fields: [String: String] = [:], token: String? = nil) async throws {
    let form = try form(id)
    let action = try #require(Self.attribute("action", in: form))
    let hidden = try #require(Self.attribute("value", in: form))
    var items = [QueryItem("_csrf", token ?? hidden)]
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) { items.append(QueryItem(name, value)) }
    try await send("POST", action, items)
  }

  /// The same, and on to the page that follows.
  mutating func submit(_ id: String, _ fields: [String: String] = [:]) async throws {
    try await post(id, fields)
    try await follow()
  }

  private static func attribute(_ name: String, in text: String) -> String? {
    guard let start = text.range(of: " \(name)=\"") else { return nil }
    return String(text[start.upperBound...].prefix { $0 != "\"" })
  }
}

extension StringProtocol {
  /// Where a text stands in this one; `nil` if it does not.
  func range(of other: String) -> Range<Index>? { self.firstRange(of: other) }
}
