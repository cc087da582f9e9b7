import Encodings
import FlowDialect
import IDXDialect
import JourneyClient
import JourneyModel

/// The dialects that this program speaks: one line for each.
enum DriverRegistry {
  static let dialects: [RegisteredDialect] = [
    RegisteredDialect(description: FlowDriver.description, makeDriver: flowDriver),
    RegisteredDialect(description: IDXDriver.description, makeDriver: idxDriver),
  ]

  /// The dialect with this name.
  static func dialect(_ name: String) -> RegisteredDialect? { dialects.first { $0.description.name == name } }

  private static func flowDriver(_ site: DriverSite) -> any JourneyDriver {
    FlowDriver(
      configuration: FlowConfiguration(
        issuer: site.issuer, clientID: site.clientID, redirectURI: site.redirectURI, scopes: site.scopes,
        postLogoutURI: site.postLogoutURI, entryURL: site.entryURL, claimedLinks: site.claimedLinks,
        app: site.app.flatMap(FlowAppProfile.named) ?? .web, headers: site.headers, isSignedByRun: site.isSignedByRun),
      transport: site.transport, generator: site.generator, providers: site.providers, now: site.now)
  }

  private static func idxDriver(_ site: DriverSite) -> any JourneyDriver {
    IDXDriver(
      configuration: IDXConfiguration(
        issuer: site.issuer, clientID: site.clientID, redirectURI: site.redirectURI, scopes: site.scopes,
        postLogoutURI: site.postLogoutURI, entryURL: site.entryURL, claimedLinks: site.claimedLinks, headers: site.headers),
      transport: site.transport, generator: site.generator, providers: site.providers, now: site.now)
  }
}

/// A dialect, and how a driver of it is made.
struct RegisteredDialect: Sendable {
  let description: DialectDescription
  let makeDriver: @Sendable (DriverSite) -> any JourneyDriver
}

/// What a driver of any dialect is told of the tenant that it walks.
struct DriverSite: Sendable {
  var issuer: WebURL
  var clientID: String
  var redirectURI: WebURL
  var scopes: [String]
  var postLogoutURI: WebURL?
  var entryURL: WebURL?
  var claimedLinks: [String]
  var app: String?
  var headers: [Exchange.Header]
  /// Whether the run signs the tokens itself, with an algorithm of its own choice.
  var isSignedByRun: Bool
  var transport: any HTTPTransport
  var generator: SeededGenerator
  var providers: ProviderCache
  var now: @Sendable () async -> Instant
}
