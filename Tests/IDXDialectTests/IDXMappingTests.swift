import Encodings
import JourneyClient
import JourneyModel
import Testing

@testable import IDXDialect

struct IDXMappingTests {
  @Test(arguments: [
    (
      #""currentAuthenticator": {"value": {"key": "okta_verify", "type": "app", "methods": [{"type": "push"}]}}"#,
      "challenge-poll/okta_verify/push"
    ),
    (#""currentAuthenticatorEnrollment": {"value": {"type": "email", "methods": [{"type": "email"}]}}"#, "challenge-poll/email"),
    (
      #""currentAuthenticator": {"value": {"key": "google_otp", "type": "app", "methods": [{"type": "otp"}, {"type": "x"}]}}"#,
      "challenge-poll/google_otp"
    ),
    (#""currentAuthenticator": {"value": "junk"}"#, "challenge-poll"),
  ])
  func `a screen is the first form and what it is about`(member: String, id: String) throws {
    let body = try MappedBody.form(#"{"name": "x"}"#, name: "challenge-poll", more: ", \(member)")
    #expect(body.screen.id.text == id)
    #expect(body.screen.id.matches("challenge-poll", by: .exactOrPrefixAtSlash))
  }

  @Test func `a box that is off by itself is answered already`() throws {
    let field = #""type": "boolean", "label": "Stay signed in", "required": true"#
    for (value, isRequired) in [(#", "value": false"#, false), ("", true)] {
      let body = try MappedBody.form("{\"name\": \"keepMeSignedIn\", \(field)\(value)}", name: "keep-me-signed-in")
      #expect(body.widgets.map(\.kind) == [.toggle(Toggle(isOn: false, isReadOnly: false, isRequired: isRequired))])
    }
  }

  @Test func `a reference beats what is current`() throws {
    let body = try MappedBody(
      """
      {"version": "1.0.0", "authenticatorEnrollments": {"value": ["junk",
         {"key": "phone_number", "type": "phone", "methods": [{"type": "sms"}]}]},
       "currentAuthenticator": {"value": {"key": "okta_email"}},
       "remediation": {"value": [{"rel": ["create-form"], "name": "challenge-authenticator",
          "relatesTo": "$.authenticatorEnrollments.value[1]"},
        {"rel": ["create-form"], "name": "skip", "relatesTo": ["$.nothing.value[3]"]}]}}
      """)
    #expect(body.screen.id.text == "challenge-authenticator/phone_number/sms")
    #expect(body.warnings == ["form 'skip' relates to '$.nothing.value[3]', which is not there"])
  }

  @Test(arguments: [
    (#"{"version": "1.0.0", "messages": {"value": [{"message": "", "class": "INFO"}, {"i18n": {"key": "idx.a"}}]}}"#, "terminal/idx.a"),
    (#"{"version": "1.0.0"}"#, "terminal/no-message"),
    (#"{"version": "1.0.0", "deviceEnrollment": {"value": {"name": "mdm"}}}"#, "device-enrollment/mdm"),
    (#"{"version": "1.0.0", "failure": {"name": "failure-redirect", "href": "https://a.test/"}}"#, "failure-redirect"),
    (#"{"version": "1.0.0", "successWithInteractionCode": {}}"#, "success"),
    (#"{"version": "1.0.0", "successWithInteractionCode": {"name": "issue"}}"#, "success"),
  ])
  func `an end has a name too`(text: String, id: String) throws {
    #expect(try MappedBody(text).screen.id.text == id)
  }

  @Test func `identity providers are told apart by id, and called by kind and name`() throws {
    let idp = { (id: String, type: String) in
      #"{"name": "redirect-idp", "href": "https://a.test/\#(id)", "type": "\#(type)", "idp": {"id": "\#(id)", "name": "N\#(id)"}}"#
    }
    let body = try MappedBody(
      #"""
      {"version": "1.0.0", "remediation": {"value": [\#(idp("1", "SAML2")), \#(idp("2", "X509")), \#(idp("2", "OIDC")),
      {"name": "redirect-idp", "href": "https://a.test/"}]}}
      """#
    )
    #expect(body.screen.forms.map(\.id) == ["redirect-idp/1", "redirect-idp/2", "redirect-idp/2#2", "redirect-idp"])
    #expect(body.screen.forms[1].aliases == ["redirect-idp", "X509", "piv-idp", "N2"])
    #expect(body.screen.forms[0].kind == .navigation("https://a.test/1"))
    #expect(body.screen.forms.map(\.label) == [nil, nil, nil, nil])
  }

  @Test(arguments: [
    (
      #"{"name": "x", "label": "X", "required": true, "minLength": 2}"#, "text",
      Entry(purpose: .text, isRequired: true, validator: [Value.Member("minLength", 2)])
    ),
    (#"{"name": "x", "secret": true}"#, "password", Entry(purpose: .password)),
    (#"{"name": "totp"}"#, "text", Entry(purpose: .passcode)),
    (#"{"name": "phoneNumber"}"#, "text", Entry(purpose: .phone)),
    (#"{"name": "x", "visible": false, "required": "true"}"#, "hidden", Entry(purpose: .hidden, isRequired: true)),
    (
      #"{"name": "x", "hint": "captcha", "visible": false, "required": true}"#, "captcha",
      Entry(purpose: .captcha, isRequired: true, isSecret: true)
    ),
    (#"{"name": "x", "label": "X", "value": "v", "mutable": false}"#, "text", Entry(value: "v", isReadOnly: true)),
    (#"{"name": "x", "value": "v"}"#, "text", Entry(value: "v")),
    (#"{"name": "x", "type": "number?", "value": 7}"#, "text", Entry(value: "7")),
  ])
  func `a field is a widget of its kind`(field: String, type: String, entry: Entry) throws {
    let widget = try #require(try MappedBody.form(field).widgets.first)
    #expect(widget.typeName == type)
    #expect(widget.kind == .entry(entry))
  }

  @Test func `what is merely carried is no widget`() throws {
    let body = try MappedBody.form(
      #"{"name": "id", "value": "a", "mutable": false}, {"name": "y", "label": "Y", "visible": false, "value": 1, "mutable": false}"#)
    #expect(body.widgets == [])
    #expect(body.screen.forms.first?.kind == .action)
  }

  @Test func `a code is no password where its authenticator is none`() throws {
    let fields = #"{"name": "credentials", "required": true, "form": {"value": [{"name": "passcode", "secret": true}]}}"#
    for (authenticator, purpose) in [("okta_email", Entry.Purpose.passcode), ("okta_password", .password)] {
      let more = #", "currentAuthenticator": {"value": {"key": "\#(authenticator)"}}"#
      let widget = try MappedBody.form(fields, name: "challenge-authenticator", more: more).widget("credentials.passcode")
      #expect(widget.kind == .entry(Entry(purpose: purpose, isRequired: true)))
    }
  }

  @Test func `requiredness is inherited and an own word wins`() throws {
    let body = try MappedBody.form(
      #"""
      {"name": "a", "required": true, "form": {"value": [{"name": "b"}, {"name": "c", "required": false},
      {"name": "d", "form": {"value": [{"name": "e"}]}}]}}
      """#
    )
    #expect(body.widgets.map(\.kind.isRequired) == [true, false, true])
    #expect(body.widgets.map(\.id.path) == [["a", "b"], ["a", "c"], ["a", "d", "e"]])
  }

  @Test func `dots in names separate nothing, and equal texts are told apart`() throws {
    let body = try MappedBody.form(
      #"""
      {"name": "s", "form": {"value": [{"name": "a.b", "type": "boolean", "value": true}, {"name": "a", "form": {"value": [
      {"name": "b"}]}}]}}
      """#
    )
    #expect(body.widgets.map(\.id.text) == ["s.a.b", "s.a.b#2"])
    #expect(body.widgets[0].id.path == ["s", "a.b"])
    #expect(try body.sent([("s.a.b", .bool(false)), ("s.a.b#2", .text("x"))]) == #"{"s":{"a.b":false,"a":{"b":"x"}},"stateHandle":"own"}"#)
  }

  @Test func `how the vendor draws an attribute is no choice by itself`() throws {
    let body = try MappedBody.form(
      """
      {"name": "userProfile", "form": {"value": [{"name": "news", "type": "boolean", "required": true, "options": [{"label": "display",
        "value": {"type": "object", "value": {"inputType": "radio",
          "options": [{"label": "Yes", "value": "true"}, {"label": "No", "value": "false"}]}}}]}]}},
      {"name": "userProfile", "form": {"value": [{"name": "note", "options": [{"label": "display",
        "value": {"value": {"inputType": "text"}}}]}]}}
      """)
    let news = try body.widget("userProfile.news")
    guard case .choice(let list) = news.kind else {
      Issue.record("it is no choice")
      return
    }
    #expect(list.choices.map(\.value) == [true, false])
    #expect(news.extras == [Value.Member("inputType", "radio")])
    #expect(try body.widget("userProfile.note").kind == .entry(Entry()))
    #expect(
      try body.sent([("userProfile.news", .text("Yes")), ("userProfile.note", .text("hi"))])
        == #"{"userProfile":{"news":true,"note":"hi"},"stateHandle":"own"}"#)
  }

  @Test func `the hidden fields of a ceremony are one thing to approve`() throws {
    let body = try MappedBody.form(
      """
      {"name": "credentials", "form": {"value": [{"name": "clientData", "visible": false, "required": true},
        {"name": "authenticatorData", "visible": false}, {"name": "signatureData", "visible": false}]}}
      """, name: "challenge-authenticator",
      more: #", "currentAuthenticator": {"value": {"key": "webauthn", "contextualData": {"challengeData": {"challenge": "abc"}}}}"#)
    #expect(body.widgets.map(\.kind) == [.credential(CredentialPrompt(ceremony: .get, options: .map([Value.Member("challenge", "abc")])))])
    #expect(try body.sent([("credentials.clientData", .text("raw"))]) == #"{"credentials":{"clientData":"raw"},"stateHandle":"own"}"#)
    #expect(try body.refusal([("credentials", .credential(.get, approves: true))]).contains("asks for a passkey"))
  }

  @Test func `what a screen tells is a fact, and a secret is marked as one`() throws {
    let body = try MappedBody.form(
      #"{"name": "x"}"#,
      more: """
        , "currentAuthenticator": {"value": {"key": "google_otp", "contextualData": {"sharedSecret": "JBSW", "correctAnswer": 73,
          "qrcode": {"href": "data:,x"}, "questions": []}, "settings": {"age": {"minAgeMinutes": 0}}}},
        "user": {"value": {"identifier": "jane@acme.test"}}, "app": {"value": "OBJECT"}
        """)
    #expect(
      body.screen.facts == [
        Fact("sharedSecret", "JBSW", isVolatile: true, isSecret: true), Fact("correctAnswer", "73", isVolatile: true),
        Fact("qrcode", "data:,x", isVolatile: true, isSecret: true),
        Fact("settings.age", .map([Value.Member("minAgeMinutes", 0)])), Fact("currentAuthenticator.key", "google_otp"),
        Fact("user.identifier", "jane@acme.test"),
      ])
  }

  @Test func `messages have level, key and place, and stand on choices where they are of choices`() throws {
    let message = #"{"message": "Too short", "class": "ERROR", "i18n": {"key": "k"}}"#
    let answer = #"{"name": "answer", "messages": {"value": [\#(message), \#(message)]}}"#
    let body = try MappedBody.form(
      #"""
      {"name": "c", "type": "object", "options": [{"label": "A", "value": {"form": {"value": [\#(answer)]}}},
      {"label": "B", "form": {"value": [\#(answer)]}}]}, {"name": "x", "messages": {"value": [{"message": "?"}]}}
      """#
    )
    #expect(body.screen.messages == [Message(level: .unknown("unknown"), text: "?", scope: .widget("some-form", "x"))])
    guard case .choice(let list) = try body.widget("c").kind else {
      Issue.record("it is no choice")
      return
    }
    let expected = Message(level: .error, text: "Too short", key: "k", scope: .widget("some-form", "c.answer"))
    #expect(list.choices.map(\.messages) == [[expected], [expected]])
  }

  @Test func `a body that asks without end has too much, and is read no further`() throws {
    let many = (1...6000).map { #"{"name": "f"}"# + ($0 == 6000 ? "" : ",") }.joined()
    let body = try MappedBody.form(many)
    #expect(body.widgets.count == ResponseLimits.idx.widgets)
    #expect(body.snapshot.response.excess == "more than 5000 fields and options")
  }

  @Test(arguments: [
    ("$.currentAuthenticator", "currentAuthenticator", Int?.none), ("$.authenticators.value[12]", "authenticators", 12),
    ("authenticatorChallenge", "authenticatorChallenge", nil), ("$.a.value", "a", nil),
  ])
  func `paths are of one kind`(path: String, name: String, index: Int?) {
    #expect(IDXReference(path)?.name == name)
    #expect(IDXReference(path)?.index == index)
  }

  @Test(arguments: ["", "$.", "$.a.b", "$.a[x]", "$.a.value[-1]", "$..a", "$.a.value[99999999999999999999]"])
  func `other paths lead nowhere`(path: String) {
    #expect(IDXReference(path) == nil)
  }
}
