import Encodings
import JourneyClient
import JourneyModel
import Testing

@testable import HostedDialect

/// How forms are sent that other people's servers have: in other encodings, with several buttons, with tokens in their addresses.
struct HostedFormTests {
  private static func routes(_ page: String) -> [String: PageServer.Route] {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["GET /signin"] = { _, _ in .page(page) }
    return routes
  }

  @Test func `a form in parts is sent in parts, and shown as a form`() async throws {
    var walk = try HostedWalk(
      Self.routes(
        "<form method=post action=/signin enctype=multipart/form-data><input name=login><input type=password name=password></form>"))
    let screen = try #require(try await walk.start().screen)
    let turn = try await walk.submit(
      screen, [("login", .text("jané")), ("password", .secret(Secret("Jane-horse-11", name: "password", source: .project)))])
    let request = try #require(await walk.server.requests(to: "/signin").last)
    #expect(request.headers["Content-Type"] == "multipart/form-data; boundary=----journey0")
    let part = "------journey0\r\nContent-Disposition: form-data; name="
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == "\(part)\"login\"\r\n\r\njané\r\n\(part)\"password\"\r\n\r\nJane-horse-11\r\n------journey0--\r\n")
    guard case .form(let fields)? = turn.exchanges.first?.requestBody else {
      Issue.record("no form was posted")
      return
    }
    #expect(fields.map(\.name) == ["login", "password"])
    #expect(fields.map(\.value.text) == ["jané", nil])
  }

  private static let signIn =
    "<h1>Sign in</h1><form method=post action=/signin><input name=login><input type=password name=password><button>Go</button></form>"

  /// What a site answers to a form with a wrong password.
  struct Refusal: Sendable, CustomTestStringConvertible {
    var page: String
    var isSilent: Bool
    var testDescription: String { page }
  }

  @Test func `a pattern counts only where browsers look at it, and several addresses are no address`() async throws {
    let page = """
      <h1>Sign in</h1><form method=post action=/signin><input name=a pattern="[a-z]+"><input name=b type=number pattern="[a-z]+">
      <textarea name=c pattern="[a-z]+"></textarea><input name=d type=email multiple><input name=e type=email><button>Go</button></form>
      """
    var walk = try HostedWalk(Self.routes(page))
    let form = try #require(try await walk.start().screen?.forms.first)
    var (patterns, addresses): ([WidgetID], [WidgetID]) = ([], [])
    for widget in form.widgets {
      guard case .entry(let entry) = widget.kind else { continue }
      if entry.validator.contains(where: { $0.name == "pattern" }) { patterns.append(widget.id) }
      if entry.purpose == .email { addresses.append(widget.id) }
    }
    #expect(patterns == ["a"] && addresses == ["e"])
  }

  @Test(arguments: ["post", "get"])
  func `a form without a password is refused silently where it is posted`(method: String) async throws {
    let page = "<h1>Code</h1><form id=f method=\(method) action=/signin><label>Code <input name=code></label><button>Go</button></form>"
    var routes = HostedWalk.routes(signIn: { _, _ in .page(page) })
    routes["GET /signin"] = { _, _ in .page(page) }
    var walk = try HostedWalk(routes)
    let turn = try await walk.submit(try #require(try await walk.start().screen), [("code", .text("123456"))])
    #expect((turn.silentRefusal != nil) == (method == "post"), "\(turn.silentRefusal ?? "")")
  }

  @Test(arguments: [
    Refusal(page: signIn, isSilent: true), Refusal(page: "<p class=grey>Wrong password</p>" + signIn, isSilent: true),
    Refusal(page: "<p role=alert></p>" + signIn, isSilent: true), Refusal(page: "<p role=status>Hello</p>" + signIn, isSilent: true),
    Refusal(page: signIn.replacing("<button>", with: "<input name=captcha><button>"), isSilent: true),
    Refusal(page: signIn.replacing("<form", with: "<form id=again"), isSilent: true),
    Refusal(page: "<p role=alert>Wrong password</p>" + signIn, isSilent: false),
    Refusal(page: "<div class='alert alert-danger'>Wrong password</div>" + signIn, isSilent: false),
    Refusal(page: "<h1>Sign in</h1><form method=post action=/signin><input name=code><button>Go</button></form>", isSilent: false),
    Refusal(page: "<h1>Welcome</h1>", isSilent: false),
    Refusal(page: signIn.replacing("<form", with: "<form id=again"), isSilent: true),
    Refusal(page: signIn.replacing("<form", with: "<form id=again").replacing("=/signin", with: "=/signin?sid=2"), isSilent: true),
    Refusal(page: signIn.replacing("<form", with: "<form id=again").replacing("=/signin", with: "=/confirm"), isSilent: true),
    Refusal(page: signIn.replacing("<form", with: "<form id=again").replacing("post", with: "get"), isSilent: true),
    Refusal(page: signIn.replacing("<form", with: "<form id=again").replacing("name=login", with: "name=code"), isSilent: false),
  ])
  func `a form that comes back without a known message is a silent refusal`(refusal: Refusal) async throws {
    var routes = HostedWalk.routes(signIn: { _, _ in .page(refusal.page) })
    routes["GET /signin"] = { _, _ in .page(Self.signIn) }
    var walk = try HostedWalk(routes)
    let first = try await walk.start()
    #expect(first.silentRefusal == nil)
    let turn = try await walk.submit(
      try #require(first.screen),
      [("login", .text("jane")), ("password", .secret(Secret("wrong-one", name: "password", source: .project)))])
    #expect((turn.silentRefusal != nil) == refusal.isSilent, "\(turn.silentRefusal ?? "")")
    #expect(try await walk.driver.perform(.refresh).silentRefusal == nil)
  }

  @Test(arguments: [
    ("<p class=notice>Wrong password</p>", false), ("<p class=ok>Saved</p>", false), ("<p class=hint>Hello</p>", true), ("", true),
  ])
  func `selectors for messages do not excuse a form that comes back without one`(_ said: String, isSilent: Bool) async throws {
    var routes = HostedWalk.routes(signIn: { _, _ in .page(said + Self.signIn) })
    routes["GET /signin"] = { _, _ in .page(Self.signIn) }
    let rules = try PageRules(messages: [
      PageMessageRule(selector: PageSelector(".notice"), level: .error), PageMessageRule(selector: PageSelector(".ok"), level: .success),
      PageMessageRule(selector: PageSelector(".hint"), level: .info),
    ])
    var walk = try HostedWalk(routes, pages: rules)
    let first = try #require(try await walk.start().screen)
    let turn = try await walk.submit(
      first, [("login", .text("jane")), ("password", .secret(Secret("wrong-one", name: "password", source: .project)))])
    #expect((turn.silentRefusal != nil) == isSilent, "\(turn.silentRefusal ?? "")")
  }

  /// What comes after a password was sent, and whether its name says nothing of that.
  @Test(arguments: [
    ("<h1>Sign in</h1><p>Welcome, Jane</p>", true), ("<h1>Sign in</h1><form method=post><input name=code></form>", true),
    ("<h1>Your account</h1>", false), (signIn, false), ("<h1>Sign in</h1><p role=alert>Locked</p>", false),
    ("<h1>Sign in</h1><form method=post><input type=password name=again></form>", false),
  ])
  func `a page that has the name of the one with the password before it says so`(_ next: String, isShared: Bool) async throws {
    var routes = HostedWalk.routes(signIn: { _, _ in .page(next) })
    routes["GET /signin"] = { _, _ in .page(Self.signIn) }
    var walk = try HostedWalk(routes)
    let first = try await walk.start()
    #expect(first.sharedName == nil)
    let turn = try await walk.submit(
      try #require(first.screen),
      [("login", .text("jane")), ("password", .secret(Secret("Jane-horse-11", name: "password", source: .project)))])
    #expect((turn.sharedName != nil) == isShared, "\(turn.sharedName ?? "")")
    #expect(try await walk.driver.perform(.refresh).sharedName == nil)
  }

  @Test func `a secret for other sites is in no part`() async throws {
    var walk = try HostedWalk(
      Self.routes("<form method=post action=/signin enctype=multipart/form-data><input type=password name=password></form>"))
    let screen = try #require(try await walk.start().screen)
    let other = Secret("Jane-horse-11", name: "secret.OTHER", origins: [Origin(scheme: "https", host: "other.test", port: 443)])
    let form = try #require(screen.forms.first)
    let error = await walk.error(.submit(Submission(form: form.id, answers: [Answer(widget: "password", value: .secret(other))])))
    #expect(error?.kind == .forbidden)
    #expect(await walk.server.requests.allSatisfy { $0.method == "GET" })
  }

  @Test func `a form goes out in the letters of its page`() async throws {
    var routes = Self.routes("")
    routes["GET /signin"] = { _, _ in
      HTTPResponseMessage(
        status: 200, headers: ["Content-Type": "text/html; charset=windows-1252"],
        body: Array("<form method=post action=/signin><input name=login></form>".utf8))
    }
    var walk = try HostedWalk(routes)
    let screen = try #require(try await walk.start().screen)
    _ = try await walk.submit(screen, [("login", .text("jané"))])
    #expect(await walk.server.requests(to: "/signin").last?.body == Array("login=jan%E9".utf8))
  }

  private static let odd = """
    <form id=f method=post action=/signin><label>A <input name=a aria-required=true></label><label>B <input name=b required></label>
    <label>C <input type=file name=c required></label><select name=d><option hidden>no</option><option value="" hidden selected>-</option>
    <option>yes</option></select><button name=go formnovalidate>Go</button></form>
    """

  @Test func `a screen says what a browser checks of a form, and what it offers`() async throws {
    var walk = try HostedWalk(Self.routes(Self.odd))
    let form = try #require(try await walk.start().screen?.forms.first)
    func says(_ widget: WidgetID, _ name: String) -> Bool? { form.widget(widget)?.extras.contains { $0.name == name } }
    #expect(form.widget("a")?.kind.isRequired == true && says("a", "unchecked") == true)
    #expect(form.widget("b")?.kind.isRequired == true && says("b", "unchecked") == false)
    guard case .unknown(.map(let file))? = form.widget("c")?.kind else {
      Issue.record("no file")
      return
    }
    #expect(file.contains(Value.Member("required", .bool(true))))
    guard case .choice(let list)? = form.widget("d")?.kind else {
      Issue.record("no list")
      return
    }
    #expect(list.choices.map(\.value) == ["", "yes"])
    #expect(says("go", "formnovalidate") == true)
    let error = await walk.error(.submit(Submission(form: "f", answers: [Answer(widget: "d", value: .text("no"))])))
    #expect(error?.message == "form 'f' cannot be posted: field 'd' has no choice 'no'")
  }

  private static let consent =
    "<form id=f method=post action=/signin><input type=submit value=Cancel><input type=submit name=allow value=Authorize></form>"

  @Test func `which of several buttons is pressed has to be said`() async throws {
    var walk = try HostedWalk(Self.routes(Self.consent))
    _ = try await walk.start()
    let error = try #require(await walk.error(.submit(Submission(form: "f"))))
    #expect(error.kind == .impossible)
    #expect(
      error.message
        == "form 'f' cannot be posted: it has 2 buttons, and what is sent depends on which is pressed; 'press' one of 'Cancel', 'Authorize'"
    )
    _ = try await walk.driver.perform(.submit(Submission(form: "f", submitter: "allow")))
    #expect(await walk.server.requests(to: "/signin").last?.body == Array("allow=Authorize".utf8))
  }

  private static let sameButtons =
    "<form id=f method=post action=/signin><button id=yes>Accept</button><button id=no>Refuse</button></form>"

  @Test func `a button that only a script tells from the first one is not pressed`() async throws {
    var walk = try HostedWalk(Self.routes(Self.sameButtons + "<script src=/confirm.js></script>"))
    _ = try await walk.start()
    let error = try #require(await walk.error(.submit(Submission(form: "f", submitter: "no"))))
    #expect(error.kind == .impossible)
    #expect(
      error.message
        == "form 'f' cannot be posted: this page needs 'engine: browser': 'Refuse' sends what 'Accept' sends, and only a script distinguishes them"
    )
    _ = try await walk.driver.perform(.submit(Submission(form: "f", submitter: "yes")))
  }

  @Test(arguments: [
    sameButtons, sameButtons.replacing("Refuse", with: "Accept") + "<script src=/confirm.js></script>",
    sameButtons.replacing("<button id=no", with: "<button id=no name=no") + "<script src=/confirm.js></script>",
    sameButtons.replacing("<button id=yes", with: "<button id=yes hidden") + "<script src=/confirm.js></script>",
  ])
  func `a second button is pressed without scripts, or with a name, the first one's label, or a hidden one before it`(
    page: String
  ) async throws {
    var walk = try HostedWalk(Self.routes(page))
    _ = try await walk.start()
    _ = try await walk.driver.perform(.submit(Submission(form: "f", submitter: "no")))
    #expect(await walk.server.requests(to: "/signin").last?.method == "POST")
  }

  @Test func `buttons that send the same need no choice`() async throws {
    let page =
      "<form id=f method=post action=/signin><input name=q><button>Go</button><button hidden name=x>No</button><button>Go on</button></form>"
    var walk = try HostedWalk(Self.routes(page))
    _ = try await walk.start()
    _ = try await walk.driver.perform(.submit(Submission(form: "f")))
    #expect(await walk.server.requests(to: "/signin").last?.body == Array("q=".utf8))
  }

  @Test func `a response without content leaves the page as it is`() async throws {
    var walk = try HostedWalk(HostedWalk.routes(signIn: { _, _ in HTTPResponseMessage(status: 204) }))
    let shown = try #require(try await walk.start().screen)
    let turn = try await walk.submit(shown, [("email", .text("jane@example.test")), ("password", .text("Jane-horse-11"))])
    #expect(turn.screen == shown)
    #expect(await walk.server.requests(to: "/signin").map(\.method) == ["GET", "POST"])
  }

  @Test func `a download is no page`() async throws {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["GET /signin"] = { _, _ in
      var response = HTTPResponseMessage.page(PageServer.signInPage())
      response.headers["Content-Disposition"] = "attachment; filename=a.html"
      return response
    }
    var walk = try HostedWalk(routes)
    let error = await walk.error(.start(StartParameters()))
    #expect(error?.message.contains("answered with a download") == true, "\(error?.message ?? "")")
  }

  @Test(
    arguments: [
      ("script-src 'self'", false), ("default-src 'none'", false), ("sandbox allow-forms", false), ("script-src 'nonce-other'", false),
      ("script-src 'unsafe-inline'", true), ("script-src 'nonce-aBc'", true), ("sandbox allow-scripts", true), ("img-src 'none'", true),
      ("script-src 'sha256-abc='", true), ("script-src 'unsafe-inline', script-src 'self'", false),
    ])
  func `a script that the page's policy stops leads nowhere`(policy: String, isRun: Bool) async throws {
    var routes = HostedWalk.routes(signIn: HostedWalk.leadsOn)
    routes["GET /oauth2/aus1/v1/authorize"] = { _, _ in
      .page("<h1>Please wait, you are being led on to the page</h1><script nonce=aBc>location.replace('/signin')</script>", policy: policy)
    }
    var walk = try HostedWalk(routes)
    let screen = try #require(try await walk.start().screen)
    #expect((screen.id.text == "/signin#sign-in") == isRun)
  }

  @Test func `tokens of pages and addresses are learned, the tenant's own address is not`() async throws {
    var routes = Self.routes(
      "<meta name=csrf-token content=Meta0Token1Value2Abcd><form method=post action='/signin;jsessionid=7F3A9C0D1E2B4A5F'><input name=q></form>"
    )
    routes["GET /oauth2/aus1/v1/authorize"] = { _, _ in .redirect("/welcome/il_Zx81kPq77Lm20Tv44") }
    routes["GET /welcome/il_Zx81kPq77Lm20Tv44"] = { _, _ in .redirect("/signin") }
    var walk = try HostedWalk(routes)
    let learned = Set(try await walk.start().learned.map(\.unsafeText))
    #expect(learned.isSuperset(of: ["Meta0Token1Value2Abcd", "7F3A9C0D1E2B4A5F", "il_Zx81kPq77Lm20Tv44"]))
    #expect(!learned.contains("aus1"))
  }
}
