#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The two streams of the process.
enum StandardStream {
  static func output(_ text: String) { put(text, STDOUT_FILENO) }
  static func error(_ text: String) { put(text, STDERR_FILENO) }

  /// Whoever no longer reads misses what is written.
  private static func put(_ text: String, _ descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
