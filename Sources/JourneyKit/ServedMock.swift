import Diagnostics
import Encodings
public import JourneyMock
import JourneyMockServer
import JourneyModel
import JourneyScenario
import Synchronization

/// A mock tenant of a project, to be served over HTTP as `journey mock` does, or asked in this process.
public struct ServedMock: Sendable {
  /// How it is served.
  public struct Settings: Sendable {
    public var host = "127.0.0.1"
    /// 0 for a free one.
    public var port = 8080
    /// The token of control routes; required on any other host than the loopback.
    public var controlToken: String?
    /// `nil` for plain HTTP.
    public var tls: TLS?
    /// The address that tokens and redirects name, with or without a slash at the end; `nil` for the one by which each request comes.
    public var issuer: String?
    /// Names by which the mock may be asked in addition to IP addresses and `localhost`, without a port; `*` for any name.
    public var allowedHosts: [String] = []
    /// Web origins whose scripts may use the mock in addition to those of its clients' redirect URIs; `*` for any.
    public var allowedOrigins: [String] = []
    /// How late every answer comes; `nil` for at once.
    public var latency: Duration?
    /// What goes wrong in every world from its beginning.
    public var faults: [Fault] = []
    /// Makes codes, tokens and ids the same in every run, and different in each world; `nil` for unpredictable ones.
    public var seed: UInt64?
    /// What every world's clock begins with.
    public var clock: MockClock = .running
    /// How many worlds have names before the one that was not used for longest is forgotten.
    public var worldLimit = 1024
    /// How changed files are noticed and served; `nil` to serve what was read.
    public var watch: TenantWatch?
    /// Where what people do is written as scenarios; `nil` for nowhere.
    public var recording: MockRecording?
    /// Called for every request: method, path, status and world.
    public var log: (@Sendable (String) -> Void)?
    /// Called with a web origin when its script is first refused an answer.
    public var onRefusedOrigin: (@Sendable (String) -> Void)?

    public init() {}

    /// Lets every world's clock stand at the moment of a text such as `2027-03-02T10:00:00Z`; `false` for any other text.
    public mutating func stopClock(at text: String) -> Bool {
      guard let milliseconds = DateText.millisecondsSinceEpoch(text), (0...253_402_300_799_999).contains(milliseconds) else { return false }
      clock = .standing(at: Instant(milliseconds: milliseconds))
      return true
    }

    /// Where the server's certificate comes from.
    public enum TLS: Sendable {
      /// PEM files of certificate chain and key.
      case files(certificateChain: String, privateKey: String)
      /// One that was made for this server.
      case made(ServedCertificate)
    }
  }

  public let name: String
  let tenant: MockTenant
  /// What it was read with.
  let settings: RunSettings
  /// The paths of the files that it was made of, that of tenants.yaml among them.
  let files: Set<String>
  /// The same in the order of their names, for who must not overwrite one of them.
  public var readFiles: [String] { files.sorted() }

  /// The apps that it knows, in the order written.
  public var clients: [(id: String, redirectURIs: [String])] { tenant.clients.map { ($0.id, $0.redirectURIs) } }

  /// Its people, in the order written: what each calls themselves when they sign in.
  public var people: [String] {
    tenant.accounts.map { account in account.value["email"]?.text ?? account.value["username"]?.text ?? account.name }
  }

  /// The path at which a browser finds the tenant's pages; `nil` for a tenant without pages.
  public var pagesPath: String? { tenant.pagesPath }

  /// Reads the tenant of this name in the project's tenants.yaml.
  ///
  /// A path that does not exist is refused, because the tenants of a project nearby would be read instead. The default path may be missing.
  public init(tenant name: String, _ settings: RunSettings) throws(ProjectRefusal) {
    if let path = settings.usedPaths.first, settings.usedPaths != RunSettings().paths, !Repository.holds(path) {
      let message = "'\(path)' cannot be read: no such folder"
      throw ProjectRefusal(diagnostics: [Diagnostic(.unreadableFile, message, at: nil)])
    }
    let project = Project(settings, only: name)
    let errors = project.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else { throw ProjectRefusal(diagnostics: errors) }
    guard let site = project.sites[name], let mock = site.mock else {
      let mocks = Project(settings).sites.filter { $0.value.mock != nil }.keys.sorted()
      let found = mocks.isEmpty ? Self.nothing(in: project, settings) : "expected one of \(mocks.joined(separator: ", "))"
      let message = project.sites[name] == nil ? "no mock tenant '\(name)': \(found)" : "the tenant '\(name)' is not a mock: \(found)"
      let nearest = ClosestMatch.of(name, in: mocks).map { "did you mean '\($0)'?" }
      throw ProjectRefusal(diagnostics: [Diagnostic(.unknownTenant, message, at: nil, suggestion: nearest)])
    }
    self.name = name
    self.settings = settings
    tenant = mock
    let tenantsFile = project.tenants.flatMap { $0.tenants.first?.name.range.file.name }
    files = Set((mock.files.map(\.name) + [tenantsFile].compactMap { $0 }).map { project.files.absolute($0) })
  }

  /// Serves until the task is cancelled; throws at the end where a journey that was to be recorded could not be written.
  ///
  /// - Parameter onRunning: called once it listens, with its address and port.
  public func serve(_ settings: Settings, onRunning: @escaping @Sendable (String, Int) -> Void) async throws(RunFailure) {
    var (server, writing) = recorded(self.server(settings), by: try recorder(settings))
    let delivery = LogoutDelivery(for: &server)
    defer { delivery.end() }
    let outcome: Result<Void, MockServerError>
    do throws(MockServerError) {
      try await MockServer(tenant, settings: server).run { address, port in onRunning(address, port) }
      outcome = .success(())
    } catch { outcome = .failure(error) }
    let missing = await writing?.end() ?? 0
    if case .failure(let error) = outcome {
      throw .cannotServe("'\(settings.host):\(settings.port)' cannot be opened for listening: \(error.description)")
    }
    guard missing > 0, let recording = settings.recording else { return }
    throw .cannotWrite("\(missing) \(missing == 1 ? "journey" : "journeys") could not be written to '\(recording.file)'")
  }

  /// Serves the mock as long as the body runs.
  ///
  /// - Parameters:
  ///   - settings: `nil` for a free port on this machine.
  ///   - body: handed the address that the mock listens on, without a slash at its end.
  public func withServer<Outcome: Sendable>(
    _ settings: Settings? = nil, _ body: @escaping @Sendable (_ address: String) async throws -> Outcome
  ) async throws -> Outcome {
    var usual = Settings()
    usual.port = 0
    var (server, writing) = recorded(self.server(settings ?? usual), by: try recorder(settings ?? usual))
    let delivery = LogoutDelivery(for: &server)
    defer { delivery.end() }
    let outcome: Result<Outcome, any Error>
    do { outcome = .success(try await withMockServer(tenant, settings: server, body: body)) } catch { outcome = .failure(error) }
    _ = await writing?.end()
    return try outcome.get()
  }

  /// What writes down what people do; throws where its file cannot be written.
  private func recorder(_ settings: Settings) throws(RunFailure) -> MockRecorder? {
    guard let recording = settings.recording else { return nil }
    return try MockRecorder(recording, self.settings, tenant: name)
  }

  /// What is being written while the mock is served.
  private struct Writing {
    let acts: AsyncStream<JourneyAct>.Continuation
    let task: Task<Int, Never>

    /// Waits until everything is written; how many journeys could not be.
    func end() async -> Int {
      acts.finish()
      return await task.value
    }
  }

  private func recorded(_ settings: MockServerSettings, by recorder: MockRecorder?) -> (MockServerSettings, Writing?) {
    guard let recorder else { return (settings, nil) }
    let (acts, told) = AsyncStream.makeStream(of: JourneyAct.self, bufferingPolicy: .bufferingOldest(100_000))
    var server = settings
    server.tellsActs = { told.yield($0) }
    // A task of its own: it writes on when serving is cancelled.
    return (
      server,
      Writing(
        acts: told,
        task: Task {
          var recorder = recorder
          return await recorder.write(acts)
        })
    )
  }

  /// A world of the mock in this process, in which nothing has happened yet.
  ///
  /// - Parameter seed: makes codes, tokens and ids the same in every run; `nil` for ones that cannot be guessed.
  public func world(seed: UInt64? = nil) -> MockWorld {
    var settings = Settings()
    settings.seed = seed
    return world(settings)
  }

  /// A world of the mock in this process, in which nothing has happened yet.
  ///
  /// - Parameter settings: of which faults, latency, seed and clock count.
  public func world(_ settings: Settings) -> MockWorld {
    let served = server(settings)
    let issuer = served.issuer ?? tenant.issuer
    return MockWorld(
      World(tenant, issuer: issuer, clock: served.clock, faults: served.faults, seed: served.seed), issuer: issuer)
  }

  /// The message if the project has no mock tenant at all.
  private static func nothing(in project: Project, _ settings: RunSettings) -> String {
    guard project.tenants == nil else { return "there is none in tenants.yaml" }
    return "no tenants.yaml was found in '\(settings.usedPaths.first ?? ".")'; --project names another folder"
  }

  private func server(_ settings: Settings) -> MockServerSettings {
    var server = MockServerSettings()
    server.host = settings.host
    server.port = settings.port
    server.controlToken = settings.controlToken
    // Discovery of some tenants names it with a slash at the end, from where it may be copied.
    server.issuer = settings.issuer.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    server.allowedHosts = settings.allowedHosts
    server.allowedOrigins = settings.allowedOrigins
    server.faults = settings.faults
    server.seed = settings.seed
    server.clock = settings.clock
    server.worldLimit = settings.worldLimit
    server.replacements = settings.watch.map { replacements(by: $0) }
    switch settings.tls {
    case .files(let chain, let key)?: server.tls = .files(.init(certificateChain: chain, privateKey: key))
    case .made(let made)?: server.tls = .made(made.made)
    case nil: break
    }
    if let latency = settings.latency { server.faults.append(Fault(.latency(latency))) }
    server.log = Self.log(settings)
    return server
  }

  /// One line, whatever a client sends: paths and names of worlds are its own.
  static func line(of record: AccessRecord) -> String {
    let origin = record.refusedOrigin.map { " refused \($0)" } ?? ""
    return HarmlessText.line("\(record.method) \(record.path) \(record.status) \(record.world)\(origin)")
  }

  private static func log(_ settings: Settings) -> (@Sendable (AccessRecord) -> Void)? {
    guard settings.log != nil || settings.onRefusedOrigin != nil else { return nil }
    let refused = RefusedOrigins()
    return { record in
      settings.log?(line(of: record))
      if let origin = record.refusedOrigin, refused.isNew(origin) { settings.onRefusedOrigin?(origin) }
    }
  }
}

/// The web origins that were reported as refused, so that each is reported once.
///
/// A class with a lock: all connections of a server ask it.
private final class RefusedOrigins: Sendable {
  private let seen = Mutex<Set<String>>([])
  private static let limit = 100

  func isNew(_ origin: String) -> Bool { seen.withLock { $0.count < Self.limit && $0.insert(origin).inserted } }
}
