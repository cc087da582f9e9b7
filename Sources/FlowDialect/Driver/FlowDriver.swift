package import Encodings
package import JourneyClient
package import JourneyModel

/// Walks a journey over Strivacity's Journey Flow API, as one of the vendor's apps would.
package struct FlowDriver: AppDriver {
  package static let description = FlowDescription.description

  let configuration: FlowConfiguration
  package var party: RelyingParty
  var session = FlowSession()
  /// The walk's passkeys; they outlive its journeys as those of a person's device do.
  var authenticator = SoftwareAuthenticator()

  /// - Parameters:
  ///   - generator: where verifier, state and nonce come from, so that a run can be repeated.
  ///   - providers: what the walk learned of issuers' keys; shared with the browser that the app opens.
  ///   - now: what the tenant's clock shows, which tokens and cookies are compared with.
  package init(
    configuration: FlowConfiguration, transport: any HTTPTransport, generator: SeededGenerator,
    providers: ProviderCache = ProviderCache(), now: @escaping @Sendable () async -> Instant
  ) {
    self.configuration = configuration
    party = RelyingParty(
      client: configuration.client, profile: configuration.profile, transport: transport, generator: generator, providers: providers,
      now: now)
  }
}

extension FlowDriver {
  var app: FlowAppProfile { configuration.app }
  var client: OAuthClient { configuration.client }
}

extension FlowDriver: PageOpener {
  /// The vendor's SDKs end the journey where the person closes the page (`HostedFlowCanceled`).
  package mutating func closePage() async throws(DriverError) -> Turn {
    party.beginAction()
    return party.turn(end(.refused(OAuthErrorResponse(error: "cancelled", description: "the person closed the web page"))))
  }
}
