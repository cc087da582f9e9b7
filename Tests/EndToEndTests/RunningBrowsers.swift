import BrowserEngine
import FoundationEssentials
import JourneyTestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The browsers of a run that are there just now.
enum RunningBrowsers {
  /// Why tests of a real browser are skipped.
  static let missing = "no Chromium and chromedriver on this machine: apt-get install chromium chromium-driver"

  static let areInstalled: Bool = {
    do throws(BrowserPrograms.Missing) {
      _ = try BrowserPrograms.find(ProcessInfo.processInfo.environment)
      return true
    } catch {
      return false
    }
  }()

  /// The variables that the programs are found by.
  static let environment = ["PATH": "/usr/bin:/bin"].merging(
    ProcessInfo.processInfo.environment.filter { $0.key.hasPrefix("JOURNEY_CHROM") }
  ) { _, own in own }

  /// How many processes of the run with this number there are besides itself: chromedriver, and all that it started.
  static func count(of run: Int32) -> Int {
    let marks = ["/journey-\(run)-"]
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.count { name in
      guard name.first?.isNumber == true, let words = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else { return false }
      if String(decoding: words, as: UTF8.self).contains(marks[0]) { return true }
      // chromedriver's words do not tell whose it is, but its variables do.
      let variables = FileManager.default.contents(atPath: "/proc/\(name)/environ").map { String(decoding: $0, as: UTF8.self) } ?? ""
      return variables.contains(marks[0])
    }
  }

  /// Ends the browsers of a run that show pages, and not the driver that they were started by; `false` while there is none.
  static func end(of run: Int32) -> Bool {
    let lines = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { name -> (Int32, String)? in
      guard let number = Int32(name), let words = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else { return nil }
      let line = String(decoding: words, as: UTF8.self)
      return line.contains("/journey-\(run)-") && line.contains("--user-data-dir=") ? (number, line) : nil
    }
    guard lines.contains(where: { $0.1.contains("--type=renderer") }) else { return false }
    // A browser's own processes have a type; they end with it.
    return lines.filter { !$0.1.contains("--type=") }.map { kill($0.0, SIGKILL) }.contains(0)
  }

  /// Whether a folder of the run is left.
  static func hasFolder(of run: Int32, in temporary: String) -> Bool {
    ((try? FileManager.default.contentsOfDirectory(atPath: temporary)) ?? []).contains { $0.hasPrefix("journey-\(run)-") }
  }
}
