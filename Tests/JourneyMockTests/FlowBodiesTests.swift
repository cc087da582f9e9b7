import Encodings
import JourneyMock
import JourneyModel
import Testing

/// What bodies and tokens have in common with those that the vendor's SDKs were recorded with.
struct FlowBodiesTests {
  @Test func `what is empty is null where the vendor sends null`() async throws {
    var app = try FlowRowsTenant.app(widgets: "other: {type: input, label: Other, value: \"${session.login_hint}\"}")
    let screen = try await app.start()
    let other = screen.widget("identifier", "other")
    #expect(other?.objectValue?.map(\.name) == ["type", "id", "label", "value", "readonly", "autocomplete", "inputmode", "validator"])
    #expect(other?["value"] == .null)
    #expect(other?["validator"] == ["required": false, "minLength": .null, "maxLength": .null, "regex": .null])
    let button = screen.widget("identifier", "submit")
    #expect(button?["render"] == ["type": "button", "textColor": .null, "bgColor": .null, "hint": .null])
    #expect(screen["branding"]?["logoUrl"] == .null)
  }

  @Test func `groups of options, hints of buttons and grids are sent`() async throws {
    let widgets = """
      country: {type: select, label: Country, options: [{label: North, options: [{value: SE}, {value: FI}]}, {value: HU}]}
      main: {type: submit, label: Main, hint: {variant: primary}}
      """
    var app = try FlowRowsTenant.app(widgets: widgets)
    let screen = try await app.start()
    let options = screen.widget("identifier", "country")?["options"]
    #expect(options?[0]?["type"] == "group")
    #expect(options?[0]?["label"] == "North")
    #expect(options?[0]?["options"]?[1] == ["type": "item", "label": "FI", "value": "FI"])
    #expect(options?[1] == ["type": "item", "label": "HU", "value": "HU"])
    #expect(screen.widget("identifier", "main")?["render"]?["hint"] == ["variant": "primary"])
    let refused = try await app.submit("identifier", ["identifier": "jane@acme.test", "country": "North"])
    #expect(refused["messages"]?["identifier"]?["country"] != nil, "a group is no choice")
    #expect(try await app.submit("identifier", ["identifier": "jane@acme.test", "country": "FI"])["screen"] == "password")
  }

  @Test(arguments: [
    ("mobile", "call me", "This is not a phone number."), ("born", "1990-02-30", "This is not a date."),
    ("born", "1899-12-31", "This date is too early."), ("born", "2011-01-01", "This date is too late."),
    ("mail", "not an address", "This is not an email address."), ("mail", "a@b", "This is not an email address."),
  ])
  func `dates, addresses and numbers are refused with words of their own`(widget: String, answer: String, words: String) async throws {
    var app = try FlowRowsTenant.app(widgets: "mail: {type: input, label: Mail, format: email}")
    let screen = try await app.start()
    #expect(screen.widget("identifier", "mail")?["format"] == nil, "it is the server's own")
    let refused = try await app.submit("identifier", .object([.init("identifier", "jane@acme.test"), .init(widget, .string(answer))]))
    #expect(refused["messages"]?["identifier"]?[widget]?["text"]?.stringValue == words)
  }

  @Test func `a refusal that shows more brings the whole screen`() async throws {
    let hidden = "help: {type: static, value: Call us, when: session.asked}"
    let text = FlowRowsTenant.text.replacing("accounts:", with: "facts: {session.asked: flag}\naccounts:")
      .replacing("say: unknown}", with: "set: {session.asked: true}, say: unknown}")
    var app = TestApp(try FlowRowsTenant.world(widgets: hidden, text: text))
    _ = try await app.start()
    let first = try await app.submit("identifier", ["identifier": "no@acme.test"])
    #expect(first.widget("identifier", "help") != nil)
    let second = try await app.submit("identifier", ["identifier": "no@acme.test"])
    #expect(second["forms"] == nil, "it was shown already")
    #expect(second["messages"] != nil)
  }

  @Test func `refusals without a screen have no body, or say why by option`() async throws {
    let world = try FlowRowsTenant.world()
    var app = TestApp(world)
    _ = try await app.start()
    app.session = "none"
    #expect(try await app.post("init", body: "{}").body.isEmpty)
    var style = AnswerStyle()
    style.explainsRefusals = true
    await world.setStyle(style)
    let said = try await app.post("init", body: "{}")
    #expect(said.status == 403)
    #expect(try JSONReader.read(said.body)["error"] == "session_unknown")
  }

  @Test func `tokens have the members of the vendor's, and the audience that was asked for`() async throws {
    var app = TestApp(World(try AcmeTenant.load()))
    let tokens = try await app.signIn()
    let claims = try Self.claims(of: tokens["id_token"])
    #expect(claims["client_id"] == "acme-web")
    #expect(claims["user_id"] == claims["sub"])
    #expect(claims["rat"] == claims["iat"])
    #expect(claims["jti"]?.stringValue?.isEmpty == false)
    #expect(claims["aud"] == ["acme-web"])
    let plain = try Self.claims(of: tokens["access_token"])
    #expect(plain["aud"] == ["acme-web"])
    let again = try await app.authorize([.init("audience", "https://api.acme.test https://pay.acme.test")])
    let other = try await app.exchange(try #require(again["code"])).body
    #expect(try Self.claims(of: other["access_token"])["aud"] == ["https://api.acme.test", "https://pay.acme.test"])
    let second = try Self.claims(of: other["id_token"])
    #expect(second["aud"] == ["acme-web"], "an ID token is for the client")
    #expect(second["jti"] != claims["jti"])
  }

  private static func claims(of token: JSONValue?) throws -> JSONValue {
    let parts = try #require(token?.stringValue).split(separator: ".")
    return try JSONReader.read(try #require(Base64URL.decode(String(parts[1]))))
  }
}
