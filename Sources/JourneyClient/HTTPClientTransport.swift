import AsyncHTTPClient
package import Encodings
import JourneyModel
import NIOCore
import NIOHTTP1
import NIOSSL

/// The transport over sockets, TLS and HTTP/2 included.
///
/// A connection that cannot be made fails at once: the client's own retries would hide a refused port until the deadline.
///
/// A server may close a connection that it left open before, at the very moment when the next request is on its way. No request may break
/// by that now and then: what has no effect is asked once more on a connection of its own, if it ended before anything was answered
/// (RFC 9110 section 9.2.2); what may have one, such as a form, is always sent on a connection of its own and never twice.
package struct HTTPClientTransport: HTTPTransport {
  /// Its connections are used again.
  private let client: HTTPClient
  /// Each of its connections carries one request.
  private let single: HTTPClient
  private let limits: TransportLimits
  private let limiter: RateLimiter?

  private init(client: HTTPClient, single: HTTPClient, settings: HTTPClientSettings) {
    self.client = client
    self.single = single
    limits = settings.limits
    limiter = settings.requestsPerSecond.map(RateLimiter.init(requestsPerSecond:))
  }

  /// Opens a transport, hands it over, and closes its connections, whether the body throws or not.
  ///
  /// Throws what the body throws, and a `TransportError` where the settings' certificates cannot be read.
  package static func withTransport<Result: Sendable>(
    _ settings: HTTPClientSettings = HTTPClientSettings(), _ body: (HTTPClientTransport) async throws -> Result
  ) async throws -> Result {
    var configuration = try configuration(of: settings)
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    configuration.maximumUsesPerConnection = 1
    let single = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    let outcome: Swift.Result<Result, any Error>
    do {
      outcome = .success(try await body(HTTPClientTransport(client: client, single: single, settings: settings)))
    } catch {
      outcome = .failure(error)
    }
    try await client.shutdown()
    try await single.shutdown()
    return try outcome.get()
  }

  package func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
    try limits.checkHead(of: request)
    let start = ContinuousClock.now
    do {
      try await limiter?.waitForTurn()
      let deadline = NIODeadline.now() + TimeAmount(limits.totalTimeout)
      guard Self.harmless.contains(request.method) else { return try await send(request, by: single, until: deadline, into: gatherer()) }
      let gatherer = gatherer()
      do {
        return try await send(request, by: client, until: deadline, into: gatherer)
      } catch  where !gatherer.hasBegun && TransportError.isEnd(ofConnection: error) {
        return try await send(request, by: single, until: deadline, into: self.gatherer())
      }
    } catch {
      throw TransportError(error, url: request.url, elapsed: ContinuousClock.now - start, limits: limits)
    }
  }

  /// Methods that change nothing (RFC 9110 section 9.2.1).
  private static let harmless: Set<String> = ["GET", "HEAD", "OPTIONS"]

  private func gatherer() -> ResponseGatherer { ResponseGatherer(bodyLimit: limits.bodyBytes) }

  private func send(
    _ request: HTTPRequestMessage, by client: HTTPClient, until deadline: NIODeadline, into gatherer: ResponseGatherer
  ) async throws -> HTTPResponseMessage {
    let task = client.execute(request: try Self.clientRequest(request), delegate: gatherer, deadline: deadline)
    return try await withTaskCancellationHandler {
      try await task.get()
    } onCancel: {
      task.cancel()
    }
  }

  private static func clientRequest(_ request: HTTPRequestMessage) throws -> HTTPClient.Request {
    var headers = HTTPHeaders()
    headers.reserveCapacity(request.headers.count + 2)
    for field in request.headers { headers.add(name: field.name, value: field.value) }
    return try HTTPClient.Request(
      url: request.url.description, method: HTTPMethod(rawValue: request.method), headers: headers,
      body: request.body.isEmpty ? nil : .byteBuffer(ByteBuffer(bytes: request.body)))
  }

  private static func configuration(of settings: HTTPClientSettings) throws(TransportError) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration()
    configuration.redirectConfiguration = .disallow
    configuration.timeout.connect = TimeAmount(settings.limits.connectTimeout)
    configuration.timeout.read = TimeAmount(settings.limits.readTimeout)
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(8, settings.jobs)
    configuration.tlsConfiguration = try tlsConfiguration(of: settings)
    configuration.proxy = settings.proxy.map(Self.proxy)
    configuration.http1_1ConnectionDebugInitializer = { ResponseHeadWatch.add(to: $0) }
    // Traces are not used, and what a trace would say of a request takes as long as to send it.
    configuration.tracing.tracer = nil
    return configuration
  }

  private static func tlsConfiguration(of settings: HTTPClientSettings) throws(TransportError) -> TLSConfiguration {
    var tls = TLSConfiguration.makeClientConfiguration()
    // No browser and no phone takes an older one (RFC 8996).
    tls.minimumTLSVersion = .tlsv12
    if let pem = settings.authorities { tls.trustRoots = .certificates(try certificates(pem, "that SSL_CERT_FILE names")) }
    switch settings.trust {
    case .system: break
    case .anyone: tls.certificateVerification = .none
    case .systemAnd(let pem): tls.additionalTrustRoots = [.certificates(try certificates(pem, "given to be trusted"))]
    }
    return tls
  }

  /// Whether these bytes are certificates in PEM, at least one.
  package static func areCertificates(_ pem: [UInt8]) -> Bool {
    do throws(TransportError) { return try !certificates(pem, "").isEmpty } catch { return false }
  }

  private static func certificates(_ pem: [UInt8], _ which: String) throws(TransportError) -> [NIOSSLCertificate] {
    do { return try NIOSSLCertificate.fromPEMBytes(pem) } catch {
      throw TransportError(.tls, "the certificates \(which) are not PEM")
    }
  }

  private static func proxy(_ proxy: HTTPClientSettings.Proxy) -> HTTPClient.Configuration.Proxy {
    .server(
      host: proxy.host, port: proxy.port,
      authorization: proxy.credentials.map { .basic(username: $0.user, password: $0.password) })
  }
}
