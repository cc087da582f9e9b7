package import Dispatch

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
  /// The terminal, or whatever else the process was started from, went away.
  case hangUp

  package var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .kill: SIGKILL
    case .hangUp: SIGHUP
    }
  }

  /// Whether the program that started this process made it ignore the signal, as `nohup` does.
  package var isIgnored: Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      guard let handler = action.__sigaction_u.__sa_handler else { return false }
    #else
      guard let handler = action.__sigaction_handler.sa_handler else { return false }
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Calls a listener for each that comes, from when this returns until the source is cancelled.
  ///
  /// One that comes before is what ends the process by default, and never lost: on Linux a source takes the signal over when it is
  /// registered, which happens on another thread, and would hear nothing of one that was ignored until then.
  package func heard(by listener: @escaping @Sendable () -> Void) async -> any DispatchSourceSignal {
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: DispatchWorkItem(block: listener))
    await withCheckedContinuation { continuation in
      source.setRegistrationHandler(handler: DispatchWorkItem { continuation.resume() })
      source.resume()
    }
    #if canImport(Darwin)
      signal(number, SIG_IGN)
    #endif
    return source
  }

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

  /// Whether it runs as root, for which some programs offer less protection.
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
