import Encodings
import FoundationEssentials
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Synchronization
import Testing

@testable import HostedDialect

/// The probe that asks to be led to addresses which are nearly the client's.
struct RedirectProbeTests {
  /// A site that compares the address only for people who are signed in, and leads to it after a sign-in.
  @Test(arguments: [("any", ", after a sign-in"), ("registered", nil), ("none", nil)] as [(String, String?)])
  func `a redirect URI that is nearly the client's leads nowhere after a sign-in, too`(_ kind: String, end: String?) async throws {
    let target = Mutex("")
    var routes = HostedWalk.routes { _, context in
      let home = target.withLock { $0 }
      var response = HTTPResponseMessage.redirect("\(home)\(home.contains("?") ? "&" : "?")code=c&state=\(context.state)")
      response.headers["Set-Cookie"] = "sid=1; Secure; HttpOnly"
      return response
    }
    routes["GET /oauth2/aus1/v1/authorize"] = { request, _ in
      let home = request.url.queryValue("redirect_uri") ?? ""
      let isOwn = home == HostedWalk.callback
      if request.headers["Cookie"] != nil { return (isOwn ? SilentProbeTests.Answer.code : .page(400)).response(to: request) }
      if kind == "none", !isOwn { return SilentProbeTests.Answer.page(400).response(to: request) }
      target.withLock { $0 = kind == "registered" ? HostedWalk.callback : home }
      return .redirect("/signin")
    }
    var walk = try HostedWalk(routes)
    #expect(try await walk.signIn().now == .ended(.completed))
    let turn = try await walk.driver.perform(.finish(probes: ["redirect_exact"]))
    let problem = end.map { "the server led to an address that is not the client's: the registered one with more of a path" + $0 }
    #expect(turn.finish?.probes.first?.problem == problem, "\(String(describing: turn.finish?.checks))")
  }

  @Test(
    arguments: [(.page(400), nil), (.text(400), nil), (.error("invalid_request"), "more of a path")] as [(SilentProbeTests.Answer, String?)]
  )
  func `a redirect URI that is nearly the client's leads nowhere`(_ answer: SilentProbeTests.Answer, neighbour: String?) async throws {
    let problem = neighbour.map { "the server led to an address that is not the client's: the registered one with \($0)" }
    #expect(try await SilentProbeTests.finish("redirect_exact", answer) == problem)
  }

  @Test(arguments: [.code, .error("invalid_request")] as [SilentProbeTests.Answer])
  func `a redirect URI that is nearly the client's leads nowhere without 'prompt', too`(_ answer: SilentProbeTests.Answer) async throws {
    let problem =
      "the server led to an address that is not the client's: the registered one with more of a path, for a request without 'prompt'"
    #expect(try await SilentProbeTests.finish("redirect_exact", .page(400), ordinary: answer) == problem)
  }

  /// A server that also leads to one address that is nearly the client's.
  @Test(
    arguments: [
      ("https://app.test/cb", "https://app.test/cb/", "a slash at its end"),
      ("https://app.test/cb/", "https://app.test/cb", "no slash at its end"),
      ("https://app.test/cb", "https://x.app.test/cb", "a subdomain"),
      ("https://app.test/cb", "https://app.test/cb/../elsewhere", "a way out of its path"),
      ("app.test:/cb", "app.test:/cb/../elsewhere", "a way out of its path"),
      ("https://app.test/cb", "https://app.test/cb#elsewhere", "a fragment"),
      ("https://app.test/cb", "https://app.test@evil.test/cb", "its host as a user of another"),
      ("http://127.0.0.1:9/cb", "http://127.0.0.1:9@evil.test/cb", "its host as a user of another"),
      ("https://app.test/cb", "http://app.test/cb", "'http' instead of 'https'"),
      ("https://app.test/cb", "https://app.test:8443/cb", "another port"),
      ("https://app.test:8443/cb", "https://app.test:8444/cb", "another port"),
      ("https://app.test/cb", "https://app.test//cb", "a doubled slash in its path"),
      ("com.app:/auth/cb", "com.app:/auth//cb", "a doubled slash in its path"),
      ("https://app.test/cb", "https://app.test/./cb", "a dot segment in its path"),
      ("https://app.test/cb", "https://app.test/c%62", "an encoded letter in its path"),
      ("https://app.test/cb", "https://app.test/cb/%2e%2e/elsewhere", "an encoded way out of its path"),
      ("https://app.test/cb", "https://app.test/cb%2f..%2felsewhere", "an encoded slash and a way out of its path"),
      ("https://app.test/cb", "https://app.test/cb%20", "a space at its end"),
      ("https://app.test/cb", "https://app.test/cb;elsewhere", "a parameter of its path"),
      ("https://app.test/CB", "https://app.test/cb", "its path in other letters"),
      ("https://app.test/cb", "https://user@app.test/cb", "the name of a user"),
      ("https://app.test/cb", "https://evil.test\\@app.test/cb", "another host before a backslash"),
      ("https://app.test/cb", "https://evil-app.test/cb", "its host as the end of another"),
      ("https://app.test/cb", "https://app.test.evil.test/cb", "another host"),
      ("https://app.test/cb", "https://evil.test/?https://app.test/cb", "another host, and itself in the query"),
      ("https://app.test/cb", "https://app.test./cb", "a dot at the end of its host"),
      ("https://app.test/cb", "https://APP.TEST/cb", "its host in capitals"),
      ("https://app.test/cb", "HTTPS://app.test/cb", "its scheme in capitals"),
      ("https://app.test/cb", "https://app.test:443/cb", "its default port"),
      ("https://app.test/cb", "//app.test/cb", "no scheme"),
      ("http://127.0.0.1:9/cb", "http://127.0.0.1:8443/cb", nil), ("https://app.test/cb", "https://app.test/cb", nil),
    ] as [(String, String, String?)])
  func `an address that is nearly the client's is tried`(_ registered: String, _ taken: String, _ what: String?) async throws {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["GET /oauth2/aus1/v1/authorize"] = { request, _ in
      guard request.url.queryValue("prompt") == "none" else { return .redirect("/signin") }
      let isTaken = [registered, taken].contains(request.url.queryValue("redirect_uri"))
      return (isTaken ? SilentProbeTests.Answer.code : .page(400)).response(to: request)
    }
    routes["GET /oauth2/aus1/v1/authorize/redirect"] = { _, context in .redirect("\(registered)?code=code-1&state=\(context.state)") }
    var walk = try HostedWalk(routes, callback: registered)
    #expect(try await walk.signIn().now == .ended(.completed))
    let turn = try await walk.driver.perform(.finish(probes: ["redirect_exact"]))
    let problem = what.map { "the server led to an address that is not the client's: the registered one with \($0)" }
    #expect(try #require(turn.finish?.probes.first).problem == problem)
  }

  /// A server that compares addresses as browsers read them leads to the registered one, as it is written there.
  @Test(arguments: ["https://app.test:443/cb", "HTTPS://app.test/cb", "//app.test/cb", "https://app.test/./cb", "https://APP.TEST/cb"])
  func `a server that leads to the registered address as it is written leads to no other one`(_ taken: String) async throws {
    let registered = "https://app.test/cb"
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["GET /oauth2/aus1/v1/authorize"] = { request, _ in
      guard request.url.queryValue("prompt") == "none" else { return .redirect("/signin") }
      guard [registered, taken].contains(request.url.queryValue("redirect_uri")) else { return .page("<h1>Wrong</h1>", status: 400) }
      return .redirect("\(registered)?code=code-2&state=\(request.url.queryValue("state") ?? "")")
    }
    routes["GET /oauth2/aus1/v1/authorize/redirect"] = { _, context in .redirect("\(registered)?code=code-1&state=\(context.state)") }
    var walk = try HostedWalk(routes, callback: registered)
    #expect(try await walk.signIn().now == .ended(.completed))
    let problem = try #require(try await walk.driver.perform(.finish(probes: ["redirect_exact"])).finish?.probes.first).problem
    #expect(problem == nil)
  }

  /// The table of the reference; `RECORD_GOLDEN=1` writes it.
  @Test func `the reference lists every address that is asked for`() throws {
    let path = "Sources/JourneyKit/JourneyKit.docc/ScenarioReference.md"
    let page = try Fixtures.text(of: path)
    let parts = page.split(separator: "<!-- redirect addresses -->\n", maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    let end = try #require(parts[1].firstRange(of: "<!-- end -->"))
    let written = parts[1][..<end.lowerBound]
    let rows = AlmostRedirectURI.all(of: try WebURL("https://app.test/auth/cb")).map { other in
      "| \(other.what) | `\(other.text)` | \(other.isSame ? "the registered address" : "another one") |"
    }
    let head = ["", "| the registered one with | asked for where it is `https://app.test/auth/cb` | to a browser |", "|---|---|---|"]
    let text = (head + rows + [""]).joined(separator: "\n") + "\n"
    let environment = ProcessInfo.processInfo.environment
    guard environment["RECORD_GOLDEN"] == "1", environment["CI"] == nil else { return #expect(String(written) == text) }
    try String(page[..<written.startIndex] + text + page[written.endIndex...])
      .write(toFile: "\(Fixtures.packageRoot)/\(path)", atomically: true, encoding: .utf8)
  }

  // MARK: In a real browser

  /// A browser whose cookies nobody else has: to it the server leads to whatever address is asked for.
  private struct TrustedEngine: PageEngine {
    mutating func perform(_ visit: PageVisit) async throws(PageEngineError) -> PageSight {
      guard case .open(let url) = visit.gesture, let home = url.queryValue("redirect_uri") else {
        throw PageEngineError(.impossible, "not opened")
      }
      let target: WebURL
      do { target = try WebURL("\(home)\(home.contains("?") ? "&" : "?")state=\(url.queryValue("state") ?? "")&code=c") } catch {
        throw PageEngineError(.impossible, "not an address")
      }
      let message = HTTPRequestMessage(method: "GET", url: url)
      return PageSight(
        .left(target), traffic: [PageTraffic(message, .redirect(target.description), duration: .zero, isPage: true)])
    }

    func withoutCookies() -> any PageEngine { self }
  }

  @Test func `what the server does for the cookies of a real browser is asked by that browser`() async throws {
    var walk = try HostedWalk(HostedWalk.routes(signIn: HostedWalk.leadsOn))
    #expect(try await walk.signIn().now == .ended(.completed))
    walk.driver.engine = TrustedEngine()
    let turn = try await walk.driver.perform(.finish(probes: ["redirect_exact"]))
    #expect(
      turn.finish?.probes.first?.problem == "the server led to an address that is not the client's: the registered one with more of a path")
  }
}
