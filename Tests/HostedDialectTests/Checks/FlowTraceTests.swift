import Encodings
import JourneyClient
import JourneyModel
import Testing

@testable import HostedDialect

/// The passive checks on exchanges written by hand.
struct FlowTraceTests {
  private static let password = Secret("Jane-horse-11", name: "password", source: .project)
  private static let value = "Zx12Cv34Bn56Mm78"

  private static func exchange(
    _ purpose: String = "form sign-in", _ method: String = "GET", _ address: String = "https://profile.example.test/signin",
    body: Exchange.Body = .none, status: Int = 200, headers: [(String, String)] = [], html: String = ""
  ) throws -> SeenExchange {
    var response = HTTPResponseMessage(status: status, body: Array(html.utf8))
    for (name, value) in headers { response.headers.append(name, value) }
    return SeenExchange(BrowserCall(purpose, method: method, url: try WebURL(address), body: body), response)
  }

  private static func read(_ exchanges: [SeenExchange], hasCode: Bool = false) -> [FlowFinding] {
    var trace = FlowTrace()
    trace.type([password])
    return trace.read(exchanges, verifier: Secret("the-verifier-of-this-request", name: "verifier"), hasCode: hasCode)
  }

  // MARK: Cookies

  @Test(
    arguments: [
      ("idx=\(value); Secure; HttpOnly; SameSite=Lax", []),
      ("idx=\(value); HttpOnly; SameSite=Lax", ["has no 'Secure'"]),
      ("idx=\(value); Secure; SameSite=Lax", ["has no 'HttpOnly', so that scripts can read it"]),
      ("idx=\(value); Secure; HttpOnly", ["has no 'SameSite'"]),
      ("idx=\(value); Secure; HttpOnly; SameSite=Sometimes", ["has no 'SameSite'"]),
      ("login=\(value); HttpOnly; SameSite=None", ["has no 'Secure'", "has 'SameSite=None' without 'Secure'"]),
      ("idx=\(value); Secure; HttpOnly; SameSite=Lax; Domain=example.test", ["has a 'Domain', so that other hosts get it"]),
      ("__Host-s=\(value); Secure; HttpOnly; SameSite=Lax", ["needs 'Secure', 'Path=/' and no 'Domain' for its prefix"]),
      ("__Host-s=\(value); Secure; HttpOnly; SameSite=Lax; Path=/", []),
      // What proves nothing, is short, or is taken back.
      ("GU_U=1; Domain=example.test", []), ("csrftoken=\(value)\(value)", []), ("AWSALB=\(value)\(value); Path=/", []),
      ("_ga=GA1.2.1234567890.1234567890", []), ("theme=dark-with-large-letters", []), ("idx=; Max-Age=0", []),
    ] as [(String, [String])])
  func `a cookie that proves something is guarded`(_ cookie: String, problems: [String]) throws {
    let findings = Self.read([try Self.exchange(headers: [("Set-Cookie", cookie)])])
    let name = cookie.prefix { $0 != "=" }
    let place = "GET https://profile.example.test/signin (status 200)"
    #expect(findings.map(\.problem) == problems.map { "the cookie '\(name)' \($0): \(place)" })
    #expect(findings.allSatisfy { $0.check == .cookieFlags && $0.severity == .error })
  }

  @Test func `without TLS no cookie needs Secure`() throws {
    let cookie = ("Set-Cookie", "idx=\(Self.value); HttpOnly; SameSite=Lax")
    #expect(Self.read([try Self.exchange("x", "GET", "http://127.0.0.1:8080/", headers: [cookie])]).isEmpty)
  }

  private static func signIn(changing name: String?, value fresh: String = "Qy98Wx76Ev54Ru32") throws -> [SeenExchange] {
    func set(_ name: String, _ value: String) -> (String, String) { ("Set-Cookie", "\(name)=\(value); Secure; HttpOnly; SameSite=Lax") }
    return [
      try exchange(headers: [set("sid", value)]),
      try exchange(
        "form sign-in", "POST", body: .form([Value.Member("password", .secret(password))]), status: 303,
        headers: name.map { [set($0, fresh)] } ?? []),
    ]
  }

  @Test(arguments: [("sid", false), ("idx", false), (nil, true)] as [(String?, Bool)])
  func `signing in changes a cookie or makes one`(_ name: String?, isFixed: Bool) throws {
    let findings = Self.read(try Self.signIn(changing: name), hasCode: true)
    #expect(findings.contains { $0.problem.contains("session fixation") } == isFixed)
    #expect(Self.read(try Self.signIn(changing: name)).isEmpty)
  }

  @Test func `the same value once more is no change`() throws {
    #expect(Self.read(try Self.signIn(changing: "sid", value: Self.value), hasCode: true).count == 1)
  }

  @Test(arguments: [("idx=; Max-Age=0", true), ("other=1", false)])
  func `a logout that leaves the cookies of the sign-in is worth a word`(_ cookie: String, isCleared: Bool) throws {
    var trace = FlowTrace()
    _ = trace.read(try Self.signIn(changing: "idx"), verifier: nil, hasCode: true)
    let out = try Self.exchange("logout", status: 302, headers: [("Set-Cookie", cookie)])
    let findings = trace.read([out], verifier: nil, hasCode: false)
    #expect(findings.map(\.severity) == (isCleared ? [] : [.warning]))
  }

  // MARK: Addresses

  @Test(
    arguments: [
      ("https://profile.example.test/a?access_token=x", FlowCheck.noTokenInURL),
      ("https://profile.example.test/a#id_token=x", .noTokenInURL),
      ("https://profile.example.test/a?id_token_hint=x", nil), ("https://profile.example.test/a?access_token=", nil),
      ("https://profile.example.test/a?p=Jane-horse-11", .noTokenInURL), ("https://profile.example.test/a?p=Jane-horse", nil),
      ("https://profile.example.test/a?v=the-verifier-of-this-request", .pkceSent),
    ] as [(String, FlowCheck?)])
  func `an address holds no token, no password and no verifier`(_ address: String, check: FlowCheck?) throws {
    #expect(Self.read([try Self.exchange("x", "GET", address)]).map(\.check) == (check.map { [$0] } ?? []))
    let redirect = try Self.exchange("x", "GET", "https://profile.example.test/", status: 302, headers: [("Location", address)])
    #expect(Self.read([redirect]).map(\.check) == (check.map { [$0] } ?? []))
  }

  @Test(
    arguments: [
      ("code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256", true),
      ("code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=plain", false),
      ("code_challenge=short&code_challenge_method=S256", false), ("code_challenge_method=S256", false), ("", false),
    ])
  func `the app's request has a challenge`(_ query: String, isFine: Bool) throws {
    let address = "https://profile.example.test/authorize?response_type=code&\(query)"
    #expect(Self.read([try Self.exchange("authorize", "GET", address)]).map(\.check) == (isFine ? [] : [.pkceSent]))
    #expect(Self.read([try Self.exchange("probe no_challenge", "GET", address)]).isEmpty)
  }

  // MARK: Headers

  private static let guarded = [
    ("Content-Type", "text/html"), ("Content-Security-Policy", "frame-ancestors 'none'"), ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"), ("Strict-Transport-Security", "max-age=1"),
  ]

  @Test(
    arguments: [
      ("Content-Security-Policy", FlowFinding.Severity.error), ("Referrer-Policy", .warning), ("X-Content-Type-Options", .warning),
      ("Strict-Transport-Security", .warning),
    ])
  func `a page with a form has each header`(_ name: String, severity: FlowFinding.Severity) throws {
    let form = "<FORM action=x>"
    #expect(Self.read([try Self.exchange(headers: Self.guarded, html: form)]).isEmpty)
    let without = Self.guarded.filter { $0.0 != name }
    #expect(Self.read([try Self.exchange(headers: without, html: form)]).map(\.severity) == [severity])
    #expect(Self.read([try Self.exchange(headers: without, html: "<p>text")]).isEmpty)
  }

  @Test(arguments: [("no-store", true), ("private, no-store", true), ("no-cache", false), ("no-storex", false), ("", false)])
  func `a token response is not stored`(_ value: String, isFine: Bool) throws {
    let headers = value.isEmpty ? [] : [("Cache-Control", value)]
    #expect(Self.read([try Self.exchange("token", "POST", headers: headers)]).map(\.check) == (isFine ? [] : [.headers]))
  }

  @Test(
    arguments: [
      (["Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'"], true),
      (["Content-Security-Policy": "frame-ancestors https://app.example.test"], true), (["X-Frame-Options": "SameOrigin"], true),
      (["Content-Security-Policy": "frame-ancestors *"], false), (["Content-Security-Policy": "frame-ancestors https:"], false),
      (["Content-Security-Policy": "frame-ancestors 'self' http://* https://*"], false),
      (["Content-Security-Policy": "frame-ancestors https://*:*"], false), (["Content-Security-Policy": "frame-ancestors *:443"], false),
      (["Content-Security-Policy": "frame-ancestors https://*.example.test"], true),
      (["Content-Security-Policy": "frame-ancestors *", "X-Frame-Options": "DENY"], false),
      (["X-Frame-Options": "ALLOWALL"], false), (["X-Frame-Options": "ALLOW-FROM https://app.example.test"], false),
    ] as [([String: String], Bool)])
  func `a page is kept out of frames by what browsers keep`(_ headers: [String: String], isFine: Bool) throws {
    let others = Self.guarded.filter { $0.0 != "Content-Security-Policy" }
    let findings = Self.read([try Self.exchange(headers: others + headers.map { ($0.key, $0.value) }, html: "<form>")])
    #expect(findings.map(\.check) == (isFine ? [] : [.headers]))
  }

  @Test(
    arguments: [
      ("'self' http://evil.test", true), ("http://*.evil.test:8080", true), ("http://localhost:3000 http://127.0.0.1", false),
      ("'self' https://partner.test", false), ("'self' http://evil.test, frame-ancestors 'self'", false),
    ])
  func `a host in a frame policy is one that nobody on the way can pretend to be`(_ sources: String, isWarned: Bool) throws {
    let others = Self.guarded.filter { $0.0 != "Content-Security-Policy" }
    let policy = ("Content-Security-Policy", "frame-ancestors \(sources)")
    #expect(Self.read([try Self.exchange(headers: others + [policy], html: "<form>")]).map(\.severity) == (isWarned ? [.warning] : []))
  }

  @Test(
    arguments: [
      ("no-referrer", nil), ("unsafe-url", .error), ("no-referrer, unsafe-url", .error), ("unsafe-url, bogus", .error),
      ("unsafe-url, no-referrer", nil), ("bogus", .warning),
    ] as [(String, FlowFinding.Severity?)])
  func `of the words of a referrer policy the last one that browsers know counts`(_ policy: String, severity: FlowFinding.Severity?) throws
  {
    let others = Self.guarded.filter { $0.0 != "Referrer-Policy" }
    let findings = Self.read([try Self.exchange(headers: others + [("Referrer-Policy", policy)], html: "<form>")])
    #expect(findings.map(\.severity) == [severity].compactMap(\.self))
  }

  @Test(arguments: ["/mid/Jane%2Dhorse%2D11", "/a?x=Jane-horse-11", "/a?t=SmFuZS1ob3JzZS0xMQ", "/a#p=Jane-horse-11"])
  func `a password in an address is found however it is written`(_ place: String) throws {
    let exchange = try Self.exchange("form sign-in", "GET", "https://profile.example.test\(place)")
    let findings = Self.read([exchange])
    #expect(findings.map(\.check) == [.noTokenInURL])
    #expect(findings.map(\.severity) == [.error])
  }

  @Test func `a code of this journey in an address is told, as links in mails have codes too`() throws {
    var trace = FlowTrace()
    trace.type([Secret("417263", name: "code", source: .walk)])
    let findings = trace.read(
      [try Self.exchange("form reset", "GET", "https://profile.example.test/reset/rita/417263")], verifier: nil, hasCode: false)
    #expect(findings.map(\.severity) == [.warning])
    #expect(findings.first?.problem.hasPrefix("an address has a typed code in it: ") == true)
  }

  @Test func `the same finding is told once in a journey`() throws {
    var trace = FlowTrace()
    let bad = try Self.exchange("x", "GET", "https://profile.example.test/a?access_token=x")
    #expect(trace.read([bad, bad], verifier: nil, hasCode: false).count == 1)
    #expect(trace.read([bad], verifier: nil, hasCode: false).isEmpty)
    trace.begin(keepsCookies: true)
    #expect(trace.read([bad], verifier: nil, hasCode: false).count == 1)
  }
}
