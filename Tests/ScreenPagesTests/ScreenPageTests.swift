import JourneyModel
import JourneyTestSupport
import Testing

@testable import ScreenPages

struct ScreenPageTests {
  private static let frame = PageFrame(
    site: "Acme", language: "en", heading: "Sign in", hidden: [HiddenField("_csrf", "t0ken")],
    action: { "/pages/password/\($0.rawValue)" })

  private static let password = Screen(
    id: ScreenID("password"),
    forms: [
      Form(
        id: "password",
        widgets: [
          Widget(id: "title", typeName: "static", kind: .output("Enter your password")),
          Widget(
            id: "password", typeName: "password", label: "Password",
            kind: .entry(Entry(purpose: .password, value: "hush", isRequired: true, validator: [Value.Member("minLength", 10)]))),
          Widget(
            id: "code", typeName: "passcode", label: "Code", kind: .entry(Entry(purpose: .passcode, autocomplete: nil, isSecret: true))),
          Widget(id: "keep", typeName: "checkbox", label: "Keep me signed in", kind: .toggle(Toggle(isOn: true))),
          Widget(
            id: "way", typeName: "select", label: "Way",
            kind: .choice(
              ChoiceList(choices: [Choice(value: "a", label: "By app"), Choice(value: "b", label: "By mail")], isRequired: true)),
            extras: [Value.Member("render", "radio")]),
          Widget(
            id: "language", typeName: "select", label: "Language",
            kind: .choice(ChoiceList(choices: [Choice(value: "en", label: "English", group: "Europe")], selected: ["en"]))),
          Widget(id: "submit", typeName: "submit", label: "Continue", kind: .submitter),
        ]),
      Form(id: "reset", widgets: [Widget(id: "back", typeName: "submit", label: "Not you?", kind: .submitter)]),
    ],
    messages: [
      Message(level: .error, text: "The password is incorrect.", scope: .widget("password", "password")),
      Message(level: .info, text: "Hello again."), Message(level: .error, text: "Choose one.", scope: .form("password")),
    ],
    branding: [Value.Member("copyright", "© Acme")])

  private func text(of screen: Screen) -> String {
    String(decoding: ScreenPage(screen, in: Self.frame).document, as: UTF8.self)
  }

  @Test func `a whole page is as it was`() throws {
    #expect(try Golden(target: "ScreenPages").difference(of: text(of: Self.password), from: "password.html") == nil)
  }

  @Test(arguments: [
    #"<label for="w2">Password<span class="star" aria-hidden="true"> *</span></label><input id="w2" name="password" type="password""#,
    #"autocomplete="current-password" required="" minlength="10" aria-describedby="w2-m1" aria-invalid="true">"#,
    #"<p id="w2-m1" class="message error" role="alert">The password is incorrect.</p>"#,
    #"<p class="message info" role="status">Hello again.</p>"#,
    #"name="code" type="text" data-widget-type="passcode" autocomplete="one-time-code" inputmode="numeric""#,
    #"<fieldset id="w5"><legend>Way"#,
    #"<input id="w5-2" name="way" type="radio" data-widget-type="select" value="b" required=""><label for="w5-2">By mail</label>"#,
    #"<optgroup label="Europe"><option value="en" selected="">English</option></optgroup>"#,
    #"data-form="reset" method="post" action="/pages/password/reset" novalidate=""><input type="hidden" name="_csrf" value="t0ken">"#,
    #"<main data-screen="password"><h1 data-widget="title" data-form="password">Enter your password</h1>"#,
    "<title>Error: Enter your password | Acme</title>",
    #"<html lang="en">"#, #"<footer>© Acme</footer>"#,
  ])
  func `a page holds what a person and a screen reader need`(_ part: String) {
    #expect(text(of: Self.password).contains(part))
  }

  @Test func `a page has one heading, no script and no secret`() {
    let text = text(of: Self.password)
    #expect(text.split(separator: "<h1 ").count == 2)
    #expect(!text.contains("<script") && !text.contains("hush"))
  }

  @Test func `what a server says is text wherever it stands`() {
    let nasty = #""><script>alert('x')</script>"#
    let rich = RichText(nasty, html: nasty)
    let list = ChoiceList(choices: [Choice(value: .text(nasty), label: rich, group: nasty)])
    let screen = Screen(
      id: ScreenID(nasty),
      forms: [
        Form(
          id: FormID(nasty), label: rich,
          widgets: [
            Widget(id: "o", typeName: "static", kind: .output(rich)),
            Widget(
              id: WidgetID(nasty), typeName: "input", label: rich,
              kind: .entry(Entry(value: nasty, placeholder: nasty, autocomplete: nasty, inputMode: nasty))),
            Widget(id: "t", typeName: "checkbox", label: rich, kind: .toggle(Toggle())),
            Widget(id: "s", typeName: "select", label: rich, kind: .choice(list)),
            Widget(id: "r", typeName: "select", label: rich, kind: .choice(list), extras: [Value.Member("render", "radio")]),
          ]),
        Form(id: "leave", kind: .navigation("javascript:alert(1)"), label: rich),
      ],
      messages: [
        Message(level: .unknown(nasty), text: rich, scope: .page, links: [MessageLink(form: "f", label: nasty, url: "javascript:alert(1)")])
      ],
      facts: [Fact(nasty, .text(nasty))], branding: [Value.Member("copyright", .text(nasty))])
    let frame = PageFrame(site: nasty, language: nasty, heading: nasty, hidden: [HiddenField(nasty, nasty)], action: { _ in nasty })
    let text = String(decoding: ScreenPage(screen, in: frame).document, as: UTF8.self)
    #expect(!text.contains("<script") && !text.contains("javascript:") && !text.contains(#"""><"# + "script"))
    #expect(text.contains("&lt;script&gt;"))
  }

  @Test func `a layout puts controls where it wants, and they stay their form's`() {
    var screen = Self.password
    screen.layout = .vertical([
      .widget(PlacedWidgetID(form: "reset", widget: "back")),
      .horizontal([
        .widget(PlacedWidgetID(form: "password", widget: "password")), .widget(PlacedWidgetID(form: "password", widget: "keep")),
      ]),
    ])
    let text = text(of: screen)
    #expect(text.contains(#"<div class="row"><div class="widget"><label for="w2">"#))
    #expect(text.contains(#"name="password" type="password" form="form-1""#))
    #expect(text.contains(#"value="true" form="form-2">Not you?</button>"#))
    #expect(text.split(separator: "Not you?").count == 2)
  }

  @Test func `a page without a text to begin with is headed by its frame`() {
    #expect(text(of: Screen(id: ScreenID("empty"))).contains("<h1>Sign in</h1>"))
  }

  @Test func `the sheet is named by its digest, and asks for nothing`() {
    #expect(PageStyle.source.hasPrefix("'sha256-") && PageStyle.source.hasSuffix("='"))
    let sheet = String(decoding: PageStyle.sheet, as: UTF8.self)
    #expect(sheet.contains("prefers-color-scheme:dark") && !sheet.contains("url(") && !sheet.contains("@import") && !sheet.contains("</"))
  }

  @Test func `what is special is escaped in texts and in attributes`() {
    var link = MarkupElement("a", text: "a\"b'c<d>&e")
    link.set("title", "\" onload='x' <b>&amp;")
    var html = HTMLWriter()
    html.write(link)
    let text = String(decoding: html.bytes, as: UTF8.self)
    #expect(
      text == "<a title=\"&quot; onload=&#39;x&#39; &lt;b&gt;&amp;amp;\">a&quot;b&#39;c&lt;d&gt;&amp;e</a>\n")
  }
}
