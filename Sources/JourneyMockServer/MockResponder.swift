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
  private let control: ControlGuard
  private let started = Mutex<Started?>(nil)

  /// What is known once the socket listens.
  private struct Started: Sendable {
    var worlds: Worlds
    var names: AnsweredNames
    /// Those of the tenant that is served now.
    var origins: CrossOriginPolicy
    /// The path of the issuer, below which everything is; empty for none.
    var base: String
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
      tenant, issuer: names.usual, clock: settings.clock, faults: settings.faults, seed: settings.seed, tellsActs: settings.tellsActs,
      tellsLogout: settings.tellsLogout, limit: settings.worldLimit)
    let origins = CrossOriginPolicy(settings: settings, clients: tenant.clients)
    let base = tenant.sitePath(ofIssuer: names.usual)
    started.withLock { $0 = Started(worlds: worlds, names: names, origins: origins, base: base) }
  }

  /// Serves another tenant from now on.
  func serve(_ tenant: MockTenant) async {
    let origins = CrossOriginPolicy(settings: settings, clients: tenant.clients)
    let worlds = started.withLock { started in
      started?.origins = origins
      return started?.worlds
    }
    await worlds?.serve(tenant)
  }

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    guard let started = started.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
    let (prefix, target) = WorldPrefix.split(request.head.path ?? "/", below: started.base)
    let authority = request.head.authority
    let begin = ContinuousClock.now
    let address = started.names.address(for: authority)
    let path = String(target.prefix { $0 != "?" })
    let isControl = ControlTable.isControl(path)
    let stranger = started.origins.stranger(of: request, at: address)
    let isOurName = started.names.answers(to: authority)
    if isControl, let refusal = control.refusal(of: request, to: path, isOurName: isOurName, isStranger: stranger != nil) {
      return Self.response(refusal)
    }
    guard let message = try await message(of: request, to: try started.names.url(of: PercentEncoding.encodeIllegal(target), at: address))
    else {
      let refusal = ControlTable.refusal(413, "the body is larger than \(settings.bodyLimit) bytes")
      return isControl ? Self.response(refusal) : Response(status: .contentTooLarge)
    }
    var visit = WorldVisit(of: message, prefix: prefix, host: authority, address: address)
    // Who has shown the token may do everything.
    if !isControl || settings.controlToken == nil { visit.stranger = stranger }
    var response: Response
    var edges: [String] = []
    if !isControl, request.method == .options {
      response = started.origins.preflight(request)
      await note(message, visit, response, started)
    } else if isControl, message.url.path == EventRoutes.path, request.method == .get {
      response = await events(message, visit, started)
    } else if isLookedAt(message, started.worlds.tenant) {
      response = Response(status: .found, headers: [.location: prefix.path + StartPage.path])
    } else {
      let answer = await answer(to: message, visit, isControl: isControl, at: visit.address(at: address), started)
      edges = answer.message.edges
      if answer.latency > .zero { try await Task.sleep(for: answer.latency) }
      response = try await Self.response(answer, on: context.channel)
      if !isControl { started.origins.mark(&response, of: request) }
    }
    settings.log?(
      AccessRecord(
        method: message.method, path: message.url.path, status: response.status.code, duration: ContinuousClock.now - begin,
        world: visit.name ?? "default", edges: edges,
        refusedOrigin: isControl ? nil : started.origins.refusedOrigin(of: request, at: address)))
    return response
  }

  /// What happens in the world, for as long as the client stays.
  private func events(_ message: HTTPRequestMessage, _ visit: WorldVisit, _ started: Started) async -> Response {
    switch started.worlds.world(visit.name, stranger: visit.stranger) {
    case .refusal(let response): return Self.response(response)
    case .world(let world):
      switch await world.events(for: message, showsSecrets: settings.controlToken != nil) {
      case .failure(let refusal): return Self.response(refusal.response)
      case .success(let events):
        let body = ResponseBody { writer in
          for await event in events { try await writer.write(ByteBuffer(string: event)) }
          try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
      }
    }
  }

  /// Whether a person looks at the mock's address, where the tenant itself has no page.
  private func isLookedAt(_ request: HTTPRequestMessage, _ tenant: MockTenant) -> Bool {
    request.url.path == "/" && (request.method == "GET" || request.method == "HEAD") && tenant.pagesPath != "/"
  }

  /// What the world that is meant answers.
  ///
  /// - Parameter address: the world's, by which it is asked.
  private func answer(
    to message: HTTPRequestMessage, _ visit: WorldVisit, isControl: Bool, at address: String, _ started: Started
  ) async -> MockAnswer {
    switch isControl ? started.worlds.world(visit.name, stranger: visit.stranger) : started.worlds.world(of: message, visit) {
    case .world(let world):
      if isControl, message.url.path == StartPage.path, message.method == "GET" || message.method == "HEAD" {
        var page = StartPage(tenant: started.worlds.tenant, issuer: address, world: await world.overview(at: address)).response
        visit.prefix.apply(to: &page)
        if message.method == "HEAD" { page.body = [] }
        return MockAnswer(page)
      }
      guard !isControl else { break }
      var answer = await world.answer(to: message, at: address)
      visit.prefix.apply(to: &answer.message)
      return answer
    case .refusal(let response): if !isControl { return MockAnswer(response) }
    }
    // Who has shown the token may see secrets.
    let showsSecrets = settings.controlToken != nil
    return MockAnswer(await started.worlds.control(message, visit, showsSecrets: showsSecrets, at: address))
  }

  /// Lets the world know of a request that never came to it.
  private func note(_ message: HTTPRequestMessage, _ visit: WorldVisit, _ response: Response, _ started: Started) async {
    guard case .world(let world) = started.worlds.world(of: message, visit) else { return }
    let fields = response.headers.map { Encodings.HTTPFields.Field($0.name.rawName, $0.value) }
    await world.note(message, answered: HTTPResponseMessage(status: response.status.code, headers: Encodings.HTTPFields(fields)))
  }

  /// The request as the mock takes it; `nil` if its body is too large.
  private func message(of request: Request, to url: WebURL) async throws -> HTTPRequestMessage? {
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
    return HTTPRequestMessage(
      method: request.method.rawValue, url: url,
      headers: Encodings.HTTPFields(headers), body: body)
  }

  /// Names of headers that most answers have, so that they are not looked through each time.
  private static let usualNames: [String: HTTPField.Name] = {
    let names = [
      "Content-Type", "Cache-Control", "Pragma", "Set-Cookie", "Location", "Date", "X-Event-ID", "X-Journey-Edge", "Vary",
      "X-Okta-Request-Id", "Content-Security-Policy", "Referrer-Policy", "X-Content-Type-Options", "X-Frame-Options",
    ]
    return Dictionary(uniqueKeysWithValues: names.compactMap { name in HTTPField.Name(name).map { (name, $0) } })
  }()

  static func response(_ message: HTTPResponseMessage) -> Response {
    var headers = HTTPTypes.HTTPFields()
    for field in message.headers {
      guard let name = usualNames[field.name] ?? HTTPField.Name(field.name) else { continue }
      headers.append(HTTPField(name: name, value: field.value))
    }
    // A body behind one of these would be read as the next response (RFC 9110 section 6.4.1).
    let body = [204, 304].contains(message.status) ? [] : message.body
    return Response(status: .init(code: message.status), headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }

  /// The answer as it is to reach the client: whole, in part, or not at all.
  private static func response(_ answer: MockAnswer, on channel: any Channel) async throws -> Response {
    switch answer.delivery {
    case .whole: return response(answer.message)
    case .cut(let count):
      let part = ByteBuffer(bytes: answer.message.body.prefix(max(count, 0)))
      let body = ResponseBody(contentLength: answer.message.body.count) { writer in
        try await writer.write(part)
        try await channel.close(mode: .all)
      }
      var response = response(answer.message)
      response.body = body
      return response
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
