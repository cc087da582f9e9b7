import Encodings
import NIOCore
import NIOHTTP1

/// A header of a response has a control character, for which the client's parser refuses the whole response (RFC 9110 section 5.5).
struct ForbiddenHeaderCharacter: Error, Hashable {
  /// What a person looks for, e.g. `the cookie 'sid'`.
  let what: String
  let scalar: UInt8

  /// Why the response of a server cannot be read.
  func reason(server: String) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    let code = String(repeating: "0", count: 4 - digits.utf8.count) + digits
    return "\(what) in the response of '\(server)' has the control character U+\(code), which no header may have"
  }

  /// The first in the last head of these bytes; `nil` for none.
  init?(in bytes: [UInt8]) {
    let start = bytes.ranges(of: Array("HTTP/1.".utf8)).last?.lowerBound ?? 0
    for line in bytes[start...].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if line.isEmpty { return nil }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), let place = line[colon...].firstIndex(where: Self.isForbidden) else {
        continue
      }
      let name = line[..<colon]
      guard !name.isEmpty, name.allSatisfy(Self.isOfName) else { return nil }
      (what, scalar) = (Self.what(String(decoding: name, as: UTF8.self), line[(colon + 1)...]), line[place])
      return
    }
    return nil
  }

  private static func what(_ name: String, _ value: ArraySlice<UInt8>) -> String {
    guard name.asciiLowercased == "set-cookie" else { return "the header '\(name)'" }
    let cookie = value.drop { $0 == UInt8(ascii: " ") }.prefix(while: isOfName)
    let isWhole = cookie.endIndex < value.endIndex && value[cookie.endIndex] == UInt8(ascii: "=")
    return isWhole && !cookie.isEmpty ? "the cookie '\(String(decoding: cookie, as: UTF8.self))'" : "the name of a cookie"
  }

  private static func isForbidden(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }

  /// RFC 9110 section 5.6.2.
  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

/// Keeps what came last on a connection, so that a head which the parser refuses can be explained.
///
/// A class, because it is a handler of its connection's event loop, where the one before the parser and the one after it share it.
final class ResponseHeadWatch {
  /// More than one, as a head may come in pieces.
  private static let kept = 4
  private var last: [ByteBuffer] = []

  /// Puts handlers around the parser of a connection.
  static func add(to channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
      let watch = ResponseHeadWatch()
      try pipeline.addHandler(Bytes(watch: watch), position: .before(parser))
      try pipeline.addHandler(Refusals(watch: watch), position: .after(parser))
    }
  }

  private func take(_ bytes: ByteBuffer) {
    last.append(bytes)
    if last.count > Self.kept { last.removeFirst() }
  }

  private var explanation: ForbiddenHeaderCharacter? { ForbiddenHeaderCharacter(in: last.flatMap { Array($0.readableBytesView) }) }

  private final class Bytes: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    private let watch: ResponseHeadWatch

    init(watch: ResponseHeadWatch) { self.watch = watch }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      watch.take(unwrapInboundIn(data))
      context.fireChannelRead(data)
    }
  }

  private final class Refusals: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    private let watch: ResponseHeadWatch

    init(watch: ResponseHeadWatch) { self.watch = watch }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      if case HTTPParserError.invalidHeaderToken = error, let explanation = watch.explanation {
        context.fireErrorCaught(explanation)
      } else {
        context.fireErrorCaught(error)
      }
    }
  }
}
