import Encodings
import JourneyModel
import Testing

@testable import BrowserEngine

/// Which cookies of a browser are still good by the tenant's clock.
struct CookieLifetimesTests {
  private static let now = Instant(seconds: 1_790_000_000)

  @Test(arguments: [
    (0, "short=1; dated=2; own=3"), (59, "short=1; dated=2; own=3"), (60, "dated=2; own=3"), (3_600, "own=3"),
  ])
  func `a cookie is sent until its end by the tenant's clock`(after: Int64, sent: String) {
    var lifetimes = CookieLifetimes()
    let fields = [
      "short=1; Max-Age=60", "dated=2; Expires=\(Self.date)", "own=3; Path=/", "gone=4; Max-Age=0",
    ].map { HTTPFields.Field("Set-Cookie", $0) }
    lifetimes.read(HTTPResponseMessage(status: 200, headers: HTTPFields(fields)), from: "acme.test", now: Self.now)
    let header = "short=1; dated=2; own=3; gone=4"
    let later = Self.now + .seconds(after)
    #expect(lifetimes.header(header, to: "acme.test", now: later) == sent)
    #expect(lifetimes.header(header, to: "other.test", now: later) == header, "cookies belong to their host")
    #expect(lifetimes.header("gone=4", to: "acme.test", now: later) == nil)
  }

  /// An hour later.
  private static let date = "Mon, 21 Sep 2026 15:13:20 GMT"
}
