import Encodings
import JourneyModel
import JourneyTestSupport
import ModelCoding
import Testing

struct NormalisedScreenTests {
  @Test func `a snapshot is sorted and without what differs from walk to walk`() throws {
    let fixture = try ScreenFixture(path: "fixtures/screens/okta-idx/challenge-poll-push.json")
    #expect(
      try Golden(target: "ModelCoding").difference(of: NormalisedScreen(fixture.screen).text, from: "challenge-poll-push.json") == nil)
  }

  @Test(arguments: try ScreenFixture.all())
  func `a stored snapshot equals the screen that it was made of`(fixture: ScreenFixture) throws {
    let normalised = NormalisedScreen(fixture.screen)
    let stored = try NormalisedScreen(stored: Array(normalised.text.utf8))
    #expect(stored == normalised)
    #expect(normalised.differences(from: stored) == [])
  }

  @Test func `a new number to tap, interval or challenge is no difference`() throws {
    func screen(_ seed: String, every: Duration) -> NormalisedScreen {
      let options = Value.map([Value.Member("challenge", .text(seed)), Value.Member("rpId", "acme.test")])
      let key = Widget(id: "k", typeName: "credential", kind: .credential(CredentialPrompt(ceremony: .get, options: options)))
      let choice = Choice(value: "a", facts: [Fact("seen", .text(seed), isVolatile: true)], widgets: [key])
      let list = Widget(id: "l", typeName: "choice", kind: .choice(ChoiceList(choices: [choice])))
      return NormalisedScreen(
        Screen(
          id: ScreenID("x"), forms: [Form(id: "f", kind: .poll(every: every), widgets: [list])],
          facts: [Fact("n", .text(seed), isVolatile: true)]))
    }
    #expect(screen("1", every: .seconds(4)) == screen("2", every: .seconds(5)))
  }

  @Test func `what differs is named with its place`() {
    let old = NormalisedScreen(
      Screen(id: ScreenID("x"), forms: [Form(id: "f", label: "A"), Form(id: "g")], branding: [Value.Member("a b", "1")]))
    let new = NormalisedScreen(Screen(id: ScreenID("x"), forms: [Form(id: "f", label: "B")], branding: [Value.Member("a b", "2")]))
    #expect(
      new.differences(from: old) == [
        SnapshotDifference(path: "$.branding['a b']", stored: "1", shown: "2"),
        SnapshotDifference(path: "$.forms[0].label", stored: "A", shown: "B"),
        SnapshotDifference(path: "$.forms[1]", stored: ["id": "g", "kind": "input"], shown: nil),
      ])
  }

  private static let secret = "Zq7!kPm2-Xw9vLt4Rb8"

  @Test(arguments: [secret.map { String($0) }, ["Zq7!", "kPm2", "-Xw9", "vLt4", "Rb8"], ["Zq7!kPm2", "-Xw9vLt4Rb8"]])
  func `a snapshot holds no secret whose pieces are in texts next to each other`(pieces: [String]) {
    var search = SecretSearch()
    search.learnClosely(Self.secret)
    let texts = pieces.enumerated().map {
      Widget(id: WidgetID("w\($0.offset)"), typeName: "static", kind: .output(RichText($0.element)))
    }
    let labels = pieces.enumerated().map {
      Widget(id: WidgetID("w\($0.offset)"), typeName: "input", label: RichText($0.element), kind: .entry(Entry()))
    }
    let form = { (widgets: [Widget]) in Form(id: "f", label: "Hello Jane", widgets: widgets) }
    var linked = Screen(id: ScreenID("x"), forms: [form([])], pageText: "Hello")
    linked.behaviour = pieces.map { PageBehaviour(.link, of: $0, target: "/") }
    let screens = [
      linked, Screen(id: ScreenID("x"), forms: [form(texts)]), Screen(id: ScreenID("x"), forms: [form(labels)]),
      Screen(id: ScreenID("x"), forms: [form([])], pageText: (["Hello"] + pieces + ["Jane"]).joined(separator: "\n")),
    ]
    for screen in screens {
      let text = NormalisedScreen(screen, masking: search).text
      #expect(text.contains("***") && text.contains("Hello Jane"), "\(text)")
      #expect(pieces.filter { $0.count > 1 }.allSatisfy { !text.contains($0) }, "\(text)")
      #expect(!text.contains("\"Z\"") && !text.contains("'Z'"), "\(text)")
    }
  }

  private static func page(_ text: String, label: String = "A") -> NormalisedScreen {
    NormalisedScreen(Screen(id: ScreenID("x"), forms: [Form(id: "f", label: RichText(label))], pageText: text))
  }

  @Test func `a sentence of a page that is new, gone or changed is a difference, and what a label says is none twice`() throws {
    let stored = try NormalisedScreen(stored: Array(Self.page("A\nFree. At 12:03").text.utf8))
    #expect(Self.page("A\nFree. At 9:15").differences(from: stored) == [])
    #expect(
      Self.page("B\nFree. You pay 5 EUR. At 12:03", label: "B").differences(from: stored) == [
        SnapshotDifference(path: "$.forms[0].label", stored: "A", shown: "B"),
        SnapshotDifference(path: "the page", stored: nil, shown: "You pay 5 EUR."),
      ])
    #expect(Self.page("").differences(from: stored).count == 3)
  }

  @Test func `a file without a page says nothing of it, and one that leaves it out keeps doing so`() throws {
    let old = Array(NormalisedScreen(Screen(id: ScreenID("x"), forms: [Form(id: "f", label: "A")])).text.utf8)
    let stored = try NormalisedScreen(stored: old)
    #expect(Self.page("You pay").differences(from: stored) == [])
    #expect(Self.page("You pay").replacing(stored) == Self.page("You pay"))
    let silent = try NormalisedScreen(stored: Array(#"{"schema": 1, "screen": {"id": "x"}, "page": null}"#.utf8))
    #expect(Self.page("You pay").replacing(silent).text.contains("\"page\": null"))
  }

  @Test func `a word that a file hides stays hidden where the rest is the same`() throws {
    let stored = try NormalisedScreen(stored: Array(#"{"schema": 1, "screen": {"id": "x"}, "page": ["Hello ***"]}"#.utf8))
    #expect(Self.page("Hello Ada").replacing(stored).page?.sentences == ["Hello ***"])
    #expect(Self.page("Goodbye Ada").replacing(stored).page?.sentences == ["Goodbye Ada"])
    #expect(Self.page("Hello Ada, pay").differences(from: stored).contains { $0.path == "the page" })
  }

  @Test func `a time in a message or a title is no difference, and neither is the order of hidden fields`() throws {
    let screen = { (time: String, price: String, ids: [String]) in
      let hidden = ids.map { Widget(id: WidgetID($0), typeName: "hidden", isVisible: false, kind: .entry(Entry(purpose: .hidden))) }
      let field = Widget(id: "z", typeName: "text", label: RichText("For \(price)"), kind: .entry(Entry()))
      return NormalisedScreen(
        Screen(
          id: ScreenID("x"), forms: [Form(id: "f", widgets: hidden + [field])],
          messages: [Message(level: .info, text: RichText("At \(time)"))],
          facts: [Fact("title", .text("Case \(time)")), Fact("other", .text(time))]))
    }
    let stored = try NormalisedScreen(stored: Array(screen("12:03", "5 EUR", ["b", "a"]).text.utf8))
    #expect(screen("9:15", "5 EUR", ["a", "b"]).differences(from: stored).map(\.path) == ["$.facts[1].value"])
    #expect(screen("12:03", "9 EUR", ["a", "b"]).differences(from: stored).map(\.path) == ["$.forms[0].widgets[0].label"])
  }

  private static func does(_ target: String, _ value: String = "all") -> NormalisedScreen {
    var screen = Screen(id: ScreenID("x"), pageText: "A")
    let parameters = [JourneyModel.Value.Member("consent", .text(value))]
    screen.behaviour = [PageBehaviour(.form, of: "f", method: "POST", target: target, parameters: parameters)]
    return NormalisedScreen(screen)
  }

  @Test func `what a page does is stored in words, and is a difference`() throws {
    let stored = try NormalisedScreen(stored: Array(Self.does("/login").text.utf8))
    #expect(Self.does("/login").text.contains(#""form 'f' is sent by POST to '/login' with 'consent=all'""#))
    #expect(Self.does("/login").differences(from: stored) == [])
    let differences = Self.does("/pay").differences(from: stored)
    #expect(differences.map(\.path) == ["the behaviour of the page"])
    #expect(differences.first?.shown == "form 'f' is sent by POST to '/pay' with 'consent=all'")
    let silent = try NormalisedScreen(stored: Array(#"{"schema": 1, "screen": {"id": "x"}, "page": ["A"], "behaviour": null}"#.utf8))
    #expect(Self.does("/pay").differences(from: silent) == [])
    #expect(Self.does("/pay").replacing(silent).text.contains("\"behaviour\": null"))
    let hidden = try NormalisedScreen(stored: Array(Self.does("/login", "***").text.utf8))
    #expect(Self.does("/login").differences(from: hidden) == [])
    #expect(Self.does("/login").replacing(hidden) == hidden)
  }

  @Test(arguments: [
    (
      #"{"schema":1,"screen":{},"behaviour":"Free"}"#,
      "'behaviour' of the snapshot is no list of texts; 'null' leaves out what the page does"
    ),
    (#"{"schema":1,"screen":{},"page":"Free"}"#, "'page' of the snapshot is no list of texts; 'null' leaves out what the page says"),
    ("{", "the snapshot is not JSON: the JSON text ends too early at byte 1"),
    ("{}", "the snapshot has no schema, expected schema 1"),
    (#"{"schema":2,"screen":{}}"#, "the snapshot has schema 2, expected schema 1"),
    (#"{"schema":1}"#, "the snapshot has no member 'screen'"),
  ])
  func `what is no snapshot is refused`(text: String, problem: String) {
    let error = #expect(throws: SnapshotError.self) { try NormalisedScreen(stored: Array(text.utf8)) }
    #expect(error?.description == problem)
  }
}
