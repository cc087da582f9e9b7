/// Cuts the bytes that a client sends into messages: each has its length in a header, as in HTTP.
///
/// Source: Language Server Protocol 3.17, "Base Protocol".
package struct MessageFrames {
  /// The largest message that is read, in bytes.
  package static let limit = 64 * 1024 * 1024
  private static let headerLimit = 4096

  private var buffer: [UInt8] = []

  package init() {}

  package mutating func add(_ bytes: some Sequence<UInt8>) { buffer += bytes }

  /// The next whole message; `nil` if it has not come yet. What is no header is passed over.
  package mutating func next() -> [UInt8]? {
    while let end = headerEnd {
      guard let length = length(of: buffer[..<end.start]), length <= Self.limit else {
        buffer.removeFirst(end.next)
        continue
      }
      guard buffer.count - end.next >= length else { return nil }
      let message = Array(buffer[end.next..<(end.next + length)])
      buffer.removeFirst(end.next + length)
      return message
    }
    if buffer.count > Self.headerLimit { buffer.removeAll() }
    return nil
  }

  private var headerEnd: (start: Int, next: Int)? {
    for index in buffer.indices where buffer[index] == 0x0A {
      if index >= 3, buffer[index - 1] == 0x0D, buffer[index - 2] == 0x0A, buffer[index - 3] == 0x0D { return (index - 3, index + 1) }
      if index > Self.headerLimit { break }
    }
    return nil
  }

  private func length(of header: ArraySlice<UInt8>) -> Int? {
    for line in String(decoding: header, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      return Int(parts[1].drop { $0 == " " }).flatMap { $0 >= 0 ? $0 : nil }
    }
    return nil
  }

  /// A message with its header.
  package static func frame(_ body: [UInt8]) -> [UInt8] { Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body }
}
