import ArgumentParser
import JourneyReports

/// The flags that say which reports are written; `run` and `report` share them.
struct ReportFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write JUnit XML; into a folder, marked by a final slash, a TEST-….xml for each scenario file.", valueName: "file"))
  var junit: String?

  @Option(help: "The JUnit dialect: generic, jenkins, ant or surefire, which takes a folder.")
  var junitDialect: JUnitDialect = .generic

  @Option(help: ArgumentHelp("Write a self-contained HTML page that shows each screen.", valueName: "file"))
  var html: String?

  @Option(help: ArgumentHelp("The title of the page of --html, e.g. 'Acme: what users see at sign-in'.", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("Show in the page of --html what changed since an earlier run; takes its event log.", valueName: "log"))
  var since: String?

  @Flag(help: "Include requests and responses in the pages of --html and --attach.")
  var exchanges = false

  @Option(
    help: ArgumentHelp(
      "Write an HTML page for each case that did not pass, and name it in JUnit as its attachment, with the folder as given here.",
      valueName: "folder"))
  var attach: String?

  @Option(help: ArgumentHelp("Write every event as a line of JSON.", valueName: "file"))
  var json: String?

  @Option(help: ArgumentHelp("Write TAP 14.", valueName: "file"))
  var tap: String?

  @Option(
    help: ArgumentHelp("Write a Markdown summary; appended if it is the file of GITHUB_STEP_SUMMARY.", valueName: "file")
  )
  var markdown: String?

  @Flag(help: "Print GitHub annotations at the scenarios' lines.")
  var github = false

  func validate() throws {
    if let attach, CasePages(folder: attach) == nil {
      throw ValidationError("--attach: servers accept no attachment whose path has brackets, bars or line breaks: '\(attach)'.")
    }
    if html == nil, title != nil || since != nil {
      throw ValidationError("--title and --since are for the page of --html: give --html, too.")
    }
    if html == nil, attach == nil, exchanges {
      throw ValidationError("--exchanges is for the pages of --html and --attach: give one of them, too.")
    }
    if let since { try checkLog(since) }
    if let refusal = outputs.refusal(reading: [("--since", since)]) { throw ValidationError(refusal) }
    guard let junit, junitDialect == .surefire, !isFolder(junit) else { return }
    throw ValidationError(
      "--junit-dialect surefire has one suite per file, so --junit takes a folder: write '\(junit)/' for a folder of that name.")
  }

  /// A run of minutes must not end in the news that its old log is not there.
  private func checkLog(_ path: String) throws {
    do throws(EventLogError) { _ = try LogFile(path: path) } catch { throw ValidationError("--since: \(error.message).") }
  }

  private var page: HTMLReport {
    var page = HTMLReport()
    page.title = title
    page.showsExchanges = exchanges
    return page
  }

  private var pages: CasePages? {
    var pages = attach.flatMap { CasePages(folder: $0) }
    pages?.page.showsExchanges = exchanges
    return pages
  }

  /// The requested files.
  var outputs: OutputPaths {
    let folders = OutputPaths().adding("--attach", folder: attach, prefix: "case-", suffix: ".html")
      .adding("--junit", folder: junit.flatMap { isFolder($0) ? $0 : nil }, prefix: "TEST-", suffix: ".xml")
    return ReportFormat.allCases.reduce(folders) { $0.adding("--\($1.rawValue)", path(of: $1)) }
  }

  /// Where a format is to be written; `nil` for one that is not asked for, or is printed.
  private func path(of format: ReportFormat) -> String? {
    switch format {
    case .junit: junit
    case .html: html
    case .json: json
    case .tap: tap
    case .markdown: markdown
    case .github: nil
    }
  }

  /// The requested output.
  var requested: RequestedReports {
    let files = ReportFormat.allCases.compactMap { format in path(of: format).map { file(format, $0) } }
    return RequestedReports(files: files, pages: pages, annotates: github)
  }

  private func file(_ format: ReportFormat, _ path: String) -> RequestedReports.File {
    if format == .junit { return isFolder(path) ? .suites(junitDialect, folder: path) : .junit(junitDialect, path: path) }
    if format == .html { return .page(page, since: since, path: path) }
    if format == .markdown, OutputPaths.isSummary(path) { return .summary(path: path) }
    return .report(format, path: path)
  }

  private func isFolder(_ path: String) -> Bool { path.hasSuffix("/") }
}
