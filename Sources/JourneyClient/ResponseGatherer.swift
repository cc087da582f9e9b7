import AsyncHTTPClient
import Encodings
import JourneyModel
import NIOCore
import NIOHTTP1
import Synchronization

/// Gathers a whole response on the thread of its connection, so that a walk is woken once for each request.
///
/// A class with a lock, because the client wants one; it is used for one request only.
final class ResponseGatherer: HTTPClientResponseDelegate {
  private let bodyLimit: Int
  private let gathered = Mutex(HTTPResponseMessage(status: 0))

  /// - Parameter bodyLimit: in bytes; the request fails with `NIOTooManyBytesError` as soon as its response has more.
  init(bodyLimit: Int) { self.bodyLimit = bodyLimit }

  /// Whether anything of a response came.
  var hasBegun: Bool { gathered.withLock { $0.status != 0 } }

  func didReceiveHead(task: HTTPClient.Task<HTTPResponseMessage>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
    var message = HTTPResponseMessage(status: Int(head.status.code))
    for (name, value) in head.headers { message.headers.append(name, value) }
    if let coding = message.headers.values(of: "content-encoding").first(where: { $0.asciiLowercased != "identity" }) {
      return task.eventLoop.makeFailedFuture(
        TransportError(.protocol, "the body is '\(coding)' encoded though only plain bytes were requested"))
    }
    gathered.withLock { $0 = message }
    return task.eventLoop.makeSucceededVoidFuture()
  }

  func didReceiveBodyPart(task: HTTPClient.Task<HTTPResponseMessage>, _ part: ByteBuffer) -> EventLoopFuture<Void> {
    let isTooLarge = gathered.withLock { message in
      guard message.body.count + part.readableBytes <= bodyLimit else { return true }
      message.body.append(contentsOf: part.readableBytesView)
      return false
    }
    return isTooLarge
      ? task.eventLoop.makeFailedFuture(NIOTooManyBytesError(maxBytes: bodyLimit)) : task.eventLoop.makeSucceededVoidFuture()
  }

  func didFinishRequest(task: HTTPClient.Task<HTTPResponseMessage>) throws -> HTTPResponseMessage { gathered.withLock { $0 } }
}
