import Encodings

/// A request of the browser that is not answered yet.
struct OpenRequest: Sendable {
  let request: HTTPRequestMessage
  let kind: BrowserRequestKind
  let start: ContinuousClock.Instant
  /// The number of the visit in which it began.
  let visit: Int

  /// By which a request is known again: long polls and polls are always for one address.
  static func address(of request: HTTPRequestMessage) -> String { "\(request.method) \(request.url.withoutQuery)" }

  var address: String { Self.address(of: request) }

  /// Whether it only asks for something.
  var isRead: Bool { request.method == "GET" || request.method == "HEAD" }
}
