import ArgumentParser
import Diagnostics
import JourneyKit

/// `journey mock`: serves a mock tenant over HTTP.
struct MockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mock",
    abstract: "Serve mock tenants over HTTP.",
    discussion: HelpText.page(
      """
      Requests with a Journey-World header have their own world: state, clock and inbox. Without the header they \
      share the world 'default'. The command runs until it is interrupted.

      Several tenants are served at ports of their own: the first at --port, each other one at the next number. The file of --port-file \
      then has a line for each, its name and its port.

      Web pages at the origins of the clients' redirect URIs may use the mock. In tokens and links it uses \
      the address that the client used: any IP address, localhost, or a name of --allow-host.
      """,
      examples: [
        "journey mock acme --port 8080", "journey mock acme --port 0 --port-file port.txt", "journey mock acme cascade --port 8080",
        "journey mock acme --allow-origin http://localhost:5173", "journey mock acme --record journeys/recorded.yaml",
        "journey mock acme --tls --tls-ca-file ca.pem",
      ],
      exitCodes: [
        HelpText.Entry(name: "\(RunExitCode.filesRefused)", meaning: "a file has an error, or there is no such mock"),
        HelpText.Entry(name: "\(RunExitCode.broken)", meaning: "the port could not be opened, or a certificate not be used"),
        HelpText.Entry(name: "\(RunExitCode.usage)", meaning: "the command line is wrong"),
        HelpText.Entry(name: "\(RunExitCode.reportNotWritten)", meaning: "the file of --record, or a journey, could not be written"),
      ])
  )

  @Argument(help: ArgumentHelp("The tenant's name in tenants.yaml; several are served side by side.", valueName: "tenant"))
  var tenants: [String]

  @Option(help: ArgumentHelp("Where tenants.yaml is.", valueName: "folder"))
  var project = "journeys"

  @Option(help: "The address to listen on; any but the loopback needs --control-token.")
  var host = "127.0.0.1"

  @Option(help: "The port; 0 for a free one.")
  var port = 8080

  @Option(help: ArgumentHelp("Write the port to a file once the server listens.", valueName: "file"))
  var portFile: String?

  @Option(
    help: ArgumentHelp(
      "The address in tokens, discovery and links, e.g. of a proxy. Usually it is the one by which the mock is asked.", valueName: "url"))
  var issuer: String?

  @Option(
    help: ArgumentHelp(
      """
      A name by which the mock may be asked besides IP addresses and localhost, e.g. a service in a network of containers; can be \
      given several times. '*' is any name.
      """, valueName: "name"))
  var allowHost: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      A web origin whose scripts may use the mock, with cookies, besides those of the clients' redirect URIs; can be given several \
      times. '*' is any origin.
      """, valueName: "origin"))
  var allowOrigin: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      An app that the mock knows besides those of its file, with its redirect URI, e.g. shop-web=http://localhost:5173/callback; can be \
      given several times. It is public and may ask for any scope of the tenant.
      """, valueName: "name=uri"))
  var client: [String] = []

  @Flag(help: "Serve TLS with a certificate made at the start, for localhost, 127.0.0.1 and ::1.")
  var tls = false

  @Option(help: ArgumentHelp("One more name in that certificate, a host or an IP address; can be given several times.", valueName: "name"))
  var tlsName: [String] = []

  @Option(help: ArgumentHelp("Write the certificate that clients have to trust to a file.", valueName: "file"))
  var tlsCaFile: String?

  @Option(
    help: ArgumentHelp(
      """
      Keep the authority's key in this file, so that the next start uses the same authority and clients trust it once; needs \
      --tls-ca-file.
      """, valueName: "file"))
  var tlsCaKey: String?

  @Option(help: ArgumentHelp("The PEM file of a certificate chain, to serve TLS with --tls-key.", valueName: "file"))
  var tlsCertificate: String?

  @Option(help: ArgumentHelp("The PEM file of the certificate's key.", valueName: "file"))
  var tlsKey: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Delay each response by this time, e.g. 200ms.", valueName: "duration"))
  var latency: String?

  @Option(
    help: ArgumentHelp(
      """
      The token that control routes require in the header Journey-Control-Token. Every user of the machine can see arguments: \
      the variable JOURNEY_CONTROL_TOKEN sets it too.
      """, valueName: "token"))
  var controlToken: String?

  @Option(
    help: ArgumentHelp(
      """
      Write what people do in an app or a browser as scenarios: each journey is added to this file once it ends, those that were left \
      when the mock ends.
      """, valueName: "file"))
  var record: String?

  @OptionGroup var worlds: MockWorldFlags

  @Flag(help: "Print a line for each request.")
  var log = false

  func validate() throws {
    if !(0...65_535).contains(port) { throw ValidationError("--port takes a number from 0 to 65535, not \(port).") }
    if tenants.count > 1 {
      if Set(tenants).count < tenants.count { throw ValidationError("A tenant is named twice.") }
      if port != 0, port + tenants.count > 65_536 { throw ValidationError("There are not enough ports from \(port) on.") }
      if issuer != nil { throw ValidationError("--issuer is for one tenant: each of several has an address of its own.") }
      if record != nil { throw ValidationError("--record is for one tenant.") }
    }
    if (tlsCertificate == nil) != (tlsKey == nil) { throw ValidationError("--tls-certificate and --tls-key go together.") }
    if tls, tlsCertificate != nil { throw ValidationError("--tls makes a certificate; --tls-certificate names one. Give one of the two.") }
    if !tls, !tlsName.isEmpty || tlsCaFile != nil || tlsCaKey != nil {
      throw ValidationError("--tls-name, --tls-ca-file and --tls-ca-key need --tls.")
    }
    if tlsCaKey != nil, tlsCaFile == nil { throw ValidationError("--tls-ca-key needs --tls-ca-file, which has the key's certificate.") }
    if controlToken?.isEmpty == true { throw ValidationError("--control-token is empty; leave it out for none.") }
    if let refusal = outputs.refusal(reading: [("--tls-certificate", tlsCertificate), ("--tls-key", tlsKey)]) {
      throw ValidationError(refusal)
    }
    _ = try latency.map { try DurationFlag.read($0, of: "--latency") }
    if host != "127.0.0.1", host != "localhost", host != "::1", token == nil {
      throw ValidationError("--host \(host) is reachable from other machines: it needs --control-token or JOURNEY_CONTROL_TOKEN.")
    }
    _ = try clients()
    try refuse(issuer.map { [$0] } ?? [], of: "--issuer", ServedMock.Settings.problem(ofIssuer:))
    try refuse(allowOrigin, of: "--allow-origin", ServedMock.Settings.problem(ofOrigin:))
    try refuse(allowHost, of: "--allow-host", ServedMock.Settings.problem(ofHost:))
    try refuse(tlsName, of: "--tls-name") { $0 == "*" ? "a certificate has no such name" : ServedMock.Settings.problem(ofHost: $0) }
  }

  private var outputs: OutputPaths {
    OutputPaths().adding("--tls-ca-file", tlsCaFile).adding("--tls-ca-key", tlsCaKey).adding("--port-file", portFile)
  }

  private func refuse(_ values: [String], of flag: String, _ problem: (String) -> String?) throws {
    for value in values {
      if let problem = problem(value) { throw ValidationError("\(flag) '\(value)': \(problem).") }
    }
  }

  private func clients() throws -> [AddedClient] {
    do throws(SettingsProblem) { return try AddedClient.reading(client) } catch { throw ValidationError(error.message(.flags)) }
  }

  /// The flag's, else the environment's; an empty one is none.
  private var token: String? {
    let named = controlToken ?? ProcessEnvironment.variables["JOURNEY_CONTROL_TOKEN"]
    return named?.isEmpty == false ? named : nil
  }

  func run() async throws {
    var settings = RunSettings()
    settings.paths = [project]
    settings.environment = ProcessEnvironment.variables
    settings.spelling = .flags
    settings.clients = try clients()
    var mocks: [ServedMock] = []
    do throws(ProjectRefusal) {
      for tenant in tenants { mocks.append(try ServedMock(tenant: tenant, settings)) }
    } catch {
      Console.error(DiagnosticRenderer(usesColour: ConsoleFlags.usesColour(nil)).render(error.diagnostics))
      throw ExitCode(RunExitCode.filesRefused)
    }
    let read = mocks.flatMap { mock in mock.readFiles.map { (flag: "the mock '\(mock.name)'", path: Optional($0)) } }
    if let refusal = outputs.refusal(reading: read) { throw ValidationError(refusal) }
    do {
      try await serve(mocks, try serverSettings())
    } catch let failure as RunFailure {
      Console.error("error: \(failure.message)\n")
      if case .cannotWrite = failure, record != nil { throw ExitCode(RunExitCode.reportNotWritten) }
      throw ExitCode(RunExitCode.broken)
    }
  }

  private func serverSettings() throws -> ServedMock.Settings {
    var settings = ServedMock.Settings()
    settings.host = host
    settings.port = port
    settings.controlToken = token
    settings.issuer = issuer
    settings.allowedHosts = allowHost
    settings.allowedOrigins = allowOrigin
    settings.latency = try latency.map { try DurationFlag.read($0, of: "--latency") }
    if let tlsCertificate, let tlsKey { settings.tls = .files(certificateChain: tlsCertificate, privateKey: tlsKey) }
    worlds.apply(to: &settings)
    settings.recording = record.map { file in MockRecording(file: file) { Console.error($0) } }
    if log { settings.log = { Console.output($0 + "\n") } }
    settings.onRefusedOrigin = { origin in
      Console.error("a script of \(origin) was refused: a redirect URI of that origin or --allow-origin \(origin) allows it\n")
    }
    return settings
  }

  private func serve(_ mocks: [ServedMock], _ settings: ServedMock.Settings) async throws {
    var settings = settings
    var authority = MockGreeting.Authority.none
    if tls {
      // The names by which it is asked are names of the certificate too.
      let names = tlsName + allowHost.filter { $0 != "*" }
      let kept = try tlsCaKey.flatMap { key in try tlsCaFile.map { try KeptAuthority(certificate: $0, key: key) } }
      let certificate = try ServedCertificate(names: names, by: kept)
      authority = tlsCaFile.map { kept?.isNew == false ? .known($0) : .file($0) } ?? .unwritten
      if let tlsCaFile, kept == nil { try AuthorityFile.write(certificate.authority, to: tlsCaFile) }
      settings.tls = .made(certificate)
    }
    let portFile = try portFile.map { try PortFile(path: $0, tenants: mocks.map(\.name)) }
    let asksForToken = token != nil
    try await Interruption.guarding { [settings, authority] _ in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (place, mock) in mocks.enumerated() {
          var own = settings
          if own.port != 0 { own.port += place }
          let greeting = MockGreeting(mock, asksForToken: asksForToken, authority: authority)
          group.addTask { [own] in
            try await mock.serve(own) { address, port in
              portFile?.tell(port, of: mock.name)
              Console.error(greeting.text(address: address))
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
