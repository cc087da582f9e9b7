import JourneyModel
import JourneyRunner
import Testing

@testable import JourneyInsight

/// What differs between two walks of one version is no change of another one, and everything else is.
struct VariedTextTests {
  @Test(arguments: [
    ("Gültig bis 26. November 2026", "Gültig bis 3. Mai 2028", "Gültig bis 9. August 2027", true),
    ("2026年11月26日", "2028年5月3日", "2027年8月9日", true), ("Until Thursday", "Until Friday", "Until Monday", true),
    ("26 ноября 2026", "3 мая 2028", "9 августа 2027", true), ("Noch 57 Sekunden", "Noch 9 Sekunden", "Noch 31 Sekunden", true),
    ("Noch 57 Sekunden", "Noch 9 Sekunden", "Noch 31 Minuten", false), ("© 2026 Acme", "© 2028 Acme", "© 2027 Acme", true),
    ("© 2026 Acme", "© 2028 Acme", "© 2027 Other", false), ("Code WDJB-MJHT", "Code KLQX-PPRT", "Code ZZAB-CDEF", true),
    ("Code WDJB-MJHT", "Code KLQX-PPRT", "You pay 5 EUR", false), ("Code 12", "Code 34", "Code 56 EUR", false),
    ("Code 12", "Code 34", "Code €56", false), ("Code 12", "Code 34", "Code twelve", false),
    ("/step/8a7b/go", "/step/9c2d/go", "/step/11ff/go", true),
    ("/step/8a7b/go", "/step/9c2d/go", "/pay/11ff/go", false),
    ("Tip: use a long password.", "Tip: never share it with anybody else.", "Tip: pay us.", false),
    ("Tip: use a long password.", "Tip: never share it with anybody else.", "Tip: never share it with anybody else.", true),
    ("1 hour 3 minutes", "58 minutes", "2 hours 9 minutes", true), ("Hello", "Hello, 12:03", "Hello, 9:15", true),
    ("Tip: use a long password.", "Tip: never share it with anybody.", "Tip: pay us nine euros a month.", false),
    ("Bis 26. November 2026 12:03:31 Uhr", "Bis 3. Mai 2028 9:15:02 Uhr", "Bis 9. August 2027 10:20:44 Uhr", true),
    ("Bis 26. November 2026", "Bis 3. Mai 2028", "Bis 5 EUR monthly", false),
    ("Key ABCD-EFGH-JKLM", "Key NOPQ-RSTU-VWXY", "Key ZABC-DEFG-HJKL", true),
    ("id abc1", "id 9f3e", "id cafe", true), ("id abc1", "id 9f3e", "id coffee", false),
    ("a", "b", "", false),
  ])
  func `a third text differs only where two of one version do`(text: String, again: String, now: String, fits: Bool) throws {
    let varied = try #require(VariedText(text, again))
    #expect(varied.text == text && varied.fits(text) && varied.fits(again))
    #expect(varied.fits(now) == fits)
    #expect(VariedText(text, text) == nil)
  }

  private static func screen(
    _ names: [String], code: String = "", path: String = "/go", option: String = "x", page: String = "Welcome",
    labels: [String] = ["Name", "City"]
  ) -> Screen {
    var widgets = zip(names, labels).map { name, label in
      Widget(id: WidgetID(name), typeName: "input", label: RichText(label), kind: .entry(Entry()))
    }
    let choices = ChoiceList(choices: [Choice(value: .text(option), label: "One"), Choice(value: "b", label: "Two")])
    widgets.append(Widget(id: "list", typeName: "select", label: "Pick", kind: .choice(choices)))
    widgets.append(Widget(id: "said", typeName: "static", kind: .output(RichText("Your code is \(code)"))))
    var screen = Screen(id: ScreenID("s"), forms: [Form(id: "f", widgets: widgets)], pageText: page)
    screen.behaviour =
      [PageBehaviour(.form, of: "f", method: "POST", target: path)] + names.map { PageBehaviour(.handler, of: "f/\($0)", target: "x()") }
    return screen
  }

  private static func keys(_ before: Screen, _ again: Screen?, _ now: Screen, isExact: Bool = true) -> [String] {
    let walks = [before, again, now].map { $0.map { MetWalk.of([MetStop(.screen($0)), .signedIn]) } }
    guard let old = walks[0], let new = walks[2] else { return [] }
    let difference = RunDifference(
      .of([old]), as: .init(name: "a"), .of([new]), as: .init(name: "b"), again: walks[1].map { [.of([$0])] } ?? [], isExact: isExact)
    return difference.changes.map(\.id)
  }

  @Test func `names of fields, paths, options and codes that vary are no change`() {
    let before = Self.screen(
      ["f_8a7b", "f_11c2"], code: "WDJB-MJHT", path: "/go/8a7b", option: "o8a7b", page: "Heute: 26. November\nBis 9 Uhr")
    let again = Self.screen(["f_9c2d", "f_77aa"], code: "KLQX-PPRT", path: "/go/9c2d", option: "o9c2d", page: "Heute: 3. Mai\nBis 11 Uhr")
    let now = Self.screen(["f_04fe", "f_35bd"], code: "ZZAB-CDEF", path: "/go/04fe", option: "o04fe", page: "Heute: 9. August\nBis 10 Uhr")
    #expect(Self.keys(before, again, now) == [])
    #expect(!Self.keys(before, nil, now).isEmpty)
  }

  @Test func `what changes next to something that varies is told`() {
    let (before, again) = (Self.screen(["f_8a7b", "f_11c2"]), Self.screen(["f_9c2d", "f_77aa"]))
    #expect(Self.keys(before, again, Self.screen(["f_04fe", "f_35bd"], labels: ["Name", "Card number"])) == ["acme:s:label:f/f_11c2"])
    #expect(Self.keys(before, again, Self.screen(["f_04fe", "f_35bd"], path: "/pay")) == ["acme:s:behaviour:f"])
    let third = Self.screen(["f_04fe", "f_35bd", "f_99aa"], labels: ["Name", "City", "Card number"])
    #expect(Self.keys(before, again, third).contains { $0.hasPrefix("acme:s:asked:f/f_99aa") })
  }

  @Test(arguments: [
    ("Hívjon: 361234567", "Hívjon: 361234568"), ("+36 1 234 5678", "+36 1 234 5679"), ("Fizet 12:50", "Fizet 99:50"),
    ("Anteile 10/12/14", "Anteile 10/12/24"),
    ("Kód: a7f3b9c2", "Kód: a7f3b9c3"), ("4 pm", "5 pm"), ("Pay 20261126", "Pay 20261127"), ("on 26 November 2026", "on 3 May 2027"),
  ])
  func `what does not vary between two walks of one version is text, whatever it looks like`(old: String, new: String) {
    let (before, now) = (Self.screen([], page: old), Self.screen([], page: new))
    #expect(Self.keys(before, before, now) == ["acme:s:page-text:1"])
    let labels = [Self.screen(["w"], labels: [old]), Self.screen(["w"], labels: [new])]
    #expect(Self.keys(labels[0], labels[0], labels[1]) == ["acme:s:label:f/w"])
  }

  @Test func `without an exact control times may move, and an id that one log has twice is text`() {
    let page = { Self.screen([], page: $0) }
    #expect(Self.keys(page("at 12:03, Key 4af81c22"), page("at 12:03, Key 4af81c22"), page("at 9:15, Key 4af81c22"), isExact: false) == [])
    #expect(Self.keys(page("Key 4af81c22"), page("Key 4af81c22"), page("Key 99e1b0c7"), isExact: false) == ["acme:s:page-text:1"])
    #expect(Self.keys(page("Key 4af81c22"), page("Key 11aa22bb"), page("Key 99e1b0c7"), isExact: false) == [])
    let run = { (keys: [String]) in
      MetRun.of(
        keys.enumerated().map { MetWalk.of([MetStop(.screen(page("at 12:03, Key \($0.element)"))), .signedIn], id: "a#\($0.offset)") })
    }
    let told = { (before: [String], now: [String]) in
      RunDifference(run(before), as: .init(name: "a"), run(now), as: .init(name: "b")).changes.map(\.id)
    }
    #expect(told(["4af81c22", "4af81c22"], ["99e1b0c7", "99e1b0c7"]) == ["acme:s:page-text:1"])
    #expect(told(["4af81c22", "11aa22bb"], ["99e1b0c7", "55cc66dd"]) == [])
  }

  @Test func `a message's subject and a claim that vary are no change`() {
    let walk = { (code: String, claim: String) in
      var walk = MetWalk.of([
        MetStop(
          .ended(.finished(Finish(facts: [Value.Member("claims", .map([Value.Member("ref", .text(claim))]))], checks: [], probes: []))))
      ])
      walk.messages = [TakenMessage(channel: .mail, subject: "\(code) is your code")]
      return walk
    }
    let (one, two, three) = (walk("482916", "1234567"), walk("110022", "7654321"), walk("998877", "1112223"))
    let control = WalkControl(of: one, again: [two], isExact: true)
    #expect(WalkComparison(one, three, control: control).findings == [])
    let same = WalkControl(of: one, again: [one], isExact: true)
    #expect(WalkComparison(one, three, control: same).findings.map(\.kind) == [.token, .subject])
    #expect(WalkComparison(one, three).findings.map(\.kind) == [.subject])
    // Each tenant makes up such ids for itself.
    let (org, other) = (walk("1", "00oa250bfc967fc7e77c"), walk("1", "00o666bb5e9fce4d860e"))
    #expect(WalkComparison(org, other, control: WalkControl(of: org, again: [org], isExact: true)).findings == [])
  }

  @Test func `the name of the tenant on a line of its page is no change, and one in a label is`() {
    let keys = { (old: Screen, new: Screen) in
      let before = MetWalk.of([MetStop(.screen(old)), .signedIn])
      var now = MetWalk.of([MetStop(.screen(new)), .signedIn])
      now.planned.tenant = "acme-next"
      return RunDifference(.of([before]), as: .init(name: "acme"), .of([now]), as: .init(name: "acme-next")).changes.map(\.id)
    }
    #expect(keys(Self.screen([], page: "acme\nHello"), Self.screen([], page: "acme-next\nHello")) == [])
    let labels = ["acme", "acme-next"].map { Self.screen(["w"], labels: [$0]) }
    #expect(keys(labels[0], labels[1]) == ["acme:s:label:f/w"])
  }
}
