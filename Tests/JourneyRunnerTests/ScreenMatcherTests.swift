import JourneyModel
import Testing

@testable import JourneyRunner

struct ScreenMatcherTests {
  /// What a step expects of the screen `login`, and its mismatches.
  struct Row: CustomTestStringConvertible {
    var keys: String
    /// Each as `kind: subject | expected | actual`; empty if everything matches.
    var mismatches: [String]
    var testDescription: String { keys }

    init(_ keys: String, _ mismatches: String...) {
      self.keys = keys
      self.mismatches = mismatches
    }
  }

  static let login = Screen(
    id: ScreenID("login", qualifiers: ["okta_email"]),
    forms: [
      Form(
        id: "sign-in", aliases: ["main"],
        widgets: [
          .entry("identifier", label: RichText("Email address", html: "<b>Email</b> address"), isRequired: true),
          .entry("code", validator: [Value.Member("length", .number("6"))]),
          .choice("country", AnswerTests.countries), .submit("submit", "Continue"),
        ]),
      Form(id: "sign-up", aliases: ["main"], widgets: [.entry("code", label: "Voucher"), .submit("submit", "Join")]),
    ],
    messages: [
      Message(level: .error, text: "Wrong code", key: "errors.code", scope: .widget("sign-in", "code")),
      Message(level: .warning, text: "Slow today", scope: .page), .info("Hello"),
    ],
    facts: [Fact("secret_number", .text("42"), isSecret: true)],
    branding: [Value.Member("name", "Acme"), Value.Member("links", .map([Value.Member("terms", "https://acme.test/terms")]))])

  @Test(arguments: [
    Row("forms: [sign-in]"),
    Row("forms: {sign-in: present, other: absent}"),
    Row("forms: {sign-up: absent}", "form: form 'sign-up' | absent | on the screen"),
    Row("forms: {main: {widgets: [code]}}", "form: form 'main' | one form of this name | an alias of 'sign-in', 'sign-up'"),
    Row("only_forms: [sign-in, sign-up]"),
    Row(
      "only_forms: [sign-up, sign-in]",
      "form: order of forms (exact list) | 'sign-up', 'sign-in' | 'sign-in', 'sign-up'"),
    Row("forms: {sign-up: {widgets: {code: {label: Voucher}}, only_widgets: [code, submit]}}"),
    Row("forms: {sign-up: {widgets: [identifier]}}", "widget: widget 'identifier' | present | not on form 'sign-up'"),
    Row("widgets: [identifier, code, secret_number]"),
    Row("widgets: {code: present, nothing: absent}"),
    Row("widgets: {identifier: {}}"), Row("widgets: {identifer: {}}", "widget: widget 'identifer' | present | not on the screen"),
    Row("forms: {sign-up: {}}"),
    Row("widgets: {identifier: {type: input, label: Email address, required: true, readonly: false, placeholder: absent}}"),
    Row("widgets: {identifier: {label: {html: {starts_with: <b>}}}}"),
    Row("widgets: {identifier: {label: Email}}", "widget: label of widget 'identifier' | 'Email' | 'Email address'"),
    Row("widgets: {code: {label: Voucher}}", "widget: widget 'code' | one widget of this id | one in each of 'sign-in', 'sign-up'"),
    Row("widgets: {code: absent}", "widget: widget 'code' | absent | in 'sign-in', 'sign-up'"),
    Row("widgets: {country: {options: [Hungary, Austria, Australia]}}"),
    Row("widgets: {country: {options: {includes: [Austria]}}}"),
    Row("widgets: {country: {options: {includes: [{value: AT, label: Austria}]}}}"),
    Row("widgets: {country: {options: {length: 3}}}"),
    Row("branding: {name: Acme, links.terms: present}"),
    Row("branding: {name: Other}", "branding: branding 'name' | 'Other' | 'Acme'"),
  ])
  func `what is said of forms and widgets holds, or is named`(_ row: Row) throws {
    try check(row, messages: "messages: any")
  }

  @Test(arguments: [
    Row("messages: any"),
    Row(
      "messages: none",
      "message: messages | none | error 'Wrong code' (errors.code) on 'code', warning 'Slow today' on the page, info 'Hello' on the page"),
    Row(
      "snapshot: true", "unexpected-message: message on 'code' | only messages that a step lists | error 'Wrong code' (errors.code)",
      "unexpected-message: message on the page | only messages that a step lists | warning 'Slow today'"),
    Row("forms: {sign-in: {messages: {code: Wrong code}}}\n    messages: {global: [Slow today, {contains: Hell, level: info}]}"),
    Row(
      "forms: {sign-in: {messages: any}}",
      "unexpected-message: message on the page | only messages that a step lists | warning 'Slow today'"),
    Row("forms: {sign-up: {messages: none}, sign-in: {messages: {code: {key: errors.code}}}}\n    messages: {global: Slow today}"),
    Row(
      "forms: {sign-in: {messages: any}}\n    messages: {global: {contains: Slow, level: error}}",
      "message: global message | level 'error' | warning 'Slow today'"),
    Row(
      "forms: {sign-in: {messages: {code: Right code}}}\n    messages: {global: Slow today}",
      "message: message on 'code' | 'Right code' | 'Wrong code'"),
    Row(
      "messages: {global: [Slow today, Slow today], code: Wrong code}",
      "message: message on 'code' | one widget of this id | one in each of 'sign-in', 'sign-up'",
      "message: global message | 'Slow today' | 'Hello'",
      "unexpected-message: message on 'code' | only messages that a step lists | error 'Wrong code' (errors.code)"),
    Row("messages: {global: Slow today, code: Wrong code}\n    answers: {identifier: x}"),
    Row("forms: {sign-in: {messages: any}}\n    messages: {global: Slow today, identifier: absent}"),
    Row(
      "forms: {sign-in: {messages: any}}\n    messages: {global: Slow today, identifier: present}",
      "message: message on 'identifier' | present | nothing"),
  ])
  func `messages are strict`(_ row: Row) throws {
    try check(row, messages: "name: it")
  }

  static let denied = Screen(
    id: ScreenID("denied"), forms: [Form(id: "link/1", kind: .navigation("https://help.test/a"))],
    messages: [
      Message(level: .error, text: "Option 1"),
      Message(level: .error, text: "Update", links: [MessageLink(form: "link/1", url: "https://help.test/a")]),
      Message(
        level: .error, text: "Update",
        links: [
          MessageLink(form: "link/2", label: "Phones", url: "https://help.test/b"),
          MessageLink(form: "device/x", extras: [Value.Member("action", "x")]),
        ]),
    ])

  @Test(arguments: [
    Row("[{links: [https://help.test/a]}, Option 1, {links: {length: 2}}]"),
    Row("[{contains: Option, links: absent}, {links: {includes: [{url: https://help.test/b, label: Phones}]}}, Update]"),
    Row("[Option 1, {equals: Update, links: [https://help.test/b, device/x]}, Update]"),
    Row("[Option 1, {equals: Update, links: [{label: Phones}, {action: x, url: absent}]}, Update]"),
    Row(
      "[Option 1, {equals: Update, links: [https://help.test/c]}, Update]",
      "message: [0] of links of error 'Update' on the page | 'https://help.test/c' | 'https://help.test/a'",
      "unexpected-message: message on the page | only messages that a step lists | error 'Update'"),
    Row(
      "[{contains: Option, links: [https://help.test/a]}, {links: present}, {links: present}]",
      "message: links of error 'Option 1' on the page | ['https://help.test/a'] | nothing"),
    Row(
      "[{contains: Option, links: present}, Update, Update]",
      "message: links of error 'Option 1' on the page | present | nothing"),
    Row("[Option 1, Update, Update, {links: [https://help.test/a]}]", "message: global message | present | nothing"),
    Row(
      "[Option 1, Update, Update, {links: [https://help.test/z]}]",
      "message: [0] of links of error 'Update' on the page | 'https://help.test/z' | 'https://help.test/a'"),
  ])
  func `what a message offers is a part of what it is`(_ row: Row) throws {
    let yaml = "journey: x\nsteps:\n  - screen: denied\n    messages: {global: \(row.keys)}\n"
    var rehearsal = try Rehearsal(yaml, [.showing(Self.denied), .completed])
    let found = try rehearsal.mismatches().map { "\($0.kind.rawValue): \($0.subject.sentence) | \($0.expected) | \($0.actual)" }
    #expect(found == row.mismatches)
  }

  private func check(_ row: Row, messages: String) throws {
    let yaml = "journey: x\nsteps:\n  - screen: login\n    \(row.keys)\n    \(messages)\n"
    var rehearsal = try Rehearsal(yaml, [.showing(Self.login), .completed])
    let found = try rehearsal.mismatches().map { "\($0.kind.rawValue): \($0.subject.sentence) | \($0.expected) | \($0.actual)" }
    #expect(found == row.mismatches)
  }

  @Test(arguments: [
    Row("response: {status: 200, duration: {at_most: 2s}}"),
    Row("response: {status: {any_of: [201, 204]}}", "response: status of the response | 201 or 204 | 200"),
    Row("response: {duration: {at_most: 100ms}}", "response: duration of the exchange | at most 100ms | 0.12"),
    Row("response: {headers: {x-frame-options: DENY, X-None: absent}}"),
    Row("response: {cookies: {sid: {secure: true, same_site: Lax}, other: absent}}"),
    Row("response: {cookies: {sid: {secure: false}}}", "response: secure of cookie 'sid' | false | true"),
    Row("response: {json: {\"$.screen\": login, \"$.list[1]\": 2, \"$.nothing\": absent}}"),
    Row(
      "response: {json: {\"$.mising.name\": absent}}",
      "response: '$.mising.name' of the response | absent | there is no '$.mising'"),
    Row(
      "response: {json: {\"$.list.name\": {any_of: [absent, x]}}}",
      "response: '$.list.name' of the response | absent or 'x' | '$.list' is a list"),
    Row("response: {json: {\"$.keys[*].nope\": absent, \"$.empty[*].id\": absent, \"$.keys[*].id\": present}}"),
    Row("response: {json: {\"$.token\": present}}"),
    Row("response: {json: {\"$.token\": guess}}", "response: '$.token' of the response | *** | ***"),
  ])
  func `a response is matched`(_ row: Row) throws {
    let exchange = Exchange.answered(
      200, headers: [Exchange.Header("X-Frame-Options", "DENY")],
      body: #"{"screen":"login","list":[1,2],"keys":[{"id":1},{"id":2}],"empty":[],"token":"t0p"}"#,
      cookies: [ReceivedCookie(name: "sid", attributes: [Value.Member("secure", true), Value.Member("same_site", "Lax")])],
      concealed: ["token"])
    let yaml = "journey: x\nsteps:\n  - screen: login\n    messages: any\n    \(row.keys)\n"
    var rehearsal = try Rehearsal(yaml, [.showing(Self.login, [exchange])])
    let found = try rehearsal.mismatches().map { "\($0.kind.rawValue): \($0.subject.sentence) | \($0.expected) | \($0.actual)" }
    #expect(found == row.mismatches)
  }

  @Test func `cookies are those that any exchange of the turn set, the last of a name`() throws {
    let first = Exchange.answered(
      302,
      cookies: [
        ReceivedCookie(name: "state", attributes: [Value.Member("secure", true)]),
        ReceivedCookie(name: "sid", attributes: [Value.Member("secure", false)]),
      ])
    let second = Exchange.answered(200, cookies: [ReceivedCookie(name: "sid", attributes: [Value.Member("secure", true)])])
    let cookies = "{state: {secure: true}, sid: {secure: true}, other: absent}"
    let yaml = "journey: x\nsteps:\n  - screen: login\n    messages: any\n    response: {status: 200, cookies: \(cookies)}\n"
    var rehearsal = try Rehearsal(yaml, [.showing(Self.login, [first, second])])
    #expect(try rehearsal.mismatches() == [])
  }

  @Test func `what is said of order is compared with the layout`() throws {
    var screen = Screen.password()
    let form: FormID = "password"
    screen.layout = .vertical([
      .widget(PlacedWidgetID(form: form, widget: "submit")), .widget(PlacedWidgetID(form: form, widget: "password")),
    ])
    var rehearsal = try Rehearsal(
      "journey: x\nsteps:\n  - screen: password\n    only_widgets: [submit, password, keepMeLoggedIn]\n", [.showing(screen)])
    #expect(try rehearsal.outcome().result == .passed)
  }
}
