package import Encodings
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Synchronization

/// Pages for the one person who started the program, on this machine's own address and a port of it.
package struct PrivateSite: Sendable {
  /// Of a form that is posted, in bytes.
  package static let bodyLimit = 256 * 1024

  private let name: String
  private let port: Int
  private let answer: @Sendable (HTTPRequestMessage) async -> HTTPResponseMessage

  /// - Parameters:
  ///   - name: what its cookie is called, in letters and dashes.
  ///   - port: 0 for any that is free.
  ///   - answer: handed requests of the person only; its answers are never stored and never shown in a frame.
  package init(name: String, port: Int, answer: @escaping @Sendable (HTTPRequestMessage) async -> HTTPResponseMessage) {
    self.name = name
    self.port = port
    self.answer = answer
  }

  /// Serves until the task is cancelled.
  ///
  /// - Parameter onRunning: gets the address to open, with the token, and the port.
  package func run(onRunning: @escaping @Sendable (_ address: String, _ port: Int) async -> Void) async throws(MockServerError) {
    guard 0...65_535 ~= port else { throw .notStarted(reason: "there is no port \(port)") }
    let token = Self.random()
    let responder = PrivateResponder(answer)
    let application = SocketApplication(
      responder: responder, server: .ending(after: MockServerSettings().idleLimit),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? port
        responder.begin(PrivateSiteGuard(name: name, token: token, pass: Self.random(), home: Self.random(), port: port))
        await onRunning("http://127.0.0.1:\(port)/?token=\(token)", port)
      }, logger: Logger(label: "journey.studio") { _ in SwiftLogNoOpLogHandler() })
    do {
      try await application.run()
    } catch is CancellationError {
      return
    } catch {
      if Task.isCancelled { return }
      // The numbers of Linux and Darwin, which differ.
      if let error = error as? IOError, [98, 48].contains(error.errnoCode) { throw .portInUse(port) }
      throw .notStarted(reason: "\(error)")
    }
  }

  /// 256 bits that cannot be guessed.
  private static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return Base64URL.encode((0..<32).map { _ in UInt8.random(in: 0...UInt8.max, using: &generator) })
  }
}

/// Lets the person's requests through, and refuses all others.
///
/// A class because the guard is known only once the socket listens, and knows then whether its token was used.
private final class PrivateResponder: HTTPResponder {
  private let answer: @Sendable (HTTPRequestMessage) async -> HTTPResponseMessage
  private let door = Mutex<PrivateSiteGuard?>(nil)

  init(_ answer: @escaping @Sendable (HTTPRequestMessage) async -> HTTPResponseMessage) { self.answer = answer }

  func begin(_ door: PrivateSiteGuard) { self.door.withLock { $0 = door } }

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    var target = request.head.path ?? "/"
    let visitor = PrivateSiteGuard.Visitor(
      method: request.method.rawValue, target: target, host: request.head.authority, origin: request.headers[.origin],
      cookies: request.headers[.cookie], site: request.headers[.fetchSite],
      isAhead: request.headers[.purpose] != nil || request.headers[.formerPurpose] != nil)
    guard let judgement = door.withLock({ $0?.judge(visitor) }) else { return Response(status: .serviceUnavailable) }
    switch judgement {
    case .refuse(let reason): return Self.response(Self.text(403, reason))
    case .enter(let path, let cookie):
      return Self.response(HTTPResponseMessage(status: 303, headers: ["Location": path, "Set-Cookie": cookie]))
    case .admit(let inner): target = inner
    }
    let body: [UInt8]
    do {
      var buffer = try await request.body.collect(upTo: PrivateSite.bodyLimit)
      body = buffer.readBytes(length: buffer.readableBytes) ?? []
    } catch is NIOTooManyBytesError {
      return Self.response(Self.text(413, "What was sent is larger than \(PrivateSite.bodyLimit) bytes."))
    }
    let url = try WebURL("http://\(request.head.authority ?? "")").at(target: PercentEncoding.encodeIllegal(target))
    let contentType = request.headers[.contentType].map { [Encodings.HTTPFields.Field("Content-Type", $0)] } ?? []
    let message = HTTPRequestMessage(method: visitor.method, url: url, headers: Encodings.HTTPFields(contentType), body: body)
    return Self.response(await answer(message))
  }

  private static func text(_ status: Int, _ text: String) -> HTTPResponseMessage {
    HTTPResponseMessage(status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Array("\(text)\n".utf8))
  }

  private static func response(_ message: HTTPResponseMessage) -> Response {
    var message = message
    for (name, value) in usual where message.headers[name] == nil { message.headers.append(name, value) }
    return MockResponder.response(message)
  }

  /// `same-origin`, as browsers name no origin with a form of a page whose policy is `no-referrer`.
  private static let usual = [
    ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
  ]
}
