import ArgumentParser
import JourneyReports

/// The flags that say which reports are written; `run` and `report` take them alike.
struct ReportFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write JUnit XML; into a folder, written with a slash at its end, a TEST-….xml for each scenario file.", valueName: "file"))
  var junit: String?

  @Option(help: "The JUnit dialect: generic, jenkins, ant or surefire, which takes a folder.")
  var junitDialect: DialectName = .generic

  @Option(help: ArgumentHelp("Write a page with each screen drawn, which needs nothing else to be read.", valueName: "file"))
  var html: String?

  @Option(
    help: ArgumentHelp(
      "Write such a page for each case that did not pass, and name it in JUnit as its attachment, the folder as it is written here.",
      valueName: "folder"))
  var attach: String?

  @Option(help: ArgumentHelp("Write every event as a line of JSON.", valueName: "file"))
  var json: String?

  @Option(help: ArgumentHelp("Write TAP 14.", valueName: "file"))
  var tap: String?

  @Option(
    help: ArgumentHelp("Write a Markdown summary; behind what stands there where it is the file of GITHUB_STEP_SUMMARY.", valueName: "file")
  )
  var markdown: String?

  @Flag(help: "Print GitHub annotations at the scenarios' lines.")
  var github = false

  func validate() throws {
    if let attach, CasePages(folder: attach) == nil {
      throw ValidationError("--attach: servers take no attachment whose path has brackets, bars or line breaks: '\(attach)'.")
    }
    if let junit, junit == "-" { throw ValidationError("--junit takes a file or a folder; write '/dev/stdout' for standard output.") }
    if let refusal = outputs.refusal { throw ValidationError(refusal) }
    guard let junit, junitDialect == .surefire, !isFolder(junit) else { return }
    throw ValidationError(
      "--junit-dialect surefire has one suite a file, so that --junit takes a folder: write '\(junit)/' for a folder of that name.")
  }

  /// The files that are asked for.
  var outputs: OutputPaths {
    OutputPaths().adding("--junit", junit).adding("--html", html).adding("--json", json).adding("--tap", tap)
      .adding("--markdown", markdown)
  }

  /// What is asked for.
  var requested: RequestedReports {
    var files: [RequestedReports.File] = []
    if let junit {
      files.append(isFolder(junit) ? .suites(junitDialect.dialect, folder: junit) : .report(.junit(junitDialect.dialect), path: junit))
    }
    let others: [(path: String?, format: ReportFormat)] = [(html, .html), (json, .json), (tap, .tap)]
    for (path, format) in others { if let path { files.append(.report(format, path: path)) } }
    if let markdown { files.append(isSummary(markdown) ? .summary(path: markdown) : .report(.markdown, path: markdown)) }
    return RequestedReports(files: files, pages: attach.flatMap { CasePages(folder: $0) }, annotates: github)
  }

  /// Whether it is the page that the steps of a GitHub job write one after the other.
  private func isSummary(_ path: String) -> Bool {
    guard let summary = ProcessEnvironment.variables["GITHUB_STEP_SUMMARY"], !summary.isEmpty else { return false }
    return OutputPaths.place(of: path) == OutputPaths.place(of: summary)
  }

  private func isFolder(_ path: String) -> Bool { path.hasSuffix("/") }
}

extension ReportFlags {
  /// The names of JUnit's dialects as the flag takes them.
  enum DialectName: String, ExpressibleByArgument, CaseIterable {
    case generic, jenkins, ant, surefire

    var dialect: JUnitDialect {
      switch self {
      case .generic: .generic
      case .jenkins: .jenkins
      case .ant: .ant
      case .surefire: .surefire
      }
    }
  }
}
