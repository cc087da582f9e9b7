import JourneyModel
import ScreenPages
import Testing

/// A screen drawn for a report: what it looks like, and what is not shown of it.
struct FigureTests {
  private static func text(_ screen: Screen) -> String {
    var html = HTMLWriter()
    html.write(ScreenFigure(screen, marking: []).element)
    return String(decoding: html.bytes, as: UTF8.self)
  }

  private static func screen(_ widgets: [Widget], branding: [Value.Member] = []) -> Screen {
    Screen(id: ScreenID("password"), forms: [Form(id: "password", widgets: widgets)], branding: branding)
  }

  @Test func `controls look as the tenant says`() {
    let text = Self.text(
      Self.screen([
        Widget(id: "title", typeName: "static", kind: .output("Enter your password")),
        Widget(id: "go", typeName: "submit", label: "Continue", kind: .submitter),
        Widget(
          id: "lost", typeName: "submit", label: "Forgot it?", kind: .submitter, extras: [Value.Member("render", .text("link"))]),
        Widget(
          id: "new", typeName: "submit", label: "New here?", kind: .submitter,
          extras: [Value.Member("render", .map([Value.Member("type", .text("link"))]))]),
        Widget(
          id: "google", typeName: "submit", label: "Google", kind: .submitter,
          extras: [Value.Member("render", .map([Value.Member("type", .text("button")), Value.Member("bgColor", .text("#3C4043"))]))]),
        Widget(
          id: "later", typeName: "submit", label: "Later", kind: .submitter,
          extras: [Value.Member("render", .map([Value.Member("hint", .map([Value.Member("variant", .text("secondary"))]))]))]),
      ]))
    #expect(text.contains("<span class=\"button link\">New here?</span>"))
    #expect(text.contains("<span class=\"button b-3c4043\">Google</span>"))
    #expect(text.contains("<span class=\"button second\">Later</span>"))
    #expect(text.contains("<p class=\"opening\">Enter your password</p>"))
    #expect(text.contains("<span class=\"button\">Continue</span>"))
    #expect(text.contains("<span class=\"button link\">Forgot it?</span>"))
  }

  @Test(arguments: [
    ([Value.Member("brandName", .text("Acme Corporation"))], "AC", "Acme Corporation"),
    ([Value.Member("copyright", .text("© 2026 Quay"))], "Q", "Quay"),
  ])
  func `a logo is drawn by initials, and nothing is fetched`(_ branding: [Value.Member], _ initials: String, _ name: String) {
    let text = Self.text(
      Self.screen([], branding: branding + [Value.Member("logoUrl", .text("https://acme.test/logo.svg"))]))
    #expect(text.contains("<span class=\"logo\" aria-hidden=\"true\">\(initials)</span>\(name)</p>"))
    #expect(!text.contains("logo.svg") && !text.contains("<img"))
  }

  @Test(arguments: [("#ffff00", "000"), ("#1f5fbf", "fff"), ("#fff", "000"), ("#000000", "fff"), ("#777777", "000")])
  func `a tenant's colour has a text that can be read on it`(_ colour: String, _ on: String) throws {
    let branding = [Value.Member("styling", .map([Value.Member("primaryColor", .text(colour))]))]
    let rule = try #require(BrandColour(of: Self.screen([], branding: branding))).rule
    #expect(rule.contains("--on-brand:#\(on);"), "\(rule)")
  }

  @Test(arguments: ["red", "#12", "#12345g", "url(x)", "#fff;}body{display:none", ""])
  func `what is no colour changes no style sheet`(_ text: String) {
    let screen = Self.screen([], branding: [Value.Member("primaryColor", .text(text))])
    #expect(BrandColour(of: screen) == nil)
    #expect(Self.text(screen).contains("<figure class=\"screen\">"))
  }

  @Test func `yellow links become dark enough on white, and dark blue ones light enough on black`() throws {
    func rule(_ colour: String) throws -> String {
      try #require(BrandColour(of: Self.screen([], branding: [Value.Member("primaryColor", .text(colour))]))).rule
    }
    #expect(!(try rule("#ffff00")).contains("--on-brand:#000;--link:#ffff00"))
    #expect(try rule("#0000ff").contains("--link:#0000ff}") && !(try rule("#0000ff")).contains("--link:#0000ff}}"))
  }

  @Test func `a screen's colours are those of its branding and of its buttons, each once`() {
    let google = Widget(
      id: "google", typeName: "submit", label: "Google", kind: .submitter,
      extras: [Value.Member("render", .map([Value.Member("bgColor", .text("#3C4043"))]))])
    let screen = Self.screen([google, google], branding: [Value.Member("primaryColor", .text("#1f5fbf"))])
    #expect(screen.colours.map(\.className) == ["b-1f5fbf", "b-3c4043"])
  }

  @Test func `a message's level is a word, and not a colour alone`() {
    var screen = Self.screen([])
    screen.messages = [Message(level: .error, text: "No.", scope: .page), Message(level: .success, text: "Yes.", scope: .page)]
    let text = Self.text(screen)
    #expect(text.contains("<b>Error:</b> No.") && text.contains("<b>Done:</b> Yes."))
  }
}
