import Encodings
import HTTPTypes
import Hummingbird
import HummingbirdCore
import JourneyMock
import Logging
import NIOCore
import NIOPosix

/// Serves a responder on a socket.
///
/// The library's own application writes the machine's time into `Date`; here it is the responder's, as a world may have another time,
/// by which clients steer theirs.
struct SocketApplication<Responder: HTTPResponder<ConnectionContext>>: Sendable {
  let responder: Responder
  let server: HTTPServerBuilder
  let configuration: ApplicationConfiguration
  let onServerRunning: @Sendable (any Channel) async -> Void
  let logger: Logger

  /// Serves until the task is cancelled.
  func run() async throws {
    let group = MultiThreadedEventLoopGroup.singleton
    let service = try server.buildServer(
      configuration: ServerConfiguration(address: configuration.address), eventLoopGroup: group,
      logger: logger,
      responder: { [responder, logger] request, writer, channel in
        let context = ConnectionContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        let response = try await Self.response(of: responder, to: request, context)
        try await writer.write(response: response.head, body: response.body)
      }, onServerRunning: onServerRunning)
    guard let server = service as? any RunningServer else { throw MockServerError.notStarted(reason: "the library has no such server") }
    try await withTaskExecutorPreference(LoopExecutor(group)) { try await server.run() }
  }

  private static func response(of responder: Responder, to request: Request, _ context: ConnectionContext) async throws -> Response {
    guard request.namesOneHost else {
      return MockResponder.response(.text("a request has one Host header\n", status: 400))
    }
    do {
      return try await responder.respond(to: request, context: context)
    } catch let error where error is WebURLError || error is CancellationError {
      return Response(status: .internalServerError)
    }
  }
}

extension HTTPServerBuilder {
  /// HTTP/1.1 whose connections are ended where nothing comes for this long: between two requests, within a head or within a body.
  static func ending(after idle: Duration) -> HTTPServerBuilder {
    .http1(configuration: HTTP1Channel.Configuration(idleTimeout: TimeAmount(idle)))
  }
}

extension Request {
  /// Whether it has one `Host` header, as every request has to (RFC 9112 section 3.2): of two, a proxy in front may believe another one.
  fileprivate var namesOneHost: Bool {
    // The first is the authority; further ones stay headers.
    guard head.authority != nil, let name = HTTPField.Name("Host") else { return false }
    return headers[values: name].isEmpty
  }
}

/// A server that runs by itself, without a group of services.
private protocol RunningServer: Sendable {
  func run() async throws
}

extension Server: RunningServer {}
