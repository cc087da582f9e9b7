package import Encodings

/// An issuer as a walk knows it: what it says of itself, and its keys.
package struct Provider: Sendable {
  package var metadata: ProviderMetadata
  package var keys: SigningKeys

  package init(metadata: ProviderMetadata, keys: SigningKeys) {
    self.metadata = metadata
    self.keys = keys
  }
}

/// The issuers that any walk of this run has already contacted, so that the next need not do it again.
///
/// An actor, because all walks of a tenant share one. What is kept is public; a key that is not in it is requested again.
package actor ProviderCache {
  private var providers: [WebURL: Provider] = [:]

  package init() {}

  /// What is known of this issuer.
  package func provider(of issuer: WebURL) -> Provider? { providers[issuer] }

  /// Keeps what was learned of this issuer.
  package func keep(_ provider: Provider, of issuer: WebURL) { providers[issuer] = provider }
}
