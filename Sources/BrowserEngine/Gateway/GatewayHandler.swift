import Encodings
import NIOCore
import NIOHTTP1

/// Reads the requests of one connection, has each answered, and writes the answers in the same order.
///
/// A class, because a channel keeps its handlers.
final class GatewayHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// Bytes of a request's body; what is longer is refused.
  private static let bodyLimit = 8 * 1024 * 1024

  private let traffic: GatewayTraffic
  /// Scheme, host and port that the connection leads to.
  private let site: String
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []

  init(_ traffic: GatewayTraffic, site: String) {
    self.traffic = traffic
    self.site = site
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): (self.head, body) = (head, [])
    case .body(let part):
      guard body.count + part.readableBytes <= Self.bodyLimit else { return context.close(promise: nil) }
      body.append(contentsOf: part.readableBytesView)
    case .end:
      guard let head else { return }
      answer(head, context)
    }
  }

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    guard let request = message(head) else { return context.close(promise: nil) }
    let (traffic, place) = (traffic, NIOLoopBound(context, eventLoop: context.eventLoop))
    let isKeptAlive = head.isKeepAlive
    context.eventLoop.makeFutureWithTask { await traffic.answer(request) }.whenSuccess { response in
      // What the server leaves open is open for the page, too.
      guard let response else { return }
      Self.write(response, to: head, isKeptAlive: isKeptAlive, place.value)
    }
  }

  private func message(_ head: HTTPRequestHead) -> HTTPRequestMessage? {
    do throws(WebURLError) {
      var request = HTTPRequestMessage(method: head.method.rawValue, url: try WebURL(site + head.uri), body: body)
      for (name, value) in head.headers { request.headers.append(name, value) }
      return request
    } catch {
      return nil
    }
  }

  private static func write(
    _ response: HTTPResponseMessage, to head: HTTPRequestHead, isKeptAlive: Bool, _ context: ChannelHandlerContext
  ) {
    guard context.channel.isActive else { return }
    var headers = HTTPHeaders()
    for field in response.headers where !passing.contains(field.name.asciiLowercased) { headers.add(name: field.name, value: field.value) }
    let hasBody = response.status != 204 && response.status != 304
    if hasBody { headers.add(name: "Content-Length", value: String(response.body.count)) }
    let status = HTTPResponseStatus(statusCode: response.status)
    context.write(NIOAny(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
    if hasBody, head.method != .HEAD {
      context.write(NIOAny(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: response.body)))), promise: nil)
    }
    context.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil)), promise: nil)
    if !isKeptAlive { context.close(promise: nil) }
  }

  /// Of one connection only (RFC 9110 section 7.6.1), or what would lead past the gateway.
  private static let passing: Set<String> = [
    "connection", "keep-alive", "transfer-encoding", "content-length", "upgrade", "alt-svc", "proxy-connection",
  ]

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
