import FoundationEssentials

/// When something was changed, e.g. `2026-06-29T10:00:00.000Z`; equal for the same time in another zone.
struct OktaMoment: Sendable, Hashable, Comparable {
  private let seconds: Double

  /// `nil` for another text.
  init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1)
    let fraction = parts.count > 1 ? parts[1].prefix { $0.isASCII && $0.isNumber } : ""
    let rest = parts.count > 1 ? String(parts[0] + parts[1].dropFirst(fraction.count)) : text
    do {
      let whole = try Date.ISO8601FormatStyle().parse(rest).timeIntervalSinceReferenceDate
      seconds = whole + (fraction.isEmpty ? 0 : Double("0.\(fraction)") ?? 0)
    } catch { return nil }
  }

  static func < (left: OktaMoment, right: OktaMoment) -> Bool { left.seconds < right.seconds }
}
