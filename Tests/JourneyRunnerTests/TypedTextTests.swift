import JourneyModel
import Testing

@testable import JourneyRunner

struct TypedTextTests {
  @Test(
    arguments: [
      ("jane@acme.test", true), ("a@b", true), ("o'neil+x@a-b.test", true), ("jane", false), ("jane@", false), ("@acme.test", false),
      ("a@b@c", false), ("a b@c.test", false), ("a@-b.test", false), ("a@b..test", false), ("\"a\"@b.test", false),
    ])
  func `an address is what a browser takes for one`(text: String, isAddress: Bool) {
    #expect(TypedText.isEmailAddress(text) == isAddress)
  }

  @Test(arguments: [
    ("12", true), ("-1.5e3", true), (".5", true), ("+1", false), ("1.", false), ("1,5", false), ("", false), ("nan", false), ("0x1", false),
  ])
  func `a number is what a browser takes for one`(text: String, isNumber: Bool) {
    #expect(TypedText.isNumber(text) == isNumber)
  }

  @Test func `the type of a field is checked where the app checks it, and not in an unchecked form`() {
    let widget = Widget(id: "login", typeName: "email", kind: .entry(Entry(purpose: .email)))
    let rules = AppRules(enforced: ["type", "visible"])
    #expect(rules.violations(.text("jane"), of: widget).map(\.rule) == ["type"])
    #expect(rules.violations(.text("jane@acme.test"), of: widget).isEmpty)
    #expect(AppRules(enforced: ["visible"]).violations(.text("jane"), of: widget).isEmpty)
    let unchecked = Form(id: "f", widgets: [widget], skipsChecks: true)
    #expect(rules.applied(to: unchecked).violations(.text("jane"), of: widget).isEmpty)
  }
}
