import Encodings
import JourneyClient
import JourneyModel
import Testing

@testable import HostedDialect

/// Several authorization requests in one journey: links that open the app, the fallback address, browsers kept and thrown away.
struct HostedLaunchTests {
  private static let claimed = ["https://profile.example.test/welcome/*"]

  private static func link(_ path: String) -> DriverAction {
    .open(link: Secret("\(PageServer.origin)\(path)", name: "link"), elsewhere: false)
  }

  @Test func `a claimed link opens the app, which starts anew with its token, a fresh state and a fresh challenge`() async throws {
    var walk = try HostedWalk(HostedWalk.routes(signIn: HostedWalk.leadsOn), claimed: Self.claimed)
    _ = try await walk.start([Value.Member("page", "register")])
    let turn = try await walk.driver.perform(Self.link("/welcome/il_Ab12Cd34Ef56Gh78"))
    #expect(turn.screen != nil)
    let launches = await walk.server.requests(to: "/oauth2/aus1/v1/authorize")
    #expect(launches.count == 2)
    #expect(launches[1].url.queryValue("activation_token") == "il_Ab12Cd34Ef56Gh78")
    #expect(launches[1].url.queryValue("page") == nil)
    for name in ["state", "code_challenge"] { #expect(launches[0].url.queryValue(name) != launches[1].url.queryValue(name)) }
    #expect(await walk.server.requests(to: "/welcome/il_Ab12Cd34Ef56Gh78").isEmpty)
    #expect(turn.learned.contains { $0.unsafeText == "il_Ab12Cd34Ef56Gh78" })
  }

  @Test func `the second authorization's state and verifier count`() async throws {
    var walk = try HostedWalk(HostedWalk.routes(signIn: HostedWalk.leadsOn), claimed: Self.claimed)
    _ = try await walk.start()
    let screen = try #require(try await walk.driver.perform(Self.link("/welcome/il_Ab12Cd34Ef56Gh78")).screen)
    _ = try await walk.submit(screen, [("email", .text("j@example.test")), ("password", .text("Jane-horse-11"))])
    #expect(try await walk.finish().failedChecks == [])
    let challenge = try #require(await walk.server.requests(to: "/oauth2/aus1/v1/authorize").last?.url.queryValue("code_challenge"))
    let token = try #require(await walk.server.requests(to: "/oauth2/aus1/v1/token").last)
    let verifier = try #require(FormURLEncoding.decode(token.body).first { $0.name == "code_verifier" }?.value)
    #expect(Base64URL.encode(Digests.sha256(verifier)) == challenge)
  }

  @Test func `a link that the app does not claim is opened in the browser`() async throws {
    var walk = try HostedWalk(
      HostedWalk.routes(signIn: HostedWalk.leadsOn).merging(["GET /help": { _, _ in .page("<h1>Help</h1><p>All about it.</p>") }]) { $1 })
    _ = try await walk.start()
    #expect(try await walk.driver.perform(Self.link("/help")).exchanges.map(\.method) == ["GET"])
  }

  @Test func `a link to a site that the tenant does not name is not opened`() async throws {
    var walk = try HostedWalk([:])
    let error = await walk.error(.open(link: Secret("https://evil.test/welcome/x", name: "link"), elsewhere: false))
    #expect(error?.kind == .forbidden)
  }

  private static func fallback(_ address: String, then silent: @escaping PageServer.Route) -> [String: PageServer.Route] {
    var routes = HostedWalk.routes(signIn: { _, _ in .redirect(address) })
    routes["GET /oauth2/aus1/v1/authorize"] = { request, context in
      request.url.queryValue("prompt") == "none" ? silent(request, context) : .redirect("/signin", status: 302)
    }
    return routes
  }

  @Test func `the fallback address leads to one silent authorization request`() async throws {
    var walk = try HostedWalk(
      Self.fallback(HostedWalk.fallback) { _, context in .redirect("\(HostedWalk.callback)?code=c&state=\(context.state)", status: 302) })
    #expect(try await walk.signIn([Value.Member("prompt", "login")]).now == .ended(.completed))
    #expect(try await walk.finish().failedChecks == [])
    let launches = await walk.server.requests(to: "/oauth2/aus1/v1/authorize")
    #expect(launches.map { $0.url.queryValue("prompt") } == ["login", "none"])
    #expect(launches[0].url.queryValue("state") != launches[1].url.queryValue("state"))
  }

  @Test func `a second fallback is a loop`() async throws {
    var walk = try HostedWalk(Self.fallback(HostedWalk.fallback) { _, _ in .redirect(HostedWalk.fallback) })
    let screen = try #require(try await walk.start().screen)
    let form = try #require(screen.forms.first { $0.widget("email") != nil })
    let answers: [Answer] = [Answer(widget: "email", value: .text("j@example.test")), Answer(widget: "password", value: .text("horse-11"))]
    #expect(await walk.error(.submit(Submission(form: form.id, answers: answers)))?.kind == .redirectLoop)
  }

  @Test func `a fallback address that is not bare fails the step that led there`() async throws {
    var walk = try HostedWalk(
      Self.fallback("\(HostedWalk.fallback)?email=jane%40example.test") { _, context in
        .redirect("\(HostedWalk.callback)?code=c&state=\(context.state)")
      })
    let turn = try await walk.signIn()
    #expect(turn.findings.map(\.problem) == ["the fallback address is not bare: it has 'email'"])
    #expect(turn.failedChecks == ["no-identity-in-scheme-url"])
    #expect(try await walk.finish().failedChecks == [])
  }

  @Test func `a next start keeps the cookies, and an ephemeral one has none and leaves none`() async throws {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["GET /signin"] = { request, _ in
      var response = HTTPResponseMessage.page(PageServer.signInPage())
      if request.headers["Cookie"] == nil { response.headers["Set-Cookie"] = "idx=Zx12Cv34Bn56Mm78; Secure; HttpOnly" }
      return response
    }
    var walk = try HostedWalk(routes)
    _ = try await walk.start()
    _ = try await walk.start([Value.Member("session", "ephemeral")])
    _ = try await walk.start([Value.Member("session", "ephemeral")])
    _ = try await walk.start()
    let cookies = await walk.server.requests(to: "/signin").map { $0.headers["Cookie"] }
    #expect(cookies == [nil, nil, nil, "idx=Zx12Cv34Bn56Mm78"])
    #expect(await walk.server.requests(to: "/oauth2/aus1/v1/authorize").allSatisfy { $0.url.queryValue("session") == nil })
    let states = await walk.server.requests(to: "/oauth2/aus1/v1/authorize").map { $0.url.queryValue("state") }
    #expect(Set(states).count == 4)
  }

  @Test func `the site's own sign-out is a link to open, after which the next silent launch asks for a login`() async throws {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["GET /oauth2/aus1/v1/authorize"] = { request, context in
      if request.headers["Cookie"] != nil { return .redirect("\(HostedWalk.callback)?code=c&state=\(context.state)") }
      guard request.url.queryValue("prompt") == "none" else { return .redirect("/signin") }
      return .redirect("\(HostedWalk.callback)?error=login_required&state=\(context.state)")
    }
    routes["POST /signin"] = { _, _ in
      var response = HTTPResponseMessage.redirect("/oauth2/aus1/v1/authorize/redirect")
      response.headers["Set-Cookie"] = "idx=Zx12Cv34Bn56Mm78; Secure; HttpOnly"
      return response
    }
    routes["GET /signout"] = { _, _ in
      var response = HTTPResponseMessage.page("<h1>Signed out</h1><p>See you soon.</p>")
      response.headers["Set-Cookie"] = "idx=; Max-Age=0"
      return response
    }
    var walk = try HostedWalk(routes)
    _ = try await walk.signIn()
    let silent = [Value.Member("prompt", "none")]
    #expect(try await walk.start(silent).now == .ended(.completed))
    let out = try await walk.driver.perform(Self.link("/signout"))
    #expect(out.screen != nil)
    #expect(try await walk.start(silent).now == .ended(.refused(OAuthErrorResponse(error: "login_required"))))
  }

  @Test func `revoking drops the tokens without the browser`() async throws {
    var walk = try HostedWalk(HostedWalk.routes(signIn: HostedWalk.leadsOn))
    _ = try await walk.signIn()
    _ = try await walk.finish()
    #expect(try await walk.driver.perform(.token(.revoke)).failedChecks == [])
    #expect(await walk.server.requests(to: "/oauth2/aus1/v1/revoke").count == 1)
  }
}
