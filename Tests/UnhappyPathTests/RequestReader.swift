import Encodings
import NIOCore

/// Reads one HTTP/1.1 request as our own client writes it: a head, and a body of the length in the head.
struct RequestReader {
  struct Failure: Error {}

  let address: String

  /// The request; `nil` if the connection ended before it was complete.
  func read(_ pieces: inout NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator) async throws -> HTTPRequestMessage? {
    var bytes: [UInt8] = []
    let blankLine = Array("\r\n\r\n".utf8)
    while true {
      if let end = bytes.firstRange(of: blankLine) {
        var request = try head(String(decoding: bytes[..<end.lowerBound], as: UTF8.self))
        let length = request.headers["content-length"].flatMap { Int($0) } ?? 0
        if bytes.count >= end.upperBound + length {
          request.body = Array(bytes[end.upperBound..<(end.upperBound + length)])
          return request
        }
      }
      guard let piece = try await pieces.next() else { return nil }
      bytes += Array(piece.readableBytesView)
    }
  }

  private func head(_ text: String) throws -> HTTPRequestMessage {
    let lines = text.split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3 else { throw Failure() }
    var headers = HTTPFields()
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { throw Failure() }
      headers.append(String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
    }
    return HTTPRequestMessage(method: String(words[0]), url: try WebURL(address + String(words[1])), headers: headers)
  }
}
