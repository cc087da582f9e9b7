package import Encodings
package import JourneyClient
package import JourneyModel

/// Walks a journey over Okta's Identity Engine as an embedded app does: interact, introspect, then form after form.
package struct IDXDriver: AppDriver {
  package static let description = IDXDescription.description

  /// The media type of the engine's bodies.
  static let mediaType = "application/ion+json; okta-version=1.0.0"
  /// Members of bodies that must not be seen.
  static let concealedMembers: Set<String> = ["stateHandle", "interaction_handle", "sharedSecret", "signedToken", "challengeRequest"]

  let configuration: IDXConfiguration
  package var party: RelyingParty
  var session = IDXSession()
  /// The person's passkeys, as long as the walk.
  var authenticator = SoftwareAuthenticator()

  /// - Parameters:
  ///   - generator: where verifier, state and nonce come from, so that a run can be repeated.
  ///   - providers: what the walk learned of issuers' keys; shared with the browser that the app opens.
  ///   - now: what the tenant's clock shows, which tokens and cookies are compared with.
  package init(
    configuration: IDXConfiguration, transport: any HTTPTransport, generator: SeededGenerator,
    providers: ProviderCache = ProviderCache(), now: @escaping @Sendable () async -> Instant
  ) {
    self.configuration = configuration
    party = RelyingParty(
      client: configuration.client, profile: configuration.profile, transport: transport, generator: generator, providers: providers,
      now: now)
  }
}

extension IDXDriver {
  var client: OAuthClient { configuration.client }

  /// A call of the engine, whose bodies have handles that must not be seen.
  func call(
    _ purpose: String, _ method: String, _ url: WebURL, accept: String = IDXDriver.mediaType, body: Exchange.Body = .none,
    contentType: String? = nil
  ) -> BrowserCall {
    party.call(
      purpose, method, url, accept: accept, body: body, contentType: contentType, concealing: Self.concealedMembers)
  }
}
