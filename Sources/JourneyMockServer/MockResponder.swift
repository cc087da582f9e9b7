import Encodings
import HTTPTypes
import Hummingbird
import JourneyMock
import NIOCore
import Synchronization

/// What a request of the server comes with: the connection, so that it can be ended.
struct ConnectionContext: InitializableFromSource, Sendable {
  let channel: any Channel

  init(source: ApplicationRequestContextSource) { channel = source.channel }
}

/// Turns the server's requests into a world's and back.
///
/// A class because the address, which worlds are made with, is known only once the socket listens.
final class MockResponder: HTTPResponder {
  private let tenant: MockTenant
  private let settings: MockServerSettings
  private let started = Mutex<Started?>(nil)

  /// What is known once the socket listens.
  struct Started: Sendable {
    var worlds: Worlds
    var policy: RequestPolicy
    /// Without a slash at the end.
    var issuer: String
  }

  init(tenant: MockTenant, settings: MockServerSettings) {
    self.tenant = tenant
    self.settings = settings
  }

  func begin(issuer: String, port: Int) {
    let worlds = Worlds(tenant, issuer: issuer, faults: settings.faults, limit: settings.worldLimit)
    let policy = RequestPolicy(settings: settings, port: port)
    started.withLock { $0 = Started(worlds: worlds, policy: policy, issuer: issuer) }
  }

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    guard let started = started.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
    let begin = ContinuousClock.now
    let path = request.uri.path
    let isControl = RequestPolicy.isControl(path)
    if isControl, let refusal = started.policy.refusal(of: request) { return refusal }
    if !isControl, request.method == .options { return started.policy.preflight(request) }
    guard let message = try await message(of: request, issuer: started.issuer) else {
      return Response(status: .contentTooLarge)
    }
    let name = request.headers[.world]
    let world = started.worlds.world(name)
    let answer = isControl ? await MockAnswer(world.control(message)) : await world.answer(to: message)
    if answer.latency > .zero { try await Task.sleep(for: answer.latency) }
    var response = try await Self.response(answer, on: context.channel)
    if !isControl { started.policy.allowOrigin(of: request, on: &response) }
    settings.log?(
      AccessRecord(
        method: message.method, path: path, status: answer.message.status, duration: ContinuousClock.now - begin,
        world: name ?? "default", edges: answer.message.edges))
    return response
  }

  /// The request as the mock takes it; `nil` if its body is too large.
  private func message(of request: Request, issuer: String) async throws -> HTTPRequestMessage? {
    var headers: [Encodings.HTTPFields.Field] = []
    headers.reserveCapacity(request.headers.count)
    for field in request.headers { headers.append(.init(field.name.rawName, field.value)) }
    var body: [UInt8] = []
    do {
      var buffer = try await request.body.collect(upTo: settings.bodyLimit)
      body = buffer.readBytes(length: buffer.readableBytes) ?? []
    } catch is NIOTooManyBytesError {
      return nil
    }
    let target = request.head.path ?? "/"
    return HTTPRequestMessage(
      method: request.method.rawValue, url: try WebURL(issuer + PercentEncoding.encodeIllegal(target)),
      headers: Encodings.HTTPFields(headers), body: body)
  }

  /// The answer as it is to reach the client: whole, in part, or not at all.
  private static func response(_ answer: MockAnswer, on channel: any Channel) async throws -> Response {
    var headers = HTTPTypes.HTTPFields()
    for field in answer.message.headers {
      if let name = HTTPField.Name(field.name) { headers.append(HTTPField(name: name, value: field.value)) }
    }
    let status = HTTPResponse.Status(code: answer.message.status)
    switch answer.delivery {
    case .whole:
      return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.message.body)))
    case .cut(let count):
      let part = ByteBuffer(bytes: answer.message.body.prefix(max(count, 0)))
      let body = ResponseBody(contentLength: answer.message.body.count) { writer in
        try await writer.write(part)
        try await channel.close(mode: .all)
      }
      return Response(status: status, headers: headers, body: body)
    case .dropped:
      try await channel.close(mode: .all)
      throw CancellationError()
    }
  }
}

extension HTTPField.Name {
  /// The world of the request.
  static let world = Self("Journey-World") ?? .userAgent
  /// What control routes ask for, where the server was given a token.
  static let controlToken = Self("Journey-Control-Token") ?? .userAgent
}

extension HTTPResponseMessage {
  /// The edges that the answer names.
  fileprivate var edges: [String] {
    (headers["X-Journey-Edge"] ?? "").utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)) }
  }
}
