import Encodings
import JourneyMock
import JourneyModel
import Testing

/// What a Journey Flow server does from the first request to the tokens, by the vendor's documentation and SDKs.
struct FlowRowsTests {
  private static let callback = "https://app.acme.test/callback"

  // MARK: Start

  @Test func `bare and empty parameters count as absent`() async throws {
    var app = try FlowRowsTenant.app()
    let challenge = Base64URL.encode(Digests.sha256(app.verifier))
    let query =
      "client_id=acme-web&redirect_uri=https%3A%2F%2Fapp.acme.test%2Fcallback&response_type=code&scope=openid&state=state-01&sdk=ios"
      + "&code_challenge=\(challenge)&code_challenge_method=S256&acr_values&login_hint&prompt&ui_locales=&response_mode="
    let response = try await app.get("https://acme.test/oauth2/auth?\(query)")
    #expect(response.text.hasPrefix("\(Self.callback)?session_id="))
  }

  @Test(arguments: [(42, false), (43, true), (86, true), (128, true), (129, false)])
  func `verifiers have 43 to 128 characters`(count: Int, isGood: Bool) async throws {
    var app = try FlowRowsTenant.app()
    app.verifier = String(repeating: "a.-_~Z9", count: 20).prefix(count).description
    let code = try #require(try await app.finish(try await app.reachEnd())["code"])
    let answer = try await app.exchange(code)
    #expect((answer.status == 200) == isGood)
  }

  @Test func `optional parameters of every SDK are taken`() async throws {
    var app = try FlowRowsTenant.app()
    for item in ["audience": "a b", "display": "page", "acr_values": "one two", "response_mode": "query", "ui_locales": "hu en-US"] {
      #expect(try await app.authorize([QueryItem(item.key, item.value)])["session_id"] != nil, "\(item.key)")
    }
  }

  @Test func `the session is in the query with its language, and in the fragment where that is asked for`() async throws {
    var app = try FlowRowsTenant.app()
    let answer = try await app.authorize()
    #expect(Set(answer.keys) == ["session_id", "language"])
    #expect(try await app.authorize([.init("sdk", "web-embedded")])["short_app_id"] == "acme-web")
    #expect(try await app.authorize([.init("response_mode", "fragment")]) == [:])
    #expect(try await app.authorize([.init("response_mode", "form_post")])["error"] == "unsupported_response_mode")
  }

  @Test(arguments: [(AnswerStyle.Shape.text, 200), (.redirect, 302)])
  func `the shape of addresses can be switched, and a redirect has its address in the body, too`(
    shape: AnswerStyle.Shape, status: Int
  ) async throws {
    let world = try FlowRowsTenant.world()
    var style = AnswerStyle()
    style.shape = shape
    await world.setStyle(style)
    for sdk in ["web", ""] {
      var app = TestApp(world)
      let end = try await app.reachEnd([QueryItem("sdk", sdk)])
      let response = try await app.get(try #require(end["finalizeUrl"]?.stringValue), bearer: app.session)
      #expect(response.status == status)
      #expect(response.text.hasPrefix("\(Self.callback)?code="))
      #expect(response.headers["Location"] == (shape == .redirect ? response.text : nil))
    }
  }

  @Test func `a request that no app can be trusted with ends at the server's own error page, which answers 200`() async throws {
    var app = try FlowRowsTenant.app()
    let response = try await app.get("https://acme.test/oauth2/auth?client_id=nobody")
    #expect(response.status == 302)
    let address = try WebURL(try #require(response.headers["Location"]))
    #expect(address.description.hasPrefix("https://acme.test/oauth2/error?"))
    #expect(address.queryValue("error") == "invalid_client")
    #expect(address.queryValue("error_description") != nil)
    #expect(try await app.get(address.description).status == 200)
  }

  @Test func `one opaque cookie is set and not needed`() async throws {
    var app = try FlowRowsTenant.app()
    _ = try await app.authorize()
    let cookie = try #require(app.cookie)
    #expect(!cookie.contains("acme-web"))
    app.cookie = nil
    #expect(try await app.initialize()["screen"] == "identification")
  }

  // MARK: Screens

  @Test(arguments: ["", "null", "{}"])
  func `init and reset take an empty object, nothing and null`(body: String) async throws {
    var app = try FlowRowsTenant.app()
    _ = try await app.start()
    #expect(try await app.post("init", body: body).status == 200)
    _ = try await app.submit("identifier", ["identifier": "jane@acme.test"])
    let again = try await app.post("form/reset", body: body)
    #expect(try JSONReader.read(again.body)["screen"] == "identification", "a reset is taken where no screen lists it")
    let url = try WebURL("https://acme.test/flow/api/v1/init")
    let untyped = HTTPRequestMessage(method: "POST", url: url, headers: ["Authorization": "Bearer \(app.session)"], body: Array(body.utf8))
    #expect(await app.send(untyped).status == 200)
  }

  @Test func `a second init shows the current screen and restarts nothing`() async throws {
    var app = try FlowRowsTenant.app()
    _ = try await app.start()
    _ = try await app.submit("identifier", ["identifier": "jane@acme.test"])
    try await app.world.pass(.seconds(30 * 86_400))
    #expect(try await app.initialize()["screen"] == "password", "a session has no end where none is asked for")
  }

  @Test(arguments: ["externalLoginProvider/hub", "externalLoginProvider%2Fhub"])
  func `a form is found by the decoded rest of the path`(path: String) async throws {
    var app = try FlowRowsTenant.app()
    _ = try await app.start()
    let left = try await app.submit(path, [:])
    #expect(left.objectValue?.map(\.name) == ["hostedUrl"], "an identity provider is a hosted page and nothing else")
  }

  @Test func `a refusal is 200 and has its messages and the hosted address alone, or the whole screen by option`() async throws {
    var app = try FlowRowsTenant.app()
    _ = try await app.start()
    let response = try await app.post("form/identifier", body: #"{"identifier": "no@acme.test"}"#)
    #expect(response.status == 200)
    let state = try JSONReader.read(response.body)
    #expect(state.objectValue?.map(\.name) == ["hostedUrl", "messages"])
    #expect(state["hostedUrl"]?.stringValue?.hasPrefix("https://acme.test/provider/flow?challenge=") == true)
    let messages: JSONValue = ["identifier": ["identifier": ["type": "error", "text": "We do not know this address."]]]
    #expect(state["messages"] == messages)
    var style = AnswerStyle()
    style.sendsMessagesOnly = false
    await app.world.setStyle(style)
    let whole = try await app.submit("identifier", ["identifier": "no@acme.test"])
    #expect(whole["screen"] == "identification")
    #expect(whole["forms"]?.arrayValue?.count == 2)
    #expect(whole["hostedUrl"] == state["hostedUrl"])
    #expect(whole["messages"] == messages)
  }

  @Test(arguments: [400, 403])
  func `a form that the screen does not show is 400 with a message, or 403 by option`(status: Int) async throws {
    let world = try FlowRowsTenant.world()
    var style = AnswerStyle()
    style.strayFormStatus = status
    await world.setStyle(style)
    var app = TestApp(world)
    _ = try await app.start()
    let response = try await app.post("form/password", body: "{}")
    #expect(response.status == status)
    if status == 400 {
      #expect(try JSONReader.read(response.body)["messages"]?["global"]?["type"] == "error")
    } else {
      #expect(response.body.isEmpty)
    }
  }

  @Test func `names with dots are refused at every level, and unknown members are passed over`() async throws {
    var app = try FlowRowsTenant.app()
    _ = try await app.start()
    for body in [#"{"name.first": "x", "identifier": "jane@acme.test"}"#, #"{"a": {"b.c": 1}}"#] {
      let response = try await app.post("form/identifier", body: body)
      #expect(response.status == 400)
      #expect(try JSONReader.read(response.body)["messages"]?["global"] != nil)
    }
    let extra = try await app.post("form/identifier", body: #"{"identifier": "jane@acme.test", "more": {"x": 1}, "other": 2}"#)
    #expect(try JSONReader.read(extra.body)["screen"] == "password")
    #expect(extra.headers["X-Journey-Ignored"] == "more.x,other")
  }

  @Test func `what is typed with a keyboard for addresses may be any text`() async throws {
    var app = try FlowRowsTenant.app(widgets: "other: {type: input, label: Other, inputmode: email}")
    let screen = try await app.start()
    let validator = screen.widget("identifier", "identifier")?["validator"]
    #expect(validator?["regex"] == "@", "the spelling that most apps read")
    #expect(validator?["regexp"] == nil)
    #expect(screen["branding"]?["siteTermUrl"] != nil)
    let next = try await app.submit(
      "identifier", ["identifier": "jane@acme.test", "mobile": "+36 30 555-0111", "born": "1990-02-28", "other": "no address"])
    #expect(next["screen"] == "password")
  }

  @Test(arguments: [
    ("identifier", "jane"), ("born", "1990-02-30"), ("born", "2010-12-32"), ("born", "28.2.1990"), ("born", "1899-12-31"),
    ("born", "2011-01-01"), ("pin", "Aa1!11115"), ("pin", "Aa1!1234"), ("pin", "Aa1!9876"), ("pin", "Aa1!5%79"), ("pin", "aa1!5579"),
  ])
  func `an answer that breaks a rule that is sent is refused`(widget: String, answer: String) async throws {
    let rules = """
      pin: {type: password, label: Pin, maxRepeatedCharacters: 3, maxNumericCharacterSequences: 3, restrictedCharacters: "%&", mustContain: [UPPERCASE]}
      """
    var app = try FlowRowsTenant.app(widgets: rules)
    _ = try await app.start()
    var whole: [(String, JSONValue)] = [("identifier", "jane@acme.test"), ("born", "1990-02-28"), ("pin", "Aa1!5579")]
    func body() -> JSONValue { .object(whole.map { JSONValue.Member($0.0, $0.1) }) }
    let place = try #require(whole.firstIndex { $0.0 == widget })
    let right = whole[place].1
    whole[place].1 = .string(answer)
    let refused = try await app.submit("identifier", body())
    #expect(refused["screen"] == nil)
    #expect(refused["messages"]?["identifier"]?[widget]?["type"] == "error")
    whole[place].1 = right
    #expect(try await app.submit("identifier", body())["screen"] == "password")
  }

  @Test func `the rules of a password always name their kinds of characters`() async throws {
    let widgets = """
      a: {type: password, label: A, minLength: 8}
      b: {type: password, label: B, minLength: 8, mustContain: [NUMERIC]}
      c: {type: password, label: C}
      """
    var app = try FlowRowsTenant.app(widgets: widgets)
    let screen = try await app.start()
    #expect(
      screen.widget("identifier", "a")?["validator"] == [
        "minLength": 8, "maxLength": .null, "mustContain": [], "maxNumericCharacterSequences": .null, "maxRepeatedCharacters": .null,
        "restrictedCharacters": .null,
      ])
    #expect(screen.widget("identifier", "b")?["validator"]?["mustContain"] == ["NUMERIC"])
    #expect(screen.widget("identifier", "c")?["validator"] == nil)
  }

  @Test func `every answer with JSON says that it is JSON, and every answer has its event`() async throws {
    var app = try FlowRowsTenant.app()
    let authorized = try await app.get("https://acme.test/oauth2/auth?client_id=nobody")
    _ = try await app.start()
    var answers = [authorized, try await app.post("init", body: "{}"), try await app.enter([.init("client_id", "acme-web")])]
    let token = HTTPRequestMessage(
      method: "POST", url: try WebURL("https://acme.test/oauth2/token"), headers: ["Content-Type": FormURLEncoding.mediaType])
    answers.append(await app.send(token))
    for path in ["/.well-known/openid-configuration", "/.well-known/jwks.json", "/userinfo"] {
      answers.append(try await app.get("https://acme.test\(path)"))
    }
    for answer in answers where !answer.body.isEmpty { #expect(answer.headers["Content-Type"] == "application/json", "\(answer.text)") }
    let events = answers.compactMap { $0.headers["X-Event-ID"] }
    #expect(events.count == answers.count)
    #expect(Set(events).count == events.count)
  }

  @Test func `without sdk and with a full one screens are whole`() async throws {
    for sdk in ["", "web", "ios", "android"] {
      var app = try FlowRowsTenant.app()
      _ = try await app.authorize([QueryItem("sdk", sdk)])
      #expect(try await app.initialize().objectValue?.map(\.name) == ["screen", "branding", "forms", "layout", "hostedUrl"], "\(sdk)")
    }
    for sdk in ["web-minimal", "ios-minimal", "android-minimal"] {
      var app = try FlowRowsTenant.app()
      _ = try await app.authorize([QueryItem("sdk", sdk)])
      #expect(try await app.initialize().objectValue?.map(\.name) == ["screen", "forms", "hostedUrl"], "\(sdk)")
    }
  }
}
