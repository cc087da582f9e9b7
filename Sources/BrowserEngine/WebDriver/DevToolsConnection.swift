import Encodings
import JourneyClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization

/// The connection to a browser itself, past its driver: commands of the Chrome DevTools Protocol over a web socket on this machine.
///
/// WebDriver has no command for a context of its own within a browser that runs; `Target.createBrowserContext` is one, and chromedriver
/// passes on only those of a page.
final class DevToolsConnection: Sendable {
  /// How long a command may take: a busy machine is slow.
  private static let patience = TimeAmount.seconds(20)
  private static let longestReply = 1 << 24

  private let channel: any Channel
  private let replies: DevToolsReplies

  private init(_ channel: any Channel, _ replies: DevToolsReplies) { (self.channel, self.replies) = (channel, replies) }

  /// Connects to a browser whose tools listen at a port of this machine, at a path such as `/devtools/browser/5dfe7612`.
  static func open(port: Int, path: String) async throws(WebDriverError) -> DevToolsConnection {
    let replies = DevToolsReplies()
    do {
      let upgrade: EventLoopFuture<(any Channel)?> = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connectTimeout(patience)
        .connect(host: "127.0.0.1", port: port) { channel in
          channel.eventLoop.makeCompletedFuture { try Self.configure(channel, port: port, path: path, replies) }
        }
      if let channel = try await upgrade.get() { return DevToolsConnection(channel, replies) }
    } catch {
      throw WebDriverError("session not created", message: "the browser's tools cannot be reached: \(error)")
    }
    throw WebDriverError("session not created", message: "the browser's tools do not answer as a web socket")
  }

  /// The upgrade of HTTP to a web socket (RFC 6455 section 4.1); its result is `nil` if the browser refuses it.
  private static func configure(
    _ channel: any Channel, port: Int, path: String, _ replies: DevToolsReplies
  ) throws -> EventLoopFuture<(any Channel)?> {
    let upgrader = NIOTypedWebSocketClientUpgrader<(any Channel)?>(maxFrameSize: longestReply) { channel, _ in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(DevToolsHandler(replies))
        return channel
      }
    }
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: ["Host": "127.0.0.1:\(port)"])
    return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
      configuration: .init(
        upgradeConfiguration: NIOTypedHTTPClientUpgradeConfiguration(upgradeRequestHead: head, upgraders: [upgrader]) { channel in
          channel.eventLoop.makeSucceededFuture(nil)
        }))
  }

  /// The result of a command.
  func send(_ method: String, _ parameters: JSONValue = [:]) async throws(WebDriverError) -> JSONValue {
    let promise = channel.eventLoop.makePromise(of: JSONValue.self)
    let id = replies.await(promise)
    let late = channel.eventLoop.scheduleTask(in: Self.patience) { [replies] in
      replies.fail(id, WebDriverError("timeout", message: "the browser does not answer '\(method)'"))
    }
    defer { late.cancel() }
    let command: JSONValue = ["id": .number("\(id)"), "method": .string(method), "params": parameters]
    let frame = WebSocketFrame(fin: true, opcode: .text, maskKey: .random(), data: ByteBuffer(bytes: JSONWriter.write(command)))
    channel.writeAndFlush(frame).whenFailure { [replies] _ in replies.fail(id, .gone) }
    let reply: JSONValue
    do { reply = try await promise.futureResult.get() } catch { throw error as? WebDriverError ?? .gone }
    guard let error = reply["error"] else { return reply["result"] ?? .null }
    throw WebDriverError("unknown error", message: error["message"]?.stringValue ?? "the browser refuses '\(method)'")
  }

  func close() async {
    do { try await channel.close() } catch {
      // The browser has closed it.
      return
    }
  }
}

extension WebDriverError {
  /// The browser has ended.
  fileprivate static let gone = WebDriverError("disconnected", message: "the browser is gone")
}

/// The commands whose replies are awaited.
///
/// A class with a lock, because replies come on the connection's own thread.
private final class DevToolsReplies: Sendable {
  private struct State {
    var last = 0
    var awaited: [Int: EventLoopPromise<JSONValue>] = [:]
    var isOver = false
  }

  private let state = Mutex(State())

  /// Returns the number of the command whose reply is awaited; the command fails at once if the browser has ended.
  func await(_ promise: EventLoopPromise<JSONValue>) -> Int {
    let (id, isOver) = state.withLock { state in
      state.last += 1
      if !state.isOver { state.awaited[state.last] = promise }
      return (state.last, state.isOver)
    }
    if isOver { promise.fail(WebDriverError.gone) }
    return id
  }

  func fulfil(_ id: Int, _ reply: JSONValue) { state.withLock { $0.awaited.removeValue(forKey: id) }?.succeed(reply) }

  func fail(_ id: Int, _ error: WebDriverError) { state.withLock { $0.awaited.removeValue(forKey: id) }?.fail(error) }

  func end() {
    let left = state.withLock { state in
      state.isOver = true
      defer { state.awaited = [:] }
      return Array(state.awaited.values)
    }
    for promise in left { promise.fail(WebDriverError.gone) }
  }
}

/// Reads replies; events are passed over, as none is asked for.
///
/// A class, because a channel keeps its handlers.
private final class DevToolsHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let replies: DevToolsReplies
  private var text = ByteBuffer()

  init(_ replies: DevToolsReplies) { self.replies = replies }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    var part = frame.unmaskedData
    switch frame.opcode {
    case .text, .continuation:
      text.writeBuffer(&part)
      if frame.fin { readReply() }
    case .ping:
      context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, maskKey: .random(), data: part)), promise: nil)
    case .connectionClose: context.close(promise: nil)
    default: return
    }
  }

  private func readReply() {
    defer { text.clear() }
    let reply: JSONValue
    do { reply = try JSONReader.read(Array(text.readableBytesView), counts: .unlimited) } catch { return }
    guard case .number(let spelling)? = reply["id"], let id = Int(spelling) else { return }
    replies.fulfil(id, reply)
  }

  func channelInactive(context: ChannelHandlerContext) { replies.end() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
