import Encodings
import JourneyClient
import JourneyModel
import Synchronization
import Testing

@testable import HostedDialect

/// Probes that need a server which can be led astray, and the checks as a driver tells them.
struct HostedProbeTests {
  private static func finish(_ routes: [String: PageServer.Route], probe: String) async throws -> String? {
    var walk = try HostedWalk(HostedWalk.routes(signIn: HostedWalk.leadsOn).merging(routes) { $1 })
    #expect(try await walk.signIn().now == .ended(.completed))
    let turn = try await walk.driver.perform(.finish(probes: [probe]))
    let result = try #require(turn.finish?.probes.first)
    #expect(result.name == probe)
    return result.problem
  }

  /// The kind of error that something ends in; `nil` if it ends well.
  private static func kind(_ body: () async throws -> String?) async -> DriverError.Kind? {
    do { _ = try await body() } catch { return (error as? DriverError)?.kind }
    return nil
  }

  private static let back: PageServer.Route = { request, _ in
    guard let target = request.url.queryValue("fromURI") else { return .page(PageServer.signInPage()) }
    return .page("<h1>Signed in as jane</h1><a href=\"\(target)\">Continue</a>")
  }

  @Test func `a page whose link leads where its parameter says is an open redirect`() async throws {
    let problem = try await Self.finish(["GET /signin": Self.back], probe: "open_redirect")
    #expect(problem?.hasPrefix("the page leads to another site that its parameter 'fromURI' names") == true)
  }

  @Test(arguments: ["returnUrl", "fromURI"])
  func `a redirect to where a parameter says is an open redirect`(_ name: String) async throws {
    let route: PageServer.Route = { request, _ in
      request.url.queryValue(name).map { .redirect($0, status: 302) } ?? .page(PageServer.signInPage())
    }
    #expect(try await Self.finish(["GET /signin": route], probe: "open_redirect")?.contains("'\(name)'") == true)
  }

  /// - Parameter isShownAgain: whether a browser without the journey's cookies gets the page.
  @Test(arguments: [true, false])
  func `single sign-on does not hide the page from the probe`(_ isShownAgain: Bool) async throws {
    let signIn: PageServer.Route = { request, context in
      var response = HostedWalk.leadsOn(request, context)
      response.headers["Set-Cookie"] = "sid=Qm81kZp2QrTy77aa; Secure; HttpOnly; SameSite=Lax"
      return response
    }
    let page: PageServer.Route = { request, context in
      if request.headers["Cookie"] != nil { return .redirect("\(HostedWalk.callback)?code=c&state=\(context.state)") }
      if context.launches > 1, !isShownAgain { return .page("<h1>Closed</h1>") }
      return request.url.queryValue("fromURI") == nil ? .page(PageServer.signInPage()) : Self.back(request, context)
    }
    let problem = try await Self.finish(["GET /signin": page, "POST /signin": signIn], probe: "open_redirect")
    #expect(
      problem
        == (isShownAgain
          ? "the page leads to another site that its parameter 'fromURI' names: 'https://evil.test/'"
          : "it could not be tried: an empty browser does not show the journey's first page"))
  }

  @Test func `a page that looks at its parameter first is none`() async throws {
    let route: PageServer.Route = { request, _ in
      guard let target = request.url.queryValue("fromURI"), target.hasPrefix("/oauth2/"), !target.contains("..") else {
        return .page(PageServer.signInPage())
      }
      return .redirect(target, status: 302)
    }
    #expect(try await Self.finish(["GET /signin": route], probe: "open_redirect") == nil)
  }

  /// What a page makes of its parameter, and whether it leads there.
  private static let reflections: [(id: String, html: String, policy: String?, leads: Bool)] = [
    ("form", #"<form action="TARGET"><button>Go</button></form>"#, nil, true),
    ("button of a form", #"<form action="/next"><button formaction="TARGET">Go</button></form>"#, nil, true),
    ("frame", #"<iframe src="TARGET"></iframe>"#, nil, true),
    ("refresh", #"<meta http-equiv="refresh" content="30; url=TARGET">"#, nil, true),
    ("link with a script", #"<a href="javascript:location='TARGET'">Go</a>"#, nil, true),
    ("link with a spelled script", #"<a href=" JavaScript:window.location%3D%22TARGET%22">Go</a>"#, nil, true),
    ("script", #"<script>function go() { location.replace("TARGET") }</script>"#, nil, true),
    ("timer", #"<script>setTimeout(() => { window.location.href = "TARGET" }, 9000)</script>"#, nil, true),
    (
      "variable that a timer uses", #"<script>var u = 'TARGET'; setTimeout(function(){window.location.replace(u)}, 1000)</script>"#, nil,
      true
    ), ("variable that nothing uses", #"<script>var u = 'TARGET'; location.replace(v)</script>"#, nil, false),
    ("data of a script", #"<script>var all = {u: 'TARGET'}; location = all.home</script>"#, nil, false),
    ("member of an object", #"<script>var all = {next: 'TARGET'}; location.href = all.next</script>"#, nil, true),
    ("member that is set", #"<script>config.next = 'TARGET'; function go() { location.assign(config.next) }</script>"#, nil, true),
    (
      "data block",
      #"<script type="application/json" id=d>{"a": 1, "next": "TARGET"}</script>"#
        + #"<script>location = JSON.parse(document.getElementById('d').textContent).next</script>"#, nil, true
    ), ("decoded text", #"<script>location = decodeURIComponent("https%3A%2F%2Fevil.test%2F")</script>"#, nil, true),
    ("beginning of a text", #"<script>location = 'TARGET' + location.hash</script>"#, nil, true),
    ("end of a text", #"<script>location = '/next?to=' + 'TARGET'</script>"#, nil, false),
    ("navigation", #"<script>navigation.navigate('TARGET')</script>"#, nil, true),
    ("link in a 'srcdoc'", #"<iframe srcdoc="<a href='TARGET' target=_top>Go</a>"></iframe>"#, nil, true),
    ("script in a 'srcdoc'", #"<iframe srcdoc="<script>top.location = 'TARGET'</script>"></iframe>"#, nil, true),
    ("refresh in a 'srcdoc'", #"<iframe srcdoc="<meta http-equiv=refresh content='3; url=TARGET'>"></iframe>"#, nil, true),
    ("text in a 'srcdoc'", #"<iframe srcdoc="<p>TARGET</p>"></iframe>"#, nil, false),
    ("member of the location", #"<script>window.location['href'] = "TARGET"</script>"#, nil, true),
    ("method by its name", #"<script>location["replace"]('TARGET')</script>"#, nil, true),
    ("another member of the location", #"<script>location['hash'] = 'TARGET'</script>"#, nil, false),
    ("window", #"<script>window.open('TARGET', '_self')</script>"#, nil, true),
    ("window of a button", #"<button onclick="open('TARGET')">Go</button>"#, nil, true),
    ("request of a script", #"<script>r.open('GET', 'TARGET')</script>"#, nil, false),
    ("object", #"<object data="TARGET"></object>"#, nil, true), ("embedded page", #"<embed src="TARGET">"#, nil, true),
    ("picture", #"<img src="TARGET">"#, nil, false),
    ("refresh without scripts", #"<noscript><meta http-equiv="refresh" content="0; url=TARGET"></noscript>"#, nil, true),
    ("refresh of a template", #"<template><meta http-equiv="refresh" content="0; url=TARGET"></template>"#, nil, false),
    (
      "data of an element",
      #"<p id=a data-next-page="TARGET"></p><script>location = document.getElementById('a').dataset.nextPage</script>"#,
      nil, true
    ),
    (
      "data by a variable",
      #"<p data-next="TARGET"></p><script>const e = q('p'); const n = e.dataset['next']; location.assign(n)</script>"#,
      nil, true
    ),
    (
      "data as an attribute", #"<p data-next="TARGET"></p><script>window.open(document.body.getAttribute("data-next"))</script>"#, nil, true
    ),
    ("data that nothing uses", #"<p data-next="TARGET"></p><script>location = e.dataset.home</script>"#, nil, false),
    (
      "data that is looked at", #"<p data-next="TARGET"></p><script>let n = e.dataset.next; if (ok(n)) location = n</script>"#, nil, false
    ), ("parameter of the page's address", #"<script>location = new URLSearchParams(location.search).get('fromURI')</script>"#, nil, true),
    (
      "parameter by variables",
      #"<script>const p = new URL(document.URL).searchParams; const n = p.get("fromURI") ?? "/"; setTimeout(() => location.replace(n))</script>"#,
      nil, true
    ),
    (
      "parameter that is looked at",
      #"<script>const n = new URLSearchParams(location.search).get('fromURI'); if (n.startsWith('/')) location = n</script>"#, nil, false
    ),
    ("another parameter", #"<script>location = new URLSearchParams(location.search).get('theme')</script>"#, nil, false),
    ("handler", #"<button onclick="location='TARGET'">Go</button>"#, nil, true),
    ("comment of a script", #"<script>// location = "TARGET"</script>"#, nil, false),
    ("script that may not run", #"<script>location = "TARGET"</script>"#, "script-src 'self'", false),
    ("hidden field", #"<form action="/next"><input type="hidden" name="to" value="TARGET"><button>Go</button></form>"#, nil, false),
  ]

  @Test(arguments: reflections)
  func `everything on a page that names another site is an open redirect`(
    _ row: (id: String, html: String, policy: String?, leads: Bool)
  ) async throws {
    let route: PageServer.Route = { request, _ in
      guard let target = request.url.queryValue("fromURI"), target == "https://evil.test/" else { return .page(PageServer.signInPage()) }
      return .page("<h1>Signed in</h1>" + row.html.replacing("TARGET", with: target), policy: row.policy)
    }
    let expected = row.leads ? "the page leads to another site that its parameter 'fromURI' names: 'https://evil.test/'" : nil
    #expect(try await Self.finish(["GET /signin": route], probe: "open_redirect") == expected, "\(row.id)")
  }

  /// Servers that look at their parameter, but not at all of it: the beginning, the host's name, its scheme.
  @Test(
    arguments: [
      ("begins with the site", "https://profile.example.test.evil.test/"),
      ("begins with the app", "https://app.test.evil.test/"),
      ("begins with the site and no dot", "https://profile.example.test@evil.test/"),
      ("has the site in it", "https://evil.test/"), ("is a path", #"/\evil.test"#), ("is a path without '\\'", "/\t/evil.test"),
      ("has no '//'", "http:evil.test"), ("is below the site", nil),
    ] as [(String, String?)])
  func `an address that is only looked at in part leads to another site`(rule: String, address: String?) async throws {
    let site = PageServer.origin
    let isAllowed: @Sendable (String) -> Bool = { target in
      switch rule {
      case "begins with the site": target.hasPrefix(site)
      case "begins with the app": target.hasPrefix("https://app.test")
      case "begins with the site and no dot": target.hasPrefix(site) && !target.hasPrefix("\(site).")
      case "has the site in it": target.contains("profile.example.test") && target.hasPrefix("https://evil.test/")
      case "is a path": target.hasPrefix("/") && !target.hasPrefix("//") && !target.contains("\t")
      case "is a path without '\\'": target.hasPrefix("/") && !target.hasPrefix("//") && !target.contains("\\") && !target.contains("..")
      case "has no '//'": !target.contains("//") && target.hasPrefix("http:")
      default: target.hasPrefix("\(site)/")
      }
    }
    let page: PageServer.Route = { request, _ in
      guard let target = request.url.queryValue("returnUrl"), isAllowed(target) else { return .page(PageServer.signInPage()) }
      return .redirect(target)
    }
    let routes = HostedWalk.routes(signIn: HostedWalk.leadsOn, end: nil).merging(["GET /signin": page]) { $1 }
    let home = "https://app.test/callback"
    var walk = try HostedWalk(
      routes.merging(["GET /oauth2/aus1/v1/authorize/redirect": { _, context in .redirect("\(home)?code=code-1&state=\(context.state)") }])
      { $1 },
      callback: home)
    #expect(try await walk.signIn().now == .ended(.completed))
    let problem = try #require(try await walk.driver.perform(.finish(probes: ["open_redirect"])).finish?.probes.first).problem
    guard let address else { return #expect(problem == nil) }
    let shown = rule == "has the site in it" ? "https://evil.test/profile.example.test" : address
    #expect(problem == "the page leads to another site that its parameter 'returnUrl' names: '\(shown)'")
  }

  /// What the server makes of the address in a hidden field once the form is sent, as a redirect or on a page.
  @Test(
    arguments: [
      ("/signin", "redirect", true), ("/signin", "link", true), ("/signin", "home", false), ("/next", "redirect", true),
      ("/encoded", "redirect", true),
      ("/next", "home", false), ("/next", "403", false),
    ])
  func `an address in a hidden field is one that the form may lead to`(action: String, answer: String, leads: Bool) async throws {
    let send: PageServer.Route = { request, context in
      let body = FormURLEncoding.decode(String(decoding: request.body, as: UTF8.self))
      let sent = body.first { $0.name == "to" }?.value
      guard let target = sent.flatMap({ PercentEncoding.decode($0.replacing("a=1&uri=", with: "")) }), target == "https://evil.test/" else {
        return HostedWalk.leadsOn(request, context)
      }
      return switch answer {
      case "redirect": .redirect(target)
      case "link": .page("<h1>Signed in</h1><a href='\(target)'>Go on</a>")
      case "403": .page("<h1>No</h1>", status: 403)
      default: HostedWalk.leadsOn(request, context)
      }
    }
    let problem = try await Self.finish(
      [
        "GET /signin": { request, _ in
          guard let target = request.url.queryValue("returnUrl") else { return .page(PageServer.signInPage()) }
          let kept = action == "/encoded" ? "a=1&uri=\(PercentEncoding.encodeComponent(target))" : target
          let field = #"<input type="hidden" name="to" value="\#(kept)">"#
          return action == "/signin"
            ? .page(PageServer.signInPage().replacing("<label>Email", with: field + "<label>Email"))
            : .page("<h1>On</h1><form method=post action=\(action)>\(field)<button>Go</button></form>")
        }, "POST /signin": send, "POST /next": send, "POST /encoded": send,
      ], probe: "open_redirect")
    let sentence = "the form of the page leads to another site that the page's parameter 'returnUrl' names: 'https://evil.test/'"
    #expect(problem == (leads ? sentence : nil))
  }

  @Test func `a page that breaks over its parameter leads nowhere that anybody could tell`() async throws {
    let route: PageServer.Route = { request, _ in
      request.url.queryValue("returnUrl") == nil ? .page(PageServer.signInPage()) : .page("<h1>Oops</h1>", status: 500)
    }
    #expect(await Self.kind { try await Self.finish(["GET /signin": route], probe: "open_redirect") } == .status)
  }

  @Test(arguments: [true, false])
  func `a link that leads to the same page a second time is told`(_ isReusable: Bool) async throws {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["GET /signin"] = { _, _ in
      var page = HTTPResponseMessage.page(PageServer.signInPage())
      page.headers["Set-Cookie"] = "seen=1"
      return page
    }
    // The browser that opens it first is the one that the journey began in.
    routes["GET /confirm"] = { request, _ in
      isReusable || request.headers["Cookie"] != nil
        ? .page(PageServer.signInPage()) : .page("<h1>Link expired</h1><p>Ask for another.</p>")
    }
    var walk = try HostedWalk(routes)
    _ = try await walk.start()
    let link = DriverAction.open(link: Secret("\(PageServer.origin)/confirm", name: "link"), elsewhere: false)
    let screen = try #require(try await walk.driver.perform(link).screen)
    _ = try await walk.submit(screen, [("email", .text("j@example.test")), ("password", .text("Jane-horse-11"))])
    let turn = try await walk.driver.perform(.finish(probes: ["link_reuse"]))
    #expect(turn.finish?.probes.map(\.problem) == [isReusable ? "the link is good a second time" : nil])
  }

  @Test func `without a link of a message there is none to open again`() async throws {
    #expect(try await Self.finish([:], probe: "link_reuse") == "it could not be tried: no link of a message was opened")
  }

  @Test(arguments: [("unknown_user", "bad_password", "text"), ("wrong", "wrong", nil)] as [(String, String, String?)])
  func `a refusal that is no page is compared by its words`(unknown: String, known: String, difference: String?) async throws {
    let numbers = Mutex(0)
    let problem = try await Self.finish(
      [
        "POST /signin": { request, context in
          let body = String(decoding: request.body, as: UTF8.self)
          if body.contains("Jane-horse-11") { return HostedWalk.leadsOn(request, context) }
          let name = body.split(separator: "email=").last.map { String($0.prefix { $0 != "%" }) } ?? ""
          let number = numbers.withLock { number in
            number += 1
            return number
          }
          return .json(#"{"id":\#(number),"login":"\#(name)","why":"\#(name == "jane" ? known : unknown)"}"#, status: 403)
        }
      ], probe: "user_enumeration")
    #expect(problem == difference.map { "the known address gets another \($0) than unknown ones" })
  }

  @Test func `a refusal that is no page is compared by its status`() async throws {
    let problem = try await Self.finish(
      [
        "POST /signin": { request, context in
          let body = String(decoding: request.body, as: UTF8.self)
          if body.contains("Jane-horse-11") { return HostedWalk.leadsOn(request, context) }
          return HTTPResponseMessage(
            status: body.contains("email=jane") ? 403 : 404, headers: ["Content-Type": "text/plain"], body: Array("no".utf8))
        }
      ], probe: "user_enumeration")
    #expect(problem == "the known address gets another status than unknown ones")
  }

  @Test func `a check that the tenant switches off fails nothing`() async throws {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["GET /signin"] = { _, _ in
      var page = HTTPResponseMessage.page(PageServer.signInPage())
      page.headers["X-Frame-Options"] = nil
      return page
    }
    var walk = try HostedWalk(routes)
    let found = try await walk.start()
    #expect(found.failedChecks == ["headers"])
    #expect(found.findings.map(\.switchedOffBy) == ["checks: {headers: {skip: why}}"])
    var configuration = HostedConfiguration(client: walk.driver.party.client)
    configuration.checks = FlowCheckRules(skipped: ["headers": "the test proxy drops them"])
    walk.driver = HostedDriver(
      configuration: configuration, transport: walk.server, generator: SeededGenerator(seed: 7), now: { Instant(seconds: 1_800_000_000) })
    let turn = try await walk.start()
    #expect(turn.failedChecks == [])
    #expect(turn.warnings.contains("the check 'headers' is switched off: the test proxy drops them"))
  }
}
