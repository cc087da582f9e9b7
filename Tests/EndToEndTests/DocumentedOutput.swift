import FoundationEssentials
import JourneyTestSupport
import Testing

/// What a command prints, as a page of the documentation shows it; `RECORD_GOLDEN=1` writes it there.
enum DocumentedOutput {
  private static let folder = "Sources/JourneyKit/JourneyKit.docc"

  /// Compares what stands between two marks of a page with what it is to be.
  static func check(_ text: String, in name: String, between begin: String, and end: String) throws {
    let page = try Fixtures.text(of: "\(folder)/\(name)")
    let first = try #require(page.firstRange(of: begin))
    let last = try #require(page[first.upperBound...].firstRange(of: end))
    let written = page[first.upperBound..<last.lowerBound]
    let environment = ProcessInfo.processInfo.environment
    if environment["RECORD_GOLDEN"] == "1", environment["CI"] == nil {
      let changed = page[..<written.startIndex] + text + page[written.endIndex...]
      try String(changed).write(toFile: "\(Fixtures.packageRoot)/\(folder)/\(name)", atomically: true, encoding: .utf8)
    } else {
      #expect(String(written) == text)
    }
  }
}
