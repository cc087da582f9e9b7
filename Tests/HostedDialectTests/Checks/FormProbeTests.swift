import Encodings
import JourneyClient
import JourneyModel
import Testing

@testable import HostedDialect

/// Probes that send the first form of the journey once more.
struct FormProbeTests {
  private static func finish(_ probe: String, _ routes: [String: PageServer.Route]) async throws -> String? {
    var walk = try HostedWalk(HostedWalk.routes(signIn: HostedWalk.leadsOn).merging(routes) { $1 })
    #expect(try await walk.signIn().now == .ended(.completed))
    return try #require(try await walk.driver.perform(.finish(probes: [probe])).finish?.probes.first).problem
  }

  // MARK: Forged forms

  /// A site whose token is another one in each browser.
  private static func site(refusing refusal: HTTPResponseMessage) -> [String: PageServer.Route] {
    [
      "GET /signin": { _, context in
        .page(PageServer.signInPage().replacing("Xw81kZp2QrTy77aa", with: "Xw81kZp2QrTy77a\(context.launches)"))
      },
      "POST /signin": { request, context in
        let isOwn = String(decoding: request.body, as: UTF8.self).contains("_csrf=Xw81kZp2QrTy77a\(context.launches)&")
        return isOwn ? HostedWalk.leadsOn(request, context) : refusal
      },
    ]
  }

  @Test(arguments: [
    HTTPResponseMessage.page("<h1>Forbidden</h1>", status: 403), .page(PageServer.signInPage(error: "Try again.")),
    HTTPResponseMessage(status: 403, headers: ["Content-Type": "text/plain"], body: Array("no".utf8)),
  ])
  func `a form without its token is refused by any page that does not lead on`(_ refusal: HTTPResponseMessage) async throws {
    #expect(try await Self.finish("csrf", Self.site(refusing: refusal)) == nil)
  }

  @Test(arguments: [
    HTTPResponseMessage.page("<h1>Welcome back</h1>"),
    .redirect("com.example.app.oauth:/authorization/callback?code=another", status: 302),
  ])
  func `a form without its token that leads anywhere but to a refusal is taken`(_ answer: HTTPResponseMessage) async throws {
    let problem = try await Self.finish("csrf", Self.site(refusing: answer))
    #expect(problem?.hasPrefix("the server ") == true, "\(problem ?? "")")
  }

  @Test func `a form without its token shows nothing where the form with its token is refused, too`() async throws {
    let problem = try await Self.finish(
      "csrf",
      [
        "POST /signin": { request, context in
          context.launches == 1 ? HostedWalk.leadsOn(request, context) : .page(PageServer.signInPage(error: "This address is taken."))
        }
      ])
    #expect(problem == "it could not be tried: with its own token, too, the form did not lead on in an empty browser")
  }

  @Test func `a form without its token that breaks the server is not refused`() async throws {
    let error = await #expect(throws: DriverError.self) {
      try await Self.finish("csrf", Self.site(refusing: .page("<h1>Oops</h1>", status: 500)))
    }
    #expect(error?.kind == .status)
  }

  @Test func `a server that breaks at many forms does not stop them`() async throws {
    let error = await #expect(throws: DriverError.self) {
      try await Self.finish(
        "rate_limit",
        [
          "POST /signin": { request, context in
            context.launches == 1 ? HostedWalk.leadsOn(request, context) : .page("<h1>Oops</h1>", status: 503)
          }
        ])
    }
    #expect(error?.kind == .status)
  }

  /// Launches from 1, of which the first is the journey's and the second that of the check before the first form.
  @Test(arguments: [(403, 2...100), (429, 2...100), (429, 2...2), (429, 3...3), (403, 3...3)])
  func `a form that is refused the first time shows no limit`(status: Int, launches: ClosedRange<Int>) async throws {
    let problem = try await Self.finish(
      "rate_limit",
      [
        "POST /signin": { request, context in
          guard launches.contains(context.launches) else { return HostedWalk.leadsOn(request, context) }
          return HTTPResponseMessage(status: status, headers: ["Content-Type": "text/plain"])
        }
      ])
    #expect(problem == "it could not be tried: the form was not there, or was refused, the first time already")
  }

  // MARK: Many forms

  /// What a server does with a form that is sent again and again.
  struct Limit: Sendable, CustomTestStringConvertible {
    let id: String
    let isStop: Bool
    /// The answer to the form of that number.
    let answer: @Sendable (Int) -> HTTPResponseMessage
    /// Whether the right password is refused from the 20th form on as well.
    var locks = false

    init(_ id: String, _ isStop: Bool, locks: Bool = false, _ answer: @escaping @Sendable (Int) -> HTTPResponseMessage) {
      (self.id, self.isStop, self.answer, self.locks) = (id, isStop, answer, locks)
    }

    /// One whose message changes from the 20th form on.
    init(_ id: String, _ isStop: Bool, says text: String, level: String = "alert") {
      self.init(id, isStop) { Self.page("Wrong.", $0 < 20 ? "" : "<p role=\(level)>\(text)</p>") }
    }

    static func page(_ error: String, _ more: String = "", status: Int = 200) -> HTTPResponseMessage {
      .page(PageServer.signInPage(error: error).replacing("<form", with: "\(more)<form", maxReplacements: 1), status: status)
    }

    var testDescription: String { id }
  }

  private static let limits: [Limit] = [
    Limit("status 429", true) { $0 < 20 ? Limit.page("Wrong.") : .page("<h1>Slow down</h1>", status: 429) },
    Limit("the same words", false) { _ in Limit.page("Wrong.") },
    Limit("no words", false) { _ in .page(PageServer.signInPage()) },
    Limit("a number that counts", false) { Limit.page("Wrong, attempt \($0).") },
    Limit("two languages by turns", false) { Limit.page($0.isMultiple(of: 2) ? "Wrong." : "Falsch.") },
    Limit("a stop in two languages by turns", false) { Limit.page($0.isMultiple(of: 2) ? "Please wait." : "Falsch.") },
    Limit("other words near the end", false) { Limit.page($0 < 35 ? "Too bad." : "Nope.") },
    Limit("a stop that was said all along", false) { _ in Limit.page("Too many wrong passwords lock the account.") },
    Limit("a stop that passes", false) { Limit.page(20..<30 ~= $0 ? "Please wait." : "Wrong.") },
    Limit("an offer of help", false, says: "Do you need help? Call us."),
    Limit("a note", false, says: "Too many people know too few passkeys.", level: "status"),
    Limit("a stop in English", true, says: "Too many attempts. Try again in 5 minutes."),
    Limit("a stop in German", true, says: "Zu viele Versuche."),
    Limit("a stop in other words", true, says: "You have exceeded the maximum number of attempts."),
    Limit("a threat", false, says: "After too many attempts your account will be locked."),
    Limit("a count", false, says: "2 attempts remain until you are blocked."),
    Limit("no stop", false, says: "Ihr Konto ist nicht gesperrt."),
    Limit("a stop or something else", false, says: "Invalid credentials or account locked."),
    Limit("a stop in Hungarian", true, says: "Túl sok próbálkozás."),
    Limit("status 403 from the 20th on", true) { Limit.page("Wrong.", status: $0 < 20 ? 200 : 403) },
    Limit("status 403 all along", false) { _ in Limit.page("Wrong.", status: 403) },
    Limit("a refusal that is no page", true) {
      $0 < 20 ? Limit.page("Wrong.") : HTTPResponseMessage(status: 403, headers: ["Content-Type": "text/plain"], body: Array("no".utf8))
    },
    Limit("a form that is gone", true) { $0 < 20 ? Limit.page("Wrong.") : .page("<h1>Sign in</h1><p>Call us.</p>") },
    Limit("the right password refused in the same words", true, locks: true) { _ in Limit.page("Wrong.") },
  ]

  /// A site that knows who sends the right password, and counts the forms by its launches: the journey and the check before are two.
  private static func site(_ limit: Limit) -> [String: PageServer.Route] {
    [
      "POST /signin": { request, context in
        let isRight = String(decoding: request.body, as: UTF8.self).contains("email=jane%40example.test")
        if isRight, !limit.locks || context.launches < 20 { return HostedWalk.leadsOn(request, context) }
        return limit.answer(context.launches - 2)
      }
    ]
  }

  @Test(arguments: limits)
  func `many forms are stopped only by what blocks and stays`(_ limit: Limit) async throws {
    let problem = limit.isStop ? nil : "a form was sent 40 times in a row, and nothing stopped it"
    #expect(try await Self.finish("rate_limit", Self.site(limit)) == problem)
  }

  // MARK: Addresses

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
    Pages("a form's target", #"<form action="/a"></form>"#, #"<form action="/b"></form>"#, "form target"),
    Pages(
      "a button's target", #"<form><button formaction="/a">Go</button></form>"#, #"<form><button formaction="/b">Go</button></form>"#,
      "form target"),
    Pages("a picture", #"<img src="/jane.png">"#, #"<img src="/nobody.png">"#, "image"),
    Pages(
      "a token and a time", #"<form><input type="hidden" name="nonce" value="NOISE"></form><p>It is NOISE</p><a href="/t/NOISE">Go</a>"#,
      #"<form><input type="hidden" name="nonce" value="NOISE"></form><p>It is NOISE</p><a href="/t/NOISE">Go</a>"#, nil),
    Pages("a time, and a text", "<p>It is NOISE and wrong</p>", "<p>It is NOISE and unknown</p>", "text"),
  ]

  private static func site(_ pages: Pages) -> [String: PageServer.Route] {
    [
      "POST /signin": { request, context in
        let body = String(decoding: request.body, as: UTF8.self)
        if body.contains("Jane-horse-11") { return HostedWalk.leadsOn(request, context) }
        let name = body.split(separator: "email=").last.map { String($0.prefix { $0 != "%" && $0 != "@" }) } ?? ""
        let html = (name == "jane" ? pages.known : pages.unknown).replacing("TYPED", with: "\(name)@example.test")
          .replacing("PART", with: "\(name.prefix(1))***\(name.suffix(1))@example.test").replacing("NOISE", with: "\(context.launches)")
        return .page("<title>Sign in</title><body><h1>Sign in</h1>\(html)</body>")
      }
    ]
  }

  @Test(arguments: pages)
  func `what a person sees does not depend on whether somebody has the address`(_ pages: Pages) async throws {
    let problem = pages.difference.map { "an address that somebody has gets another \($0) than one that nobody has" }
    #expect(try await Self.finish("user_enumeration", Self.site(pages)) == problem)
  }

  @Test func `a refusal that is no page is compared by its status`() async throws {
    let problem = try await Self.finish(
      "user_enumeration",
      [
        "POST /signin": { request, context in
          let body = String(decoding: request.body, as: UTF8.self)
          if body.contains("Jane-horse-11") { return HostedWalk.leadsOn(request, context) }
          return HTTPResponseMessage(
            status: body.contains("email=jane") ? 403 : 404, headers: ["Content-Type": "text/plain"], body: Array("no".utf8))
        }
      ])
    #expect(problem == "an address that somebody has gets another status than one that nobody has")
  }
}
