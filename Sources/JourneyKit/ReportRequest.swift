import FoundationEssentials
public import JourneyReports

/// A report that is to be made, and where it goes.
public struct ReportRequest: Sendable {
  public enum Format: Sendable {
    case junit(JUnitDialect)
  }
  let format: Format
  let path: String
  public init(_ format: Format, path: String) { self.format = format; self.path = path }

  /// Writes it; what went wrong.
  public func write(_ report: Report) -> String? {
    var bytes: [UInt8] = []
    do {
      switch format {
      case .junit(let dialect): try JUnitReport(dialect: dialect).write(report) { bytes += $0 }
      }
      try Data(bytes).write(to: URL(filePath: path))
      return nil
    } catch { return "\(error)" }
  }
}
