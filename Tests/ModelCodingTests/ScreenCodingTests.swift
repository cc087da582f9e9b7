import Encodings
import JourneyModel
import ModelCoding
import Testing

struct ScreenCodingTests {
  @Test func `a path with several parts comes back in parts`() throws {
    let id = WidgetID(path: ["optedScopes", "custom1.custom2"])
    let screen = Screen(id: ScreenID("x"), forms: [Form(id: "f", widgets: [Widget(id: id, typeName: "t", kind: .close)])])
    let again = try Screen(json: screen.json)
    #expect(again.forms[0].widgets[0].id.path == ["optedScopes", "custom1.custom2"])
  }

  @Test(arguments: [
    ScreenID("a/b"), ScreenID("a", qualifiers: ["b", "c"]), ScreenID("a/b", qualifiers: ["b"]), ScreenID("", qualifiers: [""]),
    ScreenID("é", qualifiers: ["e\u{301}"]),
  ])
  func `a screen's id comes back in its parts`(id: ScreenID) throws {
    let again = try Screen(json: Screen(id: id).json)
    #expect(again.id.base == id.base)
    #expect(again.id.qualifiers == id.qualifiers)
  }

  @Test func `what a page does comes back as it was`() throws {
    var screen = Screen(id: ScreenID("x"), pageText: "A")
    screen.behaviour = PageBehaviour.Kind.allCases.map { PageBehaviour($0, of: "a") }
    screen.behaviour.append(
      PageBehaviour(.form, of: "f", method: "POST", target: "/login", parameters: [.init("a", "1"), .init("a", "2")]))
    #expect(try Screen(json: screen.json) == screen)
  }

  @Test func `an empty path is kept`() throws {
    let screen = Screen(
      id: ScreenID("x"), forms: [Form(id: "f", widgets: [Widget(id: WidgetID(path: []), typeName: "t", kind: .submitter)])])
    #expect(try Screen(json: screen.json) == screen)
  }

  @Test func `what must not be seen is not written`() throws {
    let secret = Secret("hush", name: "s")
    let hidden: [Widget] = [
      Widget(id: "p", typeName: "password", kind: .entry(Entry(purpose: .password, value: "hush"))),
      Widget(id: "c", typeName: "passcode", kind: .entry(Entry(purpose: .passcode, value: "hush"))),
      Widget(id: "t", typeName: "hidden", kind: .entry(Entry(purpose: .hidden, value: "hush", isSecret: true))),
      Widget(
        id: "o", typeName: "choice",
        kind: .choice(ChoiceList(choices: [Choice(value: .secret(secret), facts: [Fact("k", "hush", isSecret: true)])]))),
    ]
    let forms = [
      Form(id: "f", widgets: hidden), Form(id: "n", kind: .navigation("https://a:hush@x.test/p?stateToken=hush#access_token=hush")),
    ]
    let screen = Screen(
      id: ScreenID("x"), forms: forms, facts: [Fact("sharedSecret", "hush", isSecret: true)], branding: [Value.Member("b", .secret(secret))]
    )
    let text = String(decoding: screen.jsonBytes, as: UTF8.self)
    #expect(!text.contains("hush"))
    #expect(JSONWriter.text(of: screen.json) == text)
    let again = try Screen(json: screen.json)
    #expect(again.facts == [Fact("sharedSecret", "***", isSecret: true)])
    #expect(again.jsonBytes == screen.jsonBytes)
  }

  @Test func `repeated names and odd spellings of numbers survive`() throws {
    let extras = [Value.Member("a", .number("1.10")), Value.Member("a", .map([Value.Member("b", 1), Value.Member("b", 2)]))]
    let widget = Widget(id: "w", typeName: "t", kind: .unknown(.map(extras)), extras: extras)
    let screen = Screen(id: ScreenID("x"), forms: [Form(id: "f", kind: .poll(every: .milliseconds(2500)), widgets: [widget])])
    #expect(try Screen(json: screen.json) == screen)
  }

  @Test(arguments: [
    (Duration.zero, "0"), (.seconds(4), "4"), (.milliseconds(1204), "1.204"), (.nanoseconds(1), "0.000000001"),
    (.milliseconds(-1500), "-1.5"), (.milliseconds(-500), "-0.5"),
    (Duration(secondsComponent: 0, attosecondsComponent: 1), "0.000000000000000001"),
    (Duration(secondsComponent: .max, attosecondsComponent: 0), "9223372036854775807"),
  ])
  func `a duration is written in seconds, exactly`(duration: Duration, spelling: String) throws {
    let screen = Screen(id: ScreenID("x"), forms: [Form(id: "f", kind: .poll(every: duration))])
    #expect(screen.json["forms"]?[0]?["every"] == .number(spelling))
    #expect(try Screen(json: screen.json) == screen)
  }

  @Test(arguments: [("5e-05", Duration.microseconds(50)), ("1.5E1", .seconds(15)), ("-2e0", .seconds(-2))])
  func `a duration that another tool wrote with an exponent is read`(spelling: String, duration: Duration) throws {
    let json = try JSONReader.read(#"{"id":"x","forms":[{"id":"f","kind":"poll","every":\#(spelling)}]}"#)
    #expect(try Screen(json: json).forms.first?.kind == .poll(every: duration))
  }

  @Test(arguments: [
    ("[]", "found a list, expected a map at $"),
    ("{}", "a member is missing at $.id"),
    (#"{"id":1}"#, "found a number, expected a text at $.id"),
    (#"{"id":"a","qualifiers":["b"]}"#, "expected an id that ends with its qualifiers at $.id"),
    (#"{"id":"a","qualifiers":"b"}"#, "found a text, expected a list at $.qualifiers"),
    (
      #"{"id":"a","forms":[{"id":"f","kind":"input"},{"id":"g","kind":"inptu"}]}"#,
      "unknown word 'inptu', expected one of 'input', 'action', 'poll', 'navigation' at $.forms[1].kind"
    ),
    (#"{"id":"a","forms":[{"id":"f","kind":"poll"}]}"#, "a member is missing at $.forms[0].every"),
    (
      #"{"id":"a","forms":[{"id":"f","kind":"poll","every":1e30}]}"#,
      "found a number, expected a possible number of seconds at $.forms[0].every"
    ),
    (
      #"{"id":"a","forms":[{"id":"f","kind":"input","widgets":[{"id":"w","type":"t","kind":"toggle","on":"yes"}]}]}"#,
      "found a text, expected true or false at $.forms[0].widgets[0].on"
    ),
    (
      #"{"id":"a","forms":[{"id":"f","kind":"input","widgets":[{"id":"w","path":["v"],"type":"t","kind":"close"}]}]}"#,
      "expected a path that joined with dots is the id at $.forms[0].widgets[0].path"
    ),
    (#"{"id":"a","messages":[{"level":"error","text":"t","widget":"w"}]}"#, "a member is missing at $.messages[0].form"),
    (
      #"{"id":"a","layout":{"vertical":[{"grid":1}]}}"#,
      "expected a map with 'vertical', 'horizontal', 'widget' or 'unknown' at $.layout.vertical[0]"
    ),
    (#"{"id":"a","branding":[]}"#, "found a list, expected a map at $.branding"),
    (#"{"id":"a","facts":[{"name":"n"}]}"#, "a member is missing at $.facts[0].value"),
  ])
  func `what is wrong is named with its place`(text: String, problem: String) throws {
    let json = try JSONReader.read(text)
    let error = #expect(throws: ModelCodingError.self) { try Screen(json: json) }
    #expect(error?.description == problem)
  }

  @Test func `members of a newer version are ignored`() throws {
    #expect(try Screen(json: ["id": "a", "mood": "blue"]) == Screen(id: ScreenID("a")))
  }

  @Test func `writing goes on behind what a buffer holds`() {
    var bytes = Array("{\"screen\":".utf8)
    Screen(id: ScreenID("a")).appendJSON(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"screen":{"id":"a"}"#)
  }

  @Test func `a digest is that of the bytes in the log`() {
    let screen = Screen(id: ScreenID("a"))
    #expect(ScreenDigest(of: screen) == ScreenDigest(ofJSON: Array(#"{"id":"a"}"#.utf8)))
    #expect(ScreenDigest(ofJSON: []).text == "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(ScreenDigest(of: screen) != ScreenDigest(of: Screen(id: ScreenID("b"))))
  }
}
