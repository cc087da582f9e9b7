import Encodings

/// What a browser asks for, by the headers that no page can change (Fetch Metadata).
enum BrowserRequestKind: Sendable, Hashable {
  /// A page for the person.
  case page
  /// Something that a script asked for.
  case script
  /// A part of a page.
  case part
  /// Requests that stay open, or whose answers are not awaited: an event stream, a beacon, a ping.
  case background
  /// What the browser wants for itself.
  case browsers

  init(_ request: HTTPRequestMessage) {
    if Self.isBackground(request) {
      self = .background
      return
    }
    switch request.headers["sec-fetch-dest"] {
    case "document": self = .page
    // No page began it, nor did a person.
    case .some where request.headers["sec-fetch-site"] == "none": self = .browsers
    case "empty": self = .script
    case .some: self = .part
    case nil:
      // Browsers send `Sec-Fetch-Dest` to trustworthy origins only; for other origins, a page's request asks for an upgrade to HTTPS.
      let isPage = request.headers["upgrade-insecure-requests"] != nil
      self = isPage ? .page : request.headers["referer"] == nil ? .browsers : .part
    }
  }

  /// Event streams (HTML section 9.2), pings of links, and beacons, whose answer no script can read.
  private static func isBackground(_ request: HTTPRequestMessage) -> Bool {
    if request.headers["accept"]?.hasPrefix("text/event-stream") == true { return true }
    if request.headers["content-type"]?.hasPrefix("text/ping") == true { return true }
    return request.method == "POST" && request.headers["sec-fetch-mode"] == "no-cors" && request.headers["sec-fetch-dest"] == "empty"
  }
}
