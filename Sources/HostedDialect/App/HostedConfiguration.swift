package import Encodings
package import JourneyClient

/// A tenant's app and its pages as the driver walks them.
package struct HostedConfiguration: Sendable {
  /// The client; `redirectURI` is where the authorization server sends the app back.
  package var client: OAuthClient
  /// The page that journeys begin with where no app asks for a sign-in; `nil` for the app's authorization request.
  package var firstPage: WebURL?
  /// The address of the app's that asks for another authorization request; `nil` if the app has none.
  package var fallbackURI: WebURL?
  /// The links of messages that open the app.
  package var claimedLinks: [ClaimedLink]
  /// The login page whose script only leads on; `nil` if the tenant has none that is known.
  package var interception: Interception?
  /// How pages become screens.
  package var pages: PageRules
  /// Which passive checks are held against the tenant.
  package var checks: FlowCheckRules

  /// - Parameters:
  ///   - fallbackURI: `nil` for the first of the client's claimed links that is an address of the app's own scheme.
  ///   - claimedLinks: `nil` for those of the client.
  package init(
    client: OAuthClient, fallbackURI: WebURL? = nil, claimedLinks: [ClaimedLink]? = nil, interception: Interception? = nil,
    pages: PageRules = PageRules(), checks: FlowCheckRules = FlowCheckRules(), firstPage: WebURL? = nil
  ) {
    self.firstPage = firstPage
    self.client = client
    self.fallbackURI = fallbackURI ?? client.claimedLinks.lazy.compactMap(Self.ownAddress).first
    self.claimedLinks = claimedLinks ?? client.claimedLinks.map { ClaimedLink(Self.pattern($0, of: client)) }
    self.interception = interception
    self.pages = pages
    self.checks = checks
  }
}

extension HostedConfiguration {
  /// The pattern with the issuer's origin before it, where it is a path alone.
  private static func pattern(_ link: String, of client: OAuthClient) -> String {
    link.hasPrefix("/") ? "\(client.issuerOrigin)\(link)" : link
  }

  /// The address that a claimed link is, if it is not a pattern and no browser could open it.
  private static func ownAddress(_ link: String) -> WebURL? {
    guard !link.contains("*") else { return nil }
    do {
      let url = try WebURL(link)
      return url.origin == nil ? url : nil
    } catch {
      return nil
    }
  }

  package var addresses: AppAddresses { AppAddresses(callback: client.redirectURI, logout: client.postLogoutURI, fallback: fallbackURI) }

  /// How the link opens the app; `nil` if a browser opens it.
  func claim(of link: WebURL) -> ClaimedLink? { claimedLinks.first { $0.fits(link) } }

  /// What the relying party does as this app: every endpoint is where the issuer's discovery document has it.
  var profile: RelyingPartyProfile {
    var profile = RelyingPartyProfile()
    profile.endpoints = [
      .authorization: .discovered(else: client.issuer.appending(path: ["v1", "authorize"])),
      .token: .discovered(else: client.issuer.appending(path: ["v1", "token"])),
      .revocation: .discovered(else: client.issuer.appending(path: ["v1", "revoke"])),
      .endSession: .discovered(else: client.issuer.appending(path: ["v1", "logout"])),
    ]
    profile.sendsStateWithLogout = true
    return profile
  }
}
