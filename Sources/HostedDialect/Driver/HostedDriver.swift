package import Encodings
package import JourneyClient
package import JourneyModel

/// Walks a journey over pages in a browser that an app opened: authorization request, pages, and the way back with a code.
package struct HostedDriver: AppDriver {
  package static let description = HostedDescription.description

  let configuration: HostedConfiguration
  package var party: RelyingParty
  /// The app with the browser whose cookies are kept, while another one is open that is thrown away.
  private var kept: (party: RelyingParty, engine: (any PageEngine)?)?
  /// What loads the pages; `nil` if the driver loads them itself and runs no scripts.
  var engine: (any PageEngine)?
  var session = HostedSession()
  /// The form that the last submission sent and that the page after it shows again.
  var returnedForm: FormID?
  /// What is new on the page with that form, and is not known as a message.
  var newText: UnmarkedText?
  /// Whether the last submission sent a password, and the page that took the place of its form has the same name.
  var hasLostName = false
  /// The status of the last page that the last submission was answered with; `nil` if it brought none.
  var answeredStatus: Int?
  /// Whether an app opened the browser for pages of a journey that the app began, and takes it back where they lead to the app.
  private let isOfApp: Bool
  package private(set) var returned: Secret?
  /// What the passive checks read of the journey.
  var trace = FlowTrace()
  /// The checks that did not hold since the case began; one line switches them all off.
  var failedChecks: Set<FlowCheck> = []

  /// - Parameters:
  ///   - isOfApp: whether it only walks pages of a journey that another driver began.
  ///   - engine: a real browser; `nil` for plain HTTP without scripts.
  ///   - generator: where verifier, state and nonce come from, so that a run can be repeated.
  ///   - providers: what the walk learned of issuers' keys; shared with the browser that the app opens.
  ///   - now: what the tenant's clock shows, which tokens and cookies are compared with.
  package init(
    configuration: HostedConfiguration, isOfApp: Bool = false, transport: any HTTPTransport, generator: SeededGenerator,
    providers: ProviderCache = ProviderCache(), engine: (any PageEngine)? = nil, now: @escaping @Sendable () async -> Instant
  ) {
    self.configuration = configuration
    self.isOfApp = isOfApp
    self.engine = engine
    party = RelyingParty(
      client: configuration.client, profile: configuration.profile, transport: transport, generator: generator, providers: providers,
      now: now)
    party.keepSeen()
  }
}

extension HostedDriver {
  var client: OAuthClient { configuration.client }

  /// Opens an empty browser that is thrown away with the next start, or goes back to the one whose cookies are kept.
  mutating func openBrowser(isEphemeral: Bool) {
    let app = kept ?? (party, engine)
    let generator = party.generator
    kept = isEphemeral ? app : nil
    party = isEphemeral ? app.party.elsewhere() : app.party
    engine = isEphemeral ? app.engine?.withoutCookies() : app.engine
    party.generator = generator
  }

  /// The same app on another device: no cookies, no journey.
  func elsewhere() -> HostedDriver {
    var other = self
    other.party = party.elsewhere()
    other.engine = engine?.withoutCookies()
    other.kept = nil
    other.session = HostedSession()
    other.answeredStatus = nil
    return other
  }
}

extension HostedDriver: PageVisitor {
  /// Opens a page of a journey that the app began, with the cookies of the pages before.
  package mutating func visit(_ url: Secret) async throws(DriverError) -> Turn {
    returned = nil
    session = HostedSession()
    return try await perform(.open(link: url, elsewhere: false))
  }

  /// Where a page leads to the app that opened the browser: the app goes on, and nothing of the address is looked at here.
  ///
  /// - Returns: `nil` where the browser's own journey ends there.
  mutating func giveBack(_ url: WebURL) -> Turn.Now? {
    guard isOfApp else { return nil }
    session.leave()
    for item in url.queryItems where Self.passedOn.contains(item.name) { _ = party.learn(item.value, name: item.name) }
    returned = Secret(url.description, name: "address that the web page came back with", source: .server)
    return .handover(Handover(url: url.description, reason: .back))
  }

  /// What of such an address only the app may see.
  private static let passedOn: Set<String> = ["code", "session_id", "interaction_code", "state", "otp", "challenge"]
}
