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
    func answered(_ id: String, _ source: AnswerSource) -> MetStop {
      var stop = MetStop.screen(id)
      stop.answered = AnsweredForm(form: "f", answers: [AnsweredForm.Answered(widget: "field", from: source)])
      return stop
    }
    for (source, keys) in [(AnswerSource(rawValue: "account.password"), ["end-closed:denied"]), (.typed, ["denied:screen-added"])] {
      let first = answered("name", source)
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
