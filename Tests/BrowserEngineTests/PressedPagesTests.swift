import Encodings
import HostedDialect
import JourneyClient
import JourneyModel
import Testing

/// A page where a person presses something that is no button of a form.
struct PressedPage: Sendable, CustomTestStringConvertible {
  var name: String
  var body: String
  var answers: [String: String] = [:]
  var press = "Continue"
  /// What the page's script learns of what was done.
  var expected = "done"
  /// The form's id on the screen; `nil` where the page alone does not show it without its scripts.
  var form: String? = "sign-in"
  var testDescription: String { name }

  /// With a function that leads on.
  var html: String { "<script>function go(x) {location.href = '/done?' + encodeURIComponent(x)}</script><h1>Sign in</h1>\(body)" }

  static let all = [
    PressedPage(name: "button outside of a form", body: "<button type=button onclick=\"go('done')\">Continue</button>"),
    PressedPage(name: "button without a type", body: "<button onclick=\"go('done')\">Continue</button>"),
    PressedPage(name: "listener", body: "<button id=b>Continue</button><script>b.addEventListener('click', () => go('done'))</script>"),
    PressedPage(name: "input button", body: "<input type=button value=Continue onclick=\"go('done')\">"),
    PressedPage(name: "image", body: "<input type=image alt=Continue onclick=\"go('done')\">"),
    PressedPage(name: "link of a script", body: "<a href=\"javascript:go('done')\">Continue</a>"),
    PressedPage(name: "link to nowhere", body: "<a href='#' onclick=\"go('done')\">Continue</a>"),
    PressedPage(name: "link to a tab", body: "<a href='#next' onclick=\"go('done')\">Continue</a><p id=next>", form: "#next"),
    PressedPage(name: "link with a role", body: "<a role=button tabindex=0 onclick=\"go('done')\">Continue</a>"),
    PressedPage(name: "div with a role", body: "<div role=button tabindex=0 onclick=\"go('done')\">Continue</div>"),
    PressedPage(name: "named by ARIA", body: "<div role=button aria-label=Continue onclick=\"go('done')\">&rarr;</div>"),
    PressedPage(name: "menu item", body: "<ul role=menu><li role=menuitem onclick=\"go('done')\">Continue</ul>"),
    PressedPage(name: "handler", body: "<div onclick=\"go('done')\"><b>Continue</b></div>"),
    PressedPage(
      name: "fields outside of a form",
      body:
        "<input name=user><input name=pass type=password><button onclick=\"go(document.querySelector('[name=user]').value + '-' + document.querySelector('[name=pass]').value)\">Continue</button>",
      answers: ["user": "jane", "pass": "Jane-horse-11"], expected: "jane-Jane-horse-11"),
    PressedPage(
      name: "region",
      body:
        "<main aria-label='Your code'><input name=code><button onclick=\"go(document.querySelector('[name=code]').value)\">Continue</button></main>",
      answers: ["code": "123456"], expected: "123456", form: "your-code"),
    PressedPage(
      name: "editable text",
      body: "<div id=note contenteditable aria-label=Note></div><button onclick=\"go(note.textContent)\">Continue</button>",
      answers: ["note": "hello"], expected: "hello"),
    PressedPage(
      name: "box with a role",
      body:
        "<div id=terms role=checkbox aria-checked=false tabindex=0 onclick=\"this.setAttribute('aria-checked', 'true')\">I agree</div><button onclick=\"go(terms.getAttribute('aria-checked'))\">Continue</button>",
      answers: ["terms": "yes"], expected: "true"),
    PressedPage(
      name: "button of a form that a script answers to",
      body:
        "<form action=/form name=known><input name=user><button type=button onclick=\"go(this.form.user.value)\">Continue</button></form>",
      answers: ["user": "jane"], expected: "jane", form: "known"),
    PressedPage(
      name: "cursor",
      body: "<div style='cursor: pointer' id=c>Continue</div><script>c.addEventListener('click', () => go('done'))</script>",
      form: nil),
    PressedPage(
      name: "shadow tree",
      body:
        "<my-form></my-form><script>customElements.define('my-form', class extends HTMLElement { connectedCallback() { const r = this.attachShadow({mode: 'open'}); r.innerHTML = '<input name=user><button><slot></slot>Continue</button>'; r.querySelector('button').onclick = () => go(r.querySelector('input').value) } })</script>",
      answers: ["user": "jane"], expected: "jane", form: nil),
    PressedPage(
      name: "frame",
      body:
        "<iframe srcdoc=\"<input name=user><button onclick='parent.go(document.querySelector(`input`).value)'>Continue</button>\"></iframe>",
      answers: ["user": "jane"], expected: "jane", form: nil),
    PressedPage(name: "late answer", body: "<button onclick=\"setTimeout(() => go('done'), 900)\">Continue</button>"),
    PressedPage(
      name: "answer after a request",
      body:
        "<button onclick=\"this.after('Loading'); setTimeout(() => fetch('/data').then(() => setTimeout(() => go('done'), 300)), 200)\">Continue</button>"
    ),
    PressedPage(
      name: "enabled by typing",
      body: "<form name=known action=/done><input name=user oninput=\"b.disabled = false\"><button id=b disabled>Continue</button></form>",
      answers: ["user": "jane"], expected: "jane", form: nil),
  ]

  var values: [String: AnswerValue] { answers.mapValues { $0 == "yes" ? .bool(true) : .text($0) } }
}

/// What a person can press and fill in, wherever it is on a page.
@Suite(
  .serialized,
  .enabled(if: ScriptedSite.programs != nil, "no Chromium and chromedriver on this machine: apt-get install chromium chromium-driver"))
struct PressedPagesTests {
  private typealias Site = ScriptedSite

  @Test(arguments: PressedPage.all)
  func `what a person presses is pressed`(page: PressedPage) async throws {
    try await Site.walk(["GET /authorize": Site.page(page.html), "GET /done": Site.page("<h1>Done</h1>")]) { driver, site in
      let screen = try Site.screen(try await driver.perform(.start(StartParameters())))
      if let form = page.form { #expect(screen.forms.contains { $0.id.rawValue == form }, "\(screen.forms.map(\.id))") }
      let turn = try await driver.perform(Site.press(page.press, on: screen, page.values))
      #expect(try Site.screen(turn).id.text == "/done#done")
      let query = site.requests.last { $0.url.path == "/done" }?.url.query ?? ""
      #expect(query.contains(page.expected), "\(query)")
      #expect(turn.warnings.isEmpty, "\(turn.warnings)")
    }
  }

  @Test func `an alert is a message, and what is confirmed is noted`() async throws {
    let page = "<button onclick=\"alert('Wrong code')\">Check</button><button onclick=\"document.title = confirm('Sure?')\">Delete</button>"
    try await Site.walk(["GET /authorize": Site.page(page)]) { driver, _ in
      let screen = try Site.screen(try await driver.perform(.start(StartParameters())))
      let alerted = try Site.screen(try await driver.perform(Site.press("Check", on: screen)))
      #expect(alerted.messages.map(\.text.visible) == ["Wrong code"])
      #expect(alerted.messages.first?.level == .warning)
      let turn = try await driver.perform(Site.press("Delete", on: screen))
      #expect(try Site.screen(turn).facts.first { $0.name == "title" }?.value == .text("true"))
      #expect(try Site.screen(turn).messages == [])
      #expect(turn.warnings == ["the page asked 'Sure?', and 'OK' was pressed"])
    }
  }

  @Test func `a page that asks before it is left is left`() async throws {
    let page =
      "<script>onbeforeunload = event => event.preventDefault()</script><input name=user><button onclick=\"location.href = '/done'\">Go</button>"
    try await Site.walk(["GET /authorize": Site.page(page), "GET /done": Site.page("<h1>Done</h1>")]) { driver, _ in
      let screen = try Site.screen(try await driver.perform(.start(StartParameters())))
      let turn = try await driver.perform(Site.press("Go", on: screen, ["user": .text("jane")]))
      #expect(try Site.screen(turn).id.text == "/done#done")
    }
  }

  @Test func `a window of the tenant is followed, and its end leads back`() async throws {
    let opener = "<h1>Home</h1><button onclick=\"window.open('/window')\">Open</button>"
    let window = "<h1>Window</h1><button onclick=\"window.close()\">Close</button>"
    try await Site.walk(["GET /authorize": Site.page(opener), "GET /window": Site.page(window)]) { driver, _ in
      let home = try Site.screen(try await driver.perform(.start(StartParameters())))
      let opened = try Site.screen(try await driver.perform(Site.press("Open", on: home)))
      #expect(opened.id.text == "/window#window")
      let back = try Site.screen(try await driver.perform(Site.press("Close", on: opened)))
      #expect(back.id.text == "/authorize#home")
    }
  }

  @Test func `a window of another site is named and not loaded`() async throws {
    let page = "<button onclick=\"window.open('https://evil.test/x')\">Open</button>"
    try await Site.walk(["GET /authorize": Site.page(page)]) { driver, site in
      let screen = try Site.screen(try await driver.perform(.start(StartParameters())))
      guard case .handover(let handover) = try await driver.perform(Site.press("Open", on: screen)).now else {
        Issue.record("no hand-over")
        return
      }
      #expect(handover.url == "https://evil.test/x")
      #expect(site.requests.allSatisfy { $0.url.host == "id.acme.test" })
    }
  }

  @Test func `a download is refused with a note, and the page stays`() async throws {
    let pages = [
      "GET /authorize": Site.page("<h1>Home</h1><a href=/report>Report</a>"),
      "GET /report": Site.page("x", headers: ["Content-Disposition": "attachment; filename=report.pdf"]),
    ]
    try await Site.walk(pages) { driver, _ in
      let screen = try Site.screen(try await driver.perform(.start(StartParameters())))
      let turn = try await driver.perform(Site.press("Report", on: screen))
      #expect(try Site.screen(turn).id.text == "/authorize#home")
      #expect(turn.warnings == ["the download 'https://id.acme.test/report' was refused; the page stays as it was"])
    }
  }

  @Test(arguments: ["disabled", "aria-disabled=true"])
  func `a button that stays disabled is not pressed`(attribute: String) async throws {
    let page = "<h1>Start</h1><button name=go \(attribute) onclick=\"location.href = '/done'\">Go</button>"
    try await Site.walk(["GET /authorize": Site.page(page)]) { driver, site in
      let screen = try Site.screen(try await driver.perform(.start(StartParameters())))
      let error = await #expect(throws: DriverError.self) { try await driver.perform(Site.press("Go", on: screen)) }
      #expect(error?.message == "form 'start' cannot be posted: button 'go' is disabled", "\(String(describing: error))")
      #expect(site.requests.allSatisfy { $0.url.path != "/done" })
    }
  }

  @Test func `what a person does not see outside of a form is not on the screen`() async throws {
    let page =
      "<style>.off {display: none}</style><button>Seen</button><button class=off>Away</button><div role=button style='visibility: hidden'>Gone</div>"
    try await Site.walk(["GET /authorize": Site.page(page)]) { driver, _ in
      let screen = try Site.screen(try await driver.perform(.start(StartParameters())))
      #expect(screen.forms.flatMap(\.widgets).compactMap(\.label?.visible) == ["Seen"])
    }
  }

  @Test func `a press without any effect ends with the same screen`() async throws {
    try await Site.walk(["GET /authorize": Site.page("<h1>Home</h1><button>Idle</button>")]) { driver, _ in
      let screen = try Site.screen(try await driver.perform(.start(StartParameters())))
      #expect(try Site.screen(try await driver.perform(Site.press("Idle", on: screen))) == screen)
    }
  }

  private static let inner = "<input name=pass type=password><button onclick=\"location.href = '/sent'\">Log in</button>"

  @Test(arguments: [ScriptedSite.issuer, "https://frame.acme.test"])
  func `a frame of the tenant is read, and a secret goes only to its origin`(origin: String) async throws {
    let pages = ["GET /authorize": Site.page("<iframe src=\(origin)/inner></iframe>"), "GET /inner": Site.page(Self.inner)]
    try await Site.walk(pages, others: ["https://frame.acme.test"]) { driver, _ in
      let screen = try Site.screen(try await driver.perform(.start(StartParameters())))
      let issuer = try #require(try WebURL(Site.issuer).origin)
      let secret = Secret("Jane-horse-11", name: "password", origins: [issuer], source: .project)
      let press = Site.press("Log in", on: screen, ["pass": .secret(secret)])
      if origin == Site.issuer {
        _ = try await driver.perform(press)
      } else {
        let error = await #expect(throws: DriverError.self) { try await driver.perform(press) }
        #expect(error?.kind == .forbidden)
      }
    }
  }

  @Test func `a frame of another site stays closed, and the page is read without it`() async throws {
    let page = "<h1>Home</h1><button>Here</button><iframe src=https://evil.test/inner></iframe>"
    try await Site.walk(["GET /authorize": Site.page(page), "GET /inner": Site.page(Self.inner)]) { driver, site in
      let screen = try Site.screen(try await driver.perform(.start(StartParameters())))
      #expect(screen.forms.flatMap(\.widgets).compactMap(\.label?.visible) == ["Here"])
      #expect(site.requests.allSatisfy { $0.url.host == "id.acme.test" })
    }
  }

  @Test func `the status of a page that was pressed for is known`() async throws {
    let pages = ["GET /authorize": Site.page("<a href=/gone>Gone</a>"), "GET /gone": Site.page("<h1>Gone</h1>", status: 404)]
    try await Site.walk(pages) { driver, _ in
      let first = try await driver.perform(.start(StartParameters()))
      #expect(first.errorStatus == nil)
      #expect(try await driver.perform(Site.press("Gone", on: try Site.screen(first))).errorStatus == 404)
    }
  }
}

/// The same pages by plain HTTP.
struct PressedByPlainHTTPTests {
  private typealias Site = ScriptedSite

  @Test(arguments: PressedPage.all.filter { $0.form != nil })
  func `plain HTTP shows the same form and says what it needs`(page: PressedPage) async throws {
    var driver = try Site.plainDriver(["GET /authorize": Site.page(page.html)])
    let screen = try Site.screen(try await driver.perform(.start(StartParameters())))
    #expect(screen.forms.contains { $0.id.rawValue == page.form }, "\(screen.forms.map(\.id))")
    let error = await #expect(throws: DriverError.self) { try await driver.perform(Site.press(page.press, on: screen, page.values)) }
    #expect(error?.kind == .impossible)
    #expect(error?.message.contains("this page needs 'engine: browser': only a script answers to") == true, "\(String(describing: error))")
  }

  @Test func `the status of a page that was pressed for is known`() async throws {
    var driver = try Site.plainDriver(
      ["GET /authorize": Site.page("<a href=/gone>Gone</a>"), "GET /gone": Site.page("<h1>Gone</h1>", status: 404)])
    let first = try await driver.perform(.start(StartParameters()))
    #expect(first.errorStatus == nil)
    #expect(try await driver.perform(Site.press("Gone", on: try Site.screen(first))).errorStatus == 404)
  }

  @Test func `an alert that only a script fills needs a browser`() async throws {
    let form =
      "<h1>Sign in</h1><p role=alert></p><script src=/app.js></script><form method=post action=/authorize><input name=user><input name=pass type=password><button>Go</button></form>"
    var driver = try Site.plainDriver(["GET /authorize": Site.page(form), "POST /authorize": Site.page(form)])
    let screen = try Site.screen(try await driver.perform(.start(StartParameters())))
    let turn = try await driver.perform(Site.press("Go", on: screen, ["user": .text("jane"), "pass": .text("wrong")]))
    #expect(turn.silentRefusal != nil)
    #expect(turn.likelyCause?.contains("this page needs 'engine: browser'") == true, "\(turn.likelyCause ?? "")")
  }
}
