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

  /// Requests that have no whole response yet.
  private var open = 0
  private var closes = false
  /// Whether the client asked for the end of the connection, in whatever letters (RFC 9110 section 7.6.1).
  private var isAsked = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let request) = unwrapInboundIn(data) {
      let waits = request.headerFields[.expect].map { $0.lowercased() == "100-continue" } ?? false
      // An answer to an earlier request may be on its way.
      if waits, open == 0 {
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
      }
      open += 1
      let options = request.headerFields[values: .connection].joined(separator: ",").lowercased().split { ", ".contains($0) }
      isAsked = options.contains("close")
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let response):
      if response.status.kind != .informational { closes = isAsked || response.headerFields[.connection]?.lowercased() == "close" }
    case .body: break
    case .end:
      open -= 1
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
