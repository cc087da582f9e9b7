#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A signal that a process is sent by its number.
package enum ProcessSignal: Sendable, Hashable, CaseIterable {
  case interrupt, terminate, kill

  package var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .kill: SIGKILL
    }
  }

  /// Has this process do nothing where it comes, which would end it by default.
  package func ignore() { signal(number, SIG_IGN) }

  /// Sends it to a process.
  package func send(to process: Int32) { Self.send(number, to: process) }

  /// Sends any signal to a process.
  package static func send(_ number: Int32, to process: Int32) { _ = systemKill(process, number) }

  private static func systemKill(_ process: Int32, _ number: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.kill(process, number)
    #elseif canImport(Musl)
      Musl.kill(process, number)
    #else
      Darwin.kill(process, number)
    #endif
  }
}

/// The process itself.
package enum OwnProcess {
  package static var identifier: Int32 { getpid() }

  /// Whether it runs as root, whom some programs guard less.
  package static var isOfRoot: Bool { geteuid() == 0 }

  /// Ends it at once.
  package static func exit(_ code: Int32) -> Never { systemExit(code) }

  /// Holds the thread for a moment: five milliseconds.
  static func pause() { usleep(5000) }

  private static func systemExit(_ code: Int32) -> Never {
    #if canImport(Glibc)
      Glibc.exit(code)
    #elseif canImport(Musl)
      Musl.exit(code)
    #else
      Darwin.exit(code)
    #endif
  }
}
