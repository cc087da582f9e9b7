import Encodings
@testable import FlowDialect
import JourneyModel
import ModelCoding
import Testing

struct FlowSubmissionTests {
  private static let form = Form(
    id: "registration",
    widgets: [
      Widget(id: "email", typeName: "input", kind: .entry(Entry(value: "jane@acme.test"))),
      Widget(id: "id", typeName: "input", kind: .entry(Entry(value: "42", isReadOnly: true))),
      Widget(id: "nick", typeName: "input", kind: .entry(Entry())),
      Widget(id: "news", typeName: "checkbox", kind: .toggle(Toggle(isOn: false))),
      Widget(
        id: "terms", typeName: "checkbox", kind: .toggle(Toggle(isOn: false)),
        extras: [Value.Member("render", .map([Value.Member("type", "checkboxHidden")]))]),
      Widget(
        id: "country", typeName: "select", kind: .choice(ChoiceList(choices: [Choice(value: "HU", label: "Hungary")], selected: ["HU"]))),
      Widget(
        id: "topics", typeName: "multiSelect", kind: .choice(ChoiceList(choices: [], takesSeveral: true, selected: []))),
      Widget(id: "submit", typeName: "submit", kind: .submitter),
    ])

  @Test(arguments: [
    (FlowAppProfile.web, #"{"email":"jane@acme.test","id":"42","nick":null}"#),
    (.ios, #"{"email":"jane@acme.test","news":false,"terms":true,"country":"HU","topics":[]}"#),
    (.android, #"{"email":"jane@acme.test","id":"42","nick":"","news":false,"terms":true,"country":"HU","topics":[]}"#),
    (.flutter, #"{"email":"jane@acme.test","id":"42","nick":null,"terms":true}"#),
    (.java, #"{"email":"jane@acme.test","news":false,"terms":true,"country":"HU","topics":[]}"#),
  ])
  func `each app has its own rules for untouched fields and for fields left empty`(app: FlowAppProfile, body: String) throws {
    let submission = Submission(form: "registration", answers: [Answer(widget: "nick", value: .nothing)])
    let value = try FlowSubmission(app: app).body(of: Self.form, submission)
    #expect(JSONWriter.text(of: JSONValue(value)) == body)
  }

  @Test(arguments: [
    (FlowAppProfile.web, 5), (.ios, 5), (.ios2, 1), (.android, 5), (.flutter, 1), (.java, 1),
  ])
  func `each app submits by the controls that it draws`(app: FlowAppProfile, count: Int) {
    let all = ["submit", "passkeyLogin", "passkeyEnroll", "webauthnLogin", "webauthnEnroll"]
    let profile = FlowDescription.description.apps.first { $0.name == app.name }
    #expect(profile?.submission == .widgets(Array(all.prefix(count))))
    #expect(profile?.enforcedRules == ["readonly", "options", "visible"])
  }

  @Test(arguments: FlowAppProfile.all)
  func `a read-only list of several is left out by the Java app alone`(app: FlowAppProfile) throws {
    let list = ChoiceList(choices: [Choice(value: "a", label: "A")], takesSeveral: true, selected: ["a"], isReadOnly: true)
    let form = Form(id: "f", widgets: [Widget(id: "topics", typeName: "multiSelect", kind: .choice(list))])
    let body = try FlowSubmission(app: app).body(of: form, Submission(form: "f"))
    let isPosted = app.untouched == .all && app != .java
    #expect(JSONWriter.text(of: JSONValue(body)) == (isPosted ? #"{"topics":["a"]}"# : "{}"))
  }

  @Test(arguments: [
    (FlowAppProfile.web, "{}"), (.ios, #"{"a":"1","t":false}"#), (.android, #"{"a":"1","t":false}"#), (.flutter, "{}"),
    (.java, #"{"a":"1","t":false}"#),
  ])
  func `what is not drawn sets no value of its own`(app: FlowAppProfile, body: String) throws {
    var entry = Widget(id: "a", typeName: "input", kind: .entry(Entry(value: "1")))
    var implied = Widget(
      id: "t", typeName: "checkbox", kind: .toggle(Toggle(isOn: false)),
      extras: [Value.Member("render", .map([Value.Member("type", "checkboxHidden")]))])
    entry.isVisible = false
    implied.isVisible = false
    let value = try FlowSubmission(app: app).body(of: Form(id: "f", widgets: [entry, implied]), Submission(form: "f"))
    #expect(JSONWriter.text(of: JSONValue(value)) == body)
  }

  @Test func `forced answers go out as written and nothing else does`() throws {
    let submission = Submission(
      form: "registration",
      answers: [
        Answer(widget: "id", value: .text("43")), Answer(widget: "ghost.x", value: .bool(true)),
        Answer(widget: "country", value: .text("XX")), Answer(widget: "nick", value: .text("")),
      ], isForced: true)
    let value = try FlowSubmission(app: .web).body(of: Self.form, submission)
    #expect(JSONWriter.text(of: JSONValue(value)) == #"{"id":"43","ghost":{"x":true},"country":"XX","nick":""}"#)
  }

  @Test func `an answer to no widget is refused by name`() {
    let submission = Submission(form: "registration", answers: [Answer(widget: "ghost", value: .text("x"))])
    #expect(throws: FlowSubmission.Problem(sentence: "form 'registration' has no widget 'ghost'")) {
      try FlowSubmission(app: .web).body(of: Self.form, submission)
    }
  }

  @Test func `no validator stops an answer, whatever it says`() throws {
    let rules = [
      Value.Member("regex", "^\\d+$"), Value.Member("maxLength", 1), Value.Member("notBefore", "2026-01-01"), Value.Member("length", 6),
    ]
    let purposes: [(id: WidgetID, purpose: Entry.Purpose)] = [("text", .text), ("phone", .phone), ("date", .date)]
    let form = Form(
      id: "f",
      widgets: purposes.map {
        Widget(id: $0.id, typeName: "input", kind: .entry(Entry(purpose: $0.purpose, isRequired: true, validator: rules)))
      })
    let answers = ["text": "letters", "phone": "0-call-me", "date": "28/2/90"].sorted { $0.key > $1.key }
    let submission = Submission(form: "f", answers: answers.map { Answer(widget: WidgetID($0.key), value: .text($0.value)) })
    let value = try FlowSubmission(app: .web).body(of: form, submission)
    #expect(JSONWriter.text(of: JSONValue(value)) == #"{"text":"letters","phone":"0-call-me","date":"28/2/90"}"#)
  }

  @Test func `clashing ids are named both`() {
    let form = Form(
      id: "f",
      widgets: ["a", "a.b"].map { Widget(id: WidgetID($0), typeName: "input", kind: .entry(Entry(value: "x"))) })
    let expected = "'a' and 'a.b' cannot both be posted: one would be a value, the other an object of that name"
    #expect(throws: FlowSubmission.Problem(sentence: expected)) {
      try FlowSubmission(app: .web).body(of: form, Submission(form: "f"))
    }
  }

  @Test func `what is typed into a password field is a secret`() throws {
    let form = Form(id: "f", widgets: [Widget(id: "p", typeName: "password", kind: .entry(Entry(purpose: .password)))])
    let submission = Submission(form: "f", answers: [Answer(widget: "p", value: .text("hunter22"))])
    #expect(try FlowSubmission(app: .web).body(of: form, submission).quoted == "{p: ***}")
  }
}
