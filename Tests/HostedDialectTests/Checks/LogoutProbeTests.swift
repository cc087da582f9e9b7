import Encodings
import JourneyModel
import Synchronization
import Testing

@testable import HostedDialect
@testable import JourneyClient

/// The probe of a logout: only a browser that gets what a stranger gets is signed out.
struct LogoutProbeTests {
  private static let home = "com.example.app.oauth:/logout/callback"

  /// What the browser gets after the logout.
  struct Memory: Sendable, CustomTestStringConvertible {
    let id: String
    /// The page for an app's request; the sign-in page where it is `nil`.
    var page: String?
    /// Whether a stranger gets the same page.
    var isForAll = false
    /// What the press of its button leads to.
    var press: HTTPResponseMessage = .page(PageServer.signInPage())
    /// Whether a press leads a stranger to the sign-in page.
    var isForJane = false
    /// What a stranger gets; the sign-in page where it is `nil`.
    var stranger: String?
    var problem: String?
    /// The number of the authorization request after the logout from which on the person is signed in again.
    var isBack: Int?

    var testDescription: String { id }
  }

  private static let code = HTTPResponseMessage.redirect("\(HostedWalk.callback)?code=code-2")
  private static let button = "<h1>Welcome back</h1><form method=post action=/go><button>Continue as Jane</button></form>"
  private static func knows(_ label: String) -> String {
    "after the logout the page '/signin#welcome-back' still knows the person: '\(label)' on it gets a code without a password"
  }

  private static let comesBack =
    "after the logout the server asked the person at first, and then issued a code for a later request without asking"

  private static let notKnown =
    "it is not known whether 'Continue as Jane' on the page '/signin#welcome-back' after the logout signs the person in: "

  private static let memories = [
    Memory(id: "the sign-in page"), Memory(id: "a button that gets a code", page: button, press: code, problem: knows("Continue as Jane")),
    Memory(
      id: "a link that gets a code", page: "<h1>Welcome back</h1><a href=/go>Jane Doe</a>", press: code, problem: knows("Jane Doe")),
    Memory(id: "a button that asks for the password", page: button),
    Memory(
      id: "a name that is filled in",
      page: "<h1>Welcome back</h1><form method=post action=/go><input name=email value=jane><button>Next</button></form>",
      press: code, problem: knows("Next")),
    Memory(
      id: "a form with a password",
      page:
        "<h1>Welcome back</h1><p>Jane</p><form method=post action=/go><input type=password name=password required><button>Go</button></form>",
      press: code),
    Memory(id: "a button that anyone gets", page: button, isForAll: true, press: code),
    Memory(
      id: "a button that anyone gets, which signs Jane in",
      page: "<h1>Welcome</h1><form method=post action=/go><button>Log in</button></form>",
      isForAll: true, press: code, isForJane: true,
      problem: "after the logout the page '/signin#welcome' still knows the person: 'Log in' on it gets a code without a password"),
    Memory(
      id: "a link that anyone gets on a second page that anyone gets, which signs Jane in",
      page: "<h1>Welcome</h1><form method=post action=/go><button>Log in</button></form>", isForAll: true,
      press: .page("<h1>Choose</h1><a href=/mine>Use my account</a> <a href=/home>Home</a>"),
      problem:
        "after the logout the page '/signin#welcome' still knows the person: 'Log in', then 'Use my account' on it gets a code "
        + "without a password"),
    Memory(
      id: "a button that only a script answers",
      page: "<h1>Welcome back</h1><p>Jane</p><button type=button>Continue as Jane</button><script>run()</script>",
      problem: "it is not known whether 'Continue as Jane' on the page '/signin#welcome-back' after the logout signs the person in: "),
    Memory(
      id: "a button of a form that only a script answers",
      page: "<h1>Welcome back</h1><form action=/go><button type=button onclick='form.submit()'>Continue as Jane</button></form>",
      press: code,
      problem: "it is not known whether 'Continue as Jane' on the page '/signin#welcome-back' after the logout signs the person in: "),
    Memory(
      id: "a frame that gets a code", page: "<h1>Welcome back</h1><iframe src=/go></iframe>", press: code,
      problem: "after the logout the page '/signin#welcome-back' still knows the person: its frame or script with '/go' gets a code "
        + "without a password"),
    Memory(
      id: "a script that gets a code later",
      page:
        "<h1>Welcome back</h1><p>Please wait a little for your account to load.</p><script>setTimeout(() => { location.href = '/go' }, 9000)</script>",
      press: code,
      problem: "after the logout the page '/signin#welcome-back' still knows the person: its frame or script with '/go' gets a code "
        + "without a password"),
    Memory(
      id: "a refresh that gets a code", page: "<h1>Welcome back</h1><meta http-equiv=refresh content='5; url=/go'>", press: code,
      problem: "after the logout the page '/signin#welcome-back' still knows the person: its refresh gets a code without a password"),
    Memory(
      id: "a refresh that anyone gets", page: "<h1>Welcome back</h1><meta http-equiv=refresh content='5; url=/go'>", isForAll: true,
      press: code),
    Memory(
      id: "a button on a second page", page: button,
      press: .page("<h1>Is it you?</h1><form method=post action=/yes><button>Yes</button></form>"),
      problem: knows("Continue as Jane', then 'Yes")),
    Memory(
      id: "a refresh of a second page", page: button, press: .page("<h1>One moment</h1><meta http-equiv=refresh content='30; url=/yes'>"),
      problem:
        "after the logout the page '/signin#welcome-back' still knows the person: 'Continue as Jane', then its refresh on it gets a code "
        + "without a password"),
    Memory(
      id: "a second page that asks for the password", page: button,
      press: .page("<form method=post action=/yes><input type=password name=p required><button>Yes</button></form>")),
    Memory(
      id: "a refresh that everybody gets and that knows the person",
      page: "<h1>Sign in</h1>\(password)<meta http-equiv=refresh content='5; url=/go'>", isForAll: true, press: code, isForJane: true,
      problem: "after the logout the page '/signin#sign-in' still knows the person: its refresh gets a code without a password"),
    Memory(
      id: "a link that everybody gets and that knows the person", page: "<h1>Welcome</h1><a href=/go>Log in</a>", isForAll: true,
      press: code,
      isForJane: true,
      problem: "after the logout the page '/signin#welcome' still knows the person: 'Log in' on it gets a code without a password"),
    Memory(
      id: "a second page with a link of the first one", page: button + "<a href=/help>Help</a>",
      press: .page("<h1>Is it you?</h1><a href=/help>Help</a><form method=post action=/yes><button>Yes</button></form>"),
      problem: knows("Continue as Jane', then 'Yes")),
    Memory(
      id: "a second page that only a script draws", page: button, press: .page("<div id=root></div><script src=/app.js></script>"),
      problem: notKnown),
    Memory(
      id: "a link that everybody gets and that is out of order", page: "<h1>Welcome</h1><a href=/go>Status</a>", isForAll: true,
      press: HTTPResponseMessage(status: 500)),
    Memory(id: "something that is not a page", page: button, press: .json("{}"), problem: notKnown),
    Memory(id: "another site", page: button, press: .redirect("https://login.other.test/"), problem: notKnown),
    Memory(
      id: "a second page with a button that only a script answers", page: button,
      press: .page("<h1>Is it you?</h1><button type=button onclick='go()'>Yes</button><p>You were here before.</p>"),
      problem: "it is not known whether 'Yes' on the page '/go#is-it-you' after the logout signs the person in: "),
    Memory(
      id: "two buttons of a form with a box",
      page:
        "<h1>Welcome back</h1><form method=post action=/go><input type=checkbox name=stay><button name=a value=1>Continue as Jane</button>"
        + "<button name=a value=2>Use another account</button></form>",
      press: code, problem: knows("Continue as Jane")),
    Memory(
      id: "a button of a form with a password that needs none",
      page:
        "<h1>Welcome back</h1><form method=post action=/other><input type=password name=p required><button>Go</button>"
        + "<button formaction=/go formnovalidate>Continue as Jane</button></form>",
      press: code, problem: knows("Continue as Jane")),
    Memory(
      id: "a password that may be left out",
      page:
        "<h1>Welcome back</h1><form method=post action=/go><input type=password name=p><button>Go</button></form>", press: code,
      problem: knows("Go")),
    Memory(
      id: "a password that is filled in",
      page:
        "<h1>Welcome back</h1><form method=post action=/go><input type=password name=p value=remembered-1 required><button>Go</button></form>",
      press: code, problem: knows("Go")),
    Memory(
      id: "a new password without the old one",
      page:
        "<h1>Welcome back</h1><form method=post action=/go><input type=password name=p autocomplete=new-password><button>Go</button></form>",
      press: code, problem: "it is not known whether 'Go' on the page '/signin#welcome-back' after the logout signs the person in: "),
    Memory(
      id: "a form that everybody gets, with another address",
      page: "<h1>Sign in</h1><form method=post action=/go><button>Next</button></form>", press: code,
      stranger:
        "<h1>Sign in</h1><form method=post action=/other><button>Next</button></form>",
      problem: "after the logout the page '/signin#sign-in' still knows the person: 'Next' on it gets a code without a password"),
    Memory(
      id: "a form that everybody gets, with a name in a hidden field",
      page: "<h1>Sign in</h1><form method=post action=/go><input type=hidden name=who value=jane><button>Next</button></form>", press: code,
      stranger: "<h1>Sign in</h1><form method=post action=/go><input type=hidden name=who value=''><button>Next</button></form>",
      problem: "after the logout the page '/signin#sign-in' still knows the person: 'Next' on it gets a code without a password"),
    Memory(
      id: "a form to the app with a code",
      page:
        "<h1>Back to the app</h1><form method=post action='\(HostedWalk.callback)'><input type=hidden name=code value=code-2><button>Continue"
        + "</button></form>",
      problem:
        "after the logout the page '/signin#back-to-the-app' still knows the person: its form to the app gets a code without a password"),
    Memory(
      id: "an ID token instead of a code", page: button, press: .redirect("\(HostedWalk.callback)?id_token=a.b.c"), problem: notKnown),
    Memory(
      id: "links that everybody gets, each time with others paths",
      page: (0..<20).map { "<a href='/i/RANDOM/help\($0)'>Help \($0)</a> " }.joined() + password, isForAll: true),
    Memory(id: "a session that comes back at once", problem: comesBack, isBack: 3),
    Memory(id: "a session that comes back later", problem: comesBack, isBack: 4),
    Memory(
      id: "a button that signs in and leads home", page: button, press: .redirect("/home"), problem: knows("Continue as Jane")),
  ]

  /// What a page after the logout has that only a script answers, with a form for the password beside it or without one.
  private static let scripted = [
    "<div onclick='go()'>Continue as Jane</div>", "<span role=button>Continue as Jane</span>", "<a href='#'>Continue as Jane</a>",
    "<a href='javascript:go()'>Continue as Jane</a>", "<div role=link tabindex=0>Continue as Jane</div>",
    "<ul role=listbox><li role=option>Continue as Jane</li></ul>", "<input type=button value='Continue as Jane'>",
    "<button>Continue as Jane</button>", "<div role=menuitem>Continue as Jane</div>",
    "<details><summary>Continue as Jane</summary></details>",
  ]
  /// What has no sign that a script answers it: known where the page asks for nothing.
  private static let unsigned = [
    "<div id=tile>Continue as Jane</div>", "<li class=account>Continue as Jane</li>", "<my-account name=jane>Continue as Jane</my-account>",
    "<label>Continue as Jane</label>", "<img alt='Continue as Jane' src=/avatar.png>",
    "<script type=application/json>{\"account\": \"jane\"}</script>", "<b>J</b>", "<p>0171 2345678</p>", "<p>王</p>", "<p>👩</p>",
    "<p>Welcome</p>", "<div data-account=jane></div>", "<i hidden>jane</i>", "<template><p>Jane</p></template>",
    "<div aria-label=Jane></div>", "<div style='background:url(/avatar/jane.png)'></div>", "<my-account></my-account>",
  ]
  private static let title = "Welcome to the site of a company that sells all kinds of bicycles"
  private static let script = "<script src=/accounts.js></script>"
  private static let password = "<form method=post action=/go><input type=password name=p required><button>Go</button></form>"

  @Test(arguments: scripted + unsigned)
  func `what only a script answers is not known`(_ html: String) async throws {
    let problem = try await Self.problem(
      of: Memory(id: html, page: "<h1>\(Self.title)</h1>\(html)\(Self.script)", press: Self.code))
    #expect(problem?.hasPrefix("it is not known whether ") == true, "\(problem ?? "")")
  }

  @Test(arguments: scripted)
  func `a button that a script answers counts beside a form for the password`(_ html: String) async throws {
    let problem = try await Self.problem(of: Memory(id: html, page: "<h1>Welcome back</h1>\(Self.password)\(html)\(Self.script)"))
    #expect(problem?.hasPrefix("it is not known whether 'Continue as Jane' on the page") == true, "\(problem ?? "")")
  }

  @Test(arguments: scripted + unsigned)
  func `what everybody gets is not of the person`(_ html: String) async throws {
    let page = "<h1>\(Self.title)</h1>\(html)\(Self.script)"
    let problem = try await Self.problem(of: Memory(id: html, page: page, isForAll: true))
    #expect(problem == nil)
  }

  @Test func `a page with scripts may greet the person and ask for the password`() async throws {
    let page = "<h1>Welcome back</h1><p id=name>Jane Doe</p>\(Self.password)\(Self.script)"
    #expect(try await Self.problem(of: Memory(id: "greeting", page: page)) == nil)
  }

  @Test func `what was not tried is said`() async throws {
    let links = (0..<17).map { "<a href=/link\($0)>Jane \($0)</a> " }.joined()
    let problem = try await Self.problem(of: Memory(id: "links", page: "<h1>Welcome back</h1>\(links)"))
    #expect(problem?.contains("it has 17 buttons, links and forms that a stranger does not get") == true, "\(problem ?? "")")
  }

  /// The login page whose script only leads on is at the address of the authorization.
  @Test(arguments: ["<a href=/go>Continue as Jane</a>", "<button>Continue as Jane</button>", "<div onclick='go()'>Continue as Jane</div>"])
  func `a page at the authorization endpoint with something to press does not only lead on`(_ html: String) async throws {
    let memory = Memory(id: html, page: "<h1>Welcome back</h1>\(html)\(Self.script)", press: Self.code)
    #expect(try await Self.problem(of: memory, atTheEndpoint: true) != nil)
  }

  @Test(arguments: memories)
  func `whoever is signed out is not known any more`(_ memory: Memory) async throws {
    let problem = try await Self.problem(of: memory)
    // The reason behind a colon is the driver's own.
    #expect(
      memory.problem?.hasSuffix(": ") == true ? problem?.hasPrefix(memory.problem ?? "") == true : problem == memory.problem,
      "\(problem ?? "")")
  }

  /// What the probe says of a server.
  ///
  /// - Parameter atTheEndpoint: whether the page after the logout is the answer to the authorization request, of a tenant whose login page
  ///   there only leads on.
  private static func problem(of memory: Memory, atTheEndpoint: Bool = false) async throws -> String? {
    let isOut = Mutex(false)
    let requests = Mutex(0)
    let loads = Mutex(0)
    let yes: PageServer.Route = { _, _ in Self.code }
    let go: PageServer.Route = { request, _ in
      if memory.isForJane, request.headers["Cookie"] == nil { return .page(PageServer.signInPage()) }
      if memory.press.headers["Location"] == "/home" { isOut.withLock { $0 = false } }
      return memory.press
    }
    var walk = try HostedWalk(
      [
        "GET /oauth2/aus1/v1/authorize": { request, context in
          let number =
            isOut.withLock { $0 } && request.headers["Cookie"] != nil
            ? requests.withLock {
              $0 += 1; return $0
            } : 0
          if let isBack = memory.isBack, number >= isBack { isOut.withLock { $0 = false } }
          if !isOut.withLock({ $0 }) { return .redirect("\(HostedWalk.callback)?code=c&state=\(context.state)") }
          return request.url.queryValue("prompt") == "none"
            ? .redirect("\(HostedWalk.callback)?error=login_required&state=\(context.state)")
            : atTheEndpoint && request.headers["Cookie"] != nil ? .page(memory.page ?? "") : .redirect("/signin")
        },
        "GET /signin": { request, _ in
          guard let page = memory.page, memory.isForAll || request.headers["Cookie"] != nil else {
            return .page(memory.stranger ?? PageServer.signInPage())
          }
          let load = loads.withLock { count in
            count += 1
            return count
          }
          return .page(page.replacing("RANDOM", with: "x\(load)"))
        },
        "POST /yes": yes, "GET /yes": yes, "POST /go": go, "GET /go": go, "GET /home": { _, _ in .page("<h1>Home</h1>") },
        "GET /mine": { request, _ in request.headers["Cookie"] == nil ? .page(PageServer.signInPage()) : Self.code },
        "GET /oauth2/aus1/v1/logout": { request, _ in
          isOut.withLock { $0 = true }
          var response = HTTPResponseMessage.redirect("\(Self.home)?state=\(request.url.queryValue("state") ?? "")")
          response.headers["Set-Cookie"] = "who=jane; Path=/; Secure; HttpOnly"
          return response
        },
      ], interception: atTheEndpoint ? Interception() : nil)
    #expect(try await walk.start().now == .ended(.completed))
    let tokens = #"{"access_token": "a", "token_type": "Bearer", "expires_in": 60, "id_token": "a.b.c"}"#
    guard case .tokens(let response) = TokenAnswer(.json(tokens)) else { throw TestFailure() }
    walk.driver.party.session.tokens = TokenSet(response, requestedScope: nil)
    return try await walk.driver.attempt(.loggedOut).problem
  }

  private struct TestFailure: Error {}
}
