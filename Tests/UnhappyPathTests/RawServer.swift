import Encodings
import JourneyMockServer
import JourneyTestSupport
import NIOCore
import NIOPosix
import NIOSSL

/// A server on a free port of the loopback that does what a test wants, however bad: it writes bytes, or stays silent.
struct RawServer: Sendable {
  /// The response to one request.
  enum Manner: Sendable {
    case answer(HTTPResponseMessage)
    /// These bytes, and the end of the connection.
    case bytes([UInt8])
    /// These bytes, then this piece a number of times, and the end of the connection.
    case repeated([UInt8], piece: [UInt8], times: Int)
    /// These bytes, then this piece again and again, each after a while, until the client goes away.
    case dripping([UInt8], piece: [UInt8])
    /// Nothing, until the client goes away.
    case silence
  }

  /// Whose certificate it shows: files of `fixtures/tls`.
  enum Certificate: Sendable {
    case localhost, elsewhere
    /// That of `localhost`, over TLS 1.1 at most.
    case outdated

    fileprivate var file: String { "fixtures/tls/\(self == .elsewhere ? "elsewhere" : "localhost")" }
  }

  typealias Behaviour = @Sendable (HTTPRequestMessage) async throws -> Manner

  /// Scheme, host and port, without a slash at the end.
  let address: String

  /// Serves until the body is done.
  ///
  /// - Parameter behaviour: made of the address, since a tenant's answers name it.
  static func with<Outcome: Sendable>(
    certificate: Certificate? = nil, _ behaviour: (RawServer) async throws -> Behaviour, _ body: (RawServer) async throws -> Outcome
  ) async throws -> Outcome {
    let tls = try certificate.map(Self.context)
    let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .bind(host: "127.0.0.1", port: 0) { channel in
        channel.eventLoop.makeCompletedFuture {
          if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
          return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    let port = listener.channel.localAddress?.port ?? 0
    let server = RawServer(address: "\(tls == nil ? "http" : "https")://127.0.0.1:\(port)")
    let manner = try await behaviour(server)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      // The threads that tests share may all be busy for longer than a client waits.
      group.addTask(executorPreference: LoopExecutor(.singleton)) { try await server.serve(listener, manner) }
      let outcome: Outcome
      do { outcome = try await body(server) } catch {
        group.cancelAll()
        throw error
      }
      group.cancelAll()
      return outcome
    }
  }

  private func serve(_ listener: NIOAsyncChannel<NIOAsyncChannel<ByteBuffer, ByteBuffer>, Never>, _ behaviour: @escaping Behaviour)
    async throws
  {
    try await listener.executeThenClose { connections in
      try await withThrowingDiscardingTaskGroup { group in
        for try await connection in connections {
          group.addTask { await converse(connection, behaviour) }
        }
      }
    }
  }

  /// One request and its response; a client that goes away ends it.
  private func converse(_ connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>, _ behaviour: @escaping Behaviour) async {
    do {
      try await connection.executeThenClose { inbound, outbound in
        var pieces = inbound.makeAsyncIterator()
        guard let request = try await RequestReader(address: address).read(&pieces) else { return }
        switch try await behaviour(request) {
        case .answer(let message):
          try await outbound.write(ByteBuffer(bytes: message.wire))
          // Closing at once would take back what still waits to be sent.
          if message.body.count > 1 << 20 { while try await pieces.next() != nil {} }
        case .bytes(let bytes): try await outbound.write(ByteBuffer(bytes: bytes))
        case .repeated(let bytes, let piece, let times):
          try await outbound.write(ByteBuffer(bytes: bytes))
          let piece = ByteBuffer(bytes: piece)
          for _ in 0..<times { try await outbound.write(piece) }
          // Closing at once would take back what still waits to be sent.
          while try await pieces.next() != nil {}
        case .dripping(let bytes, let piece):
          try await outbound.write(ByteBuffer(bytes: bytes))
          let piece = ByteBuffer(bytes: piece)
          while true {
            try await Task.sleep(for: .milliseconds(20))
            try await outbound.write(piece)
          }
        case .silence: while try await pieces.next() != nil {}
        }
      }
    } catch {
      // What a client does that was promised trouble is not the server's business.
    }
  }

  private static func context(_ certificate: Certificate) throws -> NIOSSLContext {
    let chain = try NIOSSLCertificate.fromPEMBytes(try Fixtures.bytes(of: certificate.file + ".pem"))
    let key = try NIOSSLPrivateKey(bytes: try Fixtures.bytes(of: certificate.file + ".key.pem"), format: .pem)
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    if certificate == .outdated { configuration.maximumTLSVersion = .tlsv11 }
    return try NIOSSLContext(configuration: configuration)
  }
}

extension HTTPResponseMessage {
  /// The answer as it goes over a socket, which ends with it.
  var wire: [UInt8] {
    var text = "HTTP/1.1 \(status) Status\r\nContent-Length: \(body.count)\r\nConnection: close\r\n"
    for field in headers { text += "\(field.name): \(field.value)\r\n" }
    return Array((text + "\r\n").utf8) + body
  }

  /// An answer with a text.
  init(_ status: Int = 200, _ type: String, _ text: String, headers: HTTPFields = [:]) {
    var headers = headers
    headers.append("Content-Type", type)
    self.init(status: status, headers: headers, body: Array(text.utf8))
  }
}
