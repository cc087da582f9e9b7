#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the operating system said to a call that failed.
struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A value of `errno`.
  var code: Int32

  /// Of the last call on this thread.
  static var last: SystemError { SystemError(code: errno) }

  var description: String {
    guard let text = strerror(code) else { return "error \(code)" }
    let words = String(cString: text)
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
