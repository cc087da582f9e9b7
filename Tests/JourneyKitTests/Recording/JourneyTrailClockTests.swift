import JourneyModel
import Testing

@testable import JourneyKit
@testable import JourneyMock

/// What a recorded journey knows of the clock that the person saw.
struct JourneyTrailClockTests {
  private static let noon = Instant(milliseconds: 1_800_000_000_000)
  private static let beginning = JourneyAct.Beginning(client: "web", dialect: 0)

  private static func trail(_ changes: (inout MockClock) -> Void...) -> JourneyTrail {
    var clock = MockClock.running
    var trail = JourneyTrail("s", in: "default", beginning, at: clock)
    for change in changes {
      change(&clock)
      trail.add(JourneyAct(.push(isAccepted: true), in: "s", at: clock))
    }
    return trail
  }

  @Test func `time that passes by itself is no move`() {
    let trail = Self.trail({ _ in }, { _ in })
    #expect(trail.clockMoves == [] && trail.clockTold == nil)
  }

  @Test func `a clock that was moved on says how far`() {
    let trail = Self.trail({ $0.advance(by: .seconds(360)) }, { _ in }, { $0.advance(by: .seconds(540)) })
    #expect(trail.clockMoves == [.seconds(360), .seconds(540)])
    #expect(trail.clockTold == "the mock's clock was moved on by 15m on the way")
  }

  @Test func `a clock that was set back says that no scenario can do it`() {
    let trail = Self.trail({ $0.advance(by: .seconds(-3600)) })
    #expect(trail.clockTold == "the mock's clock was set back by 1h on the way, which no scenario can do")
  }

  @Test func `a clock that stands elsewhere says when`() {
    let trail = JourneyTrail("s", in: "default", Self.beginning, at: .standing(at: Self.noon))
    #expect(trail.clockTold == "the mock's clock showed 2027-01-15 08:00 when the journey began, and a run begins with the machine's time")
  }

  @Test func `the time between two journeys is part of both together`() {
    let first = Self.trail({ _ in })
    var clock = MockClock.running
    clock.advance(by: .seconds(900))
    let second = JourneyTrail("t", in: "default", Self.beginning, at: clock)
    #expect(second.after(first).clockMoves == [.seconds(900)])
  }
}
