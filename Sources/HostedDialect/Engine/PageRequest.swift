import Encodings
import JourneyClient
import JourneyModel

/// A request for a page as a browser makes it, before any header is known.
struct PageRequest: Sendable, Hashable {
  /// What it is for, as the transcript has it, e.g. `form /signin`.
  var purpose: String
  /// `GET` or `POST`.
  var method = "GET"
  var url: WebURL
  var body = Exchange.Body.none
  /// What is sent of the body, where it is a form's.
  var encodedBody: EncodedBody?
  /// The page that it comes from; `nil` for the app's own request.
  var source: WebURL?
  /// Whether a password or passcode is in its body.
  var hasCredential = false
  /// The parameters of its address that must not be seen.
  var concealedQuery: Set<String> = []
  /// What a person does for it on the page that is shown, where a real browser shows one; `nil` for an address that the app opens.
  var gesture: PageGesture?

  init(
    _ purpose: String, method: String = "GET", url: WebURL, body: Exchange.Body = .none, source: WebURL? = nil,
    hasCredential: Bool = false
  ) {
    self.purpose = purpose
    self.method = method
    self.url = url
    self.body = body
    self.source = source
    self.hasCredential = hasCredential
  }

  /// The request that a redirect with this status leads to (Fetch section 4.4): only 307 and 308 repeat method and body.
  func redirected(to target: WebURL, status: Int) -> PageRequest {
    let repeats = status == 307 || status == 308
    var next = PageRequest(
      purpose, method: repeats ? method : "GET", url: target, body: repeats ? body : .none, source: source,
      hasCredential: repeats && hasCredential)
    next.encodedBody = repeats ? encodedBody : nil
    return next
  }
}
