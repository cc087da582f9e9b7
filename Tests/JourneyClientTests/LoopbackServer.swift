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

  private func waitAndServe(_ manner: Manner) -> String {
    let connection = accept(socketNumber, nil, nil)
    guard connection >= 0 else { return "" }
    defer { Glibc.close(connection) }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var count = recv(connection, &buffer, buffer.count, 0)
    switch manner {
    case .answers(let text): send(text, to: connection)
    case .tunnels(let text):
      let opened = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
      _ = Glibc.send(connection, opened, opened.count, CInt(MSG_NOSIGNAL))
      var inner = [UInt8](repeating: 0, count: 65_536)
      let innerCount = recv(connection, &inner, inner.count, 0)
      buffer = Array(buffer.prefix(max(0, count))) + inner.prefix(max(0, innerCount))
      count = buffer.count
      send(text, to: connection)
    case .keepsSilent:
      var rest = [UInt8](repeating: 0, count: 1024)
      while recv(connection, &rest, rest.count, 0) > 0 {}
    }
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
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
