import JourneyModel
import Testing

@testable import JourneyRunner

/// What makes two walks differ for somebody who only looks.
struct WalkTraceTests {
  private static func trace(text: String, typed: String = "jane", purposes: [String] = ["form sign-in"]) -> WalkTrace {
    var trace = WalkTrace()
    let exchanges = purposes.map { purpose in
      Exchange(purpose: purpose, method: "GET", url: "https://acme.test/", response: Exchange.Answered(status: 200, headers: [], body: []))
    }
    let screen = Screen(id: ScreenID("sign-in"), facts: [Fact("text", .text(text), isVolatile: true)])
    trace.add(Submission(form: FormID("sign-in"), answers: [Answer(widget: WidgetID("login"), value: .text(typed))]))
    trace.add(Turn(now: .screen(screen), exchanges: exchanges))
    return trace
  }

  @Test(
    arguments: [
      ("That was wrong. Try again.", "That was wrong. We sent you a mail. Try again.", "'That was wrong. Try again.'"),
      ("Hello, and welcome", "", "'Hello, and welcome'"),
    ])
  func `a word of the page that only one walk meets is a difference`(_ known: String, _ unknown: String, expected: String) throws {
    let difference = try #require(Self.trace(text: unknown).difference(from: Self.trace(text: known)))
    #expect(difference.expected == expected)
    #expect(difference.details.last?.hasPrefix("in the text of ") == true)
  }

  @Test func `what a page says outside of its main part is compared as well`() throws {
    func trace(_ footer: String) -> WalkTrace {
      var trace = WalkTrace()
      var screen = Screen(id: ScreenID("sign-in"), facts: [Fact("text", .text("Sign in"), isVolatile: true)])
      screen.pageText = "Sign in\n\(footer)"
      trace.add(Turn(now: .screen(screen), exchanges: []))
      return trace
    }
    let difference = try #require(trace("You have an account").difference(from: trace("Terms")))
    #expect(difference.expected == "'Sign in Terms'")
  }

  @Test func `what was typed, a time and the id of a request are no difference`() {
    let jane = Self.trace(text: "Not jane? 12:03 request 4af81c22", typed: "jane")
    let otto = Self.trace(text: "Not otto? 12:04 request 99e1b0c7", typed: "otto")
    #expect(otto.difference(from: jane) == nil)
  }

  @Test(
    arguments: [
      ("You signed in on 1 May 2025 at 12:03.", "You signed in on 1 January 1970 at 00:00."),
      ("Try again in 900 seconds.", "Try again in 5 seconds."),
      ("Customer a1b2c3d4.", "Customer 0a0a0a0a."), ("Since 26.11.2026", "Since 01.01.1970"),
      ("Open on Monday 4 May", "Open on Sunday 4 May"),
    ])
  func `a date, an id or a wait that only one person gets is a difference`(_ known: String, _ unknown: String) throws {
    let difference = try #require(Self.trace(text: unknown).difference(from: Self.trace(text: known)))
    #expect(difference.expected != difference.actual)
  }

  @Test(
    arguments: [
      ("Wrong. (Request 1a2b3c4d)", "Wrong. (Request f763d526)", true),
      ("Code expires in 297 seconds.", "Code expires in 298 seconds.", true),
      ("Wrong.", "Unknown.", false), ("Wrong. (Request 1a2b3c4d)", "Unknown. (Request f763d526)", false),
    ])
  func `a message is compared as the text of a page is`(_ known: String, _ unknown: String, isAlike: Bool) {
    func trace(_ text: String) -> WalkTrace {
      var trace = WalkTrace()
      trace.add(Turn(now: .screen(Screen(id: ScreenID("a"), messages: [Message(level: .error, text: RichText(text))])), exchanges: []))
      return trace
    }
    #expect((trace(unknown).difference(from: trace(known)) == nil) == isAlike)
  }

  @Test func `seconds that run down are no difference`() {
    #expect(Self.trace(text: "Try again in 28 seconds.").difference(from: Self.trace(text: "Try again in 30 seconds.")) == nil)
  }

  private static func trace(headers: [(String, String)], cookies: [ReceivedCookie] = [], body: String = "") -> WalkTrace {
    var trace = WalkTrace()
    let response = Exchange.Answered(
      status: 200, headers: headers.map { Exchange.Header($0.0, .text($0.1)) }, body: Array(body.utf8), cookies: cookies)
    trace.add(Submission(form: FormID("sign-in"), answers: [Answer(widget: WidgetID("login"), value: .text("jane"))]))
    trace.add(
      Turn(
        now: .screen(Screen(id: ScreenID("sign-in"))),
        exchanges: [Exchange(purpose: "form sign-in", method: "POST", url: "https://acme.test/", response: response)]))
    return trace
  }

  @Test(
    arguments: [
      (["X-Retry"], [], "no header 'x-retry'"), (["content-type"], [], nil), ([], [], "a header 'content-type'"),
      (["Content-Type", "Date", "Age", "X-Cache", "X-Journey-Edge"], [], nil),
      (["Content-Type"], [ReceivedCookie(name: "last", attributes: [])], "no cookie 'last'"),
      (
        ["Content-Type"], [ReceivedCookie(name: "sid", attributes: [Value.Member("path", "/"), Value.Member("secure", .bool(true))])],
        "no cookie 'sid' with path, secure"
      ),
    ] as [([String], [ReceivedCookie], String?)])
  func `a header or cookie that only one walk gets is a difference`(names: [String], cookies: [ReceivedCookie], expected: String?) {
    let names = names == ["X-Retry"] ? ["Content-Type", "X-Retry"] : names
    let found = Self.trace(headers: names.map { ($0, "\($0)-1") }, cookies: cookies)
    let wanted = Self.trace(headers: [("Content-Type", "text/html; charset=2")])
    #expect(found.difference(from: wanted)?.expected == expected)
    #expect(wanted.difference(from: found)?.actual == expected)
    #expect(found.difference(from: found) == nil)
  }

  @Test(
    arguments: [
      (#"{"forms":[{"id":"a"}],"user":true}"#, "no member 'user'"), (#"{"forms":[]}"#, "a member 'forms.id'"),
      (#"{"forms":[{"id":"b"},{"id":"c"}]}"#, nil), ("<p>Hello</p>", "a member 'forms'"),
    ] as [(String, String?)])
  func `a member that only one walk gets is a difference, whatever it says`(body: String, expected: String?) {
    let wanted = Self.trace(headers: [], body: #"{"forms":[{"id":"a"}]}"#)
    #expect(Self.trace(headers: [], body: body).difference(from: wanted)?.expected == expected)
  }

  @Test(
    arguments: [
      (#"{"known":false}"#, "no member 'known' that is false"), (#"{"known":null}"#, "no member 'known' that is null"),
      (#"{"known":true,"hint":"exists"}"#, "no member 'hint'"),
    ])
  func `a flag that differs is a difference`(body: String, expected: String) {
    let wanted = Self.trace(headers: [], body: #"{"known":true}"#)
    #expect(Self.trace(headers: [], body: body).difference(from: wanted)?.expected == expected)
  }

  @Test(
    arguments: [
      (#""exists""#, #""none""#, true), ("[1,2]", "[1]", true), ("{}", "null", true), (#""a1b2c3""#, #""d4e5f6""#, false),
      ("1", "2", false),
      (#""jane""#, #""jane""#, false), ("[]", "[]", false),
    ])
  func `a word, a list and nothing are compared, and not what may be others each time`(_ first: String, _ second: String, isOther: Bool) {
    let walks = [first, second].map { Self.trace(headers: [], body: #"{"x":\#($0)}"#) }
    #expect((walks[0].difference(from: walks[1]) != nil) == isOther)
  }

  @Test func `what is requested once for all walks is no difference`() {
    let first = Self.trace(text: "Welcome", purposes: ["discovery", "key set", "form sign-in"])
    #expect(Self.trace(text: "Welcome").difference(from: first) == nil)
    #expect(Self.trace(text: "Welcome", purposes: ["form sign-in", "form sign-in"]).difference(from: first) != nil)
  }
}
