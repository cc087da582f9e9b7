import Dispatch
import Encodings
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The plainest HTTP client there is: one connection for each request, read until it ends.
enum SocketClient {
  struct Answer: Sendable {
    /// 0 where the connection ended before an answer came.
    var status: Int
    var headers: HTTPFields
    var body: [UInt8]

    var json: JSONValue {
      get throws { try JSONReader.read(body) }
    }
  }

  static func send(
    _ method: String = "GET", _ target: String, to address: String, headers: HTTPFields = [:], body: String = ""
  ) async throws -> Answer {
    let url = try WebURL(address)
    let port = try #require(url.port)
    var fields = headers
    if fields["Host"] == nil { fields.append("Host", "127.0.0.1:\(port)") }
    fields.append("Connection", "close")
    fields.append("Content-Length", String(body.utf8.count))
    let head = "\(method) \(target) HTTP/1.1\r\n" + fields.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
    return try await send(head + body, to: address).answer
  }

  /// Sends a text as it is; what came until the connection ended, and whether it was the server that ended it.
  static func send(_ text: String, to address: String) async throws -> (answer: Answer, isEnded: Bool) {
    let port = try #require(try WebURL(address).port)
    // Waiting must not take one of the threads that the server answers on: a queue of its own has a thread of its own.
    let (bytes, isEnded) = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "socket-client").async {
        continuation.resume(with: Result { try exchange(Array(text.utf8), port: port) })
      }
    }
    return (parse(bytes), isEnded)
  }

  private static func exchange(_ request: [UInt8], port: Int) throws -> (bytes: [UInt8], isEnded: Bool) {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, kind, 0)
    defer { close(descriptor) }
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = in_port_t(UInt16(port).bigEndian)
    place.sin_addr = in_addr(s_addr: in_addr_t(0x7F00_0001).bigEndian)
    let status = withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
    try #require(status == 0, "the port is listened on")
    try #require(write(descriptor, request, request.count) == request.count)
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return (answer, count == 0) }
      answer += buffer.prefix(count)
    }
  }

  private static func parse(_ bytes: [UInt8]) -> Answer {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.firstRange(of: "\r\n\r\n") else { return Answer(status: 0, headers: [:], body: []) }
    let lines = text[..<end.lowerBound].split(separator: "\r\n").map(String.init)
    var headers = HTTPFields()
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      headers.append(parts[0], String(parts[1].drop { $0 == " " }))
    }
    return Answer(
      status: Int(lines[0].split(separator: " ")[1]) ?? 0, headers: headers, body: Array(text[end.upperBound...].utf8))
  }
}
