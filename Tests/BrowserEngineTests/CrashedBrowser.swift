import FoundationEssentials
import SystemCalls

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A browser that ends in the middle of a walk.
enum CrashedBrowser {
  struct Missing: Error {}

  /// Ends the browsers that a supervisor's driver started, and not the driver.
  static func kill(below supervisor: Int32?) throws {
    guard let supervisor, let table = ProcessTable.current() else { throw Missing() }
    var killed = 0
    for number in table.family(of: supervisor).map(\.identifier) {
      guard let words = FileManager.default.contents(atPath: "/proc/\(number)/cmdline") else { continue }
      let line = String(decoding: words, as: UTF8.self)
      // Its own children have a type; they end with it.
      guard line.contains("--user-data-dir="), !line.contains("--type=") else { continue }
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
