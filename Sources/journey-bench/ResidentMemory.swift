import SystemCalls

/// What a process holds of the machine's memory at this moment.
enum ResidentMemory {
  /// Of this process, in megabytes; its maximum if the system does not report the current value.
  static var megabytes: Double { pages.map { Double($0 * Machine.pageSize) / 1_048_576 } ?? ProcessUsage.own.peakMegabytes }

  /// The second number of `/proc/self/statm`; `nil` without such a file.
  private static var pages: Int? {
    do throws(SystemError) {
      let file = try OpenFile(reading: "/proc/self/statm")
      defer { file.close() }
      let numbers = String(decoding: try file.read(atMost: 256), as: UTF8.self).split(separator: " ")
      return numbers.count > 1 ? Int(numbers[1]) : nil
    } catch { return nil }
  }
}

extension ProcessUsage {
  var peakMegabytes: Double { Double(peakMemory) / 1_048_576 }
}

extension Duration {
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
  var inMilliseconds: Double { inSeconds * 1e3 }
  var inMicroseconds: Double { inSeconds * 1e6 }
}
