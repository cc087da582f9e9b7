import Encodings
import JourneyLanguage
import JourneyModel

/// The world's clock: read, moved, set, and made to stand or run.
enum ClockRoutes {
  static let path = "/__journey/clock"

  static let all = [
    ControlRoute(
      method: "GET", path: path, id: "readClock", summary: "Reads the world's clock.",
      answers: [.init(status: 200, summary: "What the clock shows.", schema: face)]
    ) { _, world throws(ControlRefusal) in .json(shown(by: world.state.clock)) },
    ControlRoute(
      method: "POST", path: path, id: "moveClock",
      summary: "Moves the clock on or back, sets it to a moment, and lets it stand or run; what is given is done in this order.",
      body: .init(schema: body, example: ["advance": "15m"]),
      answers: [.init(status: 200, summary: "What the clock shows then.", schema: face)], refusals: [400], act: move),
  ]

  private static let face = ControlSchema.object(
    ["now": ControlSchema.moment("What the clock shows."), "stands": ControlSchema.flag("Whether the clock is frozen.")],
    required: ["now", "stands"])

  private static let body = ControlSchema.object([
    "now": ControlSchema.moment("A moment to set it to, e.g. `2027-03-02T10:00:00Z`."),
    "advance": ControlSchema.text("A time to move it on by, e.g. `15m` or `1d2h`."),
    "back": ControlSchema.text("A time to move it back by."),
    "stands": ControlSchema.flag("`true` to freeze the clock, `false` to let it run."),
  ])

  @Sendable private static func move(_ call: ControlCall, _ world: inout WorldContents) throws(ControlRefusal) -> HTTPResponseMessage {
    let members = try call.members(["now", "advance", "back", "stands"])
    guard !members.isEmpty else { throw ControlRefusal("write {\"advance\": \"15m\"}, {\"now\": \"2027-03-02T10:00:00Z\"} or the like") }
    var clock = world.state.clock
    for name in ["now", "advance", "back", "stands"] {
      guard let value = members.first(where: { $0.name == name })?.value else { continue }
      switch name {
      case "now": clock.set(to: try moment(value))
      case "advance": clock.advance(by: try time(value, name))
      case "back": clock.advance(by: .zero - (try time(value, name)))
      default:
        guard let stands = value.boolValue else { throw ControlRefusal("'stands' is true or false") }
        if stands { clock.stand() } else { clock.run() }
      }
    }
    guard range.contains(clock.now.seconds) else { throw ControlRefusal("the clock shows the years 1970 to 9999") }
    world.state.clock = clock
    return .json(shown(by: clock))
  }

  /// What times of tokens and mails can be written for.
  private static let range: Range<Int64> = 0..<253_402_300_800

  static func moment(_ value: JSONValue) throws(ControlRefusal) -> Instant {
    guard let milliseconds = value.stringValue.flatMap(DateText.millisecondsSinceEpoch) else {
      throw ControlRefusal("'now' is a moment such as 2027-03-02T10:00:00Z")
    }
    return Instant(milliseconds: milliseconds)
  }

  private static func time(_ value: JSONValue, _ name: String) throws(ControlRefusal) -> Duration {
    guard let text = value.stringValue else { throw ControlRefusal("'\(name)' is a time such as \"15m\"") }
    do throws(DurationText.Failure) { return try DurationText.parse(text) } catch {
      throw ControlRefusal(error.message, suggestion: error.suggestion)
    }
  }

  private static func shown(by clock: MockClock) -> JSONValue {
    ["now": .string(DateText.rfc3339(millisecondsSinceEpoch: clock.now.milliseconds)), "stands": .bool(clock.stands)]
  }
}
