import JourneyModel

/// The requests of one world, counted for the limits of its tenant. Clients are not distinguished: a world is one person's.
struct RequestCounts: Sendable {
  /// The requests that were counted for one limit, from the first of them on.
  private struct Window: Sendable {
    var start: Instant
    var count: Int
  }

  /// By the place of the limit.
  private var windows: [Int: Window] = [:]

  /// The limit that a request exceeds; `nil` for all others, which are counted.
  mutating func exceeded(by path: String, of limits: [RequestLimit], at now: Instant) -> ExceededLimit? {
    for (place, limit) in limits.enumerated() where limit.paths.contains(where: { path.hasPrefix($0) }) {
      var window = windows[place] ?? Window(start: now, count: 0)
      if window.start + limit.time <= now || now < window.start { window = Window(start: now, count: 0) }
      window.count += 1
      windows[place] = window
      if window.count > limit.requests {
        return ExceededLimit(requests: limit.requests, seconds: max((window.start + limit.time).seconds - now.seconds, 0))
      }
    }
    return nil
  }
}

/// One request too many.
package struct ExceededLimit: Sendable, Hashable {
  /// How many there may be.
  package let requests: Int
  /// How many seconds are left until there may be one again.
  package let seconds: Int64
}
