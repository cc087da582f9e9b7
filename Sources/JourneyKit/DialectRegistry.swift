package import BrowserEngine
package import Encodings
import FlowDialect
import GatewaySpeech
package import HostedDialect
import HostedSpeech
import IDXDialect
import IDXSpeech
package import JourneyClient
import JourneyFlowSpeech
package import JourneyMock
package import JourneyModel

/// The dialects that a run may speak: one line for each.
public struct DialectRegistry: Sendable {
  /// In the order registered.
  package let dialects: [RegisteredDialect]

  /// The dialects of this library, and these; of two with one name the added one counts.
  public init(adding others: [RegisteredDialect] = []) {
    let names = others.map(\.description.name)
    dialects = Self.standard.filter { !names.contains($0.description.name) } + others
  }

  private static let standard: [RegisteredDialect] = [
    RegisteredDialect(FlowDriver.description, speech: .journeyFlow, makeDriver: flowDriver),
    RegisteredDialect(IDXDriver.description, speech: .oktaIDX, makeDriver: idxDriver),
    RegisteredDialect(HostedDriver.description, speech: .hosted + .gateway, hasPages: true, makeDriver: hostedDriver),
  ]

  /// The dialect with this name.
  func dialect(_ name: String) -> RegisteredDialect? { dialects.first { $0.description.name == name } }

  /// The dialect of web pages; `nil` where none is registered.
  var pages: RegisteredDialect? { dialects.first(where: \.hasPages) }

  /// What mock tenants may speak.
  package var speeches: MockSpeeches { dialects.compactMap(\.speech).reduce(MockSpeeches([]), +) }

  private static func flowDriver(_ site: DriverSite) -> any JourneyDriver {
    FlowDriver(
      configuration: FlowConfiguration(
        client: site.client, app: site.app.flatMap(FlowAppProfile.named) ?? .web, isSignedByRun: site.isSignedByRun),
      transport: site.transport, generator: site.generator, providers: site.providers, now: site.now)
  }

  private static func idxDriver(_ site: DriverSite) -> any JourneyDriver {
    IDXDriver(
      configuration: IDXConfiguration(client: site.client, isSignedByRun: site.isSignedByRun), transport: site.transport,
      generator: site.generator,
      providers: site.providers, now: site.now)
  }

  private static func hostedDriver(_ site: DriverSite) -> any JourneyDriver {
    HostedDriver(
      configuration: HostedConfiguration(
        client: site.client, interception: Interception(), pages: site.pages, checks: site.checks, firstPage: site.firstPage),
      isOfApp: site.isOpenedByApp, transport: site.transport, generator: site.generator, providers: site.providers,
      engine: site.browser?.makeEngine(), now: site.now)
  }
}

/// A dialect: how it is described, how a driver of it is made, and how a mock speaks it.
public struct RegisteredDialect: Sendable {
  package let description: DialectDescription
  /// `nil` for a dialect without mocks.
  package let speech: MockSpeeches?
  /// Whether its screens are web pages, for which tenants have a table of rules.
  package let hasPages: Bool
  package let makeDriver: @Sendable (DriverSite) -> any JourneyDriver

  package init(
    _ description: DialectDescription, speech: MockSpeeches? = nil, hasPages: Bool = false,
    makeDriver: @escaping @Sendable (DriverSite) -> any JourneyDriver
  ) {
    self.description = description
    self.speech = speech
    self.hasPages = hasPages
    self.makeDriver = makeDriver
  }
}

/// What a driver of any dialect needs to know about its tenant.
package struct DriverSite: Sendable {
  package var client: OAuthClient
  /// The profile of an app; `nil` for the dialect's default.
  package var app: String?
  /// Whether the run signs the tokens itself, with an algorithm of its choice.
  package var isSignedByRun: Bool
  /// How pages become screens, in a dialect that has pages.
  package var pages = PageRules()
  /// The page that journeys of a web site without OpenID begin with.
  package var firstPage: WebURL?
  /// Whether the driver walks pages of a journey that another driver began.
  package var isOpenedByApp = false
  /// Where its browsers are opened; `nil` if plain HTTP walks the pages.
  package var browser: BrowserSeat?
  /// Which passive checks are held against the tenant, in a dialect that has some.
  package var checks = FlowCheckRules()
  package var transport: any HTTPTransport
  package var generator: SeededGenerator
  package var providers: ProviderCache
  package var now: @Sendable () async -> Instant
}

extension DriverSite {
  package var issuer: WebURL { client.issuer }
  package var clientID: String { client.id }
  package var redirectURI: WebURL { client.redirectURI }
  package var scopes: [String] { client.scopes }
}
