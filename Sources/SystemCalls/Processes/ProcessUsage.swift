#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a process took of the machine.
package struct ProcessUsage: Sendable, Hashable {
  /// In user mode and in the kernel, all threads together.
  package var cpu: Duration
  /// The most memory that it ever held, in bytes.
  package var peakMemory: Int

  init(_ usage: rusage) {
    cpu = Self.duration(usage.ru_utime) + Self.duration(usage.ru_stime)
    #if canImport(Darwin)
      peakMemory = usage.ru_maxrss
    #else
      peakMemory = usage.ru_maxrss * 1024
    #endif
  }

  /// Of this process so far.
  package static var own: ProcessUsage {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(RUSAGE_SELF.rawValue, &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return ProcessUsage(usage)
  }

  private static func duration(_ time: timeval) -> Duration {
    .seconds(Int64(time.tv_sec)) + .microseconds(Int64(time.tv_usec))
  }
}

/// How a process ended, and what it took.
package struct ProcessEnding: Sendable, Hashable {
  /// The exit status; `nil` if a signal ended it.
  package var exitStatus: Int32?
  /// The number of the signal that ended it; `nil` if it ended itself.
  package var signal: Int32?
  package var usage: ProcessUsage

  /// The exit status; 128 and the signal's number where a signal ended it, as shells say it.
  package var status: Int { Int(exitStatus ?? 128 + (signal ?? 0)) }

  /// - Parameter status: as `wait4` returns it; the macros of sys/wait.h are not imported by Swift.
  init(_ status: Int32, _ usage: rusage) {
    let number = status & 0x7F
    exitStatus = number == 0 ? (status >> 8) & 0xFF : nil
    signal = number == 0 ? nil : number
    self.usage = ProcessUsage(usage)
  }
}
