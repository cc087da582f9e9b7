#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a process took of the machine.
struct ProcessUsage: Sendable {
  /// In user mode and in the kernel, all threads together.
  var cpu: Duration
  /// The most memory that it ever held, in bytes.
  var peakMemory: Int

  init(_ usage: rusage) {
    cpu = Self.duration(usage.ru_utime) + Self.duration(usage.ru_stime)
    #if canImport(Darwin)
      peakMemory = usage.ru_maxrss
    #else
      peakMemory = usage.ru_maxrss * 1024
    #endif
  }

  /// Of this process so far.
  static var own: ProcessUsage {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(RUSAGE_SELF.rawValue, &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return ProcessUsage(usage)
  }

  var peakMegabytes: Double { Double(peakMemory) / 1_048_576 }

  private static func duration(_ time: timeval) -> Duration {
    .seconds(Int64(time.tv_sec)) + .microseconds(Int64(time.tv_usec))
  }
}

extension Duration {
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
  var inMilliseconds: Double { inSeconds * 1e3 }
  var inMicroseconds: Double { inSeconds * 1e6 }
}
