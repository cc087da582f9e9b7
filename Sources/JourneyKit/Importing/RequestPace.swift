import Encodings
import JourneyModel

/// When the next request may go, by what an org's answers say of its limit of requests.
///
/// Half of each limit is left to the other programs of the org. A server's numbers are hostile: none of them is taken as it is.
struct RequestPace: Sendable {
  private struct Window: Sendable {
    /// How many requests it allows: what is said, else what was left when it was first seen.
    var limit: Int64
    var remaining: Int64
    /// When it ends, in seconds since 1970 by the server's clock; `nil` where that is not said.
    var end: Int64?
    /// The server's clock less this machine's, in seconds.
    var ahead: Int64
  }

  /// By the group of requests that share a limit.
  private var windows: [String: Window] = [:]
  private let longest: Duration

  /// Where an answer does not say when: the windows of an org are a minute long.
  private static let usual: Int64 = 60

  init(longest: Duration) { self.longest = longest }

  /// Takes note of an answer.
  mutating func note(_ headers: HTTPFields, of group: String, now: Instant) {
    guard let remaining = Self.number(headers["x-rate-limit-remaining"]) else { return }
    let end = Self.number(headers["x-rate-limit-reset"])
    let known = windows[group]
    let first = known?.end == end ? known?.limit : nil
    let limit = Self.number(headers["x-rate-limit-limit"]) ?? first ?? remaining
    windows[group] = Window(limit: limit, remaining: remaining, end: end, ahead: Self.ahead(headers, now))
  }

  /// How long to wait before the next request; `nil` if it may go. After a wait one may go, whatever is left.
  mutating func pause(before group: String, now: Instant) -> Duration? {
    guard let window = windows[group], window.remaining <= window.limit / 2 else { return nil }
    windows[group] = nil
    return min(Self.span(until: window.end, ahead: window.ahead, now), longest)
  }

  /// How long to wait after an answer that refused a request because there were too many.
  static func pause(after headers: HTTPFields, now: Instant) -> Duration {
    if let text = headers["retry-after"] {
      if let seconds = number(text) { return .seconds(seconds) }
      if let date = CookieDate.seconds(of: text) { return span(until: date, ahead: ahead(headers, now), now) }
    }
    return span(until: number(headers["x-rate-limit-reset"]), ahead: ahead(headers, now), now)
  }

  /// At least a second, as moments are whole seconds.
  private static func span(until end: Int64?, ahead: Int64, _ now: Instant) -> Duration {
    guard let end else { return .seconds(usual) }
    return .seconds(max(1, end - (now.seconds + ahead) + 1))
  }

  private static func ahead(_ headers: HTTPFields, _ now: Instant) -> Int64 {
    headers["date"].flatMap(CookieDate.seconds).map { $0 - now.seconds } ?? 0
  }

  /// A whole number of at most twelve digits, so that sums of them stay in range.
  private static func number(_ text: String?) -> Int64? {
    guard let text, (1...12).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text)
  }
}
