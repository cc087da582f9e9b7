import ArgumentParser
import JourneyReports

/// The file with the port of a served mock: empty until it listens, then complete.
struct PortFile {
  private let path: String

  /// Makes the file. Where that cannot be, it is known before anything is served.
  init(path: String) throws {
    self.path = path
    guard write("") else { throw ExitCode(RunExitCode.reportNotWritten) }
  }

  /// Writes the port; a reader never sees half of it.
  func tell(_ port: Int) { _ = write("\(port)\n") }

  private func write(_ text: String) -> Bool {
    do throws(ReportError) {
      _ = try ReportFile.write(to: path) { file throws(ReportError) in try file.write(Array(text.utf8)[...]) }
      return true
    } catch {
      Console.error("error: \(error)\n")
      return false
    }
  }
}
