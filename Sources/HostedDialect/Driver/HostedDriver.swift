package import Encodings
package import JourneyClient
package import JourneyModel

/// Walks a journey over pages in a browser that an app opened: authorization request, pages, and the way back with a code.
package struct HostedDriver: AppDriver {
  package static let description = HostedDescription.description

  let configuration: HostedConfiguration
  package var party: RelyingParty
  /// The app with the browser whose cookies are kept, while another one is open that is thrown away.
  private var kept: RelyingParty?
  var session = HostedSession()
  /// What the passive checks read of the journey.
  var trace = FlowTrace()

  /// - Parameters:
  ///   - generator: where verifier, state and nonce come from, so that a run can be repeated.
  ///   - providers: what other walks learned of issuers' keys; shared by all walks of a run.
  ///   - now: what the tenant's clock shows, which tokens and cookies are compared with.
  package init(
    configuration: HostedConfiguration, transport: any HTTPTransport, generator: SeededGenerator,
    providers: ProviderCache = ProviderCache(), now: @escaping @Sendable () async -> Instant
  ) {
    self.configuration = configuration
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
    let app = kept ?? party
    let generator = party.generator
    kept = isEphemeral ? app : nil
    party = isEphemeral ? app.elsewhere() : app
    party.generator = generator
  }

  /// The same app on another device: no cookies, no journey.
  func elsewhere() -> HostedDriver {
    var other = self
    other.party = party.elsewhere()
    other.kept = nil
    other.session = HostedSession()
    return other
  }
}
