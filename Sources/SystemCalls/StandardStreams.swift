#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The three streams that a process is meant to be started with.
package enum StandardStreams {
  /// Makes sure of them before anything else is opened.
  ///
  /// A file that was opened in the place of a closed stream would be written what is meant for the stream. And a reader that
  /// went away is reported by the call that writes, instead of by a signal that ends the process before its reports are written.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", O_RDWR) }
  }
}

extension OpenFile {
  /// Writes a text as far as it is read: a reader that went away does not stop the program.
  package func say(_ text: String) {
    do throws(SystemError) { try write(Array(text.utf8)[...]) } catch { return }
  }
}
