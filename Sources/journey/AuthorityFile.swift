import ArgumentParser
import JourneyReports

/// The file with the certificate that clients of a mock trust.
enum AuthorityFile {
  static func write(_ certificate: String, to path: String) throws {
    do throws(ReportError) {
      _ = try ReportFile.write(to: path) { file throws(ReportError) in try file.write(Array(certificate.utf8)[...]) }
    } catch {
      Console.error("error: \(error)\n")
      throw ExitCode(RunExitCode.reportNotWritten)
    }
  }
}
