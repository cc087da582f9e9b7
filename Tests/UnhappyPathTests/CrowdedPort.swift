#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A port of the loopback whose queue is full: a new connection is neither accepted nor refused.
enum CrowdedPort {
  struct Failure: Error {
    let number: Int32
  }

  /// - Parameter body: given the address, without a slash at the end.
  static func with<Outcome>(_ body: (String) async throws -> Outcome) async throws -> Outcome {
    let listener = try stream()
    var descriptors = [listener]
    defer { for descriptor in descriptors { close(descriptor) } }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    try check(named(&address) { pointer, size in bind(listener, pointer, size) })
    try check(listen(listener, 0))
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    try check(named(&address) { pointer, _ in getsockname(listener, pointer, &size) })
    // As many calls as fill the queue; none of them is waited for.
    for _ in 0..<4 {
      let caller = try stream()
      descriptors.append(caller)
      _ = fcntl(caller, F_SETFL, O_NONBLOCK)
      _ = named(&address) { pointer, size in connect(caller, pointer, size) }
    }
    return try await body("http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))")
  }

  private static func stream() throws -> Int32 {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    try check(descriptor)
    return descriptor
  }

  private static func named(_ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }

  private static func check(_ result: Int32) throws {
    guard result >= 0 else { throw Failure(number: errno) }
  }
}
