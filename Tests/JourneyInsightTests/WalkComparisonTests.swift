import JourneyModel
import JourneyRunner
import Testing

@testable import JourneyInsight

struct WalkComparisonTests {
  private static func kinds(_ before: MetWalk, _ now: MetWalk) -> [String] {
    WalkComparison(before, now).findings.map(\.key)
  }

  @Test func `walks that meet the same tell nothing`() {
    let walk = MetWalk.of([.screen("name"), .screen("password"), .signedIn])
    let comparison = WalkComparison(walk, walk)
    #expect(comparison.findings.isEmpty)
    #expect(!comparison.isCutShort)
  }

  @Test func `a new screen is told, also where nobody knows what comes after it`() {
    let before = MetWalk.of([.screen("password"), .signedIn])
    let now = MetWalk.of([.screen("password"), .screen("code")], reach: .cutShort)
    let comparison = WalkComparison(before, now)
    #expect(comparison.findings.map(\.key) == ["code:screen-added"])
    #expect(comparison.findings.first?.nextBefore == "signed in")
    #expect(comparison.isCutShort)
  }

  @Test func `walks that stop at the same place are not known to be alike behind it`() {
    let walk = MetWalk.of([.screen("password"), .screen("terms")], reach: .cutShort)
    let comparison = WalkComparison(walk, walk)
    #expect(comparison.findings.isEmpty)
    #expect(comparison.isCutShort)
  }

  @Test func `of two new screens the second comes after the first, where the other walk went on from the screen before`() {
    let before = MetWalk.of([.screen("password"), .signedIn])
    let now = MetWalk.of([.screen("password"), .screen("code"), .screen("terms"), .signedIn])
    let found = WalkComparison(before, now).findings
    #expect(found.map(\.place) == ["'password'", "'code'"])
    var change = Change(id: "terms", found[1])
    change.add(found[1], of: now)
    #expect(change.waysNow.map(\.element) == [Change.Way(from: "'code'", to: "'terms'")])
    #expect(change.waysBefore.map(\.element) == [Change.Way(from: "'password'", to: "signed in")])
    var mirror = Change(id: "terms", WalkComparison(now, before).findings[1])
    mirror.add(mirror.first, of: before)
    #expect(mirror.waysNow.map(\.element) == change.waysBefore.map(\.element))
    #expect(mirror.waysBefore.map(\.element) == change.waysNow.map(\.element))
  }

  @Test func `a screen on which nothing leads on is another end, and one after answers that were right keeps people out`() {
    let denied = MetWalk.of([.screen("name"), .deadEnd("denied")], reach: .cutShort)
    let refused = MetWalk.of([.screen("name"), .refused("invalid_request")])
    #expect(WalkComparison(refused, denied).findings.map(\.kind) == [.endChanged])
    #expect(WalkComparison(denied, refused).findings.map(\.kind) == [.endChanged])
    var name = MetStop.screen("name")
    name.answered = AnsweredForm(form: "f", answers: [AnsweredForm.Answered(widget: "field", from: .typed)])
    let registered = MetWalk.of([name, .signedIn])
    #expect(WalkComparison(registered, .of([name, .deadEnd("denied")], reach: .cutShort)).findings.map(\.kind) == [.endClosed])
    // What was wrong once may be what leads there.
    let slow = MetWalk.of([name, .screen("name", error: "Wrong."), .signedIn])
    let locked = MetWalk.of([name, .screen("name", error: "Wrong."), .deadEnd("denied")], reach: .cutShort)
    #expect(!WalkComparison(slow, locked).findings.map(\.kind).contains(.endClosed))
  }

  @Test func `a walk that begins no second journey is shorter, and one that is refused is not`() {
    var second = MetStop.screen("password")
    second.journey = 1
    let long = MetWalk.of([.screen("password"), .signedIn, second])
    let comparison = WalkComparison(long, MetWalk.of([.screen("password"), .signedIn]))
    #expect(comparison.findings.isEmpty && comparison.isCutShort)
    #expect(comparison.shorter == ShorterWalk(isNow: true, place: "signed in"))
    let refused = WalkComparison(long, MetWalk.of([.screen("password"), .refused("access_denied")], reach: .cutShort))
    #expect(refused.shorter == nil && refused.findings.map(\.kind) == [.endClosed])
  }

  @Test func `a counter that grew is told with the number of tries`() {
    let tries: [MetStop] = [.screen("password"), .screen("password", error: "wrong"), .screen("password", error: "wrong")]
    let before = MetWalk.of(tries + [.deadEnd("locked")])
    let now = MetWalk.of(tries + [.screen("password", error: "wrong")], reach: .cutShort)
    #expect(Self.kinds(before, now) == ["password:more-tries:3"])
    #expect(Self.kinds(now, before) == ["password:no-more-tries:3"])
  }

  @Test func `a stricter lock-out is more, though both walks are locked in the end`() {
    let before = MetWalk.of([
      .screen("password"), .screen("password", error: "wrong"), .screen("password", error: "wrong"), .deadEnd("locked"),
    ])
    let now = MetWalk.of([.screen("password"), .screen("password", error: "wrong"), .deadEnd("locked")], reach: .cutShort)
    #expect(Self.kinds(before, now) == ["password:no-more-tries:2"])
    #expect(Self.kinds(now, before) == ["password:more-tries:2"])
    #expect(WalkComparison(before, now).findings.first?.kind.meaning == .more)
  }

  @Test func `who was refused and gets in is told, and the other way round`() {
    let refused = MetWalk.of([.screen("name"), .refused("access_denied")])
    let finished = MetWalk.of([.screen("name"), .signedIn])
    #expect(Self.kinds(refused, finished) == ["end-opened:ended:refused:access_denied"])
    #expect(Self.kinds(finished, refused) == ["end-closed:ended:refused:access_denied"])
  }

  @Test func `who is signed in where the other walk was led away is told, though that one is signed in later`() {
    func later(_ stop: MetStop) -> MetStop {
      var stop = stop
      stop.journey = 1
      return stop
    }
    let locked = MetWalk.of([.screen("name"), .screen("locked"), later(.screen("name")), later(.signedIn)])
    let open = MetWalk.of([.screen("name"), .signedIn], reach: .cutShort)
    #expect(Self.kinds(locked, open) == ["end-opened:ended:finished"])
    #expect(Self.kinds(open, locked) == ["end-closed:ended:finished"])
  }

  @Test func `who is signed in at the end of the second journey is signed in, as at the end of the first`() {
    func later(_ stop: MetStop) -> MetStop {
      var stop = stop
      stop.journey = 1
      return stop
    }
    let once = MetWalk.of([.screen("name"), .signedIn])
    let twice = MetWalk.of([.screen("name"), later(.screen("name")), later(.signedIn)])
    #expect(Self.kinds(once, twice) == ["name:screen-added"])
    #expect(Self.kinds(twice, once) == ["name:screen-removed"])
  }

  @Test func `fewer tries are told as that where the last one leads to another screen, and what came after more of them is not`() {
    let tries: [MetStop] = [.screen("pin"), .screen("pin", error: "wrong")]
    let before = MetWalk.of(tries + [.screen("pin", error: "wrong"), .screen("code"), .signedIn])
    let now = MetWalk.of(tries + [.screen("who", error: "suspended")], reach: .cutShort)
    #expect(Self.kinds(before, now) == ["pin:no-more-tries:2", "end-closed:who"])
    #expect(Self.kinds(now, before) == ["pin:more-tries:2", "end-opened:who"])
  }

  @Test func `a right answer that is refused breaks the journey, a wrong one that is refused does not`() {
    func screen(_ source: AnswerSource) -> MetStop {
      var stop = MetStop.screen("code")
      stop.answered = AnsweredForm(form: "code", answers: [AnsweredForm.Answered(widget: "field", from: source)])
      return stop
    }
    func kinds(_ source: AnswerSource, isMirror: Bool = false) -> [ChangeKind] {
      let taken = MetWalk.of([screen(source), .signedIn])
      let refused = MetWalk.of([screen(source), .screen("code", error: "wrong")], reach: .cutShort)
      return (isMirror ? WalkComparison(refused, taken) : WalkComparison(taken, refused)).findings.map(\.kind)
    }
    #expect(kinds(.sms) == [.rightAnswerRefused])
    #expect(kinds(.sms, isMirror: true).first == .rightAnswerTaken)
    #expect(kinds(.typed) == [.errorSaid])
    #expect(ChangeKind.rightAnswerRefused.meaning == .breaking)
  }

  @Test(arguments: [AnswerSource.made, .longer])
  func `what was typed for one walk alone says nothing of the other version's answers`(source: AnswerSource) {
    func screen(_ source: AnswerSource) -> MetStop {
      var stop = MetStop.screen("code")
      stop.answered = AnsweredForm(form: "code", answers: [AnsweredForm.Answered(widget: "field", from: source)])
      return stop
    }
    let refused = MetWalk.of([screen(.typed), .screen("code", error: "your old password")], reach: .cutShort)
    let led = MetWalk.of([screen(source), .screen("done"), .signedIn])
    for comparison in [WalkComparison(refused, led), WalkComparison(led, refused)] {
      #expect(comparison.findings == [] && comparison.isCutShort, "\(comparison.findings.map(\.key))")
    }
    let alike = MetWalk.of([screen(source), .screen("code", error: "your old password")], reach: .cutShort)
    #expect(WalkComparison(alike, led).findings.map(\.kind).first == .errorUnsaid, "both were typed so")
  }

  @Test func `a session that is over earlier keeps people out, and its screens are not less that is asked`() {
    let expired = MetStop(.ended(.expired(status: 403)))
    let (long, short) = (MetWalk.of([.screen("name"), .screen("password"), expired]), MetWalk.of([.screen("name"), expired]))
    let closed = WalkComparison(long, short).findings
    #expect(closed.map(\.kind) == [.endClosed] && closed.first?.nextBefore == "'password'", "\(closed)")
    #expect(ChangeKind.endClosed.meaning == .breaking)
    #expect(WalkComparison(short, long).findings.map(\.kind) == [.endOpened])
  }

  @Test func `who is refused no longer is told though nobody knows how it goes on`() {
    let refused = MetWalk.of([.screen("name"), .refused("access_denied")])
    let goesOn = MetWalk.of([.screen("name"), .screen("terms")], reach: .cutShort)
    #expect(Self.kinds(refused, goesOn).contains("end-opened:ended:refused:access_denied"))
    #expect(Self.kinds(goesOn, refused).contains("end-closed:ended:refused:access_denied"))
  }

  @Test func `a screen that is only called otherwise is renamed`() {
    let before = MetWalk.of([.screen("name"), .screen("old"), .signedIn])
    var renamed = MetStop.screen("old")
    if case .screen(var screen) = renamed.kind {
      screen.id = ScreenID("new")
      renamed = MetStop(.screen(screen))
    }
    #expect(Self.kinds(before, .of([.screen("name"), renamed, .signedIn])) == ["new:screen-renamed"])
  }

  @Test func `a screen that can no longer be answered breaks the journey`() {
    let before = MetWalk.of([.screen("name"), .signedIn])
    let now = MetWalk.of([.screen("name")], reach: .unanswerable("no field"))
    #expect(Self.kinds(before, now) == ["name:unanswerable"])
    #expect(Self.kinds(now, before) == ["name:answerable"])
  }

  @Test func `every kind has a mirror of the mirrored class`() {
    for kind in ChangeKind.allCases {
      #expect(kind.mirror.mirror == kind)
      #expect(kind.mirror.meaning == kind.meaning.mirror || kind.meaning == .less && kind.mirror.meaning != .less, "\(kind)")
    }
  }
}
