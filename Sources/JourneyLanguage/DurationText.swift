package import Diagnostics
package import LocatedYAML

/// Spans of time as scenarios write them: `500ms`, `30s`, `15m`, `2h`, `1d`, and several in a row, `1m30s`.
package enum DurationText {
  /// Why a text is not a time span.
  package struct Failure: Error, Sendable, Hashable {
    /// Lower case, without a full stop.
    package let message: String
    /// What to write instead, where that is clear.
    package let suggestion: String?
  }

  private struct Unit {
    let name: String
    let milliseconds: Int64
  }

  /// From the largest; a span names them in this order.
  private static let units = [
    Unit(name: "d", milliseconds: 86_400_000), Unit(name: "h", milliseconds: 3_600_000),
    Unit(name: "m", milliseconds: 60_000), Unit(name: "s", milliseconds: 1000), Unit(name: "ms", milliseconds: 1),
  ]
  /// A hundred years: no deadline is longer, and sums of spans cannot overflow.
  private static let maxLength: Int64 = 36_525 * 86_400_000

  /// The span, to the millisecond; a number may have a fraction, as in `1.5s`.
  package static func parse(_ text: String) throws(Failure) -> Duration {
    var rest = Substring(text).utf8
    var total: Int64 = 0
    var unitsLeft = units[...]
    guard !rest.isEmpty else { throw failure(text) }
    while !rest.isEmpty {
      let whole = rest.prefix(while: isDigit)
      rest = rest.dropFirst(whole.count)
      var fraction = rest.prefix(0)
      if rest.first == UInt8(ascii: ".") {
        fraction = rest.dropFirst().prefix(while: isDigit)
        guard !fraction.isEmpty else { throw failure(text) }
        rest = rest.dropFirst(fraction.count + 1)
      }
      let letters = rest.prefix { !isDigit($0) }
      rest = rest.dropFirst(letters.count)
      let name = String(Substring(letters))
      guard !whole.isEmpty, let place = unitsLeft.firstIndex(where: { $0.name == name }) else { throw failure(text) }
      total += try milliseconds(whole, fraction, units[place], in: text)
      guard total <= maxLength else { throw Failure(message: "'\(text)' is longer than a hundred years", suggestion: nil) }
      unitsLeft = units[(place + 1)...]
    }
    return .milliseconds(total)
  }

  private static func milliseconds(
    _ whole: Substring.UTF8View, _ fraction: Substring.UTF8View, _ unit: Unit, in text: String
  ) throws(Failure) -> Int64 {
    guard whole.count <= 13, let number = Int64(String(Substring(whole))), number <= maxLength / unit.milliseconds else {
      throw Failure(message: "'\(text)' is longer than a hundred years", suggestion: nil)
    }
    var part: Int64 = 0
    var scale: Int64 = 1
    for digit in fraction.prefix(9) {
      part = part * 10 + Int64(digit - 0x30)
      scale *= 10
    }
    guard fraction.count <= 9, (part * unit.milliseconds).isMultiple(of: scale) else {
      throw Failure(message: "'\(text)' is finer than a millisecond", suggestion: nil)
    }
    return number * unit.milliseconds + part * unit.milliseconds / scale
  }

  /// The span as it is written, without units that are 0; `0s` for none; parts of a millisecond are cut off.
  package static func format(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    var rest = seconds.magnitude * 1000 + (attoseconds / 1_000_000_000_000_000).magnitude
    guard rest > 0 else { return "0s" }
    var text = duration < .zero ? "-" : ""
    for unit in units {
      let (count, remainder) = rest.quotientAndRemainder(dividingBy: UInt64(unit.milliseconds))
      if count > 0 { text += "\(count)\(unit.name)" }
      rest = remainder
    }
    return text
  }

  /// The span that a scalar holds; anything else is reported.
  package static func decode(_ node: YAMLNode, diagnostics: inout [Diagnostic]) -> Duration? {
    guard case .scalar(let scalar) = node, scalar.kind != .nothing else {
      diagnostics.append(Diagnostic(.badDuration, "expected a time such as '30s'", at: node.range))
      return nil
    }
    do throws(Failure) {
      return try parse(scalar.text)
    } catch {
      diagnostics.append(Diagnostic(.badDuration, error.message, at: scalar.range, suggestion: error.suggestion))
      return nil
    }
  }
}

extension DurationText {
  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func failure(_ text: String) -> Failure {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy(isDigit)
    if isNumber { return Failure(message: "'\(text)' has no unit; units are ms, s, m, h and d", suggestion: "write '\(text)s'") }
    return Failure(
      message: "'\(text)' is not a time; units are ms, s, m, h and d, the largest first, as in '1m30s'",
      suggestion: likely(text).map { "write '\($0)'" })
  }

  /// What was meant by `5 min`, `10 seconds` and such.
  private static func likely(_ text: String) -> String? {
    let digits = text.utf8.prefix(while: isDigit)
    guard !digits.isEmpty else { return nil }
    let words = text.utf8.dropFirst(digits.count).drop { $0 == 0x20 }
    let unit: String
    switch String(Substring(words)).lowercased() {
    case "d", "day", "days": unit = "d"
    case "h", "hr", "hrs", "hour", "hours": unit = "h"
    case "m", "min", "mins", "minute", "minutes": unit = "m"
    case "s", "sec", "secs", "second", "seconds": unit = "s"
    case "ms", "msec", "millis", "millisecond", "milliseconds": unit = "ms"
    default: return nil
    }
    return String(Substring(digits)) + unit
  }
}
