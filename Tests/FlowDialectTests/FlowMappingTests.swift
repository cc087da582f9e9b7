import Encodings
@testable import FlowDialect
import JourneyModel
import JourneyTestSupport
import Testing

struct FlowMappingTests {
  private func screen(_ text: String, app: FlowAppProfile = .web) throws -> (screen: Screen, warnings: [String]) {
    var mapping = FlowMapping(app: app)
    let screen = mapping.screen(from: try FlowState(JSONReader.read(text)))
    return (screen, mapping.warnings)
  }

  private func widget(_ text: String) throws -> Widget {
    let (screen, _) = try screen(#"{"screen":"s","forms":[{"id":"f","widgets":[\#(text)]}]}"#)
    return try #require(screen.forms.first?.widgets.first)
  }

  @Test func `what a layout leaves out is not shown`() throws {
    func visible(_ layout: String) throws -> [Bool] {
      let forms =
        #"[{"id":"f","widgets":[{"type":"input","id":"a"},{"type":"input","id":"b"}]},{"id":"g","widgets":[{"type":"input","id":"a"}]}]"#
      var mapping = FlowMapping(app: .web)
      let screen = try mapping.screen(from: FlowState(JSONReader.read(#"{"screen":"s"\#(layout),"forms":\#(forms)}"#)))
      return screen.forms.flatMap(\.widgets).map(\.isVisible)
    }
    #expect(try visible("") == [true, true, true])
    #expect(try visible(#","layout":{"type":"vertical","items":[]}"#) == [false, false, false])
    let place = #"{"type":"widget","formId":"f","widgetId":"a"}"#
    #expect(try visible(#","layout":{"type":"vertical","items":[{"type":"horizontal","items":[\#(place)]}]}"#) == [true, false, false])
  }

  @Test func `the first screen has all that was sent`() throws {
    let fixture = try ExchangeFixture("init-identification")
    let (screen, warnings) = try screen(JSONWriter.text(of: try #require(fixture.response["json"])))
    #expect(warnings == [])
    #expect(screen.id == ScreenID("identification"))
    #expect(screen.forms.map(\.kind) == [.input, .action, .action])
    let identifier = try #require(screen.forms[0].widget("identifier"))
    let entry = Entry(
      purpose: .email, isRequired: true, autocomplete: "username", inputMode: "email",
      validator: [Value.Member("maxLength", 64), Value.Member("regex", "^.+@.+$")])
    #expect(identifier.kind == .entry(entry))
    #expect(screen.forms[0].widget("rememberAccount")?.label == RichText("Remember me", html: "Remember <b>me</b>"))
    #expect(screen.facts.map(\.name) == ["hostedUrl"])
    #expect(screen.facts.first?.isVolatile == true)
    #expect(screen.branding.map(\.name) == ["copyright", "siteTermUrl", "privacyPolicyUrl", "styling"])
    #expect(screen.layout?.places.count == 7)
  }

  @Test(arguments: [
    ("phone", Entry.Purpose.phone), ("passcode", .passcode), ("date", .date), ("password", .password), ("input", .text),
  ])
  func `what is typed into is an entry with its purpose`(type: String, purpose: Entry.Purpose) throws {
    #expect(try widget(#"{"type":"\#(type)","id":"x"}"#).kind == .entry(Entry(purpose: purpose)))
  }

  @Test func `sentences of members that no source describes are a text of the screen, and tokens are none`() throws {
    let text = #"""
      {"screen":"s","notice":"You pay now","resume":"a token 8f3ad1b22c7d4e90aa","word":"Free","deep":{"a":["We sell it","x"]},
       "forms":[{"id":"f","title":"Sign in here","widgets":[{"type":"select","id":"c","options":[
         {"label":"A","value":"a","hint":"5 EUR a month"},{"type":"group","label":"B","options":[{"label":"C","value":"c","hint":"For free now"}]}]}]}],
       "messages":{"global":{"type":"info","text":"Hello","detail":"Read the terms"},"f":{"c":{"type":"error","text":"No","more":"Ask for help"}}}}
      """#
    let expected = "You pay now\nWe sell it\nSign in here\n5 EUR a month\nFor free now\nRead the terms\nAsk for help"
    #expect(try screen(text).screen.pageText == expected)
    let later = try FlowState(JSONReader.read(#"{"messages":{"global":{"type":"error","text":"No","more":"Ask for help"}}}"#))
    let merged = later.merged(over: try FlowState(JSONReader.read(text)))
    #expect(merged.otherTexts.count == 7)
  }

  @Test func `nested groups are flattened under the nearest heading`() throws {
    let wire = #"""
      {"type":"select","id":"c","value":"HU","options":[{"type":"group","label":"Europe","options":[
        {"type":"item","label":"Hungary","value":"HU"},
        {"type":"group","label":"North","options":[{"type":"item","label":null,"value":"FI"}]}]},
        {"type":"item","label":"Mars","value":"M"}]}
      """#
    guard case .choice(let list) = try widget(wire).kind else {
      Issue.record("it is no choice")
      return
    }
    #expect(list.choices.map(\.group) == ["Europe", "North", nil])
    #expect(list.choices.map(\.value) == ["HU", "FI", "M"])
    #expect(list.selected == ["HU"])
  }

  @Test(arguments: ["value", "values"])
  func `both spellings of what several have chosen are read`(name: String) throws {
    let kind = try widget(#"{"type":"multiSelect","id":"c","\#(name)":["a","b"],"options":[]}"#).kind
    guard case .choice(let list) = kind else {
      Issue.record("it is no choice")
      return
    }
    #expect(list.selected == ["a", "b"])
    #expect(list.takesSeveral)
  }

  @Test(arguments: [("passkeyLogin", "assertionOptions"), ("webauthnLogin", "assertionOptions"), ("passkeyEnroll", "enrollOptions")])
  func `a passkey is a ceremony with its options`(type: String, name: String) throws {
    let kind = try widget(#"{"type":"\#(type)","id":"p","\#(name)":{"challenge":"x"}}"#).kind
    guard case .credential(let prompt) = kind else {
      Issue.record("it asks for no passkey")
      return
    }
    #expect(prompt.ceremony == (name == "enrollOptions" ? .create : .get))
    #expect(prompt.options == .map([Value.Member("challenge", "x")]))
  }

  @Test func `an unknown widget keeps its JSON, and unknown members are kept next to known ones`() throws {
    #expect(try widget(#"{"type":"hologram","id":"h","depth":3}"#).kind.isUnknown)
    #expect(
      try widget(#"{"type":"password","id":"p","qualityIndicator":true,"hint":null}"#).extras == [Value.Member("qualityIndicator", true)])
  }

  @Test func `an unknown layout node is kept`() throws {
    let (screen, _) = try screen(#"{"screen":"s","forms":[],"layout":{"type":"grid"}}"#)
    #expect(screen.layout == .unknown(.map([Value.Member("type", "grid")])))
  }

  private static let messages = #"""
    {"screen":"s","forms":[{"id":"f","widgets":[]}],"messages":{"global":{"type":"info","text":"Hello"},
     "f":{"w.x":{"type":"loud","text":"No"}},"g":{"type":"error","text":"Form"}}}
    """#

  @Test func `messages of all levels are kept with their scope, odd ones with a warning`() throws {
    let (screen, warnings) = try screen(Self.messages)
    #expect(
      screen.messages == [
        Message(level: .info, text: "Hello"),
        Message(level: .unknown("loud"), text: "No", scope: .widget("f", "w.x")),
        Message(level: .error, text: "Form", scope: .form("g")),
      ])
    #expect(warnings == ["the message to form 'g' names no widget"])
  }

  @Test(arguments: [FlowAppProfile.ios, .android])
  func `a global message hides all others in the apps that drop them`(app: FlowAppProfile) throws {
    #expect(try screen(Self.messages, app: app).screen.messages == [Message(level: .info, text: "Hello")])
  }

  @Test(arguments: [
    (#"{"type":"error"}"#, ""), (#"{"type":"error","text":null}"#, ""), (#"{"type":"error","text":5}"#, "5"),
    (#"{"type":"error","text":{"en":"Locked"}}"#, #"{"en":"Locked"}"#), (#"{"type":"error","message":"Locked"}"#, "Locked"),
  ])
  func `an error that has no text is an error all the same`(message: String, text: String) throws {
    let (screen, warnings) = try screen(#"{"screen":"s","forms":[],"messages":{"global":\#(message)}}"#)
    #expect(screen.messages == [Message(level: .error, text: RichText(text))])
    #expect(warnings == ["a message has no 'text'"])
  }

  @Test(arguments: [#""boom""#, #"[{"type":"error","text":"Locked"}]"#, #"{"f":{"w":{"a":{"type":"error","text":"x"}}}}"#])
  func `messages that nobody can place are refused`(messages: String) throws {
    let json = try JSONReader.read(#"{"screen":"s","forms":[],"messages":\#(messages)}"#)
    #expect(throws: FlowWireError.self) { try FlowState(json) }
  }

  @Test func `a widget called text is no message`() throws {
    let (screen, _) = try screen(#"{"screen":"s","forms":[],"messages":{"f":{"text":{"type":"error","text":"No"}}}}"#)
    #expect(screen.messages == [Message(level: .error, text: "No", scope: .widget("f", "text"))])
  }

  @Test(arguments: ["[]", #"{"forms":{}}"#, #"{"forms":[{"widgets":[]}]}"#, #"{"forms":["x"]}"#])
  func `what is no screen is refused`(text: String) throws {
    let json = try JSONReader.read(text)
    #expect(throws: FlowWireError.self) { try FlowState(json) }
  }
}

extension WidgetKind {
  fileprivate var isUnknown: Bool {
    guard case .unknown = self else { return false }
    return true
  }
}
