import Dispatch

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A loopback port that is reserved for the test: closed to callers, or accepting connections without an answer.
struct HeldPort {
  struct Failure: Error {
    let number: Int32
  }

  private let descriptor: Int32
  let number: Int

  var address: String { "http://127.0.0.1:\(number)" }

  /// A port that refuses every connection.
  static func closed<Outcome>(_ body: (HeldPort) async throws -> Outcome) async throws -> Outcome {
    let port = try HeldPort()
    defer { close(port.descriptor) }
    return try await body(port)
  }

  /// A port that accepts connections and never answers.
  static func silent<Outcome>(_ body: (HeldPort) async throws -> Outcome) async throws -> Outcome {
    let port = try HeldPort()
    defer { close(port.descriptor) }
    guard listen(port.descriptor, 16) == 0 else { throw Failure(number: errno) }
    return try await body(port)
  }

  /// Lets the call that is waited for fail, and each one after it.
  func stop() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  private init() throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 ? getsockname(descriptor, address, &size) : -1
      }
    }
    guard result == 0 else { throw Failure(number: errno) }
    number = Int(UInt16(bigEndian: address.sin_port))
  }

  /// Waits for a caller; the connection stays open and silent until the process ends it.
  func call() async throws -> Int32 {
    let descriptor = descriptor
    let connection = await withCheckedContinuation { continuation in
      DispatchQueue(label: "accept").async { continuation.resume(returning: accept(descriptor, nil, nil)) }
    }
    guard connection >= 0 else { throw Failure(number: errno) }
    return connection
  }

  /// Answers each caller on a thread of its own, until the port is stopped: tests that compute for long take none of it.
  func answer(_ answer: @escaping @Sendable (Int32) -> Void) async {
    let descriptor = descriptor
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "callers").async {
        while true {
          let connection = accept(descriptor, nil, nil)
          guard connection >= 0 else { break }
          answer(connection)
        }
        continuation.resume()
      }
    }
  }
}
