import ArgumentParser
import Diagnostics
import JourneyKit

/// `journey mock`: serves a mock tenant over HTTP.
struct MockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mock",
    abstract: "Serve a mock tenant over HTTP.",
    discussion: HelpText.page(
      """
      Requests with a Journey-World header have their own world: state, clock and inbox. Without the header they \
      share the world 'default'. The command runs until it is interrupted.
      """, examples: ["journey mock acme --port 8080", "journey mock acme --port 0 --port-file port.txt"])
  )

  @Argument(help: "The tenant's name in tenants.yaml.")
  var tenant: String

  @Option(help: ArgumentHelp("Where tenants.yaml is.", valueName: "folder"))
  var project = "journeys"

  @Option(help: "The address to listen on; any but the loopback needs --control-token.")
  var host = "127.0.0.1"

  @Option(help: "The port; 0 for a free one.")
  var port = 8080

  @Option(help: ArgumentHelp("Write the port to a file once the server listens.", valueName: "file"))
  var portFile: String?

  @Option(help: ArgumentHelp("The PEM file of a certificate chain, to serve TLS with --tls-key.", valueName: "file"))
  var tlsCertificate: String?

  @Option(help: ArgumentHelp("The PEM file of the certificate's key.", valueName: "file"))
  var tlsKey: String?

  @Option(help: ArgumentHelp("Delay each response by this time, e.g. 200ms.", valueName: "duration"))
  var latency: String?

  @Option(
    help: ArgumentHelp(
      """
      The token that control routes require in the header Journey-Control-Token. Every user of the machine can see arguments: \
      the variable JOURNEY_CONTROL_TOKEN sets it too.
      """, valueName: "token"))
  var controlToken: String?

  @OptionGroup var worlds: MockWorldFlags

  @Flag(help: "Print a line for each request.")
  var log = false

  func validate() throws {
    if (tlsCertificate == nil) != (tlsKey == nil) { throw ValidationError("--tls-certificate and --tls-key go together.") }
    if host != "127.0.0.1", host != "localhost", host != "::1", token == nil {
      throw ValidationError("--host \(host) is reachable from other machines: it needs --control-token or JOURNEY_CONTROL_TOKEN.")
    }
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
    let mock: ServedMock
    do throws(ProjectRefusal) { mock = try ServedMock(tenant: tenant, settings) } catch {
      Console.error(DiagnosticRenderer(usesColour: ConsoleFlags.usesColour(nil)).render(error.diagnostics))
      throw ExitCode(RunExitCode.filesRefused)
    }
    try await serve(mock, try serverSettings())
  }

  private func serverSettings() throws -> ServedMock.Settings {
    var settings = ServedMock.Settings()
    settings.host = host
    settings.port = port
    settings.controlToken = token
    settings.latency = try latency.map { try DurationFlag.read($0, of: "--latency") }
    if let tlsCertificate, let tlsKey { settings.tls = (tlsCertificate, tlsKey) }
    worlds.apply(to: &settings)
    if log { settings.log = { Console.output($0 + "\n") } }
    return settings
  }

  private func serve(_ mock: ServedMock, _ settings: ServedMock.Settings) async throws {
    let portFile = try portFile.map(PortFile.init)
    do {
      try await Interruption.guarding { _ in
        try await mock.serve(settings) { address, port in
          portFile?.tell(port)
          Console.error("\(mock.name) is served at \(address)\n")
          if let path = mock.pagesPath { Console.error("its pages begin at \(address)\(path)\n") }
        }
      }
    } catch let failure as RunFailure {
      Console.error("error: \(failure.message)\n")
      throw ExitCode(RunExitCode.broken)
    }
  }
}
