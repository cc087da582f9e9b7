import Dispatch
import Glibc

/// A socket on a free port of this machine that takes one connection and answers with given bytes.
///
/// Blocking and without TLS: just enough to see what a transport makes of a server's manners.
struct LoopbackServer: Sendable {
  /// What becomes of the connection once the request came.
  enum Manner: Sendable {
    /// The bytes are sent and the connection is closed.
    case answers(String)
    /// A proxy that opens its tunnel, in which the server answers with the bytes.
    case tunnels(String)
    /// Nothing is sent until the client goes away.
    case keepsSilent
  }

  let port: Int
  private let socketNumber: CInt

  init() throws {
    socketNumber = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let number = socketNumber
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(number, generic, length) == 0 && listen(number, 1) == 0 && getsockname(number, generic, &length) == 0
      }
    }
    guard isOpen else { throw SocketFailure(code: errno) }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  struct SocketFailure: Error {
    let code: CInt
  }

  /// Serves one connection; returns when it is over.
  ///
  /// It waits on a thread of its own: the ones that tasks share would all be taken by a few servers, and no client would run.
  func serve(_ manner: Manner) async -> String {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "loopback-server").async { continuation.resume(returning: waitAndServe(manner)) }
    }
  }

  /// Serves as many connections as there are lists, one after the other, each request with one of its texts.
  ///
  /// - Parameter script: `nil` ends the connection without an answer; after its last text a connection stays open until the end.
  /// - Returns: the first lines of the requests of each connection.
  func serve(script: [[String?]]) async -> [[String]] {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "loopback-server").async { continuation.resume(returning: waitAndServe(script: script)) }
    }
  }

  private func waitAndServe(script: [[String?]]) -> [[String]] {
    var asked: [[String]] = []
    var open: [CInt] = []
    defer { open.forEach { _ = Glibc.close($0) } }
    for texts in script {
      let connection = accept(socketNumber, nil, nil)
      guard connection >= 0 else { break }
      asked.append([])
      for text in texts {
        asked[asked.count - 1].append(String(receive(from: connection).prefix { $0 != "\r\n" }))
        if let bytes = text.map({ Array($0.utf8) }) { _ = Glibc.send(connection, bytes, bytes.count, CInt(MSG_NOSIGNAL)) }
      }
      if texts.last == .some(nil) { _ = Glibc.close(connection) } else { open.append(connection) }
    }
    return asked
  }

  private func waitAndServe(_ manner: Manner) -> String {
    let connection = accept(socketNumber, nil, nil)
    guard connection >= 0 else { return "" }
    defer { Glibc.close(connection) }
    var asked = receive(from: connection)
    switch manner {
    case .answers(let text): send(text, to: connection)
    case .tunnels(let text):
      let opened = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
      _ = Glibc.send(connection, opened, opened.count, CInt(MSG_NOSIGNAL))
      asked += receive(from: connection)
      send(text, to: connection)
    case .keepsSilent:
      var rest = [UInt8](repeating: 0, count: 1024)
      while recv(connection, &rest, rest.count, 0) > 0 {}
    }
    return asked
  }

  /// One whole request, head and body, in however many pieces it comes; of what is no HTTP the first piece.
  private func receive(from connection: CInt) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    repeat {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      bytes += buffer.prefix(count)
    } while !isWhole(bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func isWhole(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else { return true }
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
    let length = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }.flatMap {
      Int($0.dropFirst(15).drop { $0 == " " })
    }
    return bytes.count >= end.upperBound + (length ?? 0)
  }

  /// Sends the bytes, then waits for the client to go.
  private func send(_ text: String, to connection: CInt) {
    let bytes = Array(text.utf8)
    _ = Glibc.send(connection, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    shutdown(connection, Int32(SHUT_WR))
    var rest = [UInt8](repeating: 0, count: 1024)
    while recv(connection, &rest, rest.count, 0) > 0 {}
  }

  func close() {
    Glibc.close(socketNumber)
  }
}
