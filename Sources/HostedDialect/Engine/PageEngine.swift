package import Encodings
package import JourneyModel

/// What loads pages and does on them what a person does, where the driver does not do both itself.
///
/// One engine is one browser: its cookies are those of one person. The driver decides what each page means.
package protocol PageEngine: Sendable {
  /// Does what a person or the app does, and waits until a page does not change any more or the browser is led to an address that it does not load.
  mutating func perform(_ visit: PageVisit) async throws(PageEngineError) -> PageSight
  /// A browser of another person: no cookies, the same reach.
  func withoutCookies() -> any PageEngine
}

/// One thing done in a browser.
package struct PageVisit: Sendable, Hashable {
  package var gesture: PageGesture
  /// Headers of every request to the origin that they are for, in addition to the browser's own.
  package var headers: HTTPFields
  package var headersOrigin: Origin

  package init(_ gesture: PageGesture, headers: HTTPFields, for origin: Origin) {
    self.gesture = gesture
    self.headers = headers
    headersOrigin = origin
  }
}

/// What is done: by the app, or on the page that is shown, whose elements bear the marks of `PageMark`.
package enum PageGesture: Sendable, Hashable {
  /// The app opens an address.
  case open(WebURL)
  /// Nothing: the page that is shown is looked at once more.
  case look
  /// The element with this mark is pressed.
  case press(String)
  case submit(PageTyping)
}

/// A form as a person fills it in; what is typed may be secret, so it is never shown.
package struct PageTyping: Sendable, Hashable {
  /// What is done to one control.
  package enum Act: Sendable, Hashable {
    case type(String)
    case switchTo(Bool)
    /// The values of a list that are taken.
    case choose([String])
  }

  /// One control with what is done to it.
  package struct Entry: Sendable, Hashable {
    package var mark: String
    package var act: Act
  }

  /// The form's id.
  package var name: FormID
  /// The id of the button; `nil` where none is pressed.
  package var button: WidgetID?
  /// The form's mark; `nil` where the page has no element for it.
  package var form: String?
  package var entries: [Entry]
  /// The button's mark; `nil` for the return key, and for what a script sends once it is filled in.
  package var submitter: String?
  /// Sent although the form does not ask for it.
  package var extra: [QueryItem]
  /// Whether the browser has to send what its own checks would refuse.
  package var isForced: Bool
}

/// The attribute by which an engine finds an element of a page again; the element `html` has it on every page that a browser built.
package enum PageMark {
  package static let attribute = "data-journey-mark"
  /// The attribute with a frame's address, on the element that an engine puts in the frame's place.
  package static let frame = "data-journey-frame"
}

/// What a browser shows after something was done in it.
package struct PageSight: Sendable {
  package enum Place: Sendable {
    /// A page as the browser has built it, as HTML in UTF-8, with marks; the request that brought it.
    case page(HTTPResponseMessage, method: String, url: WebURL)
    /// An address that it was led to and did not load.
    case left(WebURL)
  }

  package var place: Place
  /// In the order made.
  package var traffic: [PageTraffic]
  /// The texts of the `alert`s that came up, each of which was accepted.
  package var alerts: [String]
  /// What a person should know, in sentences.
  package var notes: [String]
  /// The scripts of the page that did not load, a sentence each.
  package var scriptFailures: [String]
  /// The requests of its scripts that failed since, in the order in which that was known.
  package var failedRequests: [FailedRequest] = []
  /// Whether something was pressed, and neither the page nor a script of it then sent anything to the tenant.
  package var hasSentNothing = false
  /// How long that was waited for.
  package var reaction: Duration = .zero

  package init(
    _ place: Place, traffic: [PageTraffic], alerts: [String] = [], notes: [String] = [], scriptFailures: [String] = []
  ) {
    self.scriptFailures = scriptFailures
    self.place = place
    self.alerts = alerts
    self.traffic = traffic
    self.notes = notes
  }
}

/// One request that a browser made, and its response.
package struct PageTraffic: Sendable {
  package var request: HTTPRequestMessage
  /// `nil` if there was none.
  package var response: HTTPResponseMessage?
  package var duration: Duration
  /// Whether it is a page, or else a request of a script.
  package var isPage: Bool

  package init(_ request: HTTPRequestMessage, _ response: HTTPResponseMessage?, duration: Duration, isPage: Bool) {
    self.request = request
    self.response = response
    self.duration = duration
    self.isPage = isPage
  }
}

/// Why nothing could be done in a browser.
package struct PageEngineError: Error, Sendable {
  package var kind: DriverError.Kind
  package var message: String
  /// Up to and including what failed.
  package var traffic: [PageTraffic]

  package init(_ kind: DriverError.Kind, _ message: String, traffic: [PageTraffic] = []) {
    self.kind = kind
    self.message = message
    self.traffic = traffic
  }
}
