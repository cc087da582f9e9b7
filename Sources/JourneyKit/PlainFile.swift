import JourneyScenario
import SystemCalls

/// A plain file that was looked at and may be read.
struct PlainFile: Sendable, Hashable {
  let path: String
  /// In bytes, when it was looked at: no more is read.
  let size: Int

  /// What it holds; a link that took its place meanwhile is not followed.
  func bytes() throws(ScenarioFileError) -> [UInt8] {
    do throws(SystemError) {
      let file = try OpenFile(reading: path, followsLinks: false, waits: false)
      defer { file.close() }
      return try file.read(upTo: size)
    } catch { throw ScenarioFileError("it cannot be read") }
  }
}
