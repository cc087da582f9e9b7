import Encodings
import JourneyModel

/// The requests that were counted for one limit, from the first of them on.
struct RequestWindow: Sendable {
  var start: Instant
  var count: Int
}

extension WorldState {
  /// The refusal of a request that is one too many; `nil` for all others, which are counted.
  ///
  /// Clients are not told apart: a world is one person's.
  mutating func refusalOfTooMany(_ request: HTTPRequestMessage) -> HTTPResponseMessage? {
    for (place, limit) in tenant.limits.enumerated() where limit.paths.contains(where: { request.url.path.hasPrefix($0) }) {
      var window = windows[place] ?? RequestWindow(start: now, count: 0)
      if window.start + limit.time <= now { window = RequestWindow(start: now, count: 0) }
      window.count += 1
      windows[place] = window
      if window.count > limit.requests { return tooMany(limit, until: window.start + limit.time) }
    }
    return nil
  }

  /// No `Retry-After`: what a client may know stands in three headers; the last tells the seconds that are left.
  private func tooMany(_ limit: RequestLimit, until end: Instant) -> HTTPResponseMessage {
    var response = HTTPResponseMessage.empty(429)
    response.headers.append("X-Ratelimit-Limit", String(limit.requests))
    response.headers.append("X-Ratelimit-Remaining", "0")
    response.headers.append("X-Ratelimit-Reset", String(max(end.seconds - now.seconds, 0)))
    return response
  }
}
