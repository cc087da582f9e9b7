import JourneyModel
import Testing

@testable import JourneyInsight

struct RunDifferenceTests {
  private static func difference(_ before: [MetWalk], _ now: [MetWalk]) -> RunDifference {
    RunDifference(.of(before), as: .init(name: "acme", seed: 7), .of(now), as: .init(name: "acme-next", seed: 7))
  }

  private static let before = [
    MetWalk.of([.screen("password"), .signedIn], id: "a", account: "jane"),
    MetWalk.of([.screen("password"), .signedIn], id: "b", account: "emil"), MetWalk.of([.screen("other")], id: "c"),
  ]
  private static let now = [
    MetWalk.of([.screen("password"), .screen("terms"), .signedIn], id: "a", account: "jane"),
    MetWalk.of([.screen("password"), .screen("terms")], id: "b", account: "emil", reach: .cutShort),
    MetWalk.of([.screen("other")], id: "c"),
  ]

  @Test func `one change is one sentence, however many walks met it`() {
    let difference = Self.difference(Self.before, Self.now)
    #expect(difference.changes.map(\.id) == ["acme:terms:screen-added"])
    #expect(difference.changes.first?.sentence == "After 'password' comes a new screen 'terms'. It asks for: Field.")
    #expect(difference.changes.first?.accounts == ["jane", "emil"])
    #expect([difference.walks, difference.alike, difference.unknown] == [3, 1, 1])
  }

  @Test func `the other way round it tells the mirror`() {
    let back = Self.difference(Self.now, Self.before)
    #expect(back.changes.map(\.id) == ["acme:terms:screen-removed"])
    #expect(back.changes.map(\.meaning) == [.less])
    #expect(back.unknown == 1)
  }

  @Test func `an allowed change keeps its reason, and an entry that names none is missing`() {
    var difference = Self.difference(Self.before, Self.now)
    let agreed = AllowedChange(id: "acme:terms:screen-added", texts: ["Field"], reason: "new terms")
    let silent = difference.allow([agreed, AllowedChange(id: "acme:gone:label", reason: "a label")])
    #expect(silent == [])
    #expect(difference.changes.first?.allowed == "new terms")
    #expect(difference.missing.map(\.line) == ["acme:gone:label"])
  }

  @Test func `a comment never is longer than it may be, and says what is left out`() {
    let walks = (0..<2_000).map {
      MetWalk.of([.screen("start"), .screen("screen-\($0)-\(String(repeating: "x", count: 60))")], id: "\($0)")
    }
    let text = DifferenceMarkdown(Self.difference(walks.map { MetWalk.of([.screen("start")], id: $0.id) }, walks)).text
    #expect(text.utf8.count <= DifferenceMarkdown.limit)
    #expect(text.contains("more in the other formats"))
  }

  @Test func `texts of a tenant are no markup`() {
    let before = [MetWalk.of([.screen("a")])]
    let now = [MetWalk.of([.screen("a"), .screen("<script>|`")])]
    let difference = Self.difference(before, now)
    #expect(!DifferencePage(difference).text.contains("<script>"))
    #expect(!DifferenceMarkdown(difference).text.contains("<script>"))
  }

  @Test func `a page says in words, too, what stood there and stands there now`() {
    let before = [MetWalk.of([.screen("a"), .screen("b"), .signedIn])]
    var now = before
    let field = Widget(id: "field", typeName: "input", label: "Your name", kind: .entry(Entry()))
    now[0].stops[1] = MetStop(.screen(Screen(id: ScreenID("b"), forms: [Form(id: FormID("b"), widgets: [field])])))
    now[0].stops[1].edges = before[0].stops[1].edges
    let text = DifferencePage(Self.difference(before, now)).text
    #expect(text.contains(">Before: Field<"), "\(text.suffix(3_000))")
    #expect(text.contains(">Now: Your name<"))
  }
}
