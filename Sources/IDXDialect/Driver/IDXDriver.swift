package import Encodings
package import JourneyClient
package import JourneyModel

/// Walks a journey over Okta's Identity Engine as an embedded app does: interact, introspect, then form after form.
package struct IDXDriver: JourneyDriver {
  package static let description = IDXDescription.description

  /// The media type of the engine's bodies.
  static let mediaType = "application/ion+json; okta-version=1.0.0"
  /// Members of bodies that must not be seen.
  static let concealedMembers: Set<String> = ["stateHandle", "interaction_handle", "sharedSecret", "signedToken", "challengeRequest"]

  let configuration: IDXConfiguration
  let providers: ProviderCache
  let now: @Sendable () async -> Instant
  var browser: Browser
  var generator: SeededGenerator
  var session = IDXSession()
  /// Headers of every request, by the last start.
  var startHeaders: [Exchange.Header] = []
  var warnings: [String] = []
  /// What happened before a poll that got no answer and was not the end of the walk.
  var kept: (exchanges: [Exchange], learned: [Secret]) = ([], [])

  /// - Parameters:
  ///   - generator: where verifier, state and nonce come from, so that a run can be repeated.
  ///   - providers: what other walks learned of issuers' keys; shared by all walks of a run.
  ///   - now: what the tenant's clock shows, which tokens and cookies are compared with.
  package init(
    configuration: IDXConfiguration, transport: any HTTPTransport, generator: SeededGenerator,
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
    kept = ([], [])
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
    return Turn(
      now: shown, exchanges: kept.exchanges + record.exchanges, warnings: warnings, learned: kept.learned + record.learned)
  }
}

extension IDXDriver {
  var issuerOrigin: Origin {
    configuration.issuer.trustOrigin ?? Origin(scheme: configuration.issuer.scheme, host: "", port: 0)
  }

  /// A call that carries the tenant's headers where it goes to the tenant, and only there.
  func call(
    _ purpose: String, _ method: String, _ url: WebURL, accept: String, body: Exchange.Body = .none, contentType: String? = nil,
    concealing members: Set<String> = IDXDriver.concealedMembers
  ) -> BrowserCall {
    var call = BrowserCall(
      purpose, method: method, url: url, body: body, concealedMembers: members, concealedQuery: ["stateHandle", "otp"])
    call.headers = [Exchange.Header("Accept", .text(accept))]
    let usualType: String? =
      switch body {
      case .none: nil
      case .form: FormURLEncoding.mediaType
      case .json: "application/json"
      case .text: "text/plain"
      }
    if let type = contentType ?? usualType { call.headers.append(Exchange.Header("Content-Type", .text(type))) }
    call.headers.append(Exchange.Header("Accept-Language", .text(session.language ?? configuration.language)))
    guard url.trustOrigin == issuerOrigin else { return call }
    for header in configuration.headers + startHeaders {
      call.headers.removeAll { $0.name.equalsIgnoringASCIICase(header.name) }
      call.headers.append(header)
    }
    return call
  }

  /// What was asked, as messages say it.
  func asked(_ call: BrowserCall) -> String { "\(call.method) \(call.url.concealed(beside: call.concealedQuery))" }

  mutating func warn(_ sentence: String) {
    guard warnings.count < IDXLimits.warnings, !warnings.contains(sentence) else { return }
    warnings.append(sentence)
  }

  /// A value as one text for the issuer's host.
  mutating func text(_ value: Value) throws(DriverError) -> String {
    do {
      return try BrowserCall.text(of: value, for: issuerOrigin)
    } catch {
      throw browser.failure(.forbidden, "the secret '\(error.secret)' may not go to '\(error.origin)'")
    }
  }
}
