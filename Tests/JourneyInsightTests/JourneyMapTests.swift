import JourneyModel
import JourneyRunner
import Testing

@testable import JourneyInsight

struct JourneyMapTests {
  private static let map: JourneyMap = {
    func way(_ edges: [String], _ target: JourneyMap.Target) -> JourneyMap.Way {
      JourneyMap.Way(edges: edges, form: "form", press: "Continue", conditions: edges, target: target)
    }
    return JourneyMap(
      tenant: "acme", isComplete: true, start: "name",
      screens: [
        .init(id: "name", title: "Sign in", ways: [way(["a", "d"], .screen("password")), way(["a", "e"], .stay)]),
        .init(id: "password", ways: [way(["b"], .signedIn), way(["c"], .screen("name"))]),
      ])
  }()

  private static func walked() -> JourneyMap {
    var next = MetStop.screen("password")
    next.edges = ["a", "d"]
    var run = MetRun.of([.of([.screen("name"), .screen("password")], id: "one")])
    run = MetRun()
    let walk = MetWalk.of([.screen("name"), .screen("password")], id: "one")
    func event(_ kind: RunEvent.Kind) -> RunEvent {
      RunEvent(sequence: 1, time: .zero, scenario: walk.id, attempt: 1, step: nil, kind: kind)
    }
    run.record(event(.scenarioPlanned(walk.planned)))
    run.record(event(.attemptStarted(account: "jane")))
    if let screen = walk.stops[0].screen { run.record(event(.screenShown(screen))) }
    for edge in next.edges { run.record(event(.edgeTaken(edge))) }
    if let screen = walk.stops[1].screen { run.record(event(.screenShown(screen))) }
    var map = map
    map.take(run, of: ["acme"])
    return map
  }

  @Test func `the page of another site is no screen that the tenant lacks`() {
    var map = Self.map
    map.take(MetRun.of([.of([.screen("name"), .screen("away/google"), .screen("other")])]), of: ["acme"])
    #expect(map.unknownScreens == ["other"])
  }

  @Test func `a way is walked if all its edges were taken one after the other`() {
    let map = Self.walked()
    #expect(map.ways.map(\.walked) == [["one"], [], [], []])
    #expect(map.share == 25)
  }

  @Test func `the text says who walked which, and what nobody gets to`() {
    let text = MapText(Self.walked(), showsAll: false).text
    #expect(text.hasPrefix("acme: 2 screens, 4 paths, all of them can be taken. 1 is walked, by 1 scenario; 3 not walked.\n"))
    #expect(text.contains("  none stays"))
  }

  @Test func `a way of all screens is walked on any of them`() {
    var map = Self.map
    map.everywhere = [
      JourneyMap.Way(
        edges: ["everywhere.reset.again", "start.decide.on"], form: "reset", press: "Back", conditions: [], target: .screen("name"))
    ]
    var walk = MetWalk.of([.screen("password"), .screen("name")], id: "one")
    walk.stops[1].edges = ["password.reset.again", "start.decide.on"]
    map.take(walk)
    #expect(map.everywhere[0].walked == ["one"])
  }

  @Test func `what a live tenant shows is laid over the map of its mock`() {
    var map = Self.map
    var walk = MetWalk.of([.screen("name"), .screen("password"), .screen("terms")], id: "one")
    walk.stops[0].answered = AnsweredForm(form: "form")
    map.take(walk)
    #expect(map.ways.map(\.walked) == [["one"], [], [], []])
    #expect(MapText(map, showsAll: false).text.contains("acme shows screens that the mock does not have: terms"))
  }

  @Test func `a map that is too large for one diagram becomes one for each folder`() {
    let places = (0..<300).map { index -> JourneyMap.Place in
      var way = JourneyMap.Way(edges: ["e\(index)"], form: "form", press: "Continue", conditions: [], target: .screen("s\(index + 1)"))
      let id = index < 2 ? "sign-in/a#one" : "mfa/b#two"
      if index < 4 { way.walked = [id] }
      var place = JourneyMap.Place(id: "s\(index)", ways: [way])
      if index < 4 { place.walked = [id] }
      return place
    }
    let text = MapMermaid(JourneyMap(tenant: "acme", isComplete: true, start: "s0", screens: places)).text
    #expect(
      text.hasPrefix(
        "# acme\n\n300 lines are too many for one diagram; 296 of them are not walked.\n\n## mfa\n\n```mermaid\nflowchart LR\n"))
    #expect(text.matches(of: /```mermaid/).count == 2)
    #expect(text.contains("## sign-in\n"))
  }

  @Test func `what Mermaid reads as its own is no part of a diagram's texts`() {
    let way = JourneyMap.Way(edges: ["e"], form: "form", press: "a|b \"c\" <d> & e", conditions: [], target: .stay)
    var on = way
    on.target = .screen("b|\"")
    let places = [JourneyMap.Place(id: "a", ways: [way, on]), JourneyMap.Place(id: "b|\"", ways: [])]
    let text = MapMermaid(JourneyMap(tenant: "acme", isComplete: true, start: "a", screens: places)).text
    #expect(
      text == """
        flowchart LR
          s0["a"]:::unwalked
          s1["b#124;#quot;"]:::unwalked
          s0 -.->|"a#124;b #quot;c#quot; #lt;d> #amp; e"| s1
          classDef unwalked stroke-dasharray: 5 5

        """)
  }

  @Test func `of a live tenant what was seen is drawn`() {
    var map = JourneyMap(tenant: "acme", isComplete: false, start: "", screens: [])
    map.take(.of([.of([.screen("name"), .screen("password"), .signedIn])]), of: ["acme"])
    #expect(map.screens.map(\.id) == ["name", "password"])
    #expect(MapText(map, showsAll: false).text.contains("What is not drawn was not seen"))
  }

  @Test func `a drawing has a box for each screen and a line for each way on`() {
    let page = MapPage(Self.walked()).text
    #expect(page.matches(of: /<rect/).count == 2)
    #expect(page.contains("↩ Sign in"))
    #expect(MapMermaid(Self.walked()).text.contains("s0 -->|\"Continue (1)\"| s1"))
  }

  @Test func `Graphviz gets every screen, every end and every way on`() {
    var map = Self.walked()
    map.screens[1].id = "pass \"word\" \\"
    map.screens[0].ways[0].target = .screen("pass \"word\" \\")
    #expect(
      MapDOT(map).text == #"""
        digraph "acme" {
          rankdir=LR
          node [shape=box, style=rounded]
          "name" [label="Sign in (name)"]
          "pass \"word\" \\" [label="pass \"word\" \\"]
          "end 0" [label="signed in", shape=plaintext]
          "name" -> "pass \"word\" \\" [label="Continue (1)"]
          "pass \"word\" \\" -> "end 0" [label="Continue", style=dashed]
          "pass \"word\" \\" -> "name" [label="Continue", style=dashed]
        }

        """#)
  }
}
