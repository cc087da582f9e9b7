import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// What HTTP asks of a connection, and the library leaves to its user: a client that waits for leave to send its body gets it (RFC 9110
/// section 10.1.1), and a connection whose last response says that it closes is closed (RFC 9112 section 9.6).
final class ConnectionCourtesy: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The requests that have no whole response yet: whether each asks for the end of the connection after it, in whatever letters (RFC 9110
  /// section 7.6.1). A client may send more of them before it reads.
  private var open: [Bool] = []
  private var closes = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let request) = unwrapInboundIn(data) {
      let waits = request.headerFields[.expect].map { $0.lowercased() == "100-continue" } ?? false
      // An answer to an earlier request may be on its way.
      if waits, open.isEmpty {
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
      }
      let options = request.headerFields[values: .connection].joined(separator: ",").lowercased().split { ", ".contains($0) }
      open.append(options.contains("close"))
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let response):
      if response.status.kind != .informational {
        closes = open.first == true || response.headerFields[.connection]?.lowercased() == "close"
      }
    case .body: break
    case .end:
      if !open.isEmpty { open.removeFirst() }
      guard closes else { break }
      let promise = promise ?? context.eventLoop.makePromise()
      let channel = context.channel
      promise.futureResult.whenComplete { _ in channel.close(mode: .output, promise: nil) }
      context.writeAndFlush(data, promise: promise)
      return
    }
    context.write(data, promise: promise)
  }
}
