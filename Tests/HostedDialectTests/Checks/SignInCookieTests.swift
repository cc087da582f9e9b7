import Encodings
import JourneyClient
import JourneyModel
import Testing

@testable import HostedDialect

/// Which cookies prove who somebody is, known by what they do.
struct SignInCookieTests {
  private static let password = Secret("Jane-horse-11", name: "password", source: .project)
  private static let value = "b5366f0c2a91d47e8830fa6177cb25e9b5366f0c2a91d47e8830fa6177cb25e9"
  private static let fresh = "0d9e41a7f25c8b3360de94a1b72f5c880d9e41a7f25c8b3360de94a1b72f5c88"

  private static func exchange(
    _ method: String, _ address: String, sends cookies: String? = nil, posts: [Value.Member] = [], status: Int = 200,
    sets: [String] = [], html: String = ""
  ) throws -> SeenExchange {
    var response = HTTPResponseMessage(status: status, body: Array(html.utf8))
    for cookie in sets { response.headers.append("Set-Cookie", cookie) }
    var call = BrowserCall("form sign-in", method: method, url: try WebURL(address), body: posts.isEmpty ? .none : .form(posts))
    if let cookies { call.headers.append(Exchange.Header("Cookie", .secret(Secret(cookies, name: "cookies", source: .server)))) }
    return SeenExchange(call, response)
  }

  private static func post(sets: [String], posts: [Value.Member] = [], origin: String = "https://lab.test") throws -> SeenExchange {
    try exchange("POST", "\(origin)/login", posts: [Value.Member("password", .secret(password))] + posts, status: 302, sets: sets)
  }

  private static func read(_ exchanges: [SeenExchange], isAccepted: Bool = true, hasCode: Bool = false) -> [String] {
    var trace = FlowTrace()
    trace.type([password])
    return trace.read(exchanges, verifier: nil, isAccepted: isAccepted, hasCode: hasCode).filter { $0.check == .cookieFlags }.map(\.problem)
  }

  private static let problems = ["has no 'Secure'", "has no 'HttpOnly', so that scripts can read it", "has no 'SameSite'"].map {
    "the cookie 'kaka' \($0): POST https://lab.test/login (status 302)"
  }

  @Test func `a cookie under any name that the password sets and the next page gets is judged`() throws {
    let next = try Self.exchange("GET", "https://lab.test/home", sends: "theme=dark; kaka=\(Self.value)")
    #expect(Self.read([try Self.post(sets: ["kaka=\(Self.value); Path=/"]), next]) == Self.problems)
  }

  @Test func `a cookie that was there before and gets another value is judged`() throws {
    let first = try Self.exchange("GET", "https://lab.test/login", sets: ["kaka=\(Self.value); Path=/"])
    let next = try Self.exchange("GET", "https://lab.test/home", sends: "kaka=\(Self.fresh)")
    #expect(Self.read([first, try Self.post(sets: ["kaka=\(Self.fresh); Path=/"]), next]) == Self.problems)
  }

  @Test func `a cookie with which the app gets its code is judged, though no request had it yet`() throws {
    #expect(Self.read([try Self.post(sets: ["kaka=\(Self.value); Path=/"])], hasCode: true) == Self.problems)
  }

  @Test func `the same flag of the same cookie is said once, whatever sets it again`() throws {
    let set = ["session=\(Self.value); Path=/; Secure; HttpOnly"]
    let exchanges = try ["login", "account", "logout"].map { try Self.exchange("GET", "https://lab.test/\($0)", sets: set) }
    #expect(Self.read(exchanges) == ["the cookie 'session' has no 'SameSite': GET https://lab.test/login (status 200)"])
  }

  @Test func `of several faults of a cookie each is said, and first the one for which browsers drop it`() throws {
    let found = Self.read([try Self.exchange("GET", "https://lab.test/", sets: ["session=\(Self.value); Domain=other.test; HttpOnly"])])
    let problems = ["has the 'Domain' of another host, so browsers drop it", "has no 'Secure'", "has no 'SameSite'"]
    #expect(found == problems.map { "the cookie 'session' \($0): GET https://lab.test/ (status 200)" })
  }

  @Test func `a guarded cookie is nothing to report`() throws {
    let post = try Self.post(sets: ["kaka=\(Self.value); Path=/; Secure; HttpOnly; SameSite=Lax"])
    #expect(Self.read([post], hasCode: true) == [])
  }

  @Test func `a cookie that browsers drop is judged, whatever came of the sign-in`() throws {
    let cookie = "lemonldap=\(Self.value); domain=.lab.test; path=/; SameSite=None"
    let post = try Self.post(sets: [cookie], origin: "http://auth.lab.test")
    let again = try Self.exchange("GET", "http://auth.lab.test/oauth2/authorize")
    let place = "POST http://auth.lab.test/login (status 302)"
    for isAccepted in [true, false] {
      #expect(
        Self.read([post, again], isAccepted: isAccepted) == [
          "the cookie 'lemonldap' has no 'HttpOnly', so that scripts can read it: \(place)",
          "the cookie 'lemonldap' has 'SameSite=None' without 'Secure': \(place)",
        ])
    }
  }

  /// What is no proof of who somebody is.
  @Test(arguments: [
    "csrftoken=\(value)", "XSRF-TOKEN=\(value)", ".AspNetCore.Antiforgery.x=\(value)", "AWSALB=\(value)", "ARRAffinity=\(value)",
    "BIGipServerpool=1677787402.36895.0000", "lang=de-DE-with-large-letters-2026", "theme=dark-with-large-letters",
    "last_user=jane.doe.1980%40example.test", "prefs=%7B%22columns%22%3A%5B1%2C2%2C3%5D%2C%22zoom%22%3A100%7D", "step=2",
    "kaka=; Max-Age=0", "back=%2Faccounts%2Fprofile%2F2026%2F11",
  ])
  func `tokens against forged requests, load balancers, languages and settings are left out`(_ cookie: String) throws {
    let sent = String(cookie.prefix { $0 != ";" })
    let next = try Self.exchange("GET", "https://lab.test/home", sends: sent)
    #expect(Self.read([try Self.post(sets: ["\(cookie); Path=/"]), next]) == [])
  }

  @Test func `a cookie that a page shows or a form sends proves nothing`() throws {
    let set = try Self.post(sets: ["kaka=\(Self.value); Path=/"])
    let shown = try Self.exchange(
      "GET", "https://lab.test/home", sends: "kaka=\(Self.value)", html: "<meta name=\"c\" content=\"\(Self.value)\">")
    #expect(Self.read([set, shown]) == [])
    let posted = try Self.post(sets: ["kaka=\(Self.value); Path=/"], posts: [Value.Member("c", .text(Self.value))])
    #expect(Self.read([posted], hasCode: true) == [])
  }

  @Test func `a cookie that nothing sends, that is taken back, or that a refusal sets is left out`() throws {
    let set = try Self.post(sets: ["kaka=\(Self.value); Path=/"])
    #expect(Self.read([set]) == [])
    let over = try Self.exchange("GET", "https://lab.test/home", sends: "kaka=\(Self.value)", sets: ["kaka=; Max-Age=0"])
    #expect(Self.read([set, over]) == [])
    let again = try Self.exchange("GET", "https://lab.test/login", sends: "kaka=\(Self.value)")
    #expect(Self.read([set, again], isAccepted: false) == [])
  }

  @Test func `what scripts may read next to a guarded proof, and what a sign-out sets, is left out`() throws {
    let proof = "SC=\(Self.fresh); Path=/; Secure; HttpOnly; SameSite=Lax"
    #expect(Self.read([try Self.post(sets: [proof, "kaka=\(Self.value); Path=/; Secure; SameSite=Lax"])], hasCode: true) == [])
    var trace = FlowTrace()
    trace.type([Self.password])
    _ = trace.read([try Self.post(sets: [proof])], verifier: nil, hasCode: true)
    let out = try Self.exchange("GET", "https://lab.test/signout", sends: "SC=\(Self.fresh)", sets: ["kaka=\(Self.value); Path=/"])
    let next = try Self.exchange("GET", "https://lab.test/", sends: "kaka=\(Self.value)")
    #expect(trace.read([out, next], verifier: nil, hasCode: false).filter { $0.check == .cookieFlags && $0.severity == .error } == [])
  }

  @Test func `a cookie that changes by itself or was there all along is left out`() throws {
    let values = ["1", "2", "3"].map { Self.value.replacing("b5", with: $0) }
    let before = try values.map { try Self.exchange("GET", "https://lab.test/login", sets: ["kaka=\($0); Path=/"]) }
    #expect(Self.read(before + [try Self.post(sets: ["kaka=\(Self.fresh); Path=/"])], hasCode: true) == [])
    #expect(Self.read([before[0], try Self.post(sets: ["kaka=\(values[0]); Path=/"])], hasCode: true) == [])
    #expect(Self.read([before[0]], hasCode: true) == [])
  }

  @Test(arguments: ["sid=ab12", "k=9f3b", "uid=17", "user=ada@shop.test", "lang=\(value)", "_ga=\(value)", "AWSALB=\(value)"])
  func `the only cookie with which the app gets its code is the session's, whatever its name and value`(_ cookie: String) throws {
    let first = try Self.exchange("GET", "https://lab.test/login", sets: ["csrftoken=\(Self.value); Path=/"])
    let post = try Self.post(sets: ["\(cookie); Path=/; Secure; SameSite=Lax"])
    let next = try Self.exchange("GET", "https://lab.test/authorize", sends: "csrftoken=\(Self.value); \(cookie)", status: 302)
    let name = cookie.prefix { $0 != "=" }
    let problem = "the cookie '\(name)' has no 'HttpOnly', so that scripts can read it: POST https://lab.test/login (status 302)"
    #expect(Self.read([first, post, next], hasCode: true) == [problem])
    // Where another one went along that may prove it, nobody knows which does.
    let both = try Self.exchange("GET", "https://lab.test/authorize", sends: "old=\(Self.fresh); \(cookie)", status: 302)
    #expect(cookie.hasPrefix("user") || Self.read([first, post, both], hasCode: true) == [])
  }

  @Test(arguments: [
    ("SC=\(value)\(String(repeating: "x", count: 4_096)); Path=/", "is larger than 4096 bytes"),
    ("SC=\(value); Path=/; Partitioned", "has 'Partitioned' without 'Secure'"), ("SC=ab\tcd; Path=/", "has a control character in it"),
    ("__host-SC=abcd; Path=/", "needs 'Secure', 'Path=/' and no 'Domain' for its prefix"),
  ])
  func `a sign-in that is lost names the cookie that browsers drop`(_ cookie: String, reason: String) throws {
    var trace = FlowTrace()
    _ = trace.read([try Self.post(sets: [cookie])], verifier: nil, isAccepted: false, hasCode: false)
    #expect(trace.loss == "browsers drop the cookie '\(cookie.prefix { $0 != "=" })', which \(reason), so the sign-in was likely lost")
  }

  @Test func `a cookie under any name that changes is no session fixation`() throws {
    let first = try Self.exchange("GET", "https://lab.test/login", sets: ["sid=\(Self.fresh); Secure; HttpOnly; SameSite=Lax"])
    let post = try Self.post(sets: ["kaka=\(Self.value); Secure; HttpOnly; SameSite=Lax"])
    #expect(Self.read([first, post], hasCode: true) == [])
  }

  @Test func `what a script posts after a password was typed counts as a form with it`() throws {
    var call = BrowserCall("form sign-in (script)", method: "POST", url: try WebURL("https://lab.test/api/auth"), body: .text("***"))
    call.headers = []
    var response = HTTPResponseMessage(status: 200)
    response.headers.append("Set-Cookie", "kaka=\(Self.value); Path=/; Secure; SameSite=Lax")
    let found = Self.read([SeenExchange(call, response)], hasCode: true)
    #expect(found == ["the cookie 'kaka' has no 'HttpOnly', so that scripts can read it: POST https://lab.test/api/auth (status 200)"])
  }
}
