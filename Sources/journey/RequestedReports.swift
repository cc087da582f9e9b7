import JourneyReports

/// The reports that flags ask for.
struct RequestedReports: Sendable {
  enum File: Sendable {
    case report(ReportFormat, path: String)
    case junit(JUnitDialect, path: String)
    /// A JUnit file for each suite.
    case suites(JUnitDialect, folder: String)
    /// One page, which may tell what changed since the run of an older log.
    case page(HTMLReport, since: String?, path: String)
    /// A Markdown summary after what other steps of the job wrote.
    case summary(path: String)
  }

  /// In the order written.
  var files: [File]
  /// Pages of single cases.
  var pages: CasePages?
  /// Whether annotations are printed.
  var annotates: Bool

  /// Writes them all, also where one of them cannot be; whether each could.
  func write(_ report: Report) -> Bool {
    var isWhole = true
    var report = report
    report.hidden = Self.warnOfSecrets
    // A page that could not be written is named by no report.
    var written: CasePages?
    if var pages {
      pages.part = RunPart(of: report)
      if writePages(pages, of: report) { written = pages } else { isWhole = false }
    }
    for file in files where !write(file, of: report, pages: written) { isWhole = false }
    return annotate(report) && isWhole
  }

  /// Removes those of an earlier run, whose verdicts would be taken for this one's if it is killed; a summary of several steps stays.
  func removeEarlier(_ part: RunPart) {
    if var pages {
      pages.part = part
      pages.removeEarlier()
    }
    for file in files {
      switch file {
      case .report(_, let path), .junit(_, let path), .page(_, _, let path): ReportFile.removeEarlier(path)
      case .suites(_, let folder): JUnitFolder(path: folder).removeEarlier(part)
      case .summary: break
      }
    }
  }

  /// Says of each that it cannot be written because the events that it is made from are lost.
  func refuse() {
    for path in paths { Console.error("error: '\(path)' cannot be written: the events of the run could not be stored\n") }
    if annotates { Console.error("error: annotations cannot be printed: the events of the run could not be stored\n") }
  }

  private var paths: [String] {
    let files = files.map { file in
      switch file {
      case .report(_, let path), .junit(_, let path), .suites(_, let path), .page(_, _, let path), .summary(let path): path
      }
    }
    return (pages.map { [$0.folder] } ?? []) + files
  }

  private func writePages(_ pages: CasePages, of report: Report) -> Bool {
    do throws(ReportError) {
      try pages.write(report)
      return true
    } catch {
      Console.error("error: \(error)\n")
      return false
    }
  }

  /// Writes one; says what keeps it from being written or read.
  private func write(_ file: File, of report: Report, pages: CasePages?) -> Bool {
    do throws(ReportError) {
      switch file {
      case .report(let format, let path): try ReportFile.write(report, as: format.writer, to: path)
      case .junit(let dialect, let path):
        let size = try ReportFile.write(report, as: JUnitReport(dialect: dialect, pages: pages), to: path)
        if size > ReportFile.usualLimit { Self.warn(path, "; --junit with a folder writes a file for each scenario file") }
      case .suites(let dialect, let folder):
        let largest = try JUnitFolder(path: folder).write(report, as: JUnitReport(dialect: dialect, pages: pages))
        if largest > ReportFile.usualLimit { Self.warn(folder, "") }
      case .page(var page, let since, let path):
        if let since { page.compare(with: try Self.earlier(since)) }
        try ReportFile.write(report, as: page, to: path)
      case .summary(let path): try SummaryFile(path: path).append(report)
      }
      return true
    } catch {
      Console.error("error: \(error)\n")
      return false
    }
  }

  private static func earlier(_ path: String) throws(ReportError) -> Report {
    do throws(EventLogError) { return try Report(reading: try LogFile(path: path)) } catch { throw .log(error) }
  }

  private static func warnOfSecrets(_ path: String, _ count: Int) {
    let what = count == 1 ? "a text that is a secret of this run" : "\(count) texts that are secrets of this run"
    Console.error("warning: '\(path)' shows '***' for \(what)\n")
  }

  private static func warn(_ path: String, _ remedy: String) {
    Console.error("warning: '\(path)' has more than 30 MB in one file, which GitLab does not read\(remedy)\n")
  }

  private func annotate(_ report: Report) -> Bool {
    guard annotates else { return true }
    do throws(ReportError) {
      try GitHubAnnotations().write(report) { piece throws(ReportError) in
        Console.output(report.redactor.redacted(String(decoding: piece, as: UTF8.self)))
      }
      return true
    } catch {
      Console.error("error: \(error)\n")
      return false
    }
  }
}
