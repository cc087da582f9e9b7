import Encodings
import JourneyClient
import JourneyModel
import Testing

@testable import HostedDialect

/// From an authorization request over pages back to the app.
struct HostedSignInTests {
  @Test func `signing in leads through two redirects to the app, which exchanges the code`() async throws {
    var walk = try HostedWalk(HostedWalk.routes(signIn: HostedWalk.leadsOn))
    let ended = try await walk.signIn()
    #expect(ended.now == .ended(.completed))
    let end = try await walk.finish()
    #expect(end.failedChecks == [])
    #expect(end.finish?.hasTokens == true)
    #expect(end.finish?.checks.prefix(4).map(\.name) == ["redirect_uri", "state-echo", "iss", "code"])
    let posted = try #require(await walk.server.requests(to: "/signin").last)
    #expect(
      String(decoding: posted.body, as: UTF8.self)
        == "_csrf=Xw81kZp2QrTy77aa&email=jane%40example.test&password=Jane-horse-11&edition=uk")
    #expect(posted.headers["Origin"] == PageServer.origin)
    #expect(posted.headers["Referer"] == "\(PageServer.origin)/signin")
    let token = try #require(await walk.server.requests(to: "/oauth2/aus1/v1/token").last)
    #expect(FormURLEncoding.decode(token.body).contains(QueryItem("redirect_uri", HostedWalk.callback)))
  }

  @Test func `the address of the app is never requested`() async throws {
    var walk = try HostedWalk(HostedWalk.routes(signIn: HostedWalk.leadsOn))
    _ = try await walk.signIn()
    #expect(await walk.server.requests.allSatisfy { $0.url.scheme == "https" })
    #expect(await walk.server.requests.last?.url.path == "/oauth2/aus1/v1/authorize/redirect")
  }

  @Test func `boxes and lists are sent as a browser sends them`() async throws {
    var walk = try HostedWalk(HostedWalk.routes(signIn: HostedWalk.leadsOn))
    let screen = try #require(try await walk.start().screen)
    _ = try await walk.submit(
      screen, [("email", .text("jane@example.test")), ("password", .text("a b")), ("keep", .bool(true)), ("edition", .text("us"))])
    let posted = try #require(await walk.server.requests(to: "/signin").last)
    #expect(String(decoding: posted.body, as: UTF8.self).hasSuffix("&password=a+b&keep=yes&edition=us"))
  }

  @Test func `a wrong password shows the page again, under its status`() async throws {
    var walk = try HostedWalk(
      HostedWalk.routes(signIn: { _, _ in .page(PageServer.signInPage(error: "Email and password do not match"), status: 401) }))
    let turn = try await walk.signIn(password: "wrong-horse")
    let screen = try #require(turn.screen)
    #expect(screen.messages.map(\.text.visible) == ["Email and password do not match"])
    #expect(turn.exchanges.last?.response?.status == 401)
  }

  @Test func `a password is no text of the transcript`() async throws {
    var walk = try HostedWalk(HostedWalk.routes(signIn: HostedWalk.leadsOn))
    let turn = try await walk.signIn()
    #expect(!String(describing: turn.exchanges.map(\.requestBody)).contains("Jane-horse-11"))
  }

  @Test func `a session that exists shows no page`() async throws {
    var walk = try HostedWalk([
      "GET /oauth2/aus1/v1/authorize": { _, context in .redirect("\(HostedWalk.callback)?code=code-1&state=\(context.state)", status: 302) }
    ])
    let turn = try await walk.start()
    #expect(turn.now == .ended(.completed))
    #expect(turn.exchanges.last?.purpose == "authorize")
  }

  @Test(arguments: [true, false])
  func `an answer without a page is noted for the time of the login`(isAtOnce: Bool) async throws {
    var walk = try HostedWalk(HostedWalk.routes(signIn: HostedWalk.leadsOn))
    if isAtOnce {
      walk = try HostedWalk([
        "GET /oauth2/aus1/v1/authorize": { _, context in .redirect("\(HostedWalk.callback)?code=code-1&state=\(context.state)") }
      ])
      #expect(try await walk.start([Value.Member("max_age", "0")]).now == .ended(.completed))
    } else {
      #expect(try await walk.signIn([Value.Member("max_age", "0")]).now == .ended(.completed))
    }
    #expect(walk.driver.party.session.isAnsweredAtOnce == isAtOnce)
  }

  @Test(
    arguments: [
      ("a callback with another state", "?code=code-1&state=other", "state-echo"),
      ("a callback without a state", "?code=code-1", "state-echo"),
      ("a callback with a code and an error", "?code=code-1&error=access_denied&state=STATE", "code"),
      ("a callback of another issuer", "?code=code-1&state=STATE&iss=https://evil.test", "iss"),
      ("a callback without a code", "?state=STATE", "code"),
      ("a callback with an address", "?code=code-1&state=STATE&who=jane%40example.test", "no-identity-in-scheme-url"),
      ("a callback with a token", "?code=code-1&state=STATE#id_token=x", "response_mode"),
      ("an error with another state", "?error=access_denied&state=other", "state-echo"),
    ])
  func `no code is exchanged after`(_ name: String, query: String, check: String) async throws {
    var walk = try HostedWalk([
      "GET /oauth2/aus1/v1/authorize": { _, context in
        .redirect(HostedWalk.callback + query.replacing("STATE", with: context.state), status: 302)
      }
    ])
    var turn = try await walk.start()
    if turn.now == .ended(.completed) { turn = try await walk.finish() }
    #expect(turn.failedChecks == [check], "\(name)")
    #expect(await walk.server.requests(to: "/oauth2/aus1/v1/token").isEmpty)
  }

  @Test func `an error callback ends the journey with its error`() async throws {
    var walk = try HostedWalk([
      "GET /oauth2/aus1/v1/authorize": { _, context in
        .redirect("\(HostedWalk.callback)?error=login_required&error_description=no+session&state=\(context.state)", status: 302)
      }
    ])
    let turn = try await walk.start([Value.Member("prompt", "none")])
    #expect(turn.now == .ended(.refused(OAuthErrorResponse(error: "login_required", description: "no session"))))
  }

  @Test func `a promised iss may not be missing`() async throws {
    var walk = try HostedWalk([
      "GET /oauth2/aus1/.well-known/openid-configuration": { _, _ in
        .json(
          #"{"issuer": "\#(PageServer.issuer)", "authorization_endpoint": "\#(PageServer.issuer)/v1/authorize", "jwks_uri": "\#(PageServer.issuer)/v1/keys", "authorization_response_iss_parameter_supported": true}"#
        )
      },
      "GET /oauth2/aus1/v1/authorize": { _, context in .redirect("\(HostedWalk.callback)?code=code-1&state=\(context.state)") },
    ])
    _ = try await walk.start()
    #expect(try await walk.finish().failedChecks == ["iss"])
  }

  @Test func `a page in a launch with prompt none fails the journey`() async throws {
    var walk = try HostedWalk(HostedWalk.routes(signIn: HostedWalk.leadsOn))
    #expect(try await walk.start([Value.Member("prompt", "none")]).failedChecks == ["prompt-none-silent"])
  }

  @Test func `a refusal at the authorization server is its page, and no redirect`() async throws {
    var walk = try HostedWalk([
      "GET /oauth2/aus1/v1/authorize": { _, _ in .page("<h1>400</h1><p>The redirect URI is not registered.</p>", status: 400) }
    ])
    #expect(try await walk.start().screen != nil)
  }

  @Test func `an OAuth error in a body that is no page ends the journey`() async throws {
    var walk = try HostedWalk(["GET /oauth2/aus1/v1/authorize": { _, _ in .json(#"{"error": "invalid_client"}"#, status: 400) }])
    #expect(try await walk.start().now == .ended(.refused(OAuthErrorResponse(error: "invalid_client"))))
  }
}
