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
  private let settings: MockServerSettings
  private let control: ControlGuard
  private let tenant: MockTenant
  private let started = Mutex<Started?>(nil)

  /// What is known once the socket listens.
  private struct Started: Sendable {
    var worlds: Worlds
    var names: AnsweredNames
    var origins: CrossOriginPolicy
    /// Where the tenant's pages begin; `nil` for a tenant without pages.
    var pagesPath: String?
  }

  /// A request that is being answered: which world it means, and by which address it asks.
  private struct Visit {
    var message: HTTPRequestMessage
    var visit: WorldVisit
    /// Without what names a world.
    var path: String
    /// The mock's, without a slash at the end.
    var issuer: String

    /// The world's.
    var address: String { visit.address(at: issuer) }
  }

  init(tenant: MockTenant, settings: MockServerSettings) {
    self.tenant = tenant
    self.settings = settings
    control = ControlGuard(token: settings.controlToken)
  }

  /// - Parameter address: where the server listens, without a slash at the end.
  func begin(listening address: String) {
    let names = AnsweredNames(settings: settings, listening: address)
    let worlds = Worlds(
      tenant, issuer: names.usual, clock: settings.clock, faults: settings.faults, seed: settings.seed, limit: settings.worldLimit)
    let origins = CrossOriginPolicy(settings: settings, clients: tenant.clients)
    started.withLock { $0 = Started(worlds: worlds, names: names, origins: origins, pagesPath: tenant.pagesPath) }
  }

  /// Serves another tenant from now on.
  func serve(_ tenant: MockTenant) async {
    let origins = CrossOriginPolicy(settings: settings, clients: tenant.clients)
    let worlds = started.withLock { started in
      started?.origins = origins
      started?.pagesPath = tenant.pagesPath
      return started?.worlds
    }
    await worlds?.serve(tenant)
  }

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    guard let started = started.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
    let (prefix, target) = WorldPrefix.split(request.head.path ?? "/")
    let path = String(target.prefix { $0 != "?" })
    let authority = request.head.authority
    let isControl = ControlTable.isControl(path)
    if isControl, let refusal = control.refusal(of: request, at: path, isOurName: started.names.answers(to: authority)) { return refusal }
    let issuer = started.names.address(for: authority)
    guard let message = try await message(of: request, to: target, issuer: issuer) else { return Response(status: .contentTooLarge) }
    let visit = Visit(
      message: message, visit: WorldVisit(of: message, prefix: prefix, host: authority, address: started.names.usual), path: path,
      issuer: issuer)
    guard !isControl else { return try await respond(started, to: request, visit, isControl: true, context) }
    if request.method == .options {
      let response = started.origins.preflight(request)
      await note(visit, response, started)
      log(request, visit, started, status: 204)
      return response
    }
    if isLookedAt(request, path, started) {
      log(request, visit, started, status: 302)
      return Response(status: .found, headers: [.location: prefix.text + StartPage.path])
    }
    var response = try await respond(started, to: request, visit, isControl: false, context)
    started.origins.mark(&response, of: request)
    return response
  }

  /// Whether a person looks at the mock's address, where the tenant itself has no page.
  private func isLookedAt(_ request: Request, _ path: String, _ started: Started) -> Bool {
    path == "/" && (request.method == .get || request.method == .head) && started.pagesPath != "/"
  }

  private func respond(
    _ started: Started, to request: Request, _ visit: Visit, isControl: Bool, _ context: ConnectionContext
  ) async throws -> Response {
    let begin = ContinuousClock.now
    let answer = isControl ? MockAnswer(await controlAnswer(to: visit, started)) : await answer(to: visit, started)
    if answer.latency > .zero { try await Task.sleep(for: answer.latency) }
    let response = try await Self.response(answer, on: context.channel)
    log(
      request, visit, started, status: answer.message.status, duration: ContinuousClock.now - begin, edges: answer.message.edges,
      isControl: isControl)
    return response
  }

  /// What the world that is meant answers.
  private func answer(to visit: Visit, _ started: Started) async -> MockAnswer {
    switch started.worlds.world(of: visit.message, visit.visit) {
    case .world(let world):
      var answer = await world.answer(to: visit.message, at: visit.address)
      visit.visit.prefix.apply(to: &answer.message)
      return answer
    case .refusal(let response): return MockAnswer(response)
    }
  }

  private func controlAnswer(to visit: Visit, _ started: Started) async -> HTTPResponseMessage {
    guard visit.path == StartPage.path, visit.message.method == "GET" else {
      let showsSecrets = settings.controlToken != nil
      return await started.worlds.control(visit.message, visit.visit, showsSecrets: showsSecrets, at: visit.address)
    }
    switch started.worlds.world(visit.visit.name) {
    case .world(let world):
      return StartPage(tenant: await world.tenant, issuer: visit.address, world: await world.overview(at: visit.address)).response
    case .refusal(let response): return response
    }
  }

  /// Lets the world know of a request that never came to it.
  private func note(_ visit: Visit, _ response: Response, _ started: Started) async {
    guard case .world(let world) = started.worlds.world(of: visit.message, visit.visit) else { return }
    let fields = response.headers.map { Encodings.HTTPFields.Field($0.name.rawName, $0.value) }
    await world.note(visit.message, answered: HTTPResponseMessage(status: response.status.code, headers: Encodings.HTTPFields(fields)))
  }

  private func log(
    _ request: Request, _ visit: Visit, _ started: Started, status: Int, duration: Duration = .zero, edges: [String] = [],
    isControl: Bool = false
  ) {
    guard let log = settings.log else { return }
    log(
      AccessRecord(
        method: visit.message.method, path: visit.path, status: status, duration: duration, world: visit.visit.name ?? "default",
        edges: edges, refusedOrigin: isControl ? nil : started.origins.refusedOrigin(of: request, at: visit.issuer)))
  }

  /// The request as the mock takes it; `nil` if its body is too large.
  private func message(of request: Request, to target: String, issuer: String) async throws -> HTTPRequestMessage? {
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
  /// What control routes ask for, where the server was given a token.
  static let controlToken = Self("Journey-Control-Token") ?? .userAgent
}

extension HTTPResponseMessage {
  /// The edges that the answer names.
  fileprivate var edges: [String] {
    (headers["X-Journey-Edge"] ?? "").utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)) }
  }
}
