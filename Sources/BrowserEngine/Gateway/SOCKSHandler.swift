import NIOCore
import NIOHTTP1
import NIOSSL

/// The server's side of SOCKS version 5 (RFC 1928) without authentication: it learns where a connection is to lead, and then reads
/// HTTP or TLS from it.
///
/// A class, because a channel keeps its handlers.
final class SOCKSHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private enum State {
    case greeting, request
    case opened(host: String, port: Int)
    case passing
  }

  private var state = State.greeting
  private var read = ByteBuffer()
  private let traffic: GatewayTraffic
  private let security: NIOSSLContext

  init(_ traffic: GatewayTraffic, security: NIOSSLContext) {
    self.traffic = traffic
    self.security = security
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .passing = state { return context.fireChannelRead(data) }
    var part = unwrapInboundIn(data)
    read.writeBuffer(&part)
    while advance(context) {}
  }

  /// One step; `false` where more has to be read first.
  private func advance(_ context: ChannelHandlerContext) -> Bool {
    switch state {
    case .greeting:
      guard read.readableBytes >= 2, let count = read.getInteger(at: read.readerIndex + 1, as: UInt8.self),
        read.readableBytes >= 2 + Int(count)
      else { return false }
      read.moveReaderIndex(forwardBy: 2 + Int(count))
      write([5, 0], context)
      state = .request
      return true
    case .request: return readRequest(context)
    case .opened(let host, let port):
      guard let first = read.getInteger(at: read.readerIndex, as: UInt8.self) else { return false }
      // A TLS connection begins with a record of a handshake.
      begin(isSecure: first == 0x16, host, port, context)
      return false
    case .passing: return false
    }
  }

  private func readRequest(_ context: ChannelHandlerContext) -> Bool {
    let start = read.readerIndex
    guard read.readableBytes >= 5, let command = read.getInteger(at: start + 1, as: UInt8.self),
      let kind = read.getInteger(at: start + 3, as: UInt8.self), let first = read.getInteger(at: start + 4, as: UInt8.self)
    else { return false }
    let (place, length) = kind == 3 ? (start + 5, Int(first)) : (start + 4, kind == 1 ? 4 : 16)
    guard let bytes = read.getBytes(at: place, length: length), let port = read.getInteger(at: place + length, as: UInt16.self) else {
      return false
    }
    guard command == 1, [1, 3, 4].contains(kind) else {
      write([5, 7, 0, 1, 0, 0, 0, 0, 0, 0], context)
      context.close(promise: nil)
      return false
    }
    read.moveReaderIndex(to: place + length + 2)
    write([5, 0, 0, 1, 0, 0, 0, 0, 0, 0], context)
    state = .opened(host: Self.host(kind, bytes), port: Int(port))
    return true
  }

  private static func host(_ kind: UInt8, _ bytes: [UInt8]) -> String {
    switch kind {
    case 1: return bytes.map { String($0) }.joined(separator: ".")
    case 4:
      let groups = stride(from: 0, to: 16, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
      return "[\(groups.joined(separator: ":"))]"
    default:
      let name = String(decoding: bytes, as: UTF8.self)
      return name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : name
    }
  }

  private func begin(isSecure: Bool, _ host: String, _ port: Int, _ context: ChannelHandlerContext) {
    do {
      let pipeline = context.pipeline.syncOperations
      if isSecure { try pipeline.addHandler(NIOSSLServerHandler(context: security)) }
      try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
      let place = port == (isSecure ? 443 : 80) ? host : "\(host):\(port)"
      try pipeline.addHandler(GatewayHandler(traffic, site: "\(isSecure ? "https" : "http")://\(place)"))
    } catch {
      return context.close(promise: nil)
    }
    state = .passing
    let rest = read
    read.clear()
    context.fireChannelRead(wrapInboundOut(rest))
    context.fireChannelReadComplete()
  }

  private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
