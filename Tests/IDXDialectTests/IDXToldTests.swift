import Encodings
import JourneyModel
import Testing

@testable import IDXDialect

/// What an org tells beside its fields: how a device is asked, what is agreed to, until when something has to be set up.
struct IDXToldTests {
  private func value(_ name: String, of body: MappedBody) -> Value? { body.screen.facts.first { $0.name == name }?.value }

  /// A body whose first form asks a device, as the vendor's have it: the path without `$.`, as text or as list.
  private func probing(_ challenge: String, form: String = "device-challenge-poll", relatesTo: String? = #""authenticatorChallenge""#)
    throws
    -> MappedBody
  {
    try MappedBody(
      #"""
      {"version": "1.0.0", "remediation": {"value": [{"rel": ["create-form"], "name": "\#(form)", "method": "POST", "refresh": 2000,
        "href": "https://acme.okta.test/idp/idx/authenticators/poll"\#(relatesTo.map { #", "relatesTo": \#($0)"# } ?? "")}]},
       "authenticatorChallenge": {"type": "object", "value": {\#(challenge)}}}
      """#)
  }

  @Test(arguments: ["LOOPBACK", "CUSTOM_URI", "UNIVERSAL_LINK", "APP_LINK", "CHROME_DTC"])
  func `how a device is asked is a part of the screen's id`(method: String) throws {
    let member = #""challengeMethod": "\#(method)""#
    #expect(try probing(member).screen.id.text == "device-challenge-poll/\(method)")
    #expect(try probing(member, relatesTo: nil).screen.id.text == "device-challenge-poll/\(method)")
    #expect(
      try probing(member, form: "launch-authenticator", relatesTo: #"["$.authenticatorChallenge"]"#).screen.id.text
        == "launch-authenticator/\(method)")
    #expect(try probing(member).screen.id.matches("device-challenge-poll", by: .exactOrPrefixAtSlash))
  }

  @Test func `a form that is about no device has no such part`() throws {
    #expect(try probing(#""challengeMethod": "LOOPBACK""#, form: "identify", relatesTo: nil).screen.id.text == "identify")
  }

  @Test func `how a device is asked is told, without what differs from one transaction to the next`() throws {
    let body = try probing(
      #"""
      "challengeMethod": "LOOPBACK", "domain": "http://localhost", "ports": ["2000", "6511"], "challengeRequest": "eyJh.b.c",
      "href": "com-okta-authenticator:/deviceChallenge?challengeRequest=eyJh.b.c", "downloadHref": null, "probeTimeoutMillis": 100,
      "cancel": {"rel": ["create-form"], "name": "cancel-polling", "method": "POST", "href": "https://acme.okta.test/idp/idx/x"}
      """#)
    #expect(
      body.screen.facts == [
        Fact("challengeMethod", "LOOPBACK"), Fact("challenge.domain", "http://localhost"),
        Fact("challenge.ports", .list(["2000", "6511"])),
        Fact("challenge.challengeRequest", "eyJh.b.c", isVolatile: true, isSecret: true),
        Fact("challenge.href", "com-okta-authenticator:/deviceChallenge"), Fact("challenge.probeTimeoutMillis", 100),
      ])
    #expect(body.screen.forms.map(\.id) == ["device-challenge-poll", "authenticatorChallenge-cancel"])
  }

  @Test(arguments: ["samedevice", "devicebootstrap"])
  func `of a device to be set up people see the name, and everything else is a secret`(member: String) throws {
    let body = try MappedBody.form(
      #"{"name": "x"}"#,
      more: #"""
        , "currentAuthenticator": {"value": {"key": "okta_verify", "contextualData": {"\#(member)": {
          "setupOVUrl": "https://acme.okta.test/setup/fsvZ81", "enrollments": [{"id": "pfd1Ab", "name": "Jane's phone"}], "isNew": true}}}}
        """#)
    let fact = try #require(body.screen.facts.first { $0.name == member })
    #expect(!fact.isSecret)
    #expect(fact.value["isNew"] == true)
    let device = try #require(fact.value["enrollments"]?[0])
    #expect(device["name"] == "Jane's phone")
    #expect(fact.value.secrets.map(\.unsafeText) == ["https://acme.okta.test/setup/fsvZ81", "pfd1Ab"])
    #expect(!fact.value.quoted.contains("fsvZ81"))
  }

  @Test func `what an authenticator tells of a device has the same names`() throws {
    let body = try MappedBody.form(
      #"{"name": "x"}"#,
      more: #"""
        , "currentAuthenticator": {"value": {"key": "okta_verify", "contextualData": {"challenge": {"type": "object",
        "value": {"challengeMethod": "UNIVERSAL_LINK", "href": "https://acme.okta.test/v?x=1", "downloadHref": "https://apps.test/v"}}}}}
        """#)
    #expect(value("challengeMethod", of: body) == "UNIVERSAL_LINK")
    #expect(value("challenge.href", of: body) == "https://acme.okta.test/v")
    #expect(value("challenge.downloadHref", of: body) == "https://apps.test/v")
  }

  @Test func `what the app asks a person to agree to is told`() throws {
    let body = try MappedBody.form(
      #"{"name": "consent", "type": "boolean", "required": true}"#, name: "consent",
      more: #"""
        , "app": {"type": "object", "value": {"name": "oidc_client", "label": "Portal", "id": "0oa1",
          "termsOfService": {"href": "https://acme.test/tos", "rel": ["terms-of-service"]},
          "privacyPolicy": {"href": "https://acme.test/privacy", "rel": ["privacy-policy"]}, "clientUri": {"href": "https://acme.test"},
          "logo": {"href": "https://acme.test/logo", "rel": ["icon"], "alt": "Logo"}}}
        """#)
    #expect(
      body.screen.facts == [
        Fact("app.label", "Portal"), Fact("app.termsOfService", "https://acme.test/tos"),
        Fact("app.privacyPolicy", "https://acme.test/privacy"), Fact("app.clientUri", "https://acme.test"),
        Fact("app.logo", "https://acme.test/logo"), Fact("app.logo.alt", "Logo"),
      ])
  }

  @Test func `what a scope means stands on its box`() throws {
    let body = try MappedBody.form(
      #"""
      {"name": "optedScopes", "form": {"value": [{"name": "custom1.custom2", "label": "View your plan.", "type": "boolean",
        "desc": "This allows the app to view your plan.", "descKey": "scope.plan", "value": true}]}}
      """#, name: "granular-consent")
    #expect(
      try body.widget("optedScopes.custom1.custom2").extras == [
        Value.Member("desc", "This allows the app to view your plan."), Value.Member("descKey", "scope.plan"),
      ])
    #expect(IDXDescription.description.attributes.contains("desc"))
  }

  @Test func `until when something has to be set up, and what it is for, tells a choice`() throws {
    let body = try MappedBody.form(
      #"""
      {"name": "authenticator", "type": "object", "options": [
        {"label": "Phone", "relatesTo": "$.authenticators.value[0]", "value": {"form": {"value": [{"name": "id", "value": "a", "mutable": false}]}}},
        {"label": "Key", "relatesTo": "$.authenticators.value[1]", "value": {"form": {"value": [{"name": "id", "value": "b", "mutable": false}]}}}]}
      """#, name: "select-authenticator-enroll",
      more: #"""
        , "authenticators": {"value": [
          {"key": "phone_number", "type": "phone", "id": "x", "authenticatorId": "y", "label": "Okta Phone", "allowedFor": "recovery",
            "gracePeriod": {"expiry": "2024-12-17T05:00:00.000Z"}},
          {"key": "webauthn", "type": "security_key", "gracePeriod": {"type": "BY_SKIP_COUNT", "skipCount": 1},
            "description": "Touch it", "send": {"rel": ["create-form"], "name": "send", "href": "https://acme.okta.test/idp/idx/x"}}]}
        """#)
    guard case .choice(let list) = try body.widget("authenticator").kind else {
      Issue.record("it is no choice")
      return
    }
    #expect(
      list.choices[0].facts == [
        Fact("key", "phone_number"), Fact("type", "phone"), Fact("authenticator.label", "Okta Phone"), Fact("allowedFor", "recovery"),
        Fact("gracePeriod", .map([Value.Member("expiry", "2024-12-17T05:00:00.000Z")])),
      ])
    #expect(
      list.choices[1].facts == [
        Fact("key", "webauthn"), Fact("type", "security_key"),
        Fact("gracePeriod", .map([Value.Member("type", "BY_SKIP_COUNT"), Value.Member("skipCount", 1)])), Fact("description", "Touch it"),
      ])
    #expect(try body.sent([("authenticator", .text("Phone"))]) == #"{"authenticator":{"id":"a"},"stateHandle":"own"}"#)
  }

  @Test func `which authenticator is recovered or set up is told with its rules`() throws {
    let body = try MappedBody.form(
      #"{"name": "x"}"#, name: "challenge-authenticator",
      more: #"""
        , "currentAuthenticatorEnrollment": {"value": {"key": "okta_email", "type": "email", "profile": {"email": "j***e@acme.test"},
          "settings": {"age": {"a": 1}}, "nickname": "work", "deviceKnown": true}},
        "recoveryAuthenticator": {"value": {"key": "okta_password", "type": "password", "displayName": "Password", "id": "x",
          "methods": [{"type": "password"}], "settings": {"complexity": {"minLength": 8}}}},
        "enrollmentAuthenticator": {"value": {"key": "okta_verify", "settings": {"minLength": 4}}}
        """#)
    #expect(
      body.screen.facts == [
        Fact("settings.age", .map([Value.Member("a", 1)])), Fact("profile.email", "j***e@acme.test"),
        Fact("authenticator.nickname", "work"), Fact("authenticator.deviceKnown", true), Fact("purpose", "recover"),
        Fact("recoveryAuthenticator.key", "okta_password"), Fact("recoveryAuthenticator.type", "password"),
        Fact("recoveryAuthenticator.displayName", "Password"), Fact("recoveryAuthenticator.methods", .list(["password"])),
        Fact("recoveryAuthenticator.settings.complexity", .map([Value.Member("minLength", 8)])),
        Fact("enrollmentAuthenticator.key", "okta_verify"), Fact("enrollmentAuthenticator.settings.minLength", 4),
      ])
  }

  @Test func `of two facts of one name both are told`() throws {
    let body = try MappedBody.form(
      #"{"name": "x"}"#,
      more: #"""
        , "currentAuthenticator": {"value": {"key": "a", "settings": {"age": 1, "same": 3}}},
        "currentAuthenticatorEnrollment": {"value": {"key": "b", "settings": {"age": 2, "same": 3}}}
        """#)
    #expect(
      body.screen.facts == [
        Fact("settings.age", 1), Fact("settings.same", 3), Fact("currentAuthenticator.key", "a"),
        Fact("currentAuthenticatorEnrollment.settings.age", 2), Fact("currentAuthenticatorEnrollment.key", "b"),
      ])
  }

  @Test func `the surroundings are told, and what nobody knows as well`() throws {
    let body = try MappedBody.form(
      #"{"name": "x"}"#, name: "enroll-profile",
      more: #"""
        , "intent": "ENROLL_NEW_USER", "user": {"type": "object", "value": {"id": "00u1", "identifier": "jane@acme.test",
          "profile": {"firstName": "Jane", "lastName": null}}},
        "captcha": {"value": {"id": "x", "name": "hCaptcha", "siteKey": "20-02", "type": "HCAPTCHA"}},
        "client": {"value": {"browser": "FIREFOX", "location": {"city": "Toronto", "country": "Canada"}}},
        "authenticatorGroups": {"type": "array", "value": [{"groupId": "g", "remaining": 1}]},
        "uiDisplay": {"value": {"label": "Join us", "buttonLabel": "Join"}},
        "authentication": {"value": {"protocol": "OAUTH2.0"}}, "step": "ENROLL"
        """#)
    #expect(
      body.screen.facts == [
        Fact("user.identifier", "jane@acme.test"), Fact("user.profile.firstName", "Jane"), Fact("captcha.name", "hCaptcha"),
        Fact("captcha.siteKey", "20-02"), Fact("captcha.type", "HCAPTCHA"), Fact("client.browser", "FIREFOX"),
        Fact("client.location", "Toronto"), Fact("client.location.country", "Canada"), Fact("uiDisplay.label", "Join us"),
        Fact("uiDisplay.buttonLabel", "Join"), Fact("intent", "ENROLL_NEW_USER"),
        Fact("authenticatorGroups", .list([.map([Value.Member("groupId", "g"), Value.Member("remaining", 1)])])),
      ])
    #expect(body.screen.forms.first?.label == "Join")
  }

  @Test func `what nobody knows of a form or a field is kept`() throws {
    let body = try MappedBody(
      #"""
      {"version": "1.0.0", "remediation": {"value": [{"rel": ["create-form"], "name": "identify", "href": "https://a.test/", "method": "POST",
        "accepts": "json", "novel": {"a": 1}, "value": [{"name": "identifier", "customLabel": true, "id": "f1", "hint": null},
          {"name": "box", "label": "Box", "desc": "kept", "form": {"value": [{"name": "inner", "hint": "h"},
            {"name": "fixed", "value": 1, "mutable": false, "desc": "kept too"}]}}]}]}}
      """#)
    let form = try #require(body.screen.forms.first)
    #expect(
      form.extras == [
        Value.Member("novel", .map([Value.Member("a", 1)])), Value.Member("box.label", "Box"),
        Value.Member("box.desc", "kept"),
        Value.Member("box.fixed.desc", "kept too"),
      ])
    #expect(form.widgets.map(\.extras) == [[Value.Member("customLabel", true), Value.Member("id", "f1")], [Value.Member("hint", "h")]])
  }

  @Test func `an identity proofing is called by kind, name and id`() throws {
    let body = try MappedBody(
      #"""
      {"version": "1.0.0", "remediation": {"value": [{"name": "redirect-idverify", "type": "ID_PROOFING", "method": "GET",
        "idp": {"id": "IDV_STANDARD", "name": "Custom_IDV"}, "href": "https://acme.okta.test/idp/identity-verification?t=x",
        "idvMetadata": {"termsOfUse": "https://idv.test/terms", "privacyPolicy": "https://idv.test/privacy"}}]}}
      """#)
    let form = try #require(body.screen.forms.first)
    #expect(form.id == "redirect-idverify")
    #expect(form.aliases == ["ID_PROOFING", "Custom_IDV", "IDV_STANDARD"])
    #expect(form.label == nil)
    #expect(form.extras.map(\.name) == ["type", "idp"])
    #expect(body.screen.facts.map(\.name) == ["idvMetadata"])
  }

  @Test func `an option that says nothing and a fixed field without a value are left out`() throws {
    let body = try MappedBody.form(
      #"""
      {"name": "authenticator", "form": {"value": [{"name": "id", "required": true, "id": "aut1", "mutable": false},
        {"name": "methodType", "required": true, "options": [{"type": "voice"}, {"label": "SMS", "value": "sms"}]}]}}
      """#)
    #expect(body.widgets.map(\.id.text) == ["authenticator.methodType"])
    guard case .choice(let list) = try body.widget("authenticator.methodType").kind else {
      Issue.record("it is no choice")
      return
    }
    #expect(list.choices.map(\.value) == ["sms"])
    #expect(try body.sent() == #"{"authenticator":{"methodType":"sms"},"stateHandle":"own"}"#)
    #expect(
      body.warnings == [
        "an option of field 'authenticator.methodType' has neither a value nor a label; it is left out",
        "field 'authenticator.id' of form 'some-form' cannot be changed and has no value; it is left out",
      ])
  }

  @Test func `an option that leads nowhere is warned of`() throws {
    let body = try MappedBody.form(
      #"""
      {"name": "authenticator", "type": "object", "options": [{"label": "A", "relatesTo": "$.authenticators.value[7]",
        "value": {"form": {"value": [{"name": "id", "value": "a", "mutable": false}]}}}]}
      """#)
    #expect(
      body.warnings == ["an option of 'authenticator' in form 'some-form' relates to '$.authenticators.value[7]', which is not there"])
  }

  @Test func `what relates to an object instead of a path is warned of`() throws {
    let body = try MappedBody(
      #"""
      {"version": "1.0.0", "remediation": {"value": [{"rel": ["create-form"], "name": "some-form", "relatesTo": {"type": "object"},
        "value": [{"name": "a", "relatesTo": 5}, {"name": "authenticator", "type": "object",
          "options": [{"label": "A", "value": "a", "relatesTo": {"key": "okta_email"}}, {"label": "B", "value": "b"}]}]},
        {"rel": ["create-form"], "name": "other", "relatesTo": [true]}]}}
      """#)
    let end = "and no path, so what it relates to is not known"
    #expect(
      body.warnings == [
        "'relatesTo' of form 'some-form' is an object \(end)", "'relatesTo' of field 'a' of form 'some-form' is a number \(end)",
        "'relatesTo' of an option of 'authenticator' in form 'some-form' is an object \(end)",
        "'relatesTo' of form 'other' is a flag \(end)",
      ])
  }

  @Test func `the actions of a body before 2021 are offered`() throws {
    let body = try MappedBody.form(
      #"{"name": "x"}"#,
      more: #"""
        , "factor": {"type": "object", "value": {"factorType": "password", "recover": {"rel": ["create-form"], "name": "recover",
          "method": "POST", "href": "https://acme.okta.test/idp/idx/recover"}}}
        """#)
    #expect(body.screen.forms.map(\.id) == ["some-form", "factor-recover"])
    #expect(body.screen.forms[1].aliases == ["recover"])
  }
}
