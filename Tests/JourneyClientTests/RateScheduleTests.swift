@testable import JourneyClient
import Testing

struct RateScheduleTests {
  @Test func `five a second go a fifth of a second apart, for all callers together`() {
    var schedule = RateSchedule(requestsPerSecond: 5)
    let start = ContinuousClock.now
    let slots = [0, 0, 50, 600].map { schedule.slot(askedAt: start + .milliseconds($0)) - start }
    #expect(slots == [.zero, .milliseconds(200), .milliseconds(400), .milliseconds(600)])
  }

  @Test func `a pause is not made up for by a burst`() {
    var schedule = RateSchedule(requestsPerSecond: 5)
    let start = ContinuousClock.now
    _ = schedule.slot(askedAt: start)
    #expect(schedule.slot(askedAt: start + .seconds(10)) - start == .seconds(10))
    #expect(schedule.slot(askedAt: start + .seconds(10)) - start == .milliseconds(10_200))
  }

  @Test func `less than one a second is a rate, too`() {
    #expect(RateSchedule(requestsPerSecond: 0.5).interval == .seconds(2))
  }
}
