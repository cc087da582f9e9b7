package import Encodings
package import JourneyClient
package import JourneyModel

/// Walks a journey over Strivacity's Journey Flow API, as one of the vendor's apps would.
package struct FlowDriver: JourneyDriver {
  package static let description = FlowDescription.description

  let configuration: FlowConfiguration
  let providers: ProviderCache
  let now: @Sendable () async -> Instant
  var browser: Browser
  var generator: SeededGenerator
  var session = FlowSession()
  /// The walk's passkeys; they outlive its journeys as those of a person's device do.
  var authenticator = SoftwareAuthenticator()
  /// Headers of every request, by the last start.
  var startHeaders: [Exchange.Header] = []
  var warnings: [String] = []

  /// - Parameters:
  ///   - generator: where verifier, state and nonce come from, so that a run can be repeated.
  ///   - providers: what other walks learned of issuers' keys; shared by all walks of a run.
  ///   - now: what the tenant's clock shows, which tokens and cookies are compared with.
  package init(
    configuration: FlowConfiguration, transport: any HTTPTransport, generator: SeededGenerator,
    providers: ProviderCache = ProviderCache(), now: @escaping @Sendable () async -> Instant
  ) {
    self.configuration = configuration
    self.generator = generator
    self.providers = providers
    self.now = now
    browser = Browser(transport: transport, allowed: configuration.allowed, now: now)
  }

  package mutating func perform(_ action: DriverAction) async throws(DriverError) -> Turn {
    warnings = []
    let shown: Turn.Now =
      switch action {
      case .start(let parameters): try await start(parameters)
      case .refresh: try await refresh()
      case .submit(let submission): try await submit(submission)
      case .open(let link, let elsewhere): try await open(link, elsewhere: elsewhere)
      case .resume(let url): try await resume(url)
      case .finish(let probes): try await finish(probes: probes)
      case .token(let action): try await token(action)
      }
    let record = browser.takeRecord()
    return Turn(now: shown, exchanges: record.exchanges, warnings: warnings, learned: record.learned)
  }
}

extension FlowDriver {
  var app: FlowAppProfile { configuration.app }

  var issuerOrigin: Origin {
    configuration.issuer.trustOrigin ?? Origin(scheme: configuration.issuer.scheme, host: "", port: 0)
  }

  /// A call that carries the tenant's headers where it goes to the tenant, and only there.
  func call(
    _ purpose: String, _ method: String, _ url: WebURL, accept: String, body: Exchange.Body = .none,
    concealing members: Set<String> = []
  ) -> BrowserCall {
    var call = BrowserCall(purpose, method: method, url: url, body: body, concealedMembers: members)
    call.headers = [Exchange.Header("Accept", .text(accept))]
    switch body {
    case .none: break
    case .form: call.headers.append(Exchange.Header("Content-Type", .text(FormURLEncoding.mediaType)))
    case .json: call.headers.append(Exchange.Header("Content-Type", "application/json"))
    case .text: call.headers.append(Exchange.Header("Content-Type", "text/plain"))
    }
    if app.start.sendsLanguage, let language = session.language {
      call.headers.append(Exchange.Header("Accept-Language", .text(language)))
    }
    if let userAgent = app.start.userAgent { call.headers.append(Exchange.Header("User-Agent", .text(userAgent))) }
    guard url.trustOrigin == issuerOrigin else { return call }
    for header in configuration.headers + startHeaders {
      call.headers.removeAll { $0.name.asciiLowercased == header.name.asciiLowercased }
      call.headers.append(header)
    }
    return call
  }

  /// The session's bearer, which no other origin than the issuer's can be shown.
  func bearer(_ token: Secret) -> Exchange.Header {
    let bound = Secret("Bearer " + token.concealed, name: token.name, origins: [issuerOrigin])
    return Exchange.Header("Authorization", .secret(bound))
  }

  /// An address that the server gave, resolved against where it gave it.
  mutating func address(_ text: String, at base: WebURL, of what: String) throws(DriverError) -> WebURL {
    do {
      return try base.resolve(text)
    } catch {
      throw browser.failure(.protocol, "\(what) is no address: \(error)")
    }
  }

  /// Refuses the statuses that mean that nothing can be walked now.
  mutating func refuseBrokenStatus(_ answer: HTTPResponseMessage, to call: BrowserCall) throws(DriverError) {
    switch answer.status {
    case 429:
      let reset = answer.headers["x-ratelimit-reset"].map { " (X-Ratelimit-Reset: \($0))" } ?? ""
      throw browser.failure(.rateLimit, "\(call.asked) was refused: too many requests\(reset)")
    case 500...:
      let hint = call.purpose == "entry" ? "; does the client have an Entry URL?" : ""
      throw browser.failure(.status, "\(call.asked) answered with status \(answer.status)\(hint)")
    default: return
    }
  }

  /// What was asked, as messages say it.
  mutating func warn(_ sentence: String) {
    guard warnings.count < FlowLimits.warnings, !warnings.contains(sentence) else { return }
    warnings.append(sentence)
  }
}
