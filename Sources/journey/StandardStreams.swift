#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The three streams that a process is meant to be started with.
enum StandardStreams {
  /// Makes sure of them before anything else is opened.
  ///
  /// A file that was opened in the place of a closed stream would be written what is meant for the stream. And a reader that
  /// went away is told by the call that writes, instead of by a signal that ends the process before its reports are written.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", O_RDWR) }
  }
}
