import JourneyModel
import JourneyRunner
import Testing

@testable import JourneyInsight

/// Walks of one person on two tenants that take another number of wrong answers.
struct OtherTriesTests {
  private static func kinds(_ before: MetWalk, _ now: MetWalk) -> [String] { WalkComparison(before, now).findings.map(\.key) }

  @Test func `what a person does once led away is not told as gone where more tries are left`() {
    let tries: [MetStop] = [
      .screen("name"), .screen("phone"), .screen("code"), .screen("code", error: "wrong"), .screen("code", error: "wrong"),
    ]
    let again: [MetStop] = [
      .screen("name", error: "too many"), .screen("phone"), .screen("code"), .screen("code", error: "wrong"), .signedIn,
    ]
    let before = MetWalk.of(tries + again)
    let now = MetWalk.of(tries + [.screen("code", error: "wrong"), .signedIn])
    #expect(Self.kinds(before, now) == ["code:more-tries:3"])
    #expect(Self.kinds(now, before) == ["code:no-more-tries:3"])
  }

  @Test func `another number of tries is told as that alone, and the other way round as its mirror`() {
    for limit in 1...5 {
      for other in 1...5 where other != limit {
        for wrong in 0...11 {
          let told = Self.kinds(Self.walk(wrong, of: limit), Self.walk(wrong, of: other))
          let kind = other > limit ? "more-tries" : "no-more-tries"
          let expected = wrong < min(limit, other) ? [] : ["code:\(kind):\(min(limit, other))"]
          #expect(told == expected, "\(wrong) wrong answers, \(limit) tries, then \(other)")
        }
      }
    }
  }

  @Test func `a new screen behind further tries is still told`() {
    let before = MetWalk.of([
      .screen("code"), .screen("code", error: "wrong"), .screen("name", error: "too many"), .screen("code"), .signedIn,
    ])
    let now = MetWalk.of([
      .screen("code"), .screen("code", error: "wrong"), .screen("code", error: "wrong"), .screen("terms"), .signedIn,
    ])
    #expect(Self.kinds(before, now) == ["code:more-tries:2", "terms:screen-added"])
    #expect(Self.kinds(now, before) == ["code:no-more-tries:2", "terms:screen-removed"])
  }

  private static func answered(_ id: String, _ source: AnswerSource, error: String? = nil) -> MetStop {
    var stop = MetStop.screen(id, error: error)
    stop.answered = AnsweredForm(form: "f", answers: [AnsweredForm.Answered(widget: "field", from: source)])
    return stop
  }

  @Test func `a code that is refused on both is no right one that is taken`() {
    let before = MetWalk.of([Self.answered("code", .mail), .screen("code", error: "wrong"), .signedIn])
    let now = MetWalk.of([Self.answered("code", .mail), .screen("name", error: "too many")], reach: .cutShort)
    #expect(Self.kinds(before, now) == ["code:no-more-tries:1", "end-closed:name"])
    #expect(Self.kinds(now, before) == ["code:more-tries:1", "end-opened:name"])
  }

  @Test func `a right code after a wrong one is refused for the wrong one`() {
    let tries = [Self.answered("code", .typed), Self.answered("code", .mail, error: "wrong")]
    let before = MetWalk.of(tries + [.signedIn])
    let now = MetWalk.of(tries + [.screen("code", error: "too many")], reach: .cutShort)
    #expect(Self.kinds(before, now) == ["code:no-more-tries:1"])
    #expect(Self.kinds(now, before) == ["code:more-tries:1"])
  }

  @Test func `what a walk misses that is led away after fewer tries is not told as gone`() {
    let again = [MetStop.screen("name"), .screen("code")].map { stop in
      var stop = stop
      stop.journey = 1
      return stop
    }
    let before = MetWalk.of([.screen("name"), .screen("code"), .screen("code", error: "wrong"), .screen("password")] + again)
    let now = MetWalk.of([.screen("name"), .screen("code"), .screen("name", error: "too many")] + again)
    #expect(Self.kinds(before, now) == ["code:no-more-tries:1"])
    #expect(Self.kinds(now, before) == ["code:more-tries:1"])
  }

  @Test func `screens that come after what is refused now are not told as less to do`() {
    let before = MetWalk.of([.screen("name"), .screen("password"), .screen("name")])
    let now = MetWalk.of([.screen("name"), .screen("name", error: "unknown")])
    #expect(Self.kinds(before, now) == ["name:error-said:refused"])
    #expect(Self.kinds(now, before) == ["name:error-unsaid:refused"])
  }

  @Test func `an error is not told as gone where a page outside comes instead`() {
    let before = MetWalk.of([.screen("password"), .refused("invalid_request")])
    let now = MetWalk.of([.screen("password"), MetStop(.left(.server))], reach: .cutShort)
    #expect(Self.kinds(before, now) == ["leaves:server"])
  }

  @Test func `a second counter of the same walk is told too`() {
    func walk(_ pins: Int, _ codes: Int) -> MetWalk {
      let wrong = { (id: String, count: Int) in [MetStop](repeating: .screen(id, error: "wrong"), count: count) }
      return .of(
        [.screen("pin")] + wrong("pin", pins) + [.screen("start", error: "too many"), .screen("code")] + wrong("code", codes)
          + [.screen("help", error: "too many"), .signedIn])
    }
    #expect(Self.kinds(walk(1, 1), walk(2, 3)) == ["pin:more-tries:2", "code:more-tries:2"])
    #expect(Self.kinds(walk(2, 3), walk(1, 1)) == ["pin:no-more-tries:2", "code:no-more-tries:2"])
  }

  @Test func `a refusal that the other walk cannot come to is not told as gone`() {
    let refused = MetWalk.of([.screen("phone"), .screen("phone", error: "wrong"), .screen("phone", error: "wrong"), .signedIn])
    for reach in [MetWalk.Reach.unanswerable("'method' has no option 'sms'"), .cutShort] {
      let stopped = MetWalk.of([.screen("phone")], reach: reach)
      for keys in [Self.kinds(refused, stopped), Self.kinds(stopped, refused)] { #expect(!keys.contains { $0.hasSuffix(":refused") }) }
    }
    #expect(Self.kinds(refused, .of([.screen("phone"), .signedIn])) == ["phone:error-unsaid:refused"])
  }

  @Test func `a screen on which people end with right answers is breaking, and after wrong ones it is a screen`() {
    for (source, keys) in [(AnswerSource(rawValue: "account.password"), ["end-closed:denied"]), (.typed, ["denied:screen-added"])] {
      let first = Self.answered("name", source)
      // What was refused before may be wrong now, too.
      let tries = source == .typed ? [first, .screen("name", error: "wrong")] : [first]
      let before = MetWalk.of(tries + [.screen("code"), .signedIn])
      let now = MetWalk.of(tries + [.deadEnd("denied")], reach: .cutShort)
      #expect(Self.kinds(before, now) == keys, "\(source)")
    }
  }

  /// A person who gives so many wrong codes and then the right one; after the last try the tenant leads back to the first screen.
  private static func walk(_ wrong: Int, of limit: Int) -> MetWalk {
    var stops: [MetStop] = [.screen("name"), .screen("phone"), .screen("code")]
    var count = 0
    for _ in 0..<wrong {
      count += 1
      if count == limit {
        stops += [.screen("name", error: "too many"), .screen("phone"), .screen("code")]
        count = 0
      } else {
        stops.append(.screen("code", error: "wrong"))
      }
    }
    return .of(stops + [.signedIn])
  }
}
