/// Cuts the bytes that a client sends into messages: each has its length in a header, as in HTTP.
///
/// Source: Language Server Protocol 3.17, "Base Protocol".
package struct MessageFrames {
  /// What was cut off.
  package enum Frame: Sendable, Hashable {
    /// The content of a message.
    case message([UInt8])
    /// Bytes that are passed over, and why; the next header is where messages go on.
    case unreadable(String)
  }

  /// The largest message that is read, in bytes.
  package static let limit = 64 * 1024 * 1024
  private static let headerLimit = 4096
  private static let lengthName = Array("Content-Length:".utf8)

  private var buffer: [UInt8] = []

  package init() {}

  package mutating func add(_ bytes: some Sequence<UInt8>) { buffer += bytes }

  /// The next whole message, or what is none; `nil` if nothing whole has come yet.
  package mutating func next() -> Frame? {
    guard let first = buffer.first else { return nil }
    guard first.isLetter else { return passOver("a message begins with its header, such as 'Content-Length: 20'") }
    guard let end = headerEnd else {
      return buffer.count > Self.headerLimit ? passOver("no end of a header within \(Self.headerLimit) bytes") : nil
    }
    let header = buffer[..<end.start]
    guard end.isOfProtocol else { return passOver("the lines of a header end with CR LF", from: end.next) }
    guard let text = Self.length(in: header) else { return passOver("a header has no Content-Length", from: end.next) }
    guard let length = Int(text), length >= 0 else { return passOver("the Content-Length of a header is no number", from: end.next) }
    guard length <= Self.limit else { return passOver("a message has more than \(Self.limit) bytes", from: end.next) }
    guard buffer.count - end.next >= length else { return nil }
    let message = Array(buffer[end.next..<(end.next + length)])
    buffer.removeFirst(end.next + length)
    return .message(message)
  }

  /// Goes on at the next header that there is.
  private mutating func passOver(_ reason: String, from start: Int = 1) -> Frame {
    let rest = buffer[start...]
    let next = rest.indices.first { index in
      buffer[index] == Self.lengthName[0] && buffer[index...].prefix(Self.lengthName.count).elementsEqual(Self.lengthName)
    }
    buffer = next.map { Array(buffer[$0...]) } ?? []
    return .unreadable(reason)
  }

  private var headerEnd: (start: Int, next: Int, isOfProtocol: Bool)? {
    for index in buffer.indices.prefix(Self.headerLimit + 4) where buffer[index] == 0x0A && index >= 1 {
      if buffer[index - 1] == 0x0A { return (index - 1, index + 1, false) }
      if index >= 3, buffer[index - 1] == 0x0D, buffer[index - 2] == 0x0A { return (index - 2, index + 1, buffer[index - 3] == 0x0D) }
    }
    return nil
  }

  private static func length(in header: ArraySlice<UInt8>) -> String? {
    for line in String(decoding: header, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      return String(parts[1].drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return nil
  }

  /// A message with its header.
  package static func frame(_ body: [UInt8]) -> [UInt8] { Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
}
