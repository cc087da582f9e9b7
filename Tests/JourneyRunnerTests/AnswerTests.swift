import JourneyModel
import Testing

@testable import JourneyRunner

struct AnswerTests {
  static let countries = [
    Choice(value: "HU", label: "Hungary"), Choice(value: "AT", label: "Austria"), Choice(value: "AU", label: "Australia"),
  ]
  static let factors = [
    Choice(
      value: .map([Value.Member("id", "aut1")]), label: "Email", facts: [Fact("key", "okta_email"), Fact("method", "email")]),
    Choice(
      value: .map([Value.Member("id", "aut2")]), label: "Phone", facts: [Fact("key", "phone_number"), Fact("method", "sms")]),
    Choice(
      value: .map([Value.Member("id", "aut2")]), label: "Phone call", facts: [Fact("key", "phone_number"), Fact("method", "voice")],
      widgets: [.entry("factor.number")]),
  ]

  static let methods = [
    Choice(value: "sms", label: "SMS", facts: [Fact("method", "sms")]),
    Choice(value: "voice", label: "Voice", facts: [Fact("method", "voice")]),
  ]
  static let phones = ["0100", "0111"].map { number in
    Choice(
      value: .map([Value.Member("id", .text(number))]), label: "Phone",
      facts: [Fact("key", "phone_number"), Fact("profile", .map([Value.Member("phoneNumber", .text(number))]))],
      widgets: [.choice("means.method", methods)])
  }
  static let means = [Choice(value: .map([Value.Member("id", "mail")]), label: "Email", facts: [Fact("key", "okta_email")])] + phones

  static let profile = Screen(
    id: ScreenID("profile"),
    forms: [
      Form(
        id: "profile",
        widgets: [
          .entry("name", isRequired: true, validator: [Value.Member("minLength", 2)]), .entry("email", value: "a@b.test", isReadOnly: true),
          .toggle("terms"), .choice("country", countries), .choice("langs", countries, takesSeveral: true), .choice("factor", factors),
          .choice("means", means),
          Widget(id: "hello", typeName: "static", kind: .output("Hello")), .submit("submit", "Save"),
        ]),
      Form(id: "skip", kind: .action, label: "Later", widgets: [.submit("submit", "Later")]),
      Form(id: "other", kind: .input, widgets: [.toggle("terms"), .submit("submit", "Save")]),
    ])

  /// The result of a step's answers.
  struct Row: CustomTestStringConvertible {
    var keys: String
    var app: String?
    var posts: Submission?
    var failure: (kind: Mismatch.Kind, expected: String, actual: String, nearest: String?)?
    var testDescription: String { keys + (app.map { " @\($0)" } ?? "") }
  }

  static func posting(
    _ keys: String, to form: FormID = "profile", _ answers: [Answer], submitter: WidgetID? = nil, forced: Bool = false
  ) -> Row {
    Row(keys: keys, posts: Submission(form: form, answers: answers, submitter: submitter, isForced: forced))
  }
  static func failing(
    _ keys: String, as kind: Mismatch.Kind = .answer, _ expected: String, _ actual: String, nearest: String? = nil, app: String? = nil
  ) -> Row {
    Row(keys: keys, app: app, failure: (kind, expected, actual, nearest))
  }

  @Test(arguments: [
    posting("answers: {name: Jo}", [Answer(widget: "name", value: .text("Jo"))]),
    posting("answers: {name: 012}", [Answer(widget: "name", value: .text("012"))]),
    posting(
      "answers: {name: 1.10, terms: true}", [Answer(widget: "name", value: .text("1.10")), Answer(widget: "terms", value: .bool(true))]),
    posting("answers: {name: null}", [Answer(widget: "name", value: .nothing)]),
    posting("answers: {country: HU}", [Answer(widget: "country", value: .text("HU"))]),
    posting("answers: {country: Hungary}", [Answer(widget: "country", value: .text("HU"))]),
    posting("answers: {langs: Hungary}", [Answer(widget: "langs", value: .list(["HU"]))]),
    posting("answers: {langs: [HU, Austria]}", [Answer(widget: "langs", value: .list(["HU", "AT"]))]),
    posting(
      "answers: {factor: Email}",
      [Answer(widget: "factor", value: .choice([Value.Member("key", "okta_email"), Value.Member("method", "email")]))]),
    posting(
      "answers: {factor: {key: phone_number, method: sms}}",
      [Answer(widget: "factor", value: .choice([Value.Member("key", "phone_number"), Value.Member("method", "sms")]))]),
    posting("answers: {means: okta_email}", [Answer(widget: "means", value: .choice([Value.Member("key", "okta_email")]))]),
    posting("answers: {means: email}", [Answer(widget: "means", value: .choice([Value.Member("key", "okta_email")]))]),
    posting(
      "answers: {means: {profile: \"0111\", method: sms}}",
      [Answer(widget: "means", value: .choice([Value.Member("profile", "0111"), Value.Member("method", "sms")]))]),
    failing("answers: {means: phone_number}", "one option", "'phone_number' matches 2 options"),
    failing("answers: {means: {profile: \"0111\", method: push}}", "one of the options", "{profile: '0111', method: 'push'}"),
    posting("answers: {factor.number: \"1\"}", [Answer(widget: "factor.number", value: .text("1"))]),
    posting("press: skip", to: "skip", []),
    posting("press: Save\n    answers: {name: Jo}", [Answer(widget: "name", value: .text("Jo"))], submitter: "submit"),
    posting("press: Later", to: "skip", [], submitter: "submit"),
    posting("press: other\n    answers: {terms: true}", to: "other", [Answer(widget: "terms", value: .bool(true))]),
    posting(
      "force: true\n    answers: {nmae: x, email: y, country: XX}",
      [
        Answer(widget: "nmae", value: .text("x")), Answer(widget: "email", value: .text("y")),
        Answer(widget: "country", value: .text("XX")),
      ], forced: true),
    failing("answers: {nmae: Jo}", "a widget of this id", "none on the screen", nearest: "did you mean 'name'?"),
    failing("answers: {email: x@b.test}", "a widget that can be changed", "it is read-only"),
    failing("answers: {terms: yes, name: Jo}", "true or false", "'yes'", nearest: "write 'true'"),
    failing("answers: {country: Hungery}", "one of the options", "'Hungery'", nearest: "did you mean 'Hungary'?"),
    failing("answers: {factor: {key: phone_number}}", "one option", "{key: 'phone_number'} matches 2 options"),
    failing("answers: {hello: x}", "a widget that takes an answer", "a text to read"),
    failing("answers: {terms: true}", "one form that has every answered widget", "'profile', 'other'"),
    failing("press: Save", as: .press, "one form, button or link 'Save'", "2 of them"),
    failing("press: Sav", as: .press, "one form, button or link 'Sav'", "none", nearest: "did you mean 'Save'?"),
    failing("press: skip\n    answers: {name: Jo}", "a widget of this id", "none on form 'skip', which is pressed"),
    failing("answers: {name: \"\"}", "an answer", "left empty", app: "ios"),
    failing("answers: {country: HU}", "an answer", "left out", app: "ios"),
    failing("refuses: {name: required}\n    answers: {name: Jo}", as: .refusal, "it breaks 'required'", "it would send it", app: "ios"),
  ])
  func `answers are a person's`(_ row: Row) throws {
    let yaml = "journey: x\nsteps:\n  - screen: profile\n    \(row.keys)\n"
    var rehearsal = try Rehearsal(yaml, [.showing(Self.profile), .completed], app: row.app)
    let outcome = try rehearsal.outcome()
    #expect(rehearsal.submissions.first == row.posts)
    guard let failure = row.failure else {
      #expect(outcome.result == .passed, "\(outcome)")
      return
    }
    guard case .failed(let mismatches) = outcome.result else {
      Issue.record("\(outcome)")
      return
    }
    let first = try #require(mismatches.first)
    #expect(mismatches.count == 1, "\(mismatches)")
    #expect(first.kind == failure.kind)
    #expect(first.expected == failure.expected)
    #expect(first.actual == failure.actual)
    #expect(first.nearest == failure.nearest)
  }

  @Test func `what can be answered are the widgets that a person sees and can change`() throws {
    var screen = Self.profile
    screen.forms[0].widgets.append(
      Widget(id: "wpEditToken", typeName: "hidden", isVisible: false, kind: .entry(Entry(purpose: .hidden, isReadOnly: true))))
    var rehearsal = try Rehearsal("journey: x\nsteps:\n  - screen: profile\n    answers: {nmae: Jo}\n", [.showing(screen)])
    let detail = try #require(try rehearsal.mismatches().first?.details.first)
    #expect(detail.hasPrefix("can be answered: 'name', 'terms', 'country'"), "\(detail)")
    #expect(!detail.contains("'email'") && !detail.contains("'wpEditToken'"), "\(detail)")
  }

  @Test func `what the app refuses is not posted, and the next step sees the same screen`() throws {
    var rehearsal = try Rehearsal(
      """
      journey: x
      steps:
        - screen: profile
          answers: {name: null}
          refuses: {name: required}
        - screen: profile
      """, [.showing(Self.profile)], app: "ios")
    let outcome = try rehearsal.outcome()
    #expect(outcome.result == .passed, "\(outcome)")
    #expect(rehearsal.submissions == [])
  }

  @Test(arguments: [("pressing", false), ("web", true)])
  func `what is not shown cannot be answered where the app says so`(app: String, passes: Bool) throws {
    var unseen = Widget.entry("unseen")
    unseen.isVisible = false
    let screen = Screen(id: ScreenID("s"), forms: [Form(id: "f", widgets: [.entry("seen"), unseen, .submit("go", "Go")])])
    for (keys, isRight) in [
      ("answers: {seen: x}", true), ("answers: {unseen: x}", passes), ("answers: {unseen: x}\n    force: true", true),
    ] {
      var rehearsal = try Rehearsal("journey: x\nsteps:\n  - screen: s\n    \(keys)\n", [.showing(screen), .completed], app: app)
      #expect(try rehearsal.mismatches().map(\.actual) == (isRight ? [] : ["it is on the form but not shown"]), "\(keys)")
    }
  }

  @Test func `an app checks the rules that it enforces and no others`() {
    let widget = Widget.entry(
      "x", validator: [Value.Member("minLength", 3), Value.Member("regex", "[a-z]+"), Value.Member("maxLength", 4)])
    let strict = AppRules(enforced: ["minLength", "regex", "maxLength"])
    #expect(strict.violations(.text("A1"), of: widget).map(\.rule) == ["minLength", "regex"])
    #expect(strict.violations(.text("abcde"), of: widget).map(\.rule) == ["maxLength"])
    #expect(strict.violations(.text("abc"), of: widget) == [])
    #expect(AppRules(enforced: ["options"]).violations(.text("A1"), of: widget) == [])
  }
}
