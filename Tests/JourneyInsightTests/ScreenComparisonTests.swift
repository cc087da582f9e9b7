import JourneyModel
import Testing

@testable import JourneyInsight

struct ScreenComparisonTests {
  private static func screen(_ widgets: [Widget], messages: [Message] = []) -> Screen {
    Screen(id: ScreenID("s"), forms: [Form(id: "f", widgets: widgets)], messages: messages)
  }

  private static func field(_ id: String = "w", label: RichText = "Name", _ entry: Entry = Entry()) -> Widget {
    Widget(id: WidgetID(id), typeName: "input", label: label, kind: .entry(entry))
  }

  private static func box(isOn: Bool) -> Widget {
    Widget(id: "w", typeName: "checkbox", label: "Stay", kind: .toggle(Toggle(isOn: isOn)))
  }

  private static let error = Message(level: .error, text: "No.")

  @Test(arguments: [
    ("s:label:f/w", [field()], [field(label: "Other")]), ("s:required:f/w", [field()], [field("w", Entry(isRequired: true))]),
    ("s:optional:f/w", [field("w", Entry(isRequired: true))], [field()]), ("s:asked:f/x", [field()], [field(), field("x", label: "X")]),
    ("s:asked-no-more:f/x", [field(), field("x", label: "X")], [field()]), ("s:widget-renamed:f/x", [field()], [field("x")]),
    ("s:placeholder:f/w", [field()], [field("w", Entry(placeholder: "Hint"))]),
    (
      "s:stricter:f/w/minLength", [field("w", Entry(validator: [Value.Member("minLength", 4)]))],
      [field("w", Entry(validator: [Value.Member("minLength", 8)]))]
    ),
    (
      "s:looser:f/w/maxLength", [field("w", Entry(validator: [Value.Member("maxLength", 4)]))],
      [field("w", Entry(validator: [Value.Member("maxLength", 8)]))]
    ), ("s:order:f", [field(), field("x", label: "X")], [field("x", label: "X"), field()]),
    ("s:shown-in-clear:f/w", [field("w", Entry(purpose: .password))], [field("w", Entry())]),
    ("s:hidden-while-typed:f/w", [field("w", Entry())], [field("w", Entry(isSecret: true))]),
    ("s:ticked:f/w", [box(isOn: false)], [box(isOn: true)]), ("s:unticked:f/w", [box(isOn: true)], [box(isOn: false)]),
    ("s:detail:f/w/field", [field()], [field("w", Entry(autocomplete: "username"))]),
  ])
  func `each difference is told as what it is`(key: String, before: [Widget], now: [Widget]) {
    #expect(ScreenComparison(Self.screen(before), Self.screen(now)).findings.map(\.key) == [key])
  }

  @Test func `an error that was not said is told, and one that is not said any more`() {
    let (calm, wrong) = (Self.screen([Self.field()]), Self.screen([Self.field()], messages: [Self.error]))
    #expect(ScreenComparison(calm, wrong).findings.map(\.kind) == [.errorSaid])
    #expect(ScreenComparison(wrong, calm).findings.map(\.kind) == [.errorUnsaid])
  }

  @Test func `what is hidden on one screen is not held against the other one`() {
    let (plain, hidden) = (Self.screen([Self.field(label: "Code 123456")]), Self.screen([Self.field(label: "Code ***")]))
    #expect(ScreenComparison(plain, hidden).findings.isEmpty)
    #expect(!ScreenComparison(Self.screen([Self.field(label: "Key 123456")]), hidden).findings.isEmpty)
  }

  @Test func `a secret where an address was shown is a change`() {
    let (address, secret) = (Self.screen([Self.field(label: "You are ${account.email}")]), Self.screen([Self.field(label: "You are ***")]))
    #expect(ScreenComparison(address, secret).findings.map(\.kind) == [.label])
    #expect(ScreenComparison(secret, address).findings.map(\.kind) == [.label])
  }

  @Test func `addresses of people and of the tenant are named`() {
    let canon = ScreenCanon(origins: ["https://acme.test"])
    let shown = Self.screen([Self.field(label: "We wrote to j•••@acme.test. See https://acme.test/terms")])
    let label = canon.screen(shown, of: []).forms[0].widgets[0].label?.visible
    #expect(label == "We wrote to ${account.email}. See ${tenant}/terms")
  }

  @Test(arguments: [
    ("We wrote to Jane@acme.test.", "We wrote to ${account.email}."), ("We wrote to j•••@acme.test", "We wrote to ${account.email}"),
    ("We wrote to j***e@acme.test", "We wrote to ${account.email}"), ("Mail help@acme.test", "Mail help@acme.test"),
    ("We wrote to j•••@evil.test", "We wrote to j•••@evil.test"),
  ])
  func `an address is the person's if the walk sent it, or what is left of it where a part is hidden`(text: String, named: String) {
    let shown = ScreenCanon(origins: []).screen(Self.screen([Self.field(label: RichText(text))]), of: ["jane@acme.test"])
    #expect(shown.forms[0].widgets[0].label?.visible == named)
  }
}
