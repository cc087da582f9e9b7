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
        var response = try await Self.response(of: responder, to: request, context)
        // The library reads nothing more from a client that offered another protocol, as Java's does with its first request.
        if request.headers[.upgrade] != nil { response.headers[.connection] = "close" }
        try await writer.write(response: response.head, body: response.body)
      }, onServerRunning: onServerRunning)
    guard let server = service as? any RunningServer else { throw MockServerError.notStarted(reason: "the library has no such server") }
    try await withTaskExecutorPreference(LoopExecutor(group)) { try await server.run() }
  }

  private static func response(of responder: Responder, to request: Request, _ context: ConnectionContext) async throws -> Response {
    if let refusal = request.refusal { return MockResponder.response(refusal) }
    do {
      return try await responder.respond(to: request, context: context)
    } catch let error as WebURLError {
      return MockResponder.response(.refusing(error))
    } catch is CancellationError {
      return Response(status: .internalServerError)
    }
  }
}

extension HTTPServerBuilder {
  /// HTTP/1.1 whose connections are ended where nothing comes for this long: between two requests, within a head or within a body.
  static func ending(after idle: Duration) -> HTTPServerBuilder {
    .http1(
      configuration: HTTP1Channel.Configuration(additionalChannelHandlers: [ConnectionCourtesy()], idleTimeout: TimeAmount(idle)))
  }
}

extension HTTPResponseMessage {
  /// The answer to a request whose target is not one (RFC 9110 sections 15.5.1 and 15.5.15).
  fileprivate static func refusing(_ error: WebURLError) -> HTTPResponseMessage {
    switch error {
    case .tooLong: text("\(error)\n", status: 414)
    case .illegalCharacter, .missingScheme, .missingHost, .invalidHost, .invalidPort, .ambiguousPath: text("\(error)\n", status: 400)
    }
  }
}

extension Request {
  /// The answer to a request that names no host, no path or two worlds; `nil` for every other one.
  fileprivate var refusal: HTTPResponseMessage? {
    guard namesOneHost else { return .text("a request has one Host header\n", status: 400) }
    if let name = HTTPField.Name(WorldVisit.header), headers[values: name].count > 1 {
      return .text("a request has one \(WorldVisit.header) header\n", status: 400)
    }
    if method != .connect, head.path?.hasPrefix("/") == true { return nil }
    guard method == .connect || method == .options else { return .text("the target of a request begins with a slash\n", status: 400) }
    var refusal = HTTPResponseMessage.text("\(method) is not supported for this target\n", status: 405)
    refusal.headers.append("Allow", "")
    return refusal
  }

  /// Whether it has one `Host` header, as every request has to (RFC 9112 section 3.2): of two, a proxy in front may believe another one.
  fileprivate var namesOneHost: Bool {
    // The first is the authority; further ones stay headers.
    guard head.authority != nil, let name = HTTPField.Name("Host") else { return false }
    return headers[values: name].isEmpty
  }
}

/// A server that runs on its own, without a group of services.
private protocol RunningServer: Sendable {
  func run() async throws
}

extension Server: RunningServer {}
