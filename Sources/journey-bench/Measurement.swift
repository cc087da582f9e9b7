import Encodings

/// One figure, taken several times.
struct Measurement: Sendable {
  /// What was measured, from the general to the special, e.g. `walk/10000/screens-per-second`.
  let name: String
  let unit: Unit
  /// In the order taken; at least one.
  let values: [Double]
  /// What the figure is to hold, for people, e.g. `< 10 ms`.
  var goal: String?

  /// What values count; the raw value is how people read it.
  enum Unit: String, Sendable {
    case milliseconds = "ms"
    case microseconds = "us"
    case perSecond = "1/s"
    case megabytes = "MB"
    case bytes = "B"
    case count = ""
  }

  init(_ name: String, _ unit: Unit, _ values: [Double], goal: String? = nil) {
    precondition(!values.isEmpty, "a measurement has at least one value")
    self.name = name
    self.unit = unit
    self.values = values
    self.goal = goal
  }

  var median: Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
  var minimum: Double { values.reduce(.infinity, Swift.min) }
  var maximum: Double { values.reduce(-.infinity, Swift.max) }

  /// One line of JSON.
  var json: String {
    var members: [JSONValue.Member] = [
      .init("name", .string(name)), .init("unit", .string(unit.rawValue)), .init("median", .number(Self.text(median))),
      .init("min", .number(Self.text(minimum))), .init("max", .number(Self.text(maximum))),
      .init("runs", .integer(values.count)),
    ]
    if let goal { members.append(.init("goal", .string(goal))) }
    return JSONWriter.text(of: .object(members))
  }

  /// Three digits where the value is small, none where they would say nothing.
  static func text(_ value: Double) -> String {
    let digits = value.magnitude >= 1000 ? 0 : value.magnitude >= 100 ? 1 : value.magnitude >= 10 ? 2 : 3
    let scale = [1, 10, 100, 1000][digits]
    let scaled = Int((value * Double(scale)).rounded())
    guard digits > 0 else { return String(scaled) }
    let fraction = String(scaled.magnitude % UInt(scale))
    return "\(scaled < 0 ? "-" : "")\(scaled.magnitude / UInt(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
