package import Encodings
package import JourneyModel

/// The origins that a walk may ask: those that the tenant names, and no others.
///
/// It is consulted before every request, so also for redirects, finalize addresses and discovered endpoints. Names are
/// exact; a loopback, private or link-local address is therefore contacted only if it is listed literally.
package struct AllowedOrigins: Sendable, Hashable {
  private let named: Set<Origin>

  /// - Parameter urls: addresses of the tenant, of which only scheme, host and port count; apps' own schemes have no
  ///   origin and are passed over.
  package init(_ urls: [WebURL]) {
    named = Set(urls.compactMap(\.origin))
  }

  package init(_ origins: Set<Origin>) {
    named = origins
  }

  /// Whether the URL may be requested.
  package func allows(_ url: WebURL) -> Bool {
    guard let origin = url.origin else { return false }
    return named.contains(origin)
  }

  /// Why the URL is not requested, in a sentence; `nil` if it may be.
  package func refusal(of url: WebURL) -> String? {
    guard let origin = url.origin else { return "'\(url.scheme)' is an app's own scheme, which cannot be requested" }
    if named.contains(origin) { return nil }
    let names = named.map { "'\($0)'" }.sorted().joined(separator: ", ")
    if isLocal(origin.host) { return "'\(origin)' is a local address and not an origin of the tenant, which names \(names)" }
    return "'\(origin)' is not an origin of the tenant, which names \(names)"
  }

  /// Why a link of a message that the app does not claim cannot be opened in a browser, and what would open it in the app.
  package func refusal(ofLink url: WebURL) -> String? {
    guard let refusal = refusal(of: url), let origin = url.origin else { return nil }
    return "the link was not opened: \(refusal); links that open the app are listed in 'client.entry_url' or 'claimed_links' "
      + "of the tenant in tenants.yaml, e.g. entry_url: \(origin)/…"
  }

  private func isLocal(_ host: String) -> Bool {
    if let address = IPAddress(host) { return address.isLocal }
    return host == "localhost" || host.hasSuffix(".localhost")
  }
}

extension WebURL {
  /// The origin that the URL's requests go to; `nil` for apps' own schemes.
  package var origin: Origin? {
    originParts.map { Origin(scheme: $0.scheme, host: $0.host, port: $0.port) }
  }
}
