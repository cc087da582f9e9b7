import Encodings
import JourneyClient
import JourneyModel

/// One navigation of a browser, from a request over its redirects to a page or to the app: it takes what came, and says what is next.
package struct NavigationChain: Sendable {
  /// What a browser does next.
  enum Step: Sendable {
    case request(PageRequest)
    /// The address is the app's and is not loaded.
    case app(WebURL, AppAddresses.Arrival)
    /// The address is of a site that the tenant does not name, and is not loaded.
    case leave(WebURL)
    /// The response is not a redirect.
    case page(HTTPResponseMessage, PageRequest)
  }

  /// Why a navigation cannot go on.
  struct Trouble: Error {
    var kind: DriverError.Kind
    var message: String
  }

  /// How many redirects in a row are followed, those of scripts included (Fetch section 4.4).
  package static let redirectLimit = 20

  let addresses: AppAddresses
  let allowed: AllowedOrigins
  /// Whether it is a logout, for which another address of an app is a wrong end like any other.
  let isLogout: Bool
  /// What the page whose form was submitted says of where it may lead; `nil` if no form was.
  private(set) var formAction: FormActionPolicy?
  /// What a browser or the standard would not have let pass, each with its problem.
  private(set) var findings: [TokenCheck] = []
  private var redirects = 0

  init(addresses: AppAddresses, allowed: AllowedOrigins, isLogout: Bool = false) {
    self.isLogout = isLogout
    self.addresses = addresses
    self.allowed = allowed
  }

  /// Begins with a request of the app, of a link, or of a form.
  ///
  /// - Parameter formAction: the policy of the page that the form is on; `nil` for what is not a form.
  mutating func begin(_ request: PageRequest, formAction: FormActionPolicy? = nil) throws(Trouble) -> Step {
    self.formAction = formAction
    return try go(request, isRedirected: false)
  }

  /// Goes on from a page that leads on without the person; a form on it brings its own policy.
  mutating func `continue`(_ request: PageRequest, formAction: FormActionPolicy? = nil) throws(Trouble) -> Step {
    try count(request)
    return try begin(request, formAction: formAction)
  }

  /// Goes on from a response.
  mutating func next(after response: HTTPResponseMessage, to request: PageRequest) throws(Trouble) -> Step {
    guard let location = try location(of: response, to: request) else { return .page(response, request) }
    try count(request)
    let target = try Self.target(location, of: request)
    let next = request.redirected(to: target, status: response.status)
    if next.hasCredential {
      report(
        FlowCheck.credentialRedirect.rawValue,
        "status \(response.status) after the password makes the browser send it again to '\(Self.place(of: target))'; expected 303")
    }
    return try go(next, isRedirected: true)
  }

  private mutating func count(_ request: PageRequest) throws(Trouble) {
    redirects += 1
    guard redirects <= Self.redirectLimit else {
      throw Trouble(kind: .redirectLoop, message: "\(request.purpose) was redirected more than \(Self.redirectLimit) times")
    }
  }

  private mutating func go(_ request: PageRequest, isRedirected: Bool) throws(Trouble) -> Step {
    if let policy = formAction?.refusal(of: request.url, isRedirected: isRedirected) {
      report(
        FlowCheck.formAction.rawValue,
        "a browser would block this: the page's policy '\(policy)' does not let its form lead to '\(Self.place(of: request.url))' "
          + "(Chromium and Safari hold redirects to it)")
    }
    if let arrival = addresses.arrival(at: request.url) { return .app(request.url, arrival) }
    guard request.url.origin != nil else {
      if isLogout { return .leave(request.url) }
      throw Trouble(
        kind: .forbidden,
        message: "\(request.purpose) left for an unknown app at '\(Self.place(of: request.url))': no redirect URI of the client is there")
    }
    guard !allowed.allows(request.url) else { return .request(request) }
    guard request.body == .none else {
      throw Trouble(
        kind: .forbidden, message: "\(request.purpose) was not sent: \(allowed.refusal(of: request.url) ?? "its origin is not allowed")")
    }
    return .leave(request.url)
  }

  /// Where the response redirects to; `nil` if it does not.
  private func location(of response: HTTPResponseMessage, to request: PageRequest) throws(Trouble) -> String? {
    guard response.isRedirect else { return nil }
    let found = response.headers.values(of: "location")
    guard Set(found).count < 2 else {
      throw Trouble(kind: .protocol, message: "\(request.purpose) was redirected to \(found.count) different addresses at once")
    }
    return found.first
  }

  private static func target(_ location: String, of request: PageRequest) throws(Trouble) -> WebURL {
    do {
      return try BrowserReference.resolve(location, against: request.url)
    } catch {
      throw Trouble(kind: .protocol, message: "\(request.purpose) was redirected to something that is not an address: \(error)")
    }
  }

  private mutating func report(_ name: String, _ problem: String) {
    let check = TokenCheck(name, problem: problem)
    if !findings.contains(check) { findings.append(check) }
  }

  /// As much of an address as says whose it is: what an app's own path or query contains is not known.
  static func place(of url: WebURL) -> String {
    url.origin.map(\.description) ?? "\(url.scheme):***"
  }
}
