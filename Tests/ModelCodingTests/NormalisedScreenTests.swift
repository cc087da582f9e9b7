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

  @Test(arguments: [
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
