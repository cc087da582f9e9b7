import Encodings
import Testing

@testable import HostedDialect

/// Where a page says why it refuses something, if nothing of its HTML marks that as a message.
struct NewTextTests {
  private static let form =
    "<h1>Sign in</h1><form method=post><input name=user><button>Go on</button></form><p class=foot>All rights reserved</p>"

  private static func page(_ html: String) throws -> HTMLPage {
    try HTMLPage(Array("<!doctype html><body>\(html)\(form)</body>".utf8), url: WebURL("https://a.test/signin"))
  }

  @Test(arguments: [
    ("<div class='error'>Sorry, that was wrong.</div>", "div.error"), ("<div id=why><b>Not correct</b></div>", "div#why"),
    ("<div class=box><p class='note red'>Not correct</p></div>", "p.note"), ("<p class=foot>Not correct</p>", nil),
    ("<p>Not correct</p>", nil), ("<p class=x>Oops</p>", nil), ("", nil), ("<p class=x hidden>Not correct</p>", nil),
    ("<p id=src-8f3a>Not correct</p>", nil),
  ])
  func `the element that says something new is selected by its class or id`(_ html: String, selector: String?) throws {
    #expect(try PageSelector.ofNewText(in: Self.page(html), since: Self.page(""))?.description == selector)
  }

  @Test(arguments: [
    ("<div id=toast></div>", "<div id=toast>Not correct</div>", "div#toast"),
    ("<p class=note hidden>Not correct</p>", "<p class=note>Not correct</p>", "p.note"),
    ("<div id=toast>Welcome here</div>", "<div id=toast>Not correct</div>", nil),
  ])
  func `an element that said nothing before may say it`(_ before: String, _ html: String, selector: String?) throws {
    let (page, old) = (try Self.page(html), try Self.page(before))
    let found = PageSelector.ofNewText(in: page, since: old)
    #expect(found?.description == selector)
    #expect(found.map { $0.text(in: page) } == selector.map { _ in "Not correct" })
  }

  @Test func `what was there before is nothing new`() throws {
    let page = try Self.page("<p class=hint>Not correct yet</p>")
    #expect(PageSelector.ofNewText(in: page, since: page) == nil)
  }
}
