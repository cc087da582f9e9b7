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

  @Test func `a form that is refused the first time shows no limit`() async throws {
    let problem = try await Self.finish(
      "rate_limit",
      [
        "POST /signin": { request, context in
          context.launches == 1
            ? HostedWalk.leadsOn(request, context) : HTTPResponseMessage(status: 403, headers: ["Content-Type": "text/plain"])
        }
      ])
    #expect(problem == "it could not be tried: the form was not there, or was refused, the first time already")
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
