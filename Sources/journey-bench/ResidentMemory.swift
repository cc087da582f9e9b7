#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a process holds of the machine's memory at this moment.
enum ResidentMemory {
  /// Of this process, in megabytes; what it ever held at most where the system does not tell.
  static var megabytes: Double {
    #if canImport(Darwin)
      ProcessUsage.own.peakMegabytes
    #else
      Double(pages * sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
    #endif
  }

  #if !canImport(Darwin)
    /// The second number of `/proc/self/statm`.
    private static var pages: Int {
      let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return 0 }
      defer { close(descriptor) }
      let bytes = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
        count = max(read(descriptor, buffer.baseAddress, 256), 0)
      }
      let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ")
      return numbers.count > 1 ? Int(numbers[1]) ?? 0 : 0
    }
  #endif
}
