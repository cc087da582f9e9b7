import Encodings
import JourneyModel
import Synchronization
import Testing

@testable import HostedDialect

/// The probe that sends the first form with an address that somebody has, and with two that nobody has.
struct AddressProbeTests {
  /// What two pages have that somebody gets whose password is wrong; TYPED is the address, NOISE is another number each time.
  struct Pages: Sendable, CustomTestStringConvertible {
    let id: String
    let known: String
    let unknown: String
    let difference: String?

    init(_ id: String, _ known: String, _ unknown: String, _ difference: String?) {
      (self.id, self.known, self.unknown, self.difference) = (id, known, unknown, difference)
    }

    var testDescription: String { id }
  }

  private static func script(_ text: String) -> String {
    "<p>This address and this password do not fit together, please try again.</p><script>\(text)</script>"
  }

  private static func hidden(_ value: String) -> String { #"<input type="hidden" name="flow" value="\#(value)">Wrong."# }

  /// KNOWNHASH is always the same, HASH the same for each address, TOKEN another one each time, NODE one of two.
  private static func avatar(_ name: String) -> String { "<img alt='' src='/avatars/\(name).png?s=40'><p>Wrong.</p>" }

  /// Something of 32 hexadecimal digits for a text.
  private static func hash(of text: String) -> String {
    var hash = FNV1a()
    hash.combine(text.utf8)
    let first = hash.value
    hash.combine(text.utf8)
    return String(first, radix: 16) + String(hash.value, radix: 16)
  }

  /// DIGITS and TIN are others each time.
  private static func uuid(_ version: String) -> String { "DIGITS00-1bd4-\(version)TIN-9bdd-2b0d7b3dcb6d" }

  private static let pages: [Pages] = [
    Pages("the same", "<p>Wrong.</p>", "<p>Wrong.</p>", nil),
    Pages("a text", "<p>Wrong.</p>", "<p>Unknown.</p>", "text"),
    Pages("the address, repeated on both", "<p>TYPED is wrong</p>", "<p>TYPED is wrong</p>", nil),
    Pages("the address, repeated on one", "<p>TYPED</p>", "", "text"),
    Pages("the known address on both", "<p>Try jane@example.test</p>", "<p>Try jane@example.test</p>", nil),
    Pages("part of the address", "<p>j***e@example.test NOISE</p>", "<p>PART NOISE</p>", nil),
    Pages("a field more", "", #"<form><input name="register"></form>"#, "field"),
    Pages("a placeholder", #"<form><input placeholder="Code"></form>"#, #"<form><input placeholder="Register"></form>"#, "field"),
    Pages("a value", #"<form><input value="Jane"></form>"#, "<form><input></form>", "field"),
    Pages("a spoken name", #"<form><input aria-label="Code"></form>"#, #"<form><input aria-label="Gone"></form>"#, "field"),
    Pages("a type", #"<form><input type="tel"></form>"#, #"<form><input type="text"></form>"#, "field"),
    Pages(
      "a hidden field", #"<form><input type="hidden" name="known" value="1"></form>"#,
      #"<form><input type="hidden" name="known" value="0"></form>"#, "hidden field"),
    Pages(
      "a hidden field outside of any form", #"<input type="hidden" name="known" value="1">"#,
      #"<input type="hidden" name="known" value="0">"#, "hidden field"),
    Pages("a link", #"<a href="/x/reset">Help</a>"#, #"<a href="/x/register">Help</a>"#, "link"),
    Pages("a parameter of a link", #"<a href="/x?user=1">Help</a>"#, #"<a href="/x">Help</a>"#, "link"),
    Pages("what a parameter of a link says", #"<a href="/x?user=4711">Help</a>"#, #"<a href="/x?user=0">Help</a>"#, "link"),
    Pages("the address in a link", #"<a href="/x?user=TYPED">Help</a>"#, #"<a href="/x?user=TYPED">Help</a>"#, nil),
    Pages("a text, where there are two for nobody", "<p>It is wrong.</p>", "<p>EITHER</p>", "text"),
    Pages("two texts for everybody", "<p>EITHER</p>", "<p>EITHER</p>", nil),
    Pages("a text that is never the same, for somebody", "<p>Hello RANDOM RANDOM RANDOM</p>", "<p>Hello EITHER</p>", nil),
    Pages("a number of a person, new for nobody", "<p>Call 4711</p>", "<p>Call 12NOISE</p>", "text"),
    Pages("a masked number of a person, new for nobody", "<p>Call +36-••-4711</p>", "<p>Call +36-••-12NOISE</p>", "text"),
    Pages("a number that is new each time", "<p>Call 12NOISE</p>", "<p>Call 12NOISE</p>", nil),
    Pages("a number for each address", "<p>Call FOUR</p>", "<p>Call FOUR</p>", nil),
    Pages("a form's target", #"<form action="/a"></form>"#, #"<form action="/b"></form>"#, "form target"),
    Pages(
      "a button's target", #"<form><button formaction="/a">Go</button></form>"#, #"<form><button formaction="/b">Go</button></form>"#,
      "form target"),
    Pages("a picture", #"<img src="/jane.png">"#, #"<img src="/nobody.png">"#, "image"),
    Pages(
      "a token and a time", #"<form><input type="hidden" name="nonce" value="NOISE"></form><p>It is NOISE</p><a href="/t/NOISE">Go</a>"#,
      #"<form><input type="hidden" name="nonce" value="NOISE"></form><p>It is NOISE</p><a href="/t/NOISE">Go</a>"#, nil),
    Pages("a class", "<p class='x RANDOM bad-password'>Wrong.</p>", "<p class='x RANDOM unknown-user'>Wrong.</p>", "class or attribute"),
    Pages("a class for each address", "<p class='u-TYPED'>Wrong.</p>", "<p class='u-TYPED'>Wrong.</p>", nil),
    Pages("a role", "<p role=alert>Wrong.</p>", "<p role=status>Wrong.</p>", "class or attribute"),
    Pages(
      "a nonce and random classes", "<script nonce=NOISE></script><p class='c-NOISE' id=i-NOISE>Wrong.</p>",
      "<script nonce=NOISE></script><p class='c-NOISE' id=i-NOISE>Wrong.</p>", nil),
    Pages(
      "one of two classes for everybody", "<p class='EITHER'>Wrong.</p><p class='ALTERNATE'></p>",
      "<p class='EITHER'>Wrong.</p><p class='ALTERNATE'></p>", nil),
    Pages("a script", script(#"var why = "bad_password""#), script(#"var why = "unknown_user""#), "script"),
    Pages(
      "a script with a time and the address", script(#"f({"t": NOISE, "login": "TYPED", "n": "PART"})"#),
      script(#"f({"t": NOISE, "login": "TYPED", "n": "PART"})"#), nil),
    Pages("a comment", "<p>Wrong.</p><!-- bad password -->", "<p>Wrong.</p><!-- no such user -->", "comment in the page"),
    Pages("a comment in a script", script("var a = 1 <!-- bad_password"), script("var a = 1 <!-- no_user"), "script"),
    Pages(
      "a comment with a time and the address", "<p>Wrong.</p><!-- TYPED NOISE RANDOM -->", "<p>Wrong.</p><!-- TYPED NOISE RANDOM -->", nil),
    Pages("a style", "<style>.e { color: red }</style>Wrong.", "<style>.e { color: blue }</style>Wrong.", "style"),
    Pages("a style of an element", "<p style='color: red'>Wrong.</p>", "<p style='color: blue'>Wrong.</p>", "class or attribute"),
    Pages("a style that changes", "<style>.e-NOISE { top: 0 }</style>", "<style>.e-NOISE { top: 0 }</style>", nil),
    Pages(
      "a hidden field's name, which is in the address", hidden("NOISE") + #"<p class=c-NOISE><input type=hidden name="name">"#,
      hidden("NOISE") + "<p class=c-NOISE>", "hidden field"),
    Pages("the version of a UUID", hidden(uuid("4")), hidden(uuid("1")), "format of an id or token"),
    Pages("the same version of a UUID", hidden(uuid("4")), hidden(uuid("4")), nil),
    Pages(
      "the version of a UUID in a script", script("f('\(uuid("4"))')"), script("f('\(uuid("7"))')"), "format of an id or token"),
    Pages("one more UUID in a comment", "<!-- \(uuid("4")) -->Wrong.", "<!-- NOISE -->Wrong.", "format of an id or token"),
    Pages(
      "a hexadecimal id", hidden("7fNOISE00c41de9a8b37f"), hidden("7FNOISE00C41DE9A8B37F"), "format of an id or token"),
    Pages("a number and a web token", hidden("70NOISE71828459045235360"), hidden("eyJNOISE71828459045235360"), "format of an id or token"),
    Pages("a picture of a person by a hash", avatar("KNOWNHASH"), avatar("DEFAULTHASH"), "image"),
    Pages("a picture by a hash of the address", avatar("HASH"), avatar("HASH"), nil),
    Pages("a picture that is new each time", avatar("TOKEN"), avatar("TOKEN"), nil),
    Pages("a picture by a hash, new for nobody", avatar("KNOWNHASH"), avatar("TOKEN"), "image"),
    Pages("a token of a person, new for nobody", hidden("KNOWNHASH"), hidden("TOKEN"), "hidden field"),
    Pages("a token that is new for somebody, and nobody's", hidden("TOKEN"), hidden("HASH"), "hidden field"),
    Pages("a token for each address", hidden("HASH"), hidden("HASH"), nil),
    Pages("one of two tokens at random", hidden("NODE"), hidden("NODE"), nil),
    Pages(
      "a meta element", "<meta name=user-state content='known'>Wrong.", "<meta name=user-state content='none'>Wrong.", "class or attribute"),
    Pages("a meta element with a token", "<meta name=csrf content='TOKEN'>Wrong.", "<meta name=csrf content='TOKEN'>Wrong.", nil),
    Pages(
      "the address of a style", "<link rel=stylesheet href=/a/member.css>Wrong.", "<link rel=stylesheet href=/a/guest.css>Wrong.",
      "class or attribute"),
    Pages(
      "a value of a button", "<form><button name=a value=known>Go</button></form>", "<form><button name=a value=none>Go</button></form>",
      "field"),
    Pages("another element", "<h2>Try again.</h2>", "<p>Try again.</p>", "element"),
    Pages("an element that a script draws", "<p>Wrong.</p><account-there>", "<p>Wrong.</p><account-missing>", "element"),
    Pages("a hidden text", "<p>Wrong.</p><p hidden>known</p>", "<p>Wrong.</p><p hidden>other</p>", "hidden text"),
    Pages("a template", "<p>Wrong.</p><template><b>known</b></template>", "<p>Wrong.</p><template><b>other</b></template>", "hidden text"),
    Pages("a closed dialog", "<p>Wrong.</p><dialog>known</dialog>", "<p>Wrong.</p><dialog>other</dialog>", "hidden text"),
    Pages(
      "proposals", "<p>Wrong.</p><datalist><option>known</datalist>", "<p>Wrong.</p><datalist><option>other</datalist>", "hidden text"),
    Pages(
      "the value of a choice", "<form><select name=s><option value=known>A</select></form>",
      "<form><select name=s><option value=other>A</select></form>", "field"),
    Pages("a hidden text with a time and the address", "<p hidden>TYPED NOISE</p>Wrong.", "<p hidden>TYPED NOISE</p>Wrong.", nil),
    Pages("the beginning of the name", "<p>Wrong. Jan</p>", "<p>Wrong.</p>", "text"),
    Pages("the beginning of each name", "<p>Wrong. START</p>", "<p>Wrong. START</p>", nil),
    Pages("the address with stars, for somebody", "<p>Wrong. j***e@example.test</p>", "<p>Wrong.</p>", "text"),
    Pages("a warning from the second time on", "<p>Wrong.</p>LATER", "<p>Wrong.</p>", "text"),
    Pages("a warning from the second time on for everybody", "<p>Wrong.</p>LATER", "<p>Wrong.</p>LATER", nil),
    Pages(
      "a proposal's value", "<p>Wrong.</p><datalist><option value=known></datalist>",
      "<p>Wrong.</p><datalist><option value=other></datalist>", "hidden text"),
    Pages(
      "a class in a template", "<p>Wrong.</p><template><b class=known></b></template>",
      "<p>Wrong.</p><template><b class=other></b></template>", "class or attribute"),
    Pages("a list in a script", script("f([{}, {}])"), script("f([{}])"), "script"),
    Pages("an empty value in a script", script(#"f({"u": ""})"#), script(#"f({"u": []})"#), "script"),
    Pages("a sign in a script", script("var s = '✓'"), script("var s = '✗'"), "script"),
    Pages("not in a script", script("var a = !f"), script("var a = f"), "script"),
    Pages(
      "signs with a time and a token", script("f({t: NOISE.5, x: ['a-NOISE+TOKEN/=='] })"),
      script("f({t: NOISE.5, x: ['a-NOISE+TOKEN/=='] })"), nil),
    Pages("an instruction to programs", "<p>Wrong.</p><?known?>", "<p>Wrong.</p><?other?>", "declaration of the page"),
    Pages("an empty comment", "<p>Wrong.</p><!-- -->", "<p>Wrong.</p>", "comment in the page"),
    Pages("signs of a comment", "<p>Wrong.</p><!-- # -->", "<p>Wrong.</p><!-- = -->", "comment in the page"),
    Pages("a word before something random", hidden("member-TOKEN"), hidden("stranger-TOKEN"), "part of a value"),
    Pages("a word before something random, in a text", "<p>Ref member-TOKEN</p>", "<p>Ref stranger-TOKEN</p>", "part of a value"),
    Pages(
      "a web token with the address and a signature",
      script("f('eyJhbGciOiJIUzI1NiJ9.CODED:{\"email\": \"TYPED\"}:.HASH-HASHAb-cHASH')"),
      script("f('eyJhbGciOiJIUzI1NiJ9.CODED:{\"email\": \"TYPED\"}:.HASH-HASHAb-cHASH')"), nil),
    Pages("a short hash of the address", "<p class='u-SHORT'>SHORT</p>", "<p class='u-SHORT'>SHORT</p>", nil),
    Pages("the address as a name", "<p id='u-TYPEDSLUG'>Wrong.</p>", "<p id='u-TYPEDSLUG'>Wrong.</p>", nil),
    Pages("two blanks", "<p>Wrong  password.</p>", "<p>Wrong password.</p>", "white space of the page"),
    Pages("a blank that does not break", "<p>Wrong&nbsp;password.</p>", "<p>Wrong password.</p>", "white space of the page"),
    Pages(
      "a web token's claims", script("f('eyJhbGciOiJub25lIn0.CODED:{\"known\": true, \"iat\": NOISE}:.x')"),
      script("f('eyJhbGciOiJub25lIn0.CODED:{\"known\": false, \"iat\": NOISE}:.x')"), "text that is coded in the response"),
    Pages(
      "a web token with a time and the address", script("f('eyJhbGciOiJub25lIn0.CODED:{\"a\": \"TYPED\", \"iat\": NOISE}:.x')"),
      script("f('eyJhbGciOiJub25lIn0.CODED:{\"a\": \"TYPED\", \"iat\": NOISE}:.x')"), nil),
    Pages("a time, and a text", "<p>It is NOISE and wrong</p>", "<p>It is NOISE and unknown</p>", "text"),
  ]

  private static func site(_ pages: Pages) -> [String: PageServer.Route] {
    [
      "POST /signin": { request, context in
        let body = String(decoding: request.body, as: UTF8.self)
        if body.contains("Jane-horse-11") { return HostedWalk.leadsOn(request, context) }
        let name = body.split(separator: "email=").last.map { String($0.prefix { $0 != "%" && $0 != "@" }) } ?? ""
        let node = [false, true, true, false, true, false, false, true, true, true, false, false][context.launches % 12]
        let html = (name == "jane" ? pages.known : pages.unknown).replacing("SHORT", with: "a1\(hash(of: name).prefix(6))").replacing(
          "TYPEDSLUG", with: "\(name)-example-test"
        ).replacing(
          "TYPED", with: "\(name)@example.test"
        )
        .replacing("KNOWNHASH", with: hash(of: "known")).replacing("DEFAULTHASH", with: hash(of: "default"))
        .replacing("FOUR", with: "\(1_000 + name.utf8.reduce(0) { ($0 * 31 + Int($1)) % 9_000 })")
        .replacing("HASH", with: hash(of: name)).replacing("TOKEN", with: hash(of: "\(context.launches)"))
        .replacing("NODE", with: hash(of: "\(node)")).replacing("START", with: "\(name.prefix(3))")
        .replacing("PART", with: "\(name.prefix(1))***\(name.suffix(1))@example.test").replacing("NOISE", with: "\(context.launches)")
        .replacing("DIGITS", with: "\(700_000 + context.launches * 37)").replacing("TIN", with: "\(200 + context.launches)").replacing(
          "ALTERNATE", with: context.launches % 2 == 0 ? "blue" : "green"
        ).replacing(
          "EITHER", with: context.launches % 4 < 2 ? "No such user." : "Nobody has it."
        )
        .replacing("LATER", with: context.launches > 4 ? "<p>You have few tries left.</p>" : "")
        .replacing("RANDOM", with: ["one", "two", "three", "four"][context.launches / 2 % 4])
        let parts = html.split(separator: "CODED:", maxSplits: 1)
        let coded = parts.count == 2 ? parts[1].split(separator: ":.", maxSplits: 1) : []
        let text = coded.count == 2 ? "\(parts[0])\(Base64URL.encode(Array(coded[0].utf8))).\(coded[1])" : html
        return .page("<title>Sign in</title><body><h1>Sign in</h1>\(text)</body>")
      }
    ]
  }

  /// What a response has besides its page; KNOWN is there for somebody and NOBODY for the others, NOISE is another number each time, and
  /// ALTERNATE one of two words in turns.
  struct Wire: Sendable, CustomTestStringConvertible {
    let id: String
    var headers: [(String, String)] = []
    var target: String?
    var difference: String?

    var testDescription: String { id }
  }

  private static let wires = [
    Wire(id: "a header", headers: [("X-Auth-Reason", "KNOWN")], difference: "header 'x-auth-reason'"),
    Wire(id: "a word of a header", headers: [("Server-State", "NOISE; why=KNOWN")], difference: "header 'server-state'"),
    Wire(id: "a word before something random in a header", headers: [("X-Trace", "KNOWN.NOISE")], difference: "part of a value"),
    Wire(id: "a cookie's value", headers: [("Set-Cookie", "last=KNOWN; HttpOnly")], difference: "cookie 'last'"),
    Wire(id: "a cookie's attribute", headers: [("Set-Cookie", "last=1; Path=/KNOWN")], difference: "cookie 'last'"),
    Wire(id: "a parameter of a redirect", target: "/end?why=KNOWN", difference: "parameter of an address"),
    Wire(
      id: "headers of a network in front",
      headers: [
        ("CF-Ray", "8aNOISE-FRA"), ("X-Request-Id", "NOISE"), ("Date", "NOISE"), ("X-Node", "ALTERNATE"), ("Age", "NOISE"),
        ("X-RateLimit-Remaining", "1NOISE"), ("Content-Security-Policy", "script-src 'nonce-NOISE'"), ("ETag", "KNOWN"),
      ]),
    Wire(id: "a declared header with other signs", headers: [("X-List", "a, b"), ("X-State", "NOISE")]),
    Wire(id: "one of two servers at random", headers: [("X-Node", "RANDOM")]),
    Wire(id: "cookies that change", headers: [("Set-Cookie", "sid=NOISE; HttpOnly"), ("Set-Cookie", "lb=ALTERNATE")]),
    Wire(id: "a redirect with a state", target: "/end?state=NOISE&node=ALTERNATE"),
  ]

  @Test(arguments: wires)
  func `what a program sees does not depend on whether somebody has the address`(_ wire: Wire) async throws {
    let count = Mutex(0)
    @Sendable func filled(_ text: String, _ body: String) -> String {
      let number = count.withLock { $0 }
      return text.replacing("KNOWN", with: body.contains("email=jane%40") ? "bad-password" : "unknown-user")
        .replacing("NOISE", with: "\(70_000 + number * 7)").replacing("ALTERNATE", with: number % 2 == 0 ? "blue" : "green")
        .replacing("RANDOM", with: [2, 5, 6].contains(number) ? "blue" : "green")
    }
    let problem = try await FormProbeTests.finish(
      "user_enumeration",
      [
        "GET /end": { _, _ in .page("<h1>Wrong</h1>") },
        "POST /signin": { request, context in
          let body = String(decoding: request.body, as: UTF8.self)
          if body.contains("Jane-horse-11") { return HostedWalk.leadsOn(request, context) }
          count.withLock { $0 += 1 }
          var response = wire.target.map { HTTPResponseMessage.redirect(filled($0, body)) } ?? FormProbeTests.Limit.page("Wrong.")
          for (name, value) in wire.headers { response.headers.append(name, filled(value, body)) }
          return response
        },
      ])
    #expect(problem == wire.difference.map { "the known address gets another \($0) than unknown ones" })
  }

  @Test func `a difference is found with two wrong passwords of the person`() async throws {
    let wrongs = Mutex(0)
    let problem = try await FormProbeTests.finish(
      "user_enumeration",
      [
        "POST /signin": { request, context in
          let body = String(decoding: request.body, as: UTF8.self)
          if body.contains("Jane-horse-11") { return HostedWalk.leadsOn(request, context) }
          guard body.contains("email=jane%40") else { return FormProbeTests.Limit.page("Unknown.") }
          let count = wrongs.withLock { count in
            count += 1
            return count
          }
          return FormProbeTests.Limit.page(count > 2 ? "Locked." : "Wrong.")
        }
      ])
    #expect(problem == "the known address gets another text than unknown ones")
    #expect(wrongs.withLock { $0 } == 2)
  }

  @Test(arguments: pages)
  func `what a person sees does not depend on whether somebody has the address`(_ pages: Pages) async throws {
    let problem = pages.difference.map { "the known address gets another \($0) than unknown ones" }
    let found = try await FormProbeTests.finish("user_enumeration", Self.site(pages))
    #expect(found == problem, "\(found ?? "nothing")")
  }
}
