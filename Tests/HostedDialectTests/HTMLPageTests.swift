import Encodings
import JourneyModel
import Testing

@testable import HostedDialect

struct HTMLPageTests {
  private let url: WebURL

  init() throws { url = try WebURL("https://id.example.test/signin") }

  private func page(_ html: String, limits: PageLimits = PageLimits()) throws -> HTMLPage {
    try HTMLPage(Array(html.utf8), url: url, limits: limits)
  }

  @Test func `two megabytes of fields and text are read in bounded time`() throws {
    let row = "<p>Some words <b>in</b> a row &amp; more</p><label for=a>A</label><input name=a value=1><a href=/x>x</a>\n"
    let html = "<h1>Long</h1><form method=post>" + String(repeating: row, count: 2_000_000 / row.utf8.count) + "<button>Go</button></form>"
    let start = ContinuousClock.now
    let page = try page(html, limits: PageLimits(nodes: 1_000_000))
    #expect(page.forms.first?.controls.count ?? 0 > 10_000)
    let reading = PageReader().read(page)
    #expect(reading.screen.forms.first?.widgets.count ?? 0 > 10_000)
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  @Test func `references of newer HTML are read, and those in other texts are not`() throws {
    let text = "<p>jane&commat;adv&period;test &amp;commat; &commat &unknown; a&b; 5 &plus; &Auml;</p>"
    let page = try page(
      "\(text)<form action=\"https&colon;&sol;&sol;id.example.test&sol;go\"><input type=hidden name=t value=ab&equals;></form>")
    #expect(page.visibleText == "jane@adv.test &commat; &commat &unknown; a&b; 5 + Ä")
    let form = try #require(page.forms.first)
    #expect(form.address(of: form.action)?.description == "https://id.example.test/go")
    #expect(form.controls.first?.value == "ab=")
  }

  @Test func `what is too much is refused in words`() throws {
    let deep = String(repeating: "<div>", count: 100_000)
    #expect(throws: PageError.tooDeep(limit: 512)) { try page(deep) }
    #expect(throws: PageError.tooDeep(limit: 512)) { try page(String(repeating: "<b><i>", count: 300_000)) }
    #expect(throws: PageError.tooManyNodes(limit: 1_000)) {
      try page(String(repeating: "<br>x", count: 501), limits: PageLimits(nodes: 1_000))
    }
    #expect(throws: PageError.tooLarge(bytes: 11, limit: 10)) { try page("<p>12345678", limits: PageLimits(bytes: 10)) }
    #expect(throws: PageError.notHTML("application/json")) { try HTMLPage([], contentType: "Application/JSON; charset=utf-8", url: url) }
    #expect(throws: PageError.tooManyForms(limit: 2_000)) { try page(String(repeating: "<form></form>", count: 20_000)) }
    #expect(throws: PageError.tooManyControls(limit: 20_000)) { try page(String(repeating: "<input type=radio name=r>", count: 50_000)) }
    let attributes = (0..<200_000).map { "a\($0)=1" }.joined(separator: " ")
    #expect(throws: PageError.tooManyAttributes(limit: 1_000)) { try page("<p \(attributes)>") }
    #expect(throws: PageError.tooManyAttributes(limit: 1_000)) { try page("<!-- <script> --!><p t='>' \(attributes)>") }
    #expect(throws: PageError.tooManyAttributes(limit: 1_000)) { try page("<script>a</script ><p t = \"<script>\"\(attributes)>") }
  }

  @Test func `signs of comparison in a script are no attributes`() throws {
    let script = "if (a <b && " + String(repeating: "c d e f ", count: 5_000) + ")"
    #expect(try page("<script>\(script)</script><h1>Hi</h1>").scripts.first?.text == script)
  }

  /// Each of these made a parser or a reader of pages quadratic somewhere.
  @Test(
    arguments: [
      "<!--", "<!-", "&#", "&amp", "<a href='", "</", "</b>", "<p>", "<option>", "<table><tr>", "<form>", "<label for=x>", "<script>",
      "<![CDATA[", "<?",
      "<b id=x class='a b c'>x</b>", "<input name=a>", "<input type=radio name=r>", "<button name=a value=b>", "<div role=alert>x</div>",
      "<a href=/a>x</a>", "<fieldset disabled></fieldset>", "<select><option>a</select>", "\r\n \t", "<base href=x>", "<input form=f>",
      "<button name=a>", "<html a=b>", "<body x=y>", "<p \"", "<p '=\"",
    ])
  func `a piece that is repeated blows nothing up`(_ piece: String) throws {
    let start = ContinuousClock.now
    let html = "<form id=f method=post>" + String(repeating: piece, count: 100_000 / piece.utf8.count)
    do {
      let page = try page(html)
      _ = PageReader().read(page)
      for form in page.forms.prefix(3) { _ = try form.submission() }
    } catch is PageError {} catch is PageFormError {}
    #expect(ContinuousClock.now - start < .seconds(10), "\(piece)")
  }

  @Test func `a page that is cut off has what came before the cut`() throws {
    let html = "<h1>Sign in</h1><form method=post><label>E-mail <input name=email></label><button>Go</button></form>"
    func reading(_ count: Int) throws -> PageReading { PageReader().read(try HTMLPage(Array(html.utf8.prefix(count)), url: url)) }
    func end(of part: String) throws -> Int {
      html.utf8.distance(from: html.utf8.startIndex, to: try #require(html.firstRange(of: part)).upperBound)
    }
    let whole = try reading(html.utf8.count)
    #expect(whole.screen.forms.flatMap(\.widgets).map(\.id) == ["email", "submit"])
    // A tag that is cut before its last sign is read, one that is cut in its name or attributes is not the same one.
    let (field, button) = (try end(of: "<input name=email"), try end(of: "Go</button"))
    for count in 0...html.utf8.count {
      let widgets = try reading(count).screen.forms.flatMap(\.widgets)
      #expect(widgets.contains { $0.id == "email" } == (count >= field), "cut at \(count)")
      #expect(count < button || widgets == whole.screen.forms.flatMap(\.widgets), "cut at \(count)")
    }
  }
}
