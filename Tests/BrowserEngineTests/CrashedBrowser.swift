import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A browser that ends in the middle of a walk.
enum CrashedBrowser {
  struct Missing: Error {}

  /// Ends the browsers of this process, and not the driver that they were started by.
  static func kill() throws {
    var killed = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
      guard let number = Int32(name), let words = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else { continue }
      let line = String(decoding: words, as: UTF8.self)
      // Its own children have a type; they end with it.
      guard line.contains("/journey-\(getpid())-"), line.contains("--user-data-dir="), !line.contains("--type=") else { continue }
      guard signal(number, SIGKILL) == 0 else { continue }
      killed += 1
    }
    guard killed > 0 else { throw Missing() }
  }

  private static func signal(_ process: Int32, _ signal: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.kill(process, signal)
    #else
      Darwin.kill(process, signal)
    #endif
  }
}
