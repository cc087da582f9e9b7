import JourneyReports
import JourneyRunner

/// The one table of exit codes; the numbers are a promise.
enum RunExitCode {
  static let passed: Int32 = 0
  static let failed: Int32 = 1
  /// A file is wrong, or nothing is selected.
  static let filesRefused: Int32 = 2
  static let broken: Int32 = 3
  static let usage: Int32 = 64
  static let reportNotWritten: Int32 = 74
  static let interrupted: Int32 = 130
  static let terminated: Int32 = 143

  /// The code of a run; what comes first here wins.
  ///
  /// The verdict comes first, even if reports are missing: a pipeline that tolerates a missing report never tolerates a failure.
  static func of(_ verdict: RunVerdict, reportsWritten: Bool, allowsEmpty: Bool) -> Int32 {
    switch verdict {
    case .interrupted(.interrupted): interrupted
    case .interrupted(.terminated): terminated
    case .filesRefused: filesRefused
    case .empty where !allowsEmpty: filesRefused
    case .broken: broken
    case .failed: failed
    case .passed, .empty: reportsWritten ? passed : reportNotWritten
    }
  }
}
