import Encodings
import JourneyClient
import JourneyModel
import Testing

@testable import HostedDialect

/// What a failure says of its cause where a page comes that no step expects.
struct HostedCauseTests {
  private static let keys = "is the tenant's 'client.id' right, and is its 'client.redirect_uri' one of the client's?"

  @Test func `a sign-in page that comes again names the cookie that browsers drop`() async throws {
    let signIn: PageServer.Route = { _, _ in
      var response = HTTPResponseMessage.redirect("/oauth2/aus1/v1/authorize", status: 302)
      response.headers.append("Set-Cookie", "kaka=Zx12Cv34Bn56Mm78Zx12Cv34; Path=/; SameSite=None")
      return response
    }
    var walk = try HostedWalk(HostedWalk.routes(signIn: signIn))
    let turn = try await walk.signIn()
    #expect(
      turn.likelyCause == "browsers drop the cookie 'kaka', which has 'SameSite=None' without 'Secure', so the sign-in was likely lost")
    #expect(Set(turn.failedChecks) == ["cookie-flags"])
  }

  @Test func `a cookie that is dropped is named though an older one of its name is sent, and on a page with status 400`() async throws {
    let signIn: PageServer.Route = { _, _ in
      var response = HTTPResponseMessage.redirect("/home", status: 302)
      response.headers.append("Set-Cookie", "kaka=Zx12Cv34Bn56Mm78Zx12Cv34; Path=/; Domain=other.test; HttpOnly; SameSite=Lax; Secure")
      return response
    }
    for status in [200, 400] {
      var routes = HostedWalk.routes(signIn: signIn)
      routes["GET /signin"] = { _, _ in
        var response = HTTPResponseMessage.page(PageServer.signInPage())
        response.headers.append("Set-Cookie", "kaka=Ab12Cd34Ef56Gh78Ab12Cd34; Path=/; HttpOnly; SameSite=Lax; Secure")
        return response
      }
      routes["GET /home"] = { _, _ in
        status == 200 ? .page(PageServer.signInPage(error: "You must sign in.")) : .page("<h1>Bad request</h1>", status: 400)
      }
      var walk = try HostedWalk(routes)
      let turn = try await walk.signIn()
      #expect(
        turn.likelyCause == "browsers drop the cookie 'kaka', which has the 'Domain' of another host, so the sign-in was likely lost")
      #expect(turn.findings.compactMap(\.problem).contains { $0.contains("has the 'Domain' of another host, so browsers drop it") })
    }
  }

  @Test(arguments: [
    ("<h1>Start</h1><p>Hello</p>", nil, true), ("<h1>Start</h1><p>Hello</p>", "kaka=Ab12Cd34Ef56Gh78Ab12Cd34; Path=/; Secure", false),
    ("<h1>Start</h1><p role=alert>Wrong</p>", nil, false), (PageServer.signInPage(), nil, false),
  ])
  func `a sign-in after which no cookie came is a likely cause, unless the page says why`(
    _ html: String, cookie: String?, isCause: Bool
  ) async throws {
    var walk = try HostedWalk(
      HostedWalk.routes(signIn: { _, _ in
        var response = HTTPResponseMessage.page(html)
        if let cookie { response.headers.append("Set-Cookie", cookie) }
        return response
      }))
    let cause = try await walk.signIn().likelyCause
    let sentence = "no response to the password, or after it, set a cookie, so the site may not know the browser any more"
    #expect(cause == (isCause ? sentence : nil))
  }

  @Test func `a wrong password has no cause of this kind`() async throws {
    var walk = try HostedWalk(HostedWalk.routes(signIn: { _, _ in .page(PageServer.signInPage(error: "Wrong.")) }))
    #expect(try await walk.signIn().likelyCause == nil)
  }

  @Test(arguments: ["", "<h1>Forbidden</h1>"])
  func `an authorization endpoint that refuses the app names the keys that it is known by`(_ html: String) async throws {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["GET /oauth2/aus1/v1/authorize"] = { _, _ in .page(html, status: 403) }
    var walk = try HostedWalk(routes)
    #expect(try await walk.start().likelyCause == "the authorization endpoint answered with status 403: \(Self.keys)")
  }

  @Test(arguments: [
    ("<p role=\"alert\">This application is not known</p>", true), ("<p role=\"alert\"></p><script src=\"/e.js\"></script>", true),
    ("<form method=\"post\"><button>Allow</button></form>", false),
  ])
  func `an error on the authorization endpoint's own page does too, and its consent page does not`(
    _ html: String, isError: Bool
  ) async throws {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["GET /oauth2/aus1/v1/authorize"] = { _, _ in .page("<h1>Sign-in for apps of all kinds, here</h1>\(html)<p>More of it.</p>") }
    var walk = try HostedWalk(routes)
    let cause = try await walk.start().likelyCause
    #expect(cause?.hasPrefix("the authorization endpoint shows an error: \(Self.keys)") == (isError ? true : nil))
    #expect(cause?.contains("this page needs 'engine: browser'") == (isError ? html.contains("script") : nil))
  }

  // MARK: Where only a browser came that far

  /// A browser that answers everything with one sight or error.
  private struct StubEngine: PageEngine {
    let result: @Sendable (PageVisit) throws(PageEngineError) -> PageSight

    mutating func perform(_ visit: PageVisit) async throws(PageEngineError) -> PageSight { try result(visit) }
    func withoutCookies() -> any PageEngine { self }
  }

  private static func start(
    _ result: @escaping @Sendable (PageVisit) throws(PageEngineError) -> PageSight
  ) async throws -> Turn {
    var walk = try HostedWalk(HostedWalk.routes(signIn: HostedWalk.leadsOn))
    walk.driver.engine = StubEngine(result: result)
    return try await walk.start()
  }

  private static func address(of visit: PageVisit) -> WebURL? {
    if case .open(let url) = visit.gesture { url } else { nil }
  }

  @Test func `a refusal without a body is the same screen with the same cause in a real browser`() async throws {
    let turn = try await Self.start { visit throws(PageEngineError) in
      guard let url = Self.address(of: visit) else { throw PageEngineError(.impossible, "not opened") }
      let traffic = PageTraffic(
        HTTPRequestMessage(method: "GET", url: url), HTTPResponseMessage(status: 403), duration: .zero, isPage: true)
      throw PageEngineError(.connection, "the browser gave up: no page came: the browser shows none", traffic: [traffic])
    }
    #expect(turn.screen?.id.text == "/oauth2/aus1/v1/authorize")
    #expect(turn.likelyCause == "the authorization endpoint answered with status 403: \(Self.keys)")
  }

  @Test(arguments: [false, true])
  func `a logout by a real browser that ends on a page does not lead back`(isAnswered: Bool) async throws {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["POST /oauth2/aus1/v1/token"] = { _, _ in .json(#"{"access_token": "a-1", "token_type": "Bearer", "id_token": "x.y.z"}"#) }
    var walk = try HostedWalk(routes)
    _ = try await walk.signIn()
    _ = try await walk.finish()
    walk.driver.engine = StubEngine { visit throws(PageEngineError) in
      guard let url = Self.address(of: visit) else { throw PageEngineError(.impossible, "not opened") }
      return PageSight(.page(.page("<h1 data-journey-mark=\"0\">Signed out</h1>"), method: "GET", url: url), traffic: [])
    }
    let turn = try await walk.driver.perform(.token(.logout, isAnswered: isAnswered))
    if isAnswered { #expect(turn.screen != nil) } else { #expect(turn.failedChecks == ["redirect"]) }
  }

  @Test func `a browser that gives up after a page that said something is broken as before`() async throws {
    var walk = try HostedWalk(HostedWalk.routes(signIn: HostedWalk.leadsOn))
    walk.driver.engine = StubEngine { visit throws(PageEngineError) in
      guard let url = Self.address(of: visit) else { throw PageEngineError(.impossible, "not opened") }
      let message = HTTPRequestMessage(method: "GET", url: url)
      let traffic = [
        PageTraffic(message, HTTPResponseMessage(status: 403), duration: .zero, isPage: true),
        PageTraffic(message, nil, duration: .zero, isPage: true),
      ]
      throw PageEngineError(.connection, "GET x: refused", traffic: traffic)
    }
    let error = try #require(await walk.error(.start(StartParameters())))
    #expect(error.kind == .connection && error.message == "GET x: refused")
  }

  @Test func `a script that did not load is a warning, and the cause where the page is not the one`() async throws {
    let failure = "the script 'https://profile.example.test/jquery.js' did not load: it was answered with status 404"
    let turn = try await Self.start { visit throws(PageEngineError) in
      guard let url = Self.address(of: visit) else { throw PageEngineError(.impossible, "not opened") }
      let page = HTTPResponseMessage.page("<html data-journey-mark=\"0\"><p role=\"status\">Loading...</p></html>")
      return PageSight(.page(page, method: "GET", url: url), traffic: [], scriptFailures: [failure])
    }
    #expect(turn.warnings.contains(failure))
    #expect(turn.likelyCause == failure)
  }
}
