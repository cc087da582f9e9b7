/// Takes the next bytes of a report.
public typealias ReportSink = (ArraySlice<UInt8>) throws(ReportError) -> Void

/// Why a report could not be written.
public enum ReportError: Error, Sendable, Hashable {
  /// The event log, which it is made from, cannot be read.
  case log(EventLogError)
  case file(ReportFileError)
  /// The format has one suite a document, and the run has several: it is for a folder.
  case needsFolder
}

extension ReportError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .log(let error): error.description
    case .file(let error): error.description
    case .needsFolder: "the format has one suite per file, and the run has several: write it into a folder"
    }
  }

  /// Runs what reads the log; its error becomes one of reports.
  static func reading<Result>(_ read: () throws(EventLogError) -> Result) throws(ReportError) -> Result {
    do throws(EventLogError) { return try read() } catch { throw .log(error) }
  }

  /// Runs what writes a file; its error becomes one of reports.
  static func writing<Result>(_ write: () throws(ReportFileError) -> Result) throws(ReportError) -> Result {
    do throws(ReportFileError) { return try write() } catch { throw .file(error) }
  }
}
