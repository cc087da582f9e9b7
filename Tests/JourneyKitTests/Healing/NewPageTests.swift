import Diagnostics
import Encodings
import HostedDialect
import JourneyHealing
import JourneyLanguage
import JourneyModel
import JourneyRunner
import JourneyScenario
import Testing

/// Which new web pages a scenario is adapted to: those on which every word is harmless.
struct NewPageTests {
  private static let button = "<form method=post action=/go><button>Continue</button></form>"

  private static func remedy(_ html: String) throws -> Remedy {
    let screen = PageReader().read(try HTMLPage(Array("<!doctype html>\(html)".utf8), url: WebURL("https://a.test/in"))).screen
    let file = SourceFile(name: "a.yaml", text: "journey: A\nsteps:\n  - screen: account\n")
    let range = SourceRange(file: file, start: SourcePosition(line: 3, column: 5), end: SourcePosition(line: 3, column: 11))
    let step = Step(.screen(ExpectedScreen(id: .ids([Located("account", at: range)]))), id: "1", range: range)
    let mismatch = Mismatch(.screen, subject: .other("screen"), expected: "'account'", actual: "'\(screen.id.text)'")
    return StepHealer(FailedStep(step: step, screen: screen, mismatches: [mismatch])).remedy()
  }

  private static func reason(_ html: String) throws -> String? {
    switch try remedy(html) {
    case .refused(let reason): reason
    case .edits: nil
    }
  }

  @Test(arguments: [
    "<body data-screen=in><h1>Welcome</h1>\(button)", "<body data-screen=in><h1>Welcome back</h1><p>Please wait a moment.</p>\(button)",
    "<body data-screen=in><form method=post action='/go?tab_id=dkPLq7VnJY&session_code=x7KqPz_aY7SgmQvN0qYl8uMw3dRfT5hKjL2bVcXzAsD&client_id=shop'><button name=go value=continue>Continue</button></form>",
    "<title>Welcome</title><body data-screen=in><header>Hello</header>\(button)<footer>Thank you, and have a good day.</footer>",
  ])
  func `a page that only greets is passed`(html: String) throws {
    #expect(try Self.reason(html) == nil)
  }

  @Test(arguments: [
    ("<h1>You agree to pay</h1>\(button)", "its page says 'You agree to pay', which has more than harmless words ('agree', 'pay')"),
    ("<p>Welcome. You pay 50 EUR. See you.</p>\(button)", "its page says 'You pay 50 EUR.', which has a number"),
    ("<h1>Welcome</h1>\(button)<footer>We sell it.</footer>", "'We sell it.'"), ("<img src=a.png alt='You pay'>\(button)", "'You pay'"),
    ("<p title='You pay'>Welcome</p>\(button)", "'You pay'"), ("<p aria-label='You pay'>Welcome</p>\(button)", "'You pay'"),
    ("<title>You pay</title><h1>Welcome</h1>\(button)", "'You pay'"), ("<iframe srcdoc='You pay'></iframe>\(button)", "'You pay'"),
    ("<svg><title>You pay</title></svg>\(button)", "'You pay'"), ("<p>Welcome <s>home</s></p>\(button)", "'Welcome ~home~'"),
    ("<p role=alert>You pay</p>\(button)", "'You pay'"),
    ("<form method=post action=/go><button title='You pay'>Continue</button></form>", "'You pay'"),
    ("<form method=post action=/go aria-label='You pay'><button>Continue</button></form>", "'You pay'"),
    ("<form method=post action=/go><button name=accept_terms value=yes>Continue</button></form>", "its button sends 'accept_terms'"),
    ("<form method=post action=/subscribe><button>Continue</button></form>", "it is sent to '/subscribe'"),
    ("<form method=post action=/go onsubmit=\"return confirm('50 EUR?')\"><button>OK</button></form>", "a script of its page decides"),
    ("<form method=post action=/go><button onclick='pay()'>Continue</button></form>", "a script of its page decides"),
    ("<form method=post action='/go?consent=all'><button>Continue</button></form>", "it is sent with 'consent=all'"),
    ("<form method=post action='/go?plan=x'><button>Continue</button></form>", "it is sent with 'plan=x'"),
    ("<form method=post action='https://b.test/go'><button>Continue</button></form>", "it is sent to another site, 'https://b.test/go'"),
    ("<form method=post action=/go><button name=x value=premium>Continue</button></form>", "its button sends 'x=premium'"),
    ("<form method=post action=/go><button name=x value=8f3ad1b22c7d4e90aa>Continue</button></form>", "its button sends 'x=…'"),
    ("<form method=post action=/go><button formmethod=post formaction='/go?accept=1'>OK</button></form>", "its button sends 'accept=1'"),
    ("<p aria-describedby=a>Welcome</p><p id=a hidden>You pay</p>\(button)", "'You pay'"),
    ("<iframe src=https://pay.test/card></iframe>\(button)", "it has a frame of 'https://pay.test/card', whose page is not read"),
    ("<div><template shadowrootmode=open>You pay</template></div>\(button)", "'You pay'"),
    ("<button aria-pressed=true>OK</button>\(button)", "only its author"),
    ("<meta http-equiv=refresh content='90;url=/out'>\(button)", "it redirects to '/out' without the user"),
    ("<script src=https://b.test/x.js></script>\(button)", "scripts of its page come from another site, 'https://b.test'"),
    ("<p onmousedown='pay()'>Welcome</p>\(button)", "a script is in 'onmousedown of p'"),
    ("<form method=post action=/go><button onmousedown='pay()'>Continue</button></form>", "a script"),
    ("<form method=post action=/go onpointerup='pay()'><button>Continue</button></form>", "a script"),
    ("<p aria-errormessage=a>Welcome</p><p id=a hidden>You pay</p>\(button)", "'You pay'"),
    (
      "<form method=post action=/go><button aria-invalid=true aria-errormessage=a>OK</button></form><p id=a hidden>You pay</p>", "'You pay'"
    ),
    ("<form method=post action='/go?x=pay50eur'><button>Continue</button></form>", "it is sent with 'x=…', a value that cannot be read"),
    ("<form method=post action='/go?x=Kx91premiumQ'><button>OK</button></form>", "it is sent with 'x=…', a value that cannot be read"),
  ])
  func `a page with anything else on it is for its author`(html: String, reason: String) throws {
    let found = try Self.reason("<body data-screen=in>\(html)")
    #expect(found?.contains(reason) == true, "\(found ?? "passed")")
    #expect(found?.hasSuffix("only its author can say what to do there") == true)
  }

  @Test(arguments: [
    ("action=/go", nil), ("action='/go?session_code=x7KqPz_aY7SgmQvN0qYl8uMw3dRfT5hKjL2'", nil),
    ("action='https://b.test/go'", "it is sent to another site, 'https://b.test/go'"),
    ("action='/go?consent=all'", "it is sent with 'consent=all'"), ("action='/go?x=accept'", "it is sent with 'x=accept'"),
  ])
  func `a screen under another name is the same one only if its answers go where they may`(form: String, reason: String?) throws {
    let html = "<body data-screen=in><form method=post \(form)><input name=user required><button>Continue</button></form>"
    let screen = PageReader().read(try HTMLPage(Array("<!doctype html>\(html)".utf8), url: WebURL("https://a.test/in"))).screen
    let file = SourceFile(name: "a.yaml", text: "journey: A\nsteps:\n  - screen: account\n    answers: {user: ada}\n")
    let place = { (line: Int, from: Int, to: Int) in
      SourceRange(file: file, start: SourcePosition(line: line, column: from), end: SourcePosition(line: line, column: to))
    }
    var expected = ExpectedScreen(id: .ids([Located("account", at: place(3, 13, 20))]))
    expected.answers = [ExpectedAnswer(widget: Located("user", at: place(4, 15, 19)), value: .constant(.text("ada"), place(4, 21, 24)))]
    let step = Step(.screen(expected), id: "1", range: place(3, 5, 11))
    let mismatch = Mismatch(.screen, subject: .other("screen"), expected: "'account'", actual: "'\(screen.id.text)'")
    let remedy = StepHealer(FailedStep(step: step, screen: screen, mismatches: [mismatch])).remedy()
    switch remedy {
    case .edits: #expect(reason == nil)
    case .refused(let found): #expect(reason.map { found.contains($0) } == true, "\(found)")
    }
  }
}
