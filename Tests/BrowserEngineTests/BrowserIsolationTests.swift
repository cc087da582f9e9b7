import BrowserEngine
import Encodings
import FoundationEssentials
import HostedDialect
import JourneyClient
import JourneyModel
import SystemCalls
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What one walk leaves in a browser never reaches the next walk, which goes on in the same one.
@Suite(
  .serialized,
  .enabled(if: ScriptedSite.programs != nil, "no Chromium and chromedriver on this machine: apt-get install chromium chromium-driver"))
struct BrowserIsolationTests {
  private typealias Site = ScriptedSite

  /// Says what is left of an earlier visit, then leaves it: one paragraph for each place.
  private static let visitor = """
    <main></main><script>(async () => {
      const said = {};
      const leave = async (place, act) => { try { said[place] = await act() ? 'left' : 'empty' } catch (e) { said[place] = e.name } };
      await leave('cookie', () => {
        const was = document.cookie.includes('mark=1'); document.cookie = 'mark=1; Path=/; Max-Age=3600; Secure'; return was });
      await leave('localStorage', () => { const was = localStorage.mark; localStorage.mark = 1; return was });
      await leave('sessionStorage', () => { const was = sessionStorage.mark; sessionStorage.mark = 1; return was });
      await leave('window.name', () => { const was = window.name; window.name = 'mark'; return was });
      await leave('indexedDB', () => new Promise((resolve, reject) => {
        const opening = indexedDB.open('mark'); let isNew = false;
        opening.onupgradeneeded = () => { isNew = true };
        opening.onsuccess = () => { opening.result.close(); resolve(!isNew) };
        opening.onerror = () => reject(opening.error) }));
      await leave('caches', async () => {
        const was = await caches.has('mark'); await (await caches.open('mark')).put('/x', new Response('x')); return was });
      await leave('worker', async () => {
        const was = await navigator.serviceWorker.getRegistration(); await navigator.serviceWorker.register('/worker.js'); return was });
      await fetch('/private/probe');
      await new Promise(resolve => {
        const request = new XMLHttpRequest(); request.open('GET', '/private/door', true, 'jane', 'horse');
        request.onloadend = resolve; request.send() });
      document.querySelector('main').innerHTML = Object.entries(said).map(([place, what]) => `<p>${place}: ${what}</p>`).join('');
    })()</script>
    """

  private static var pages: [String: HTTPResponseMessage] {
    var challenge = HTTPResponseMessage(status: 401)
    challenge.headers.append("WWW-Authenticate", "Basic realm=\"place\"")
    var worker = HTTPResponseMessage(status: 200)
    worker.headers.append("Content-Type", "text/javascript")
    worker.body = Array("self.addEventListener('fetch', () => {})".utf8)
    return [
      "GET /visit": Site.page(visitor),
      "GET /private/probe": Site.page("probe"), "GET /private/door": challenge, "GET /private/door authorized": Site.page("in"),
      "GET /worker.js": worker,
    ]
  }

  /// What the visitor says of each place.
  private func visit(_ engine: inout any PageEngine) async throws -> [String: String] {
    let html = try await Site.open("/visit", in: &engine)
    var said: [String: String] = [:]
    for match in html.matches(of: /<p[^>]*>([\w.]+): (\w+)<\/p>/) { said[String(match.1)] = String(match.2) }
    return said
  }

  @Test func `nothing that a page keeps is there for the next walk`() async throws {
    let places = ["cookie", "localStorage", "sessionStorage", "window.name", "indexedDB", "caches", "worker"]
    try await Site.withBrowsers { browsers in
      for walk in 1...3 {
        let site = ScriptedSite(Self.pages)
        try await browsers.walk(on: site) { engine in
          let first = try await visit(&engine)
          #expect(Set(first.keys) == Set(places))
          for place in places { #expect(first[place] != "left", "walk \(walk): \(place)") }
          // What is kept at all is there for the same walk. A worker needs a certificate that holds.
          let second = try await visit(&engine)
          for place in places where first[place] == "empty" { #expect(second[place] == "left", "\(place)") }
          #expect(places.filter { second[$0] == "left" }.count >= 6)
        }
        let probes = site.requests.filter { $0.url.path == "/private/probe" }.map { $0.headers["authorization"] != nil }
        #expect(probes == [false, true], "the passwords of walk \(walk)")
      }
      #expect(await browsers.started == 1)
    }
  }

  @Test func `two people of a walk share nothing`() async throws {
    try await Site.withBrowsers { browsers in
      try await browsers.walk(on: ScriptedSite(Self.pages)) { engine in
        _ = try await visit(&engine)
        var other = engine.withoutCookies()
        let said = try await visit(&other)
        #expect(said.values.contains("left") == false, "\(said)")
        // The first one goes on in its own.
        let again = try await visit(&engine)
        #expect(again["cookie"] == "left")
      }
      #expect(await browsers.started == 2)
    }
  }

  @Test func `a fresh tab of a walk is in the same context`() async throws {
    let leaving = "<script>location.href = 'com.example.app:/callback?code=c'</script>"
    try await Site.withBrowsers { browsers in
      try await browsers.walk(on: ScriptedSite(Self.pages.merging(["GET /away": Site.page(leaving)]) { first, _ in first })) { engine in
        _ = try await visit(&engine)
        let sight = try await engine.perform(Site.opening("/away"))
        guard case .left = sight.place else {
          Issue.record("\(sight.place)")
          return
        }
        let said = try await visit(&engine)
        #expect(said["cookie"] == "left")
        #expect(said["sessionStorage"] == "empty")
      }
      // Nor has the tab stayed for the next walk.
      try await browsers.walk(on: ScriptedSite(Self.pages)) { engine in
        let fresh = try await visit(&engine)
        #expect(!fresh.values.contains("left"), "\(fresh)")
      }
    }
  }

  @Test(arguments: [
    "<script>window.onbeforeunload = e => { e.preventDefault(); e.returnValue = 'x' }</script>stay",
    "<script>setTimeout(() => alert('still here'), 100)</script>dialog",
    "<script>setTimeout(() => { while (true) {} }, 300)</script>busy",
    "<script>for (let i = 0; i < 3; i++) window.open('/visit')</script>windows",
  ])
  func `a walk that is left in the middle of something does not reach the next one`(body: String) async throws {
    try await Site.withBrowsers { browsers in
      try await browsers.walk(on: ScriptedSite(Self.pages.merging(["GET /odd": Site.page(body)]) { first, _ in first })) { engine in
        do { _ = try await Site.open("/odd", in: &engine) } catch is PageEngineError { return }
      }
      try await browsers.walk(on: ScriptedSite(Self.pages)) { engine in
        let fresh = try await visit(&engine)
        #expect(!fresh.values.contains("left"), "\(fresh)")
        let sight = try await engine.perform(Site.opening("/visit"))
        #expect(sight.alerts == [])
        #expect(sight.notes == [])
      }
    }
  }

  @Test func `a page that reloads itself ends, and the next walk is clean`() async throws {
    let reload = Site.page("<h1>Sign in</h1><script>setTimeout(() => location.reload(), 50)</script>")
    try await Site.withBrowsers { browsers in
      try await browsers.walk(on: ScriptedSite(["GET /in": reload])) { engine in
        do {
          _ = try await Site.open("/in", in: &engine)
          Issue.record("the page came to rest")
        } catch let error as PageEngineError {
          #expect(error.message == "the browser gave up: the page reloads itself: it was loaded 15 times")
        }
      }
      try await browsers.walk(on: ScriptedSite(Self.pages)) { engine in
        let fresh = try await visit(&engine)
        #expect(!fresh.values.contains("left"), "\(fresh)")
      }
    }
  }

  @Test func `where chromedriver is killed the next walk gets another one`() async throws {
    try await Site.withBrowsers { browsers in
      try await browsers.walk(on: ScriptedSite(Self.pages)) { engine in
        _ = try await visit(&engine)
        let supervisor = try #require(await browsers.host.supervisor)
        let family = try #require(ProcessTable.current()).family(of: supervisor).map(\.identifier)
        let drivers = family.filter { FileManager.default.contents(atPath: "/proc/\($0)/comm") == Data("chromedriver\n".utf8) }
        #expect(drivers.count == 1)
        for driver in drivers { kill(driver, SIGKILL) }
        do {
          _ = try await visit(&engine)
          Issue.record("the browser works without its driver")
        } catch is PageEngineError { return }
      }
      for _ in 1...2 {
        try await browsers.walk(on: ScriptedSite(Self.pages)) { engine in
          let fresh = try await visit(&engine)
          #expect(!fresh.values.contains("left"), "\(fresh)")
        }
      }
    }
  }

  @Test func `what is cached of pages is there for the same walk, and not for the next one`() async throws {
    func kept(_ type: String) -> HTTPResponseMessage {
      HTTPResponseMessage(status: 200, headers: ["Content-Type": type, "Cache-Control": "max-age=600"], body: Array("/* */".utf8))
    }
    let pages = [
      "GET /cached": Site.page(
        "<link rel=stylesheet href=/kept.css><script src=/kept.js></script><p>A page whose parts are good for ten minutes.",
        headers: ["Cache-Control": "max-age=600"]),
      "GET /kept.js": kept("text/javascript"), "GET /kept.css": kept("text/css"),
    ]
    try await Site.withBrowsers { browsers in
      for walk in 1...2 {
        let site = ScriptedSite(pages)
        try await browsers.walk(on: site) { engine in
          for _ in 1...2 { _ = try await Site.open("/cached", in: &engine) }
        }
        for path in ["/kept.js", "/kept.css"] {
          #expect(site.requests.count { $0.url.path == path } == 1, "walk \(walk): \(path)")
        }
      }
      #expect(await browsers.started == 1)
    }
  }

  @Test func `a worker that answers for the site is there for the same walk, and not for the next one`() async throws {
    // A worker needs an address that browsers trust, as that of the machine itself.
    let place = "http://127.0.0.1:8"
    var worker = HTTPResponseMessage(status: 200)
    worker.headers.append("Content-Type", "text/javascript")
    worker.body = Array(
      """
      self.oninstall = () => self.skipWaiting(); self.onactivate = event => event.waitUntil(clients.claim());
      self.onfetch = event => { if (event.request.url.endsWith('/who')) event.respondWith(new Response('worker')) };
      """.utf8)
    let page = """
      <main></main><script>(async () => {
        const who = await (await fetch('/who')).text();
        await navigator.serviceWorker.register('/worker.js');
        await navigator.serviceWorker.ready;
        document.querySelector('main').innerHTML = `<h1>${who}</h1><p>That is who answers on this page.`;
      })()</script>
      """
    let pages = ["GET /start": Site.page(page), "GET /who": Site.page("server"), "GET /worker.js": worker]
    try await Site.withBrowsers { browsers in
      for walk in 1...2 {
        try await browsers.walk(on: ScriptedSite(pages), others: [place]) { engine in
          var said: [Bool] = []
          for _ in 1...2 {
            let sight = try await engine.perform(PageVisit(.open(try WebURL("\(place)/start")), headers: [:], for: try Site.origin))
            guard case .page(let response, _, _) = sight.place else { continue }
            said.append(String(decoding: response.body, as: UTF8.self).contains("worker</h1>"))
          }
          #expect(said == [false, true], "walk \(walk)")
        }
      }
      #expect(await browsers.started == 1)
    }
  }

  @Test func `a browser that crashes in the middle breaks its walk with that reason, and the next walk gets a new one`() async throws {
    try await Site.withBrowsers { browsers in
      try await browsers.walk(on: ScriptedSite(Self.pages)) { engine in
        _ = try await visit(&engine)
        try CrashedBrowser.kill(below: await browsers.host.supervisor)
        let error = await #expect(throws: PageEngineError.self) { _ = try await engine.perform(Site.opening("/visit")) }
        #expect(error?.message == "the browser gave up: the browser ended in the middle of the walk")
        #expect(error?.kind == .connection)
      }
      try await browsers.walk(on: ScriptedSite(Self.pages)) { engine in
        let fresh = try await visit(&engine)
        #expect(!fresh.values.contains("left"), "\(fresh)")
      }
      #expect(await browsers.started == 2)
    }
  }

  @Test func `walks side by side have a browser each`() async throws {
    try await Site.withBrowsers { browsers in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 1...3 {
          group.addTask {
            for _ in 1...2 {
              try await browsers.walk(on: ScriptedSite(Self.pages)) { engine in
                let fresh = try await visit(&engine)
                #expect(!fresh.values.contains("left"), "\(fresh)")
                let again = try await visit(&engine)
                #expect(again["cookie"] == "left")
              }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(1...3 ~= (await browsers.started))
    }
  }
}

/// Browsers that several walks use one after another.
struct LentBrowsers: Sendable {
  let host: BrowserHost

  var started: Int { get async { await host.started } }

  func walk(on site: ScriptedSite, others: [String] = [], _ body: (inout any PageEngine) async throws -> Void) async throws {
    let seat = BrowserSeat(host, transport: site, reach: try ScriptedSite.reach(others)) { site.now }
    var engine: any PageEngine = seat.makeEngine()
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await body(&engine)) } catch { outcome = .failure(error) }
    await seat.close()
    try outcome.get()
  }
}

extension ScriptedSite {
  static func withBrowsers(_ body: (LentBrowsers) async throws -> Void) async throws {
    guard let programs else { return }
    try await BrowserHost.withHost(programs) { try await body(LentBrowsers(host: $0)) }
  }

  static var origin: Origin {
    get throws { try #require(try WebURL(issuer).origin) }
  }

  static func opening(_ path: String) throws -> PageVisit { PageVisit(.open(try WebURL(issuer + path)), headers: [:], for: try origin) }

  /// The page at a path as the browser has built it.
  static func open(_ path: String, in engine: inout any PageEngine) async throws -> String {
    let sight = try await engine.perform(opening(path))
    guard case .page(let response, _, _) = sight.place else { return "" }
    return String(decoding: response.body, as: UTF8.self)
  }
}
