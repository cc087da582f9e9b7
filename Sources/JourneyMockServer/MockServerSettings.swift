public import JourneyMock

/// How a mock is served.
public struct MockServerSettings: Sendable {
  /// Where it listens; anything but this machine's own addresses needs a `controlToken`.
  public var host = "127.0.0.1"
  /// 0 for any that is free.
  public var port = 0
  /// `nil` for plain HTTP.
  public var tls: TLS?
  /// The address that tokens and redirects name, without a slash at the end; `nil` for the one by which each request comes.
  public var issuer: String?
  /// Names by which the mock may be asked in addition to IP addresses and `localhost`, without a port; `*` for any name.
  public var allowedHosts: [String] = []
  /// What control and inbox routes ask for in `Journey-Control-Token`, whatever their `Host` is.
  public var controlToken: String?
  /// Web origins whose scripts may use the protocol routes with cookies, e.g. `https://app.acme.test`; `*` for any.
  public var allowedOrigins: [String] = []
  /// Whether the origins of the clients' redirect URIs are allowed too.
  public var allowsOriginsOfClients = true
  /// What goes wrong in every world from its beginning.
  public var faults: [Fault] = []
  /// Makes codes, tokens and ids the same in every run, and different in each world; `nil` for unpredictable ones.
  public var seed: UInt64?
  /// What every world's clock begins with.
  public var clock: MockClock = .running
  /// The tenants to be served instead from their arrival on, such as the same file once it was changed; every world starts over then.
  public var replacements: AsyncStream<MockTenant>?
  /// Of a request's body, in bytes.
  public var bodyLimit = 1 << 20
  /// How long a connection may bring nothing, between two requests or within one, before it is ended.
  public var idleLimit: Duration = .seconds(75)
  /// How many worlds there are in addition to the shared one before the least recently used one is forgotten.
  public var worldLimit = 1024
  /// Receives what people do in journeys, as the mock understands it.
  package var tellsActs: (@Sendable (JourneyAct) -> Void)?
  /// Receives the apps that are to be informed that a person signed out.
  package var tellsLogout: (@Sendable (LogoutNotice) -> Void)?
  /// Receives every request once it is answered.
  public var log: (@Sendable (AccessRecord) -> Void)?

  public init() {}

  /// Where the server's certificate comes from.
  public enum TLS: Sendable {
    case files(TLSFiles)
    case made(MadeCertificate)
  }

  /// Certificate and key, as PEM files.
  public struct TLSFiles: Sendable, Hashable {
    /// The server's certificate first, then those that vouch for it.
    public var certificateChain: String
    public var privateKey: String

    public init(certificateChain: String, privateKey: String) {
      self.certificateChain = certificateChain
      self.privateKey = privateKey
    }
  }
}

/// One request and how it was answered; nothing in it is secret.
public struct AccessRecord: Sendable, Hashable {
  public let method: String
  /// Without the query, which holds sessions and codes.
  public let path: String
  public let status: Int
  public let duration: Duration
  /// The world of the request.
  public let world: String
  /// The edges of the flow that it took.
  public let edges: [String]
  /// The web origin whose script must not see the answer, as it is not allowed; `nil` where a script may see it.
  public var refusedOrigin: String?
}
