import Encodings
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

  @Test(arguments: [
    ("date", "2026-02-28", "2026-02-29"), ("date", "2024-02-29", "jane@acme.test"), ("month", "2026-12", "2026-13"),
    ("week", "2026-W05", "2026-05"), ("time", "23:59", "24:00"), ("time", "12:30:00.0", "12:3"), ("color", "#00fF7f", "green"),
    ("datetime-local", "2026-01-31T12:30", "2026-01-31"), ("week", "2026-W53", "2025-W53"), ("url", "https://acme.test", "acme.test"),
    ("url", "mailto:", "http://"), ("url", " foo:bar ", "https://a b"),
  ])
  func `a field of a type takes only what fits it`(type: String, right: String, wrong: String) {
    let widget = Widget(id: "f", typeName: type, kind: .entry(Entry(purpose: type == "date" ? .date : .text)))
    #expect(Self.browser.violations(.text(right), of: widget).isEmpty)
    #expect(Self.browser.violations(.text(wrong), of: widget).map(\.rule) == ["type"])
  }

  private static let browser = AppRules(enforced: [
    "readonly", "options", "visible", "required", "type", "minlength", "maxlength", "pattern", "min", "max", "step",
  ])

  /// A number, a date or a time that somebody types, and what a browser says of it.
  struct Bounded: Sendable, CustomTestStringConvertible {
    let type: String
    let rules: [Value.Member]
    let text: String
    let expected: [String]

    init(_ type: String, _ rules: KeyValuePairs<String, String>, _ text: String, _ expected: String...) {
      (self.type, self.text, self.expected) = (type, text, expected)
      self.rules = rules.map { Value.Member($0.key, .text($0.value)) }
    }

    var testDescription: String { "\(type) \(rules) \(text)" }
  }

  @Test(arguments: [
    Bounded("number", ["min": "18"], "17", "min: at least 18"), Bounded("number", ["max": "18"], "19", "max: at most 18"),
    Bounded("number", [:], "1.5", "step: steps of 1"), Bounded("number", ["step": "any"], "1.5"),
    Bounded("number", ["min": "0", "step": "0.1"], "0.3"), Bounded("number", ["min": "2", "step": "5"], "8", "step: steps of 5 from 2"),
    Bounded("number", ["min": "2", "step": "0"], "2.5", "step: steps of 1 from 2"),
    Bounded("range", [:], "150", "max: at most 100"), Bounded("range", [:], "-1", "min: at least 0"),
    Bounded("date", ["min": "2026-01-05", "step": "7"], "2026-01-13", "step: steps of 7 days from 2026-01-05"),
    Bounded("date", ["max": "2026-01-05"], "2026-01-06", "max: at most 2026-01-05"),
    Bounded("month", ["step": "3"], "2026-02", "step: steps of 3 months"), Bounded("month", ["step": "3"], "2026-01"),
    Bounded("week", [:], "2026-W05"),
    Bounded("week", ["min": "2026-W05", "step": "2"], "2026-W06", "step: steps of 2 weeks from 2026-W05"),
    Bounded("time", ["min": "22:00", "max": "06:00"], "12:00", "min: at least 22:00"),
    Bounded("time", ["min": "22:00", "max": "06:00"], "23:00"),
    Bounded("time", [:], "12:00:30", "step: steps of 60 seconds"), Bounded("time", ["step": "0.5"], "12:00:30.5"),
    Bounded("datetime-local", ["min": "2026-01-01T00:00"], "2025-12-31T23:59", "min: at least 2026-01-01T00:00"),
    Bounded("text", ["min": "5", "step": "2"], "1"), Bounded("color", ["min": "5"], "#000000"),
  ])
  func `a browser looks at bounds and steps`(_ row: Bounded) {
    let widget = Widget(id: "f", typeName: row.type, kind: .entry(Entry(validator: row.rules)))
    #expect(Self.browser.violations(.text(row.text), of: widget).map { "\($0.rule): \($0.expected)" } == row.expected)
    #expect(AppRules(enforced: ["required"]).violations(.text(row.text), of: widget).isEmpty)
    let asShown = Widget(id: "f", typeName: row.type, kind: .entry(Entry(value: row.text, validator: row.rules)))
    let own = Self.browser.violations(nil, of: asShown)
    let bounds = row.expected.filter { !$0.hasPrefix("step") || row.rules.contains { $0.name == "min" } }
    #expect(own.map { "\($0.rule): \($0.expected)" } == bounds && own.allSatisfy { $0.actual.hasSuffix("as the page has it") })
  }

  @Test func `several addresses are each looked at, and blanks around them are none of them`() {
    let widget = Widget(
      id: "f", typeName: "email", kind: .entry(Entry(purpose: .text)), extras: [Value.Member("multiple", .bool(true))])
    #expect(Self.browser.violations(.text("a@b, c@d "), of: widget).isEmpty)
    #expect(Self.browser.violations(.text("a@b,,c@d"), of: widget).map(\.rule) == ["type"])
    let one = Widget(id: "f", typeName: "email", kind: .entry(Entry(purpose: .email)))
    #expect(Self.browser.violations(.text(" a@b "), of: one).isEmpty)
    #expect(Self.browser.violations(.text("a@b, c@d"), of: one).map(\.rule) == ["type"])
  }

  @Test func `a browser counts a smile for two`() {
    let widget = Widget(id: "f", typeName: "text", kind: .entry(Entry(validator: [Value.Member("maxlength", 3)])))
    #expect(Self.browser.violations(.text("a\u{1F600}"), of: widget).isEmpty)
    #expect(Self.browser.violations(.text("aa\u{1F600}"), of: widget).map(\.rule) == ["maxlength"])
    #expect(AppRules(enforced: ["maxLength"]).violations(.text("aa\u{1F600}"), of: widget).isEmpty)
  }

  /// A widget that nobody answers, and the rule for which a browser keeps the form.
  struct Unanswered: Sendable, CustomTestStringConvertible {
    let id: String
    let widget: Widget
    let rule: String?

    init(_ id: String, _ widget: Widget, _ rule: String?) { (self.id, self.widget, self.rule) = (id, widget, rule) }

    var testDescription: String { id }
  }

  private static func entry(_ entry: Entry, isVisible: Bool = true, extras: [Value.Member] = []) -> Widget {
    Widget(id: "f", typeName: "text", isVisible: isVisible, kind: .entry(entry), extras: extras)
  }

  private static func list(_ values: [Value], selected: Value, type: String = "select", isRequired: Bool = true) -> Widget {
    Widget(
      id: "f", typeName: type,
      kind: .choice(ChoiceList(choices: values.map { Choice(value: $0, label: "x") }, selected: [selected], isRequired: isRequired)))
  }

  private static func file(_ more: [Value.Member]) -> Widget {
    Widget(id: "f", typeName: "file", kind: .unknown(.map([Value.Member("type", "file")] + more)))
  }

  private static let digits = [Value.Member("pattern", "[0-9]+")]

  @Test(arguments: [
    Unanswered("a list on its first line, which stands for nothing", list(["", "x"], selected: ""), "required"),
    Unanswered("a list that need not be chosen from", list(["", "x"], selected: "", isRequired: false), nil),
    Unanswered("a list on another line", list(["", "x"], selected: "x"), nil),
    Unanswered("an empty line that is not the first", list(["x", ""], selected: ""), nil),
    Unanswered("a radio button without a value", list(["", "x"], selected: "", type: "radio"), nil),
    Unanswered("a required field that nobody sees", entry(Entry(isRequired: true), isVisible: false), "required"),
    Unanswered("one that is fixed as well", entry(Entry(isReadOnly: true, isRequired: true), isVisible: false), nil),
    Unanswered(
      "one that only its text calls required", entry(Entry(isRequired: true), extras: [Value.Member("unchecked", .bool(true))]), nil),
    Unanswered("a required file", file([Value.Member("required", .bool(true))]), "required"),
    Unanswered("a file", file([]), nil),
    Unanswered("a text of the page that breaks its pattern", entry(Entry(value: "abc", validator: digits)), "pattern"),
    Unanswered("one that nobody can change", entry(Entry(value: "abc", isReadOnly: true, validator: digits)), nil),
    Unanswered("a required one that nobody can change", entry(Entry(isReadOnly: true, isRequired: true)), nil),
    Unanswered("one that keeps it", entry(Entry(value: "12", validator: digits)), nil),
    Unanswered("one that is too short", entry(Entry(value: "1", validator: [Value.Member("minlength", 5)])), nil),
    Unanswered("an address of the page that is none", entry(Entry(purpose: .email, value: "nope")), "type"),
  ])
  func `a browser looks at every field of a form`(_ row: Unanswered) {
    #expect(Self.browser.violations(nil, of: row.widget).map(\.rule) == (row.rule.map { [$0] } ?? []))
  }

  @Test func `an app that does not check types asks only for what it shows`() {
    let app = AppRules(enforced: ["readonly", "options", "required"])
    #expect(app.violations(nil, of: Self.entry(Entry(isRequired: true), isVisible: false)).isEmpty)
    #expect(app.violations(nil, of: Self.entry(Entry(value: "abc", validator: Self.digits))).isEmpty)
  }

  @Test func `a button may send its form unchecked`() {
    let field = Self.entry(Entry(isRequired: true))
    let later = Widget(id: "later", typeName: "submit", kind: .submitter, extras: [Value.Member("formnovalidate", .bool(true))])
    let save = Widget(id: "save", typeName: "submit", kind: .submitter)
    #expect(Self.browser.applied(to: Form(id: "f", widgets: [field, save, later]), pressing: "later").violations(nil, of: field).isEmpty)
    #expect(Self.browser.applied(to: Form(id: "f", widgets: [field, later])).violations(nil, of: field).isEmpty)
    #expect(
      Self.browser.applied(to: Form(id: "f", widgets: [field, save, later])).violations(nil, of: field).map(\.rule) == ["required"])
  }
}
