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
  private let origins: CrossOriginPolicy
  private let control: ControlGuard
  private let started = Mutex<Started?>(nil)

  /// What is known once the socket listens.
  private struct Started: Sendable {
    var worlds: Worlds
    var names: AnsweredNames
  }

  init(tenant: MockTenant, settings: MockServerSettings) {
    self.tenant = tenant
    self.settings = settings
    origins = CrossOriginPolicy(settings: settings, clients: tenant.clients)
    control = ControlGuard(token: settings.controlToken)
  }

  /// - Parameter address: where the server listens, without a slash at the end.
  func begin(listening address: String) {
    let names = AnsweredNames(settings: settings, listening: address)
    let worlds = Worlds(tenant, issuer: names.usual, faults: settings.faults, limit: settings.worldLimit)
    started.withLock { $0 = Started(worlds: worlds, names: names) }
  }

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    guard let started = started.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
    let path = request.uri.path
    let authority = request.head.authority
    if ControlGuard.isControl(path) {
      if let refusal = control.refusal(of: request, isOurName: started.names.answers(to: authority)) { return refusal }
      return try await respond(started, to: request, isControl: true, context)
    }
    var response: Response
    if request.method == .options {
      response = origins.preflight(request)
      log(request, started, status: 204)
    } else if isLookedAt(request) {
      response = Response(status: .found, headers: [.location: StartPage.path])
      log(request, started, status: 302)
    } else {
      response = try await respond(started, to: request, isControl: false, context)
      origins.mark(&response, of: request)
    }
    return response
  }

  /// Whether a person looks at the mock's address, where the tenant itself has no page.
  private func isLookedAt(_ request: Request) -> Bool {
    request.uri.path == "/" && (request.method == .get || request.method == .head) && tenant.pagesPath != "/"
  }

  private func respond(_ started: Started, to request: Request, isControl: Bool, _ context: ConnectionContext) async throws -> Response {
    let begin = ContinuousClock.now
    let issuer = started.names.address(for: request.head.authority)
    guard let message = try await message(of: request, issuer: issuer) else { return Response(status: .contentTooLarge) }
    let world = started.worlds.world(request.headers[.world])
    let answer: MockAnswer
    if isControl {
      answer = MockAnswer(await controlAnswer(to: message, in: world, at: issuer))
    } else {
      answer = await world.answer(to: message, at: issuer)
    }
    if answer.latency > .zero { try await Task.sleep(for: answer.latency) }
    let response = try await Self.response(answer, on: context.channel)
    log(request, started, status: answer.message.status, duration: ContinuousClock.now - begin, edges: answer.message.edges)
    return response
  }

  private func controlAnswer(to request: HTTPRequestMessage, in world: World, at issuer: String) async -> HTTPResponseMessage {
    guard request.url.path == StartPage.path, request.method == "GET" else { return await world.control(request) }
    return StartPage(tenant: tenant, issuer: issuer, world: await world.overview(at: issuer)).response
  }

  private func log(_ request: Request, _ started: Started, status: Int, duration: Duration = .zero, edges: [String] = []) {
    guard let log = settings.log else { return }
    let path = request.uri.path
    let address = started.names.address(for: request.head.authority)
    log(
      AccessRecord(
        method: request.method.rawValue, path: path, status: status, duration: duration, world: request.headers[.world] ?? "default",
        edges: edges, refusedOrigin: ControlGuard.isControl(path) ? nil : origins.refusedOrigin(of: request, at: address)))
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
    // An issuer may have a path, which requests then have too.
    let origin = WebOrigin.text(of: issuer) ?? issuer
    return HTTPRequestMessage(
      method: request.method.rawValue, url: try WebURL(origin + PercentEncoding.encodeIllegal(target)),
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
