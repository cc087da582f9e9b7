import Encodings
import JourneyClient
import JourneyModel

extension HostedDriver {
  /// Where a navigation ends.
  enum Landing: Sendable {
    case page(LoadedPage)
    /// At one of the app's addresses, which was not loaded.
    case app(WebURL, AppAddresses.Arrival)
    /// At a site that the tenant does not name, which was not loaded.
    case elsewhere(WebURL)
    /// In an OAuth error that is not a page.
    case refused(OAuthErrorResponse)
  }

  /// What browsers accept where a page is asked for.
  private static let accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"

  /// Follows a request over redirects, those of scripts included, up to a page that a person sees or to the app.
  mutating func navigate(_ first: PageRequest, formAction: FormActionPolicy? = nil) async throws(DriverError) -> Landing {
    guard engine == nil else { return try await browse(first) }
    var chain = NavigationChain(addresses: configuration.addresses, allowed: client.allowed, isLogout: session.logout != nil)
    var step = try advance(&chain) { chain throws(NavigationChain.Trouble) in try chain.begin(first, formAction: formAction) }
    while true {
      switch step {
      case .app(let url, let arrival): return .app(url, arrival)
      case .leave(let url): return .elsewhere(url)
      case .request(let request):
        learnTickets(of: request.url)
        let call = call(for: request)
        let response = try await party.send(call)
        if response.status >= 500 {
          learnRaw(response)
          answeredStatus = response.status
        }
        try party.refuseBrokenStatus(response, to: call)
        step = try advance(&chain) { chain throws(NavigationChain.Trouble) in try chain.next(after: response, to: request) }
      case .page(let response, _) where response.status == 204 || response.status == 205:
        // A response without content leaves a browser where it is.
        guard let page = session.page else {
          throw party.failure(.protocol, "\(first.purpose) answered with status \(response.status) and nothing to show")
        }
        return .page(page)
      case .page(let response, let request):
        answeredStatus = response.status
        if response.status >= 400, let error = try party.oauthError(in: response) { return .refused(error) }
        let page = try read(response, to: request)
        guard let move = try onward(from: page) else { return .page(page) }
        step = try advance(&chain) { chain throws(NavigationChain.Trouble) in
          try chain.continue(move.request, formAction: move.isForm ? page.formAction : nil)
        }
      }
    }
  }

  /// One step of the chain; what it found is noted also where it cannot go on.
  private mutating func advance(
    _ chain: inout NavigationChain,
    _ body: (inout NavigationChain) throws(NavigationChain.Trouble) -> NavigationChain.Step
  ) throws(DriverError) -> NavigationChain.Step {
    defer { note(chain.findings) }
    do {
      return try body(&chain)
    } catch {
      throw party.failure(error.kind, error.message)
    }
  }

  private func call(for request: PageRequest) -> BrowserCall {
    var call = party.call(
      request.purpose, request.method, request.url, accept: Self.accept, body: request.body,
      contentType: request.encodedBody?.contentType)
    call.encodedBody = request.encodedBody
    call.concealedQuery = request.concealedQuery
    guard let source = request.source, let origin = source.origin else { return call }
    let isAtHome = origin == request.url.origin
    if isAtHome || request.url.scheme == "https" || source.scheme == "http" {
      let referer = isAtHome ? source.withoutFragment.description : "\(origin)/"
      call.headers.append(Exchange.Header("Referer", .secret(Secret(referer, name: "referer", source: .server))))
    }
    if request.method == "POST" { call.headers.append(Exchange.Header("Origin", .text(origin.description))) }
    return call
  }

  /// Parameters by which servers pass one-time tickets on from page to page.
  private static let tickets: Set<String> = [
    "sessionToken", "stateToken", "okta_key", "activation_token", "reset_password_token", "set_password_token", "code", "state",
    "interaction_code", "recoveryToken",
  ]

  mutating func learnTickets(of url: WebURL) {
    for item in url.queryItems where Self.tickets.contains(item.name) { _ = party.learn(item.value, name: item.name) }
    learn(url.tokens, name: "token of an address")
  }
}
