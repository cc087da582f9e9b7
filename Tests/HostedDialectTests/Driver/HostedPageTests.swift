import Encodings
import JourneyClient
import JourneyModel
import Testing

@testable import HostedDialect

/// What a person does besides signing in: reload, come back, open a link elsewhere, search; and what a run tries at the end.
struct HostedPageTests {
  private static let routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)

  @Test func `reloading asks for the page by its address`() async throws {
    var walk = try HostedWalk(Self.routes)
    let shown = try await walk.start()
    #expect(try await walk.driver.perform(.refresh).screen == shown.screen)
    #expect(await walk.server.requests(to: "/signin").count == 2)
  }

  @Test func `what another browser finds leaves the page as it is`() async throws {
    var routes = Self.routes
    routes["GET /confirm"] = { request, _ in .page("<h1>\(request.headers["Cookie"] ?? "nobody")</h1>") }
    routes["GET /signin"] = { _, _ in
      var response = HTTPResponseMessage.page(PageServer.signInPage())
      response.headers["Set-Cookie"] = "idx=Zx12Cv34Bn56Mm78"
      return response
    }
    var walk = try HostedWalk(routes)
    let shown = try await walk.start()
    let turn = try await walk.driver.perform(.open(link: Secret("\(PageServer.origin)/confirm", name: "link"), elsewhere: true))
    #expect(turn.screen == shown.screen)
    #expect(turn.exchanges.map(\.purpose) == ["open link elsewhere"])
    #expect(await walk.server.requests(to: "/confirm").first?.headers["Cookie"] == nil)
  }

  @Test func `an app comes back from another site with its callback`() async throws {
    var walk = try HostedWalk(["GET /oauth2/aus1/v1/authorize": { _, _ in .redirect("https://idp.test/login?who=x") }])
    let left = try await walk.start()
    #expect(left.now == .handover(Handover(url: "https://idp.test/login?who=***", reason: .server)))
    let state = try #require(await walk.server.requests(to: "/oauth2/aus1/v1/authorize").last?.url.queryValue("state"))
    let back = Secret("\(HostedWalk.callback)?code=code-1&state=\(state)", name: "address")
    #expect(try await walk.driver.perform(.resume(url: back)).now == .ended(.completed))
    #expect(try await walk.finish().failedChecks == [])
  }

  @Test func `a form that asks by its address replaces the query, and hides what it sends`() async throws {
    var routes = Self.routes
    routes["GET /signin"] = { _, _ in
      .page(
        "<h1>Find</h1><form action='/find?old=1'><input name=who><input type=hidden name=t value=Ab12Cd34Ef56Gh78><button>Go</button></form>"
      )
    }
    routes["GET /find"] = { _, _ in .page("<h1>Found</h1><p>Somebody of this name.</p>") }
    var walk = try HostedWalk(routes)
    let screen = try #require(try await walk.start().screen)
    let turn = try await walk.submit(screen, [("who", .text("jane doe"))])
    #expect(await walk.server.requests.last?.url.requestTarget == "/find?who=jane+doe&t=Ab12Cd34Ef56Gh78")
    #expect(turn.exchanges.last?.url == "\(PageServer.origin)/find?who=***&t=***")
    #expect(await walk.server.requests.last?.headers["Origin"] == nil)
  }

  @Test func `hidden fields are carried byte for byte and are no text of the transcript`() async throws {
    var walk = try HostedWalk(Self.routes)
    let turn = try await walk.signIn()
    guard case .form(let fields)? = turn.exchanges.first?.requestBody else {
      Issue.record("no form was posted")
      return
    }
    #expect(fields.filter { if case .secret = $0.value { true } else { false } }.map(\.name) == ["_csrf", "password"])
  }

  @Test func `a secret that is not for the site is not sent to it`() async throws {
    var walk = try HostedWalk(Self.routes)
    let screen = try #require(try await walk.start().screen)
    let form = try #require(screen.forms.first { $0.widget("password") != nil })
    let other = Secret("Jane-horse-11", name: "secret.OTHER", origins: [Origin(scheme: "https", host: "other.test", port: 443)])
    let error = await walk.error(.submit(Submission(form: form.id, answers: [Answer(widget: "password", value: .secret(other))])))
    #expect(error?.kind == .forbidden)
    #expect(await walk.server.requests.allSatisfy { $0.method == "GET" })
  }

  @Test func `a form that is not on the page is impossible, and the page's forms are named`() async throws {
    var walk = try HostedWalk(Self.routes)
    _ = try await walk.start()
    let error = try #require(await walk.error(.submit(Submission(form: "nothing"))))
    #expect(error.kind == .impossible)
    #expect(error.message.contains("form 'nothing' is not on screen"))
  }

  @Test func `a forced answer is sent though no field asks for it`() async throws {
    var walk = try HostedWalk(Self.routes)
    let screen = try #require(try await walk.start().screen)
    let form = try #require(screen.forms.first { $0.widget("password") != nil })
    _ = try await walk.driver.perform(
      .submit(Submission(form: form.id, answers: [Answer(widget: "ref", value: .text("https://x.test"))], isForced: true)))
    let body = String(decoding: try #require(await walk.server.requests(to: "/signin").last).body, as: UTF8.self)
    #expect(body.hasSuffix("&ref=https%3A%2F%2Fx.test"))
  }

  @Test func `a code that is taken twice is found out by a probe`() async throws {
    var walk = try HostedWalk(Self.routes)
    _ = try await walk.signIn()
    let turn = try await walk.driver.perform(.finish(probes: ["code_replay"]))
    #expect(turn.finish?.probes.map(\.problem) == ["the server issued tokens for a code that was used already"])
  }

  @Test func `a probe that needs a second code gets it silently, or says that it could not`() async throws {
    var routes = Self.routes
    routes["GET /oauth2/aus1/v1/authorize"] = { request, context in
      request.url.queryValue("prompt") == "none"
        ? .redirect("\(HostedWalk.callback)?code=code-2&state=\(context.state)") : .redirect("/signin")
    }
    var walk = try HostedWalk(routes)
    _ = try await walk.signIn()
    #expect(
      try await walk.driver.perform(.finish(probes: ["wrong_verifier"])).finish?.probes.map(\.problem)
        == ["the server issued tokens for a wrong code verifier"])
    #expect(await walk.server.requests(to: "/oauth2/aus1/v1/token").count == 2)
    var without = try HostedWalk(Self.routes)
    _ = try await without.signIn()
    let tried = try await without.driver.perform(.finish(probes: ["wrong_verifier"]))
    #expect(tried.finish?.probes.first?.problem?.hasPrefix("it could not be tried") == true)
  }
}
