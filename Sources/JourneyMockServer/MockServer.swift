import Hummingbird
import HummingbirdCore
import HummingbirdTLS
public import JourneyMock
import Logging
import NIOCore
import NIOSSL

/// A mock tenant behind a socket.
public struct MockServer: Sendable {
  private let tenant: MockTenant
  private let settings: MockServerSettings

  /// Throws where the settings would let others control the mock, or name a port that there is not.
  public init(_ tenant: MockTenant, settings: MockServerSettings = MockServerSettings()) throws(MockServerError) {
    guard settings.controlToken != nil || Self.isLocal(settings.host) else { throw .tokenRequired(host: settings.host) }
    guard 0...65_535 ~= settings.port else { throw .notStarted(reason: "there is no port \(settings.port)") }
    self.tenant = tenant.served
    self.settings = settings
  }

  /// Serves until the task is cancelled.
  ///
  /// - Parameter onRunning: gets the address once it listens, without a slash at the end, and the port.
  public func run(onRunning: @escaping @Sendable (_ address: String, _ port: Int) async -> Void) async throws(MockServerError) {
    let responder = MockResponder(tenant: tenant, settings: settings)
    let server = try httpServer()
    let application = SocketApplication(
      responder: responder, server: server,
      configuration: ApplicationConfiguration(address: .hostname(settings.host, port: settings.port)),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? settings.port
        let address = address(port: port)
        responder.begin(listening: address)
        await onRunning(address, port)
      },
      logger: Logger(label: "journey.mock") { _ in SwiftLogNoOpLogHandler() })
    let updates = Task { [replacements = settings.replacements] in
      guard let replacements else { return }
      for await tenant in replacements { await responder.serve(tenant.served) }
    }
    defer { updates.cancel() }
    do {
      try await application.run()
    } catch is CancellationError {
      return
    } catch {
      if Task.isCancelled { return }
      // The numbers of Linux and Darwin, which differ.
      if let error = error as? IOError, [98, 48].contains(error.errnoCode) { throw .portInUse(settings.port) }
      throw .notStarted(reason: "\(error)")
    }
  }

  /// Where this machine's own programs find the server: what listens on every address is found on the loopback.
  private func address(port: Int) -> String {
    let loopbacks = ["0.0.0.0": "127.0.0.1", "::": "::1"]
    let name = loopbacks[settings.host] ?? settings.host
    let host = name.utf8.contains(UInt8(ascii: ":")) ? "[\(name)]" : name
    return "\(settings.tls == nil ? "http" : "https")://\(host):\(port)"
  }

  private func httpServer() throws(MockServerError) -> HTTPServerBuilder {
    let base = HTTPServerBuilder.ending(after: settings.idleLimit)
    guard let tls = settings.tls else { return base }
    do {
      let chain: [NIOSSLCertificate]
      let key: NIOSSLPrivateKey
      switch tls {
      case .files(let files):
        chain = try NIOSSLCertificate.fromPEMFile(files.certificateChain)
        key = try NIOSSLPrivateKey(file: files.privateKey, format: .pem)
      case .made(let made):
        chain = try NIOSSLCertificate.fromPEMBytes(Array(made.certificate.utf8))
        key = try NIOSSLPrivateKey(bytes: Array(made.key.utf8), format: .pem)
      }
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
      // No browser and no phone asks for an older one (RFC 8996).
      configuration.minimumTLSVersion = .tlsv12
      return try .tls(base, tlsConfiguration: configuration)
    } catch {
      throw .tls(reason: "\(error)")
    }
  }

  static func isLocal(_ host: String) -> Bool {
    host == "127.0.0.1" || host == "localhost" || host == "::1"
  }
}
