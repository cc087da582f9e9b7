import Encodings
import JourneyClient
import JourneyModel
import Testing

@testable import HostedDialect

/// Redirects, scripts and answers that are no pages.
struct HostedNavigationTests {
  private static func error(_ routes: [String: PageServer.Route]) async throws -> DriverError? {
    var walk = try HostedWalk(routes)
    return await walk.error(.start(StartParameters()))
  }

  private static func authorize(_ route: @escaping PageServer.Route) -> [String: PageServer.Route] {
    ["GET /oauth2/aus1/v1/authorize": route]
  }

  @Test(
    arguments: [
      "evil.app:/callback?code=abc", "javascript:alert(1)", "data:text/html,hello",
      "com.example.app.oauth://authorization/callback?code=abc",
      "com.example.app.oauth:/authorization/callback/x?code=abc", "com.example.app.oauth:/Authorization/callback?code=abc",
      " evil.app:/callback?code=abc", "ev\til.app:/callback?code=abc",
    ])
  func `an address of an unknown app is refused and not shown`(_ location: String) async throws {
    let error = try #require(try await Self.error(Self.authorize { _, _ in .redirect(location) }))
    #expect(error.kind == .forbidden)
    #expect(error.message.contains("left for an unknown app"))
    #expect(!error.message.contains("abc") && !error.message.contains("alert"))
  }

  @Test(
    arguments: [
      ("//evil.test/x", "https://evil.test/x"), ("/\\evil.test/x", "https://evil.test/x"), ("http:evil.test", "http://evil.test"),
      ("///evil.test/x", "https://evil.test/x"), ("\\\\evil.test", "https://evil.test"),
      ("https://evil.test/x?a=b", "https://evil.test/x?a=***"),
    ] as [(String, String?)])
  func `a redirect to another site is left for and not loaded`(_ location: String, target: String?) async throws {
    var walk = try HostedWalk(Self.authorize { _, _ in .redirect(location) })
    let turn = try await walk.start()
    guard case .handover(let handover) = turn.now else {
      Issue.record("\(turn.now)")
      return
    }
    if let target { #expect(handover.url == target) }
    #expect(await walk.server.requests.allSatisfy { $0.url.host == "profile.example.test" })
  }

  @Test(arguments: ["http://", "https://[::1", "https://profile.example.test:99999/x"])
  func `a redirect to something that is no address breaks the walk`(_ location: String) async throws {
    #expect(try await Self.error(Self.authorize { _, _ in .redirect(location) })?.kind == .protocol)
  }

  @Test func `two addresses in one redirect break the walk`() async throws {
    let error = try await Self.error(
      Self.authorize { _, _ in HTTPResponseMessage(status: 302, headers: ["Location": "/a", "Location": "/b"]) })
    #expect(error?.kind == .protocol)
  }

  @Test func `a redirect loop ends`() async throws {
    var walk = try HostedWalk(Self.authorize { request, _ in .redirect(request.url.description) })
    #expect(await walk.error(.start(StartParameters()))?.kind == .redirectLoop)
    #expect(await walk.server.requests(to: "/oauth2/aus1/v1/authorize").count == NavigationChain.redirectLimit + 1)
  }

  @Test func `twenty redirects are no loop`() async throws {
    var walk = try HostedWalk(
      Self.authorize { request, _ in
        let hop = Int(request.url.queryValue("hop") ?? "") ?? 0
        return hop == 20 ? .page(PageServer.signInPage()) : .redirect("/oauth2/aus1/v1/authorize?hop=\(hop + 1)", status: 302)
      })
    #expect(try await walk.start().screen != nil)
  }

  @Test(arguments: [(429, DriverError.Kind.rateLimit), (500, .status), (503, .status)])
  func `a status that means that nothing can be walked breaks the walk`(_ status: Int, kind: DriverError.Kind) async throws {
    #expect(try await Self.error(Self.authorize { _, _ in .page("<h1>Sorry</h1>", status: status) })?.kind == kind)
  }

  @Test func `a body that is no page breaks the walk`() async throws {
    #expect(try await Self.error(Self.authorize { _, _ in .json("{}") })?.kind == .protocol)
    #expect(try await Self.error(Self.authorize { _, _ in .json("{}", status: 404) })?.kind == .status)
  }

  @Test(arguments: [307, 308])
  func `a redirect that repeats the password is followed and reported`(_ status: Int) async throws {
    var routes = HostedWalk.routes(signIn: { _, _ in .redirect("/signin/2", status: status) })
    routes["POST /signin/2"] = HostedWalk.leadsOn
    var walk = try HostedWalk(routes)
    let turn = try await walk.signIn()
    #expect(turn.now == .ended(.completed))
    #expect(turn.failedChecks == ["credential-redirect"])
    #expect(turn.findings.first?.problem?.contains("status \(status) after the password") == true)
    let bodies = await [walk.server.requests(to: "/signin").last?.body, walk.server.requests(to: "/signin/2").last?.body]
    #expect(bodies[0] == bodies[1])
    #expect(try await walk.finish().failedChecks == [])
  }

  @Test func `a password is never sent to a site that the tenant does not name`() async throws {
    var walk = try HostedWalk(HostedWalk.routes(signIn: { _, _ in .redirect("https://evil.test/signin", status: 307) }))
    let screen = try #require(try await walk.start().screen)
    let form = try #require(screen.forms.first { $0.widget("password") != nil })
    let submission = Submission(form: form.id, answers: [Answer(widget: "password", value: .text("Jane-horse-11"))])
    #expect(await walk.error(.submit(submission))?.kind == .forbidden)
    #expect(await walk.server.requests.allSatisfy { $0.url.host == "profile.example.test" })
  }

  @Test(arguments: [301, 302, 303])
  func `other redirects drop method and body`(_ status: Int) async throws {
    var walk = try HostedWalk(
      HostedWalk.routes(signIn: { _, _ in .redirect("/oauth2/aus1/v1/authorize/redirect", status: status) }))
    let turn = try await walk.signIn()
    #expect(turn.exchanges.map(\.method) == ["POST", "GET"])
    #expect(turn.warnings == [])
  }

  @Test(
    arguments: [
      ("form-action 'self'", true), ("form-action 'self' com.example.app.oauth:", false), ("form-action *", true),
      ("default-src 'none'", false), ("FORM-ACTION 'self'; form-action com.example.app.oauth:", true),
    ])
  func `a policy that stops the way back to the app is reported`(_ policy: String, isBlocked: Bool) async throws {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["GET /signin"] = { _, _ in .page(PageServer.signInPage(), policy: policy) }
    var walk = try HostedWalk(routes)
    let turn = try await walk.signIn()
    #expect(turn.failedChecks == (isBlocked ? ["form-action-allows-return"] : []))
    #expect(turn.findings.allSatisfy { $0.problem?.hasPrefix("a browser would block this") ?? false })
  }

  @Test func `the login page's script is emulated by its address, and marked`() async throws {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["GET /oauth2/aus1/v1/authorize"] = { _, _ in
      .page("<html><body><noscript>Please enable JavaScript.</noscript><script>OktaLogin.boot(window.config)</script></body></html>")
    }
    var walk = try HostedWalk(routes, interception: Interception())
    let turn = try await walk.start([Value.Member("prompt", "login")])
    #expect(turn.screen != nil)
    #expect(turn.exchanges.last?.purpose == "interception (emulated)")
    let page = try #require(await walk.server.requests(to: "/signin").last?.url)
    #expect(page.queryValue("appClientId") == "app")
    let back = try #require(page.queryValue("fromURI"))
    #expect(back.hasPrefix("/oauth2/aus1/v1/authorize?") && back.contains("prompt=none") && !back.contains("prompt=login"))
  }

  @Test func `without that rule the page needs a browser, and the script says so`() async throws {
    let error = try await Self.error(
      Self.authorize { _, _ in
        .page("<html><body><noscript>Please enable JavaScript.</noscript><script>OktaLogin.boot('secret-1234')</script></body></html>")
      })
    let message = try #require(error?.message)
    #expect(message.contains("this page needs 'engine: browser'") && message.contains("OktaLogin.boot('…')"))
    #expect(!message.contains("secret-1234"))
  }

  @Test(
    arguments: [
      ("<script>window.location.replace('/signin');</script>", "js-redirect (emulated)"),
      ("<script>if (!window.ready) { start() } location.href = \"\\/signin\";</script>", "js-redirect (emulated)"),
      ("<meta http-equiv=refresh content=\"0;url=/signin\">", "meta refresh (emulated)"),
      (
        "<body onload=\"document.forms[0].submit()\"><form action=/signin><input type=hidden name=a value=b></form>",
        "form that submits itself (emulated)"
      ),
    ])
  func `a page that leads on by itself is followed, and marked`(_ html: String, purpose: String) async throws {
    var walk = try HostedWalk(Self.authorize { _, _ in .page(html) })
    let turn = try await walk.start()
    #expect(turn.screen != nil)
    #expect(turn.exchanges.last?.purpose == purpose)
  }

  @Test func `a header that refreshes the page is followed, and a late one is not`() async throws {
    func lead(after seconds: Int) async throws -> Turn {
      var walk = try HostedWalk(
        Self.authorize { _, _ in
          var response = HTTPResponseMessage.page("<h1>Wait</h1>")
          response.headers["Refresh"] = "\(seconds); url=/signin"
          return response
        })
      return try await walk.start()
    }
    #expect(try await lead(after: 0).exchanges.last?.purpose == "meta refresh (emulated)")
    #expect(try await lead(after: 300).exchanges.last?.purpose == "authorize")
  }

  @Test func `a script that leads to the app does`() async throws {
    var walk = try HostedWalk(
      Self.authorize { _, context in .page("<script>location.assign('\(HostedWalk.callback)?code=c&state=\(context.state)')</script>") })
    #expect(try await walk.start().now == .ended(.completed))
  }

  @Test func `two pages that lead to each other are a loop`() async throws {
    let error = try await Self.error(
      Self.authorize { _, _ in .page("<script>location.replace('/oauth2/aus1/v1/authorize')</script>") })
    #expect(error?.kind == .redirectLoop)
  }

  @Test func `a link is followed as a form of the screen, with where it comes from`() async throws {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["GET /reset-password"] = { _, _ in
      .page("<h1>Reset password</h1><form method=post><input name=email><button>Send</button></form>")
    }
    var walk = try HostedWalk(routes)
    let screen = try #require(try await walk.start().screen)
    let link = try #require(screen.forms.first { form in if case .navigation = form.kind { true } else { false } })
    #expect(try await walk.driver.perform(.submit(Submission(form: link.id))).screen != nil)
    #expect(await walk.server.requests.last?.headers["Referer"] == "\(PageServer.origin)/signin")
  }
}
