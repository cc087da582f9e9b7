import Diagnostics
import Encodings
import HostedDialect
import JourneyHealing
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
    "<body data-screen=in><form method=post action='/go?tab_id=dkPLq7VnJY&client_id=shop'><button name=go value=continue>Continue</button></form>",
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
    ("<meta http-equiv=refresh content='90;url=/out'>\(button)", "it leads on to '/out' by itself"),
  ])
  func `a page with anything else on it is for its author`(html: String, reason: String) throws {
    let found = try Self.reason("<body data-screen=in>\(html)")
    #expect(found?.contains(reason) == true, "\(found ?? "passed")")
    #expect(found?.hasSuffix("only its author can say what to do there") == true)
  }
}
