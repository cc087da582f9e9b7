import JourneyLanguage
import JourneyModel
import JourneyScenario
import Testing

@testable import JourneyRunner

/// Every attribute that a scenario can name is compared with something of a widget.
struct WidgetAttributeTests {
  private static let entry = Widget(
    id: "email", typeName: "input", label: RichText("Email"),
    kind: .entry(
      Entry(
        value: "jane", placeholder: "you@acme.test", autocomplete: "username", inputMode: "email",
        validator: [Value.Member("minLength", .number("3"))])),
    extras: [Value.Member("render", .text("box")), Value.Member("colour", .text("red"))])
  private static let choice = Widget(
    id: "method", typeName: "select", kind: .choice(ChoiceList(choices: [Choice(value: .text("sms"))])))

  @Test(arguments: WidgetAttribute.allCases) func `a known attribute has a value`(attribute: WidgetAttribute) {
    let widget = attribute == .options ? Self.choice : Self.entry
    #expect(widget.attribute(.known(attribute)).value != nil)
  }

  @Test func `an attribute of the dialect is what was sent`() {
    #expect(Self.entry.attribute(AttributeName("colour")).value == .text("red"))
    #expect(Self.entry.attribute(AttributeName("size")).value == nil)
    #expect(AttributeName("label") == .known(.label))
  }

  private static let countries = Widget(
    id: "country", typeName: "select",
    kind: .choice(
      ChoiceList(choices: [
        Choice(value: "SE", label: RichText("Sweden")), Choice(value: "HU", label: RichText("Hungary")), Choice(value: "other"),
      ])))

  @Test(arguments: [
    ("{exactly: [{value: SE}, Hungary, other]}", true), ("[Sweden, {value: HU}, other]", true), ("[Sweden, {value: SE}, other]", false),
    ("{includes: [{value: SE}, {starts_with: Hun}]}", true), ("{includes: [{value: SE}, HU]}", false),
    ("{not: {includes: [{value: SE}, Hungary]}}", false), ("{exactly: [{value: SE}, Hungary]}", false),
  ])
  func `labels and maps of options are mixed in one list`(_ options: String, _ isRight: Bool) throws {
    let screen = Screen(id: ScreenID("where"), forms: [Form(id: FormID("where"), kind: .input, widgets: [Self.countries])])
    var rehearsal = try Rehearsal(
      "journey: x\nsteps:\n  - screen: where\n    widgets: {country: {options: \(options)}}\n", [.showing(screen)])
    #expect(try rehearsal.mismatches().isEmpty == isRight)
  }

  @Test(
    arguments: [
      ("zzz(a)?", nil), ("zzz(a)?|(x)y", "x"), ("(b)?.*", nil), ("xy", "xy"), ("x(y)?", "y"), ("x(y*)", "y"), ("(q*)x", ""),
    ] as [(String, String?)])
  func `a pattern of which no group takes part captures nothing`(_ pattern: String, _ captured: String?) throws {
    do {
      #expect(try Value.text("xy").matching(pattern).text == captured)
    } catch {
      #expect(captured == nil)
    }
  }

  @Test func `what a server keeps in a hidden field is captured as a secret, whole and in pieces`() throws {
    let hidden = Widget(id: "ctx", typeName: "hidden", kind: .entry(Entry(value: "Ct8Xx3Kv7Lm2Np9", isSecret: true)))
    let value = try #require(hidden.attribute(.known(.value)).value)
    guard case .secret = value, case .secret(let piece) = try value.matching("^(.{4})") else {
      Issue.record("it can be read: \(value.quoted)")
      return
    }
    #expect(piece.unsafeText == "Ct8X")
  }
}
