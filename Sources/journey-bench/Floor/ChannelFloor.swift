import FoundationEssentials
import NIOCore
import NIOHTTP1
import NIOPosix

/// A channel of NIO with its HTTP handlers alone: no pool, no task, the next request from within the last answer.
enum ChannelFloor {
  /// Gets an address so many times, on so many connections; says how many bytes came.
  static func ask(_ address: String, _ requests: Int, _ jobs: Int) async throws -> Int {
    guard let url = URL(string: address), let host = url.host(), let port = url.port else {
      throw MeasuredProcess.Failure(description: "'\(address)' has no host and port")
    }
    let head = HTTPRequestHead(
      version: .http1_1, method: .GET, uri: url.path(), headers: ["Host": "\(host):\(port)", "Accept": "application/json"])
    let group = MultiThreadedEventLoopGroup.singleton
    let bytes = (0..<jobs).map { job in
      let loop = group.next()
      let count = requests / jobs + (job < requests % jobs ? 1 : 0)
      guard count > 0 else { return loop.makeSucceededFuture(0) }
      let promise = loop.makePromise(of: Int.self)
      ClientBootstrap(group: loop)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHTTPClientHandlers()
            try channel.pipeline.syncOperations.addHandler(Asker(head: head, count: count, promise: promise))
          }
        }
        .connect(host: host, port: port).cascadeFailure(to: promise)
      return promise.futureResult
    }
    return try await EventLoopFuture.whenAllSucceed(bytes, on: group.next()).get().reduce(0, +)
  }

  /// Asks again as soon as an answer is there, until it has asked often enough.
  private final class Asker: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let head: HTTPRequestHead
    private var left: Int
    private var bytes = 0
    private let promise: EventLoopPromise<Int>

    init(head: HTTPRequestHead, count: Int, promise: EventLoopPromise<Int>) {
      self.head = head
      left = count
      self.promise = promise
    }

    func channelActive(context: ChannelHandlerContext) { ask(context) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head: break
      case .body(let part): bytes += part.readableBytes
      case .end:
        left -= 1
        guard left == 0 else { return ask(context) }
        promise.succeed(bytes)
        context.close(promise: nil)
      }
    }

    func channelInactive(context: ChannelHandlerContext) {
      // After the last answer the promise is kept already, and this does nothing.
      promise.fail(MeasuredProcess.Failure(description: "the server closed a connection"))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { promise.fail(error) }

    private func ask(_ context: ChannelHandlerContext) {
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
  }
}
