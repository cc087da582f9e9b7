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

  private static func authenticators(_ list: [(key: String, methods: [String], phone: String)]) -> Widget {
    let choices = list.map { item in
      let method =
        item.methods.count == 1
        ? Fact("method", .text(item.methods[0])) : Fact("methods", .list(item.methods.map { Value.text($0) }))
      return Choice(
        value: .text(item.key), label: RichText(item.key),
        facts: [Fact("key", .text(item.key)), method, Fact("profile", .map([Value.Member("phoneNumber", .text(item.phone))]))])
    }
    return Widget(id: "w", typeName: "select", kind: .choice(ChoiceList(choices: choices)))
  }

  @Test func `an authenticator that loses a method is the same one, whoever it is of`() {
    let before = Self.screen([Self.authenticators([("phone_number", ["sms", "voice"], "1"), ("okta_email", ["email"], "2")])])
    let now = Self.screen([Self.authenticators([("phone_number", ["voice"], "9"), ("okta_email", ["email"], "2")])])
    let lost = ScreenComparison(before, now).findings
    #expect(lost.map(\.key) == ["s:option-removed:f/w/phone_number/sms"])
    #expect(lost.map(\.before) == ["phone_number by text message"])
    #expect(ScreenComparison(now, before).findings.map(\.key) == ["s:option-added:f/w/phone_number/sms"])
    let none = Self.screen([Self.authenticators([("okta_email", ["email"], "2")])])
    #expect(ScreenComparison(before, none).findings.map(\.kind) == [.optionRemoved])
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

  @Test(arguments: [
    ("Code 1 and 2 EUR", "Code *** and *** EUR", true), ("Code 1 or 2 EUR", "Code *** and *** EUR", false), ("a1b2c", "a***b***c", true),
    ("a1c", "a***b***c", false), ("abc", "a***b***bc", false), ("abbc", "a***b***bc", true),
  ])
  func `everything that a text shows around its hidden parts is looked for, in order`(plain: String, hidden: String, fits: Bool) {
    let (one, other) = (Self.screen([Self.field(label: RichText(plain))]), Self.screen([Self.field(label: RichText(hidden))]))
    #expect(ScreenComparison(one, other).findings.isEmpty == fits)
    #expect(ScreenComparison(other, one).findings.isEmpty == fits)
  }

  @Test func `a time or an id in a label, a message or a title is held against nobody, and a price is`() {
    let screen = { (label: String, message: String, title: String) in
      var screen = Self.screen([Self.field(label: RichText(label))], messages: [Message(level: .info, text: RichText(message))])
      screen.facts = [Fact("title", .text(title))]
      return screen
    }
    let before = screen("Sent at 12:03", "Wait 57 seconds", "Case 4af81c22")
    #expect(ScreenComparison(before, screen("Sent at 9:15", "Wait 9 seconds", "Case 99e1b0c7")).findings.isEmpty)
    let keys = ScreenComparison(before, screen("Sent for 5 EUR", "Wait 9 minutes", "Case closed")).findings.map(\.key)
    #expect(keys == ["s:label:f/w", "s:notice:info", "s:text:title"])
  }

  @Test func `an option that can no longer be taken is the same option, and what a message has besides is told`() {
    let list = { (disabled: [String]) in
      ["a", "b", "c"].map {
        Choice(value: .text($0), label: RichText($0), facts: disabled.contains($0) ? [Fact("disabled", .bool(true))] : [])
      }
    }
    let screen = { (disabled: [String], key: String) in
      Self.screen(
        [Widget(id: "w", typeName: "select", kind: .choice(ChoiceList(choices: list(disabled))))],
        messages: [Message(level: .info, text: "Hello", key: key)])
    }
    let keys = ScreenComparison(screen(["a"], "x"), screen(["a", "b"], "y")).findings.map(\.key)
    #expect(keys == ["s:detail:f/w/'b'/disabled", "s:detail:info/more"])
  }

  @Test func `hidden fields in another order are the same, whatever is hidden of them`() {
    let hidden = { (id: String, value: String) in
      Widget(id: WidgetID(id), typeName: "hidden", isVisible: false, kind: .entry(Entry(purpose: .hidden, value: value, isReadOnly: true)))
    }
    let (scope, state) = (hidden("scope", "openid"), hidden("state", "***"))
    #expect(ScreenComparison(Self.screen([scope, state]), Self.screen([state, scope])).findings.isEmpty)
    let other = ScreenComparison(Self.screen([scope, state]), Self.screen([state, hidden("scope", "all")])).findings
    #expect(other.map(\.key) == ["s:detail:f/scope/field"])
    let fields = [Self.field("a", label: "A"), Self.field("b", label: "B")]
    #expect(ScreenComparison(Self.screen(fields), Self.screen(fields.reversed())).findings.map(\.kind) == [.order])
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
