import Encodings
import JourneyMock
import JourneyMockServer
import NIOCore
import NIOPosix
import NIOSSL
import Testing

struct MadeCertificateTests {
  @Test func `who trusts the authority that was made trusts the server, and nobody else does`() async throws {
    let made = try MadeCertificate(names: [])
    #expect(try await Self.connects(to: made, trusting: made.authority))
    #expect(try await !Self.connects(to: made, trusting: try MadeCertificate(names: []).authority))
  }

  @Test func `it is good for the names that are given, and for those of this machine`() throws {
    let made = try MadeCertificate(names: ["mock.acme.test", "10.0.2.2"])
    let certificate = try #require(try NIOSSLCertificate.fromPEMBytes(Array(made.certificate.utf8)).first)
    let names = certificate._subjectAlternativeNames().map { Array($0.contents.withUnsafeBufferPointer { Array($0) }) }
    #expect(
      names == [
        Array("localhost".utf8), [127, 0, 0, 1], Array(repeating: 0, count: 15) + [1], Array("mock.acme.test".utf8), [10, 0, 2, 2],
      ])
  }

  @Test(arguments: ["https://mock", "mock:8080", "a b", ""])
  func `what is no name is refused`(name: String) {
    #expect(throws: MockServerError.self) { try MadeCertificate(names: [name]) }
  }

  @Test func `an issuer over TLS is one that SDKs take`() async throws {
    var settings = MockServerSettings()
    settings.tls = .made(try MadeCertificate(names: []))
    try await withMockServer(try MockServerTests.acme(), settings: settings) { (address: String) async throws in
      #expect(address.hasPrefix("https://127.0.0.1:"))
    }
  }

  @Test(arguments: [(TLSVersion.tlsv1, false), (.tlsv11, false), (.tlsv12, true), (.tlsv13, true)])
  func `no TLS before 1.2 is spoken`(newest: TLSVersion, connects: Bool) async throws {
    let made = try MadeCertificate(names: [])
    #expect(try await Self.connects(to: made, trusting: made.authority, newest: newest) == connects)
  }

  /// Whether a client that trusts an authority accepts the server.
  private static func connects(to made: MadeCertificate, trusting authority: String, newest: TLSVersion? = nil) async throws -> Bool {
    var settings = MockServerSettings()
    settings.tls = .made(made)
    return try await withMockServer(try MockServerTests.acme(), settings: settings) { (address: String) async throws in
      var client = TLSConfiguration.makeClientConfiguration()
      client.minimumTLSVersion = .tlsv1
      client.maximumTLSVersion = newest
      client.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(authority.utf8)))
      let context = try NIOSSLContext(configuration: client)
      let port = try #require(try WebURL(address).port)
      let loop = MultiThreadedEventLoopGroup.singleton.next()
      let answered = loop.makePromise(of: Bool.self)
      let channel = try await ClientBootstrap(group: loop).channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let handler = try NIOSSLClientHandler(context: context, serverHostname: "localhost")
          try channel.pipeline.syncOperations.addHandlers([handler, FirstAnswer(answered)])
        }
      }.connect(host: "127.0.0.1", port: port).get()
      let isTrusted = try await answered.futureResult.get()
      channel.close(promise: nil)
      return isTrusted
    }
  }
}

/// Sends one request, and says whether anything came back before the connection ended.
private final class FirstAnswer: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let answered: EventLoopPromise<Bool>

  init(_ answered: EventLoopPromise<Bool>) { self.answered = answered }

  func channelActive(context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")), promise: nil)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) { answered.succeed(true) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    answered.succeed(false)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) { answered.succeed(false) }
}
