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

/// The issuers that a walk has already contacted, so that its next step need not do it again.
///
/// No two walks share one: what a case comes to must not depend on which cases ran before it. An actor, because the driver of a walk and
/// the browser that its app opens share one. A key that is not in it is requested again.
package actor ProviderCache {
  private var providers: [WebURL: Provider] = [:]
  /// Also of issuers whose keys were not needed yet.
  private var metadata: [WebURL: ProviderMetadata] = [:]

  package init() {}

  /// What is known of this issuer.
  package func provider(of issuer: WebURL) -> Provider? { providers[issuer] }

  /// What this issuer says of itself.
  package func metadata(of issuer: WebURL) -> ProviderMetadata? { metadata[issuer] ?? providers[issuer]?.metadata }

  /// Keeps what was learned of this issuer.
  package func keep(_ provider: Provider, of issuer: WebURL) { providers[issuer] = provider }

  /// Keeps what this issuer says of itself.
  package func keep(_ found: ProviderMetadata, of issuer: WebURL) { metadata[issuer] = found }
}
