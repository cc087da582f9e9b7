import Encodings
import JourneyModel

/// The last requests of a world, oldest first, with how they were answered.
///
/// It keeps the last 256, and fewer where their bodies are large: at most 1 MB of bodies, and of one body 64 KB.
struct RequestLog: Sendable {
  /// A request and its answer.
  struct Entry: Sendable {
    /// Counted from 1 in each world.
    var id: Int
    var time: Instant
    var request: HTTPRequestMessage
    var response: HTTPResponseMessage
    /// The edges of the graph that it took.
    var edges: [String]
    /// How long the bodies were before they were cut.
    var requestBytes: Int
    var responseBytes: Int
  }

  static let limit = 256
  private static let bodyLimit = 64 * 1024
  private static let bytesLimit = 1024 * 1024

  private var kept: [Entry] = []
  private var bytes = 0
  /// How many there were since the world began.
  private(set) var total = 0

  /// At most `limit`.
  var entries: ArraySlice<Entry> { kept.suffix(Self.limit) }

  mutating func add(_ request: HTTPRequestMessage, _ response: HTTPResponseMessage, at time: Instant, edges: [String]) {
    total += 1
    var entry = Entry(
      id: total, time: time, request: request, response: response, edges: edges, requestBytes: request.body.count,
      responseBytes: response.body.count)
    Self.cut(&entry.request.body)
    Self.cut(&entry.response.body)
    bytes += entry.bodies
    kept.append(entry)
    // In halves, so that most requests move nothing.
    if kept.count >= 2 * Self.limit { drop(Self.limit) }
    while bytes > Self.bytesLimit, kept.count > 1 { drop(max(kept.count / 4, 1)) }
  }

  mutating func clear() {
    kept = []
    bytes = 0
  }

  private mutating func drop(_ count: Int) {
    bytes -= kept.prefix(count).reduce(0) { $0 + $1.bodies }
    kept.removeFirst(count)
  }

  private static func cut(_ body: inout [UInt8]) {
    if body.count > bodyLimit { body = Array(body.prefix(bodyLimit)) }
  }
}

extension RequestLog.Entry {
  fileprivate var bodies: Int { request.body.count + response.body.count }
}
