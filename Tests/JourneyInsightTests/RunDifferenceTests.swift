import JourneyModel
import JourneyRunner
import Testing

@testable import JourneyInsight

struct RunDifferenceTests {
  @Test func `a screen in place of another one is one change`() {
    let walks = { (screen: String) in [MetWalk.of([.screen("a"), .screen(screen), .signedIn])] }
    var told = RunDifference(.of(walks("b")), as: RunDifference.Side(name: "acme"), .of(walks("c")), as: RunDifference.Side(name: "next"))
    #expect(told.changes.map(\.kind) == [.screenAdded, .screenRemoved])
    told.leaveOutTold()
    #expect(told.changes.map(\.sentence) == ["A new screen 'c' appears after 'a', in place of 'b'. It asks for: Field."])
    let more = [MetWalk.of([.screen("a"), .screen("c"), .screen("d"), .signedIn])]
    var other = RunDifference(.of(walks("b")), as: RunDifference.Side(name: "acme"), .of(more), as: RunDifference.Side(name: "next"))
    other.leaveOutTold()
    #expect(other.changes.count == 2, "\(other.changes.map(\.sentence))")
  }

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
    #expect(difference.changes.first?.sentence == "A new screen 'terms' appears after 'password'. It asks for: Field.")
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

  // MARK: Scenarios with other steps

  private static func answered(_ id: String) -> MetStop {
    var stop = MetStop.screen(id)
    stop.answered = AnsweredForm(form: id)
    return stop
  }

  private static let long = MetWalk.of([answered("password"), answered("terms"), .signedIn])

  @Test(arguments: [
    [answered("password"), .screen("terms")], [.screen("password")],
  ])
  func `a walk whose steps end earlier is shorter, and nothing is asked less`(stops: [MetStop]) throws {
    let short = MetWalk.of(stops)
    let difference = Self.difference([Self.long], [short])
    #expect(difference.changes.map(\.id) == [])
    #expect(difference.unknown == 1 && difference.alike == 0)
    let place = try #require(stops.last?.name)
    let text = DifferenceText(difference).text
    #expect(text.contains("1 walk is shorter now: the scenario ends at \(place), and on the other side it continues"), "\(text)")
    #expect(!text.contains("\nno change\n"))
    let back = Self.difference([short], [Self.long])
    #expect(back.changes.map(\.id) == [] && DifferenceText(back).text.contains("1 walk is shorter before"))
    for output in [DifferenceMarkdown(difference).text, DifferencePage(difference).text] {
      #expect(output.contains("shorter now"), "\(output)")
    }
    #expect(DifferenceJSON(difference).text.contains("\"shorter\":1"))
  }

  @Test func `a screen that is gone, or an end that comes earlier, is less`() {
    #expect(Self.ids(Self.long, MetWalk.of([Self.answered("password"), .signedIn])) == ["acme:terms:screen-removed"])
    #expect(Self.ids(Self.long, MetWalk.of([Self.answered("password")])).isEmpty == false)
  }

  // MARK: What pages say

  private static func page(_ text: String, label: String = "Email", id: String = "sign-in", facts: [Fact] = []) -> MetWalk {
    let field = Widget(id: "email", typeName: "input", label: RichText(label), kind: .entry(Entry()))
    let form = Form(id: "f", widgets: [field])
    return MetWalk.of([MetStop(.screen(Screen(id: ScreenID(id), forms: [form], facts: facts, pageText: text))), .signedIn])
  }

  private static func ids(_ before: MetWalk, _ now: MetWalk) -> [String] { Self.difference([before], [now]).changes.map(\.id) }

  @Test func `a sentence of a page that is no part of the screen is a change of wording`() throws {
    let before = Self.page("Sign in\nEmail\nFree.")
    let difference = Self.difference([before], [Self.page("Sign in\nEmail\nFree. You pay 5 EUR a month.\nTerms")])
    #expect(difference.changes.map(\.id) == ["acme:sign-in:page-text:1", "acme:sign-in:page-text:2"])
    #expect(difference.changes.map(\.meaning) == [.wording, .wording])
    #expect(difference.changes.first?.sentence == "'sign-in': it now says 'You pay 5 EUR a month.'.")
    #expect(difference.changes.first?.newTexts == ["You pay 5 EUR a month."])
    for text in [DifferenceText(difference).text, DifferenceMarkdown(difference).text, DifferenceJSON(difference).text] {
      #expect(text.contains("You pay 5 EUR a month"), "\(text)")
    }
    #expect(DifferencePage(difference).text.contains("You pay 5 EUR a month"))
    #expect(Self.ids(Self.page("Free. Cancel now."), Self.page("Free.")) == ["acme:sign-in:page-text:gone/Cancel now."])
    #expect(Self.ids(Self.page("Pay\nFree\nNow"), Self.page("Free\nNow\nPay")) == ["acme:sign-in:page-text:moved/Pay"])
  }

  @Test func `a new page says what it says, and is agreed to with that`() throws {
    let before = MetWalk.of([.screen("start"), .signedIn])
    let now = { (text: String) in
      let page = Screen(id: ScreenID("inter"), forms: [Form(id: "f", kind: .action)], pageText: text)
      return MetWalk.of([.screen("start"), MetStop(.screen(page)), .signedIn])
    }
    var difference = Self.difference([before], [now("Welcome\nYou agree to pay 50 EUR. See you.")])
    let change = try #require(difference.changes.first)
    #expect(change.sentence.hasPrefix("A new screen 'inter' appears "))
    #expect(change.sentence.hasSuffix(" It says: 'Welcome', 'You agree to pay 50 EUR.', 'See you.'."))
    let silent = difference.allow([AllowedChange(id: "acme:inter:screen-added", reason: "a page that greets")])
    #expect(silent.map(\.found) == [["Welcome", "You agree to pay 50 EUR.", "See you."]])
    let agreed = AllowedChange(id: "acme:inter:screen-added", texts: change.newTexts, reason: "a page that greets")
    #expect(difference.allow([agreed]) == [] && difference.changes.first?.allowed == "a page that greets")
    var other = Self.difference([before], [now("Welcome\nYou agree to pay 90 EUR. See you.")])
    #expect(other.allow([agreed]) == [] && other.missing.count == 1)
    let long = Self.difference([before], [now((1...50).map { "Line \($0)" }.joined(separator: "\n"))]).changes.first
    #expect(long?.sentence.hasSuffix("'Line 10', and 40 more.") == true)
    #expect(long?.newTexts.last == "10 more sentences")
  }

  @Test func `a label that a page says is one change`() {
    let ids = Self.ids(Self.page("Sign in\nEmail"), Self.page("Sign in\nUser name", label: "User name"))
    #expect(ids == ["acme:sign-in:label:f/email"])
  }

  @Test func `a screen that has another name and another text tells both`() {
    let ids = Self.ids(Self.page("Free"), Self.page("You pay", id: "log-in"))
    #expect(ids == ["acme:log-in:page-text:1", "acme:log-in:screen-renamed"])
  }

  @Test func `logs of a version that wrote only the main part of pages are compared by it`() {
    let text = { Fact("text", .text($0), isVolatile: true) }
    let old = Self.page("", facts: [text("Sign in Email Free.")])
    #expect(Self.ids(old, Self.page("", facts: [text("Sign in Email Free. You pay.")])) == ["acme:sign-in:page-text:1"])
    #expect(Self.ids(old, Self.page("Shop\nSign in\nEmail\nFree.", facts: [text("Sign in Email Free.")])) == [])
  }

  @Test(arguments: ["heading", "title"]) func `what a page calls itself is wording`(name: String) {
    let ids = Self.ids(Self.page("", facts: [Fact(name, .text("Sign in"))]), Self.page("", facts: [Fact(name, .text("Pay now"))]))
    #expect(ids == ["acme:sign-in:text:\(name)"])
  }

  @Test func `an address that a person typed for a script to send is theirs, and one that nobody can change is the page's`() {
    let page = { (address: String, isFixed: Bool) in
      let field = Widget(id: "m", typeName: "text", kind: .entry(Entry(value: address, isReadOnly: isFixed)))
      let screen = Screen(id: ScreenID("a"), forms: [Form(id: "f", widgets: [field])], pageText: "We wrote to \(address).")
      return MetWalk.of([MetStop(.screen(screen)), .signedIn])
    }
    #expect(Self.ids(page("ada@acme.test", false), page("zoe@acme.test", false)) == [])
    #expect(Self.ids(page("ada@acme.test", true), page("zoe@acme.test", true)).contains("acme:a:page-text:1"))
  }

  @Test func `a warning of one tenant at two origins is none`() {
    var walks = ["https://a.test", "https://b.test"].map { origin in
      var walk = MetWalk.of([.screen("a")])
      walk.warnings = ["no header: GET \(origin)/login"]
      return walk
    }
    let canon = ScreenCanon(origins: ["https://a.test", "https://b.test"])
    for index in walks.indices { walks[index].warnings = walks[index].warnings.map { canon.sentence($0, of: []) } }
    #expect(WalkComparison(walks[0], walks[1]).findings == [])
  }

  // MARK: What pages do

  private static func does(_ behaviour: [PageBehaviour], form id: FormID = "f") -> MetWalk {
    var screen = Screen(id: ScreenID("sign-in"), forms: [Form(id: id, label: "Go")], pageText: "Sign in")
    screen.behaviour = behaviour
    return MetWalk.of([MetStop(.screen(screen)), .signedIn])
  }

  private static let form = PageBehaviour(.form, of: "f", method: "POST", target: "/login")
  private static let script = PageBehaviour(.script, of: "", target: "https://cdn.test")

  @Test func `what a page does is a change of behaviour, which is agreed to in words`() throws {
    var other = Self.form
    other.parameters = [Value.Member("consent", "all")]
    var difference = Self.difference([Self.does([Self.form])], [Self.does([other, Self.script])])
    #expect(difference.changes.map(\.id) == ["acme:sign-in:behaviour:f", "acme:sign-in:behaviour:script"])
    #expect(difference.changes.map(\.meaning) == [.protocolChange, .protocolChange])
    #expect(
      difference.changes.map(\.sentence) == [
        "'sign-in': form 'f' is sent by POST to '/login' with 'consent=all', previously form 'f' is sent by POST to '/login'.",
        "'sign-in': new: scripts come from 'https://cdn.test'.",
      ])
    let silent = difference.allow([AllowedChange(id: "acme:sign-in:behaviour:f", reason: "x")])
    #expect(silent.map(\.found) == [["form 'f' is sent by POST to '/login' with 'consent=all'"]])
    let back = Self.difference([Self.does([Self.form, Self.script])], [Self.does([Self.form])])
    #expect(back.changes.map(\.sentence) == ["'sign-in': no longer: scripts come from 'https://cdn.test'."])
  }

  @Test func `of many new deeds the number of the rest is told`() {
    let many = (0..<60).map { PageBehaviour(.frame, of: "\($0)", target: "/a") }
    let changes = Self.difference([Self.does([Self.form])], [Self.does([Self.form] + many)]).changes
    #expect(changes.count == 41 && changes.last?.newTexts == ["20 more"])
  }

  @Test func `the same in another order, in a log that says nothing of it, or of a renamed form is none`() {
    #expect(Self.ids(Self.does([Self.form, Self.script]), Self.does([Self.script, Self.form])) == [])
    #expect(Self.ids(MetWalk.of([.screen("sign-in")]), Self.does([Self.form])).contains { $0.contains("behaviour") } == false)
    var renamed = Self.form
    renamed.subject = "g"
    #expect(Self.ids(Self.does([Self.form]), Self.does([renamed], form: "g")) == ["acme:sign-in:form-renamed:g"])
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
