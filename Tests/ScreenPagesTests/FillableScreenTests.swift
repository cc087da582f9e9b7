import JourneyModel
import ScreenPages
import Testing

/// A screen as a form in which each answer has a source.
struct FillableScreenTests {
  private static let screen = Screen(
    id: ScreenID("password"),
    forms: [
      Form(
        id: "password",
        widgets: [
          Widget(id: "password", typeName: "password", label: "Password", kind: .entry(Entry(purpose: .password, value: "hunter-22"))),
          Widget(id: "keep", typeName: "checkbox", label: "Keep me <b>", kind: .toggle(Toggle())),
          Widget(id: "go", typeName: "submit", label: "Continue", kind: .submitter),
          Widget(id: "other", typeName: "submit", label: "Other", kind: .submitter),
        ])
    ])

  private static var text: String {
    var guide = FillableGuide(action: "/", hidden: [HiddenField("rev", "3")])
    let field = FillableField(
      name: "password", label: "Password", isRequired: true, isHidden: true,
      sources: [.init("a", "the account's"), .init("keep", "nothing")],
      chosen: "keep", secretName: "JANE_PASSWORD")
    guide.fields = [PlacedWidgetID(form: "password", widget: "password"): field]
    guide.presses = [FillablePress(form: "password", control: "go", label: "Continue", value: "way:0", needsConsent: true)]
    var html = HTMLWriter()
    html.write(FillableScreen(screen, guide).element)
    return String(decoding: html.bytes, as: UTF8.self)
  }

  @Test func `a field says where its answer comes from, and shows no secret`() {
    let text = Self.text
    #expect(text.contains("<input type=\"hidden\" name=\"rev\" value=\"3\">"))
    #expect(text.contains("name=\"text:password\" type=\"password\" autocomplete=\"new-password\" placeholder=\"nothing\""))
    #expect(text.contains("<option value=\"keep\" selected=\"\">nothing</option>"))
    #expect(text.contains("name=\"name:password\""))
    #expect(!text.contains("hunter-22"))
  }

  @Test func `what is pressed is a button, and what a person must want has a box to tick`() {
    let text = Self.text
    #expect(text.contains("type=\"submit\" name=\"do\" value=\"way:0\">Continue</button>"))
    #expect(text.contains("name=\"consent\""))
    #expect(text.contains("name=\"on:keep\""))
    #expect(text.contains("Keep me &lt;b&gt;"))
    // What the guide does not name cannot be pressed.
    #expect(text.contains("<span class=\"button\">Other</span>"))
  }
}
