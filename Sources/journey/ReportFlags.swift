import ArgumentParser
import JourneyReports

/// The flags that say which reports are written; `run` and `report` take them alike.
struct ReportFlags: ParsableArguments {
  @Option(help: ArgumentHelp("Write JUnit XML.", valueName: "file"))
  var junit: String?

  @Option(help: "The JUnit dialect: generic, jenkins, ant or surefire.")
  var junitDialect: DialectName = .generic

  @Option(help: ArgumentHelp("Write every event as a line of JSON.", valueName: "file"))
  var json: String?

  @Option(help: ArgumentHelp("Write TAP 14.", valueName: "file"))
  var tap: String?

  @Option(help: ArgumentHelp("Write a Markdown summary.", valueName: "file"))
  var markdown: String?

  @Flag(help: "Print GitHub annotations at the scenarios' lines.")
  var github = false

  /// Writes what was asked for; whether all of it could be written.
  func write(_ report: Report) -> Bool {
    var requests: [(format: ReportFormat, path: String)] = []
    if let junit { requests.append((.junit(junitDialect.dialect), junit)) }
    if let json { requests.append((.json, json)) }
    if let tap { requests.append((.tap, tap)) }
    if let markdown { requests.append((.markdown, markdown)) }
    var isWhole = true
    for request in requests {
      do throws(ReportError) {
        let bytes = try ReportFile.write(report, as: request.format, to: request.path)
        if bytes > ReportFile.usualLimit { Console.error("warning: '\(request.path)' has more than 30 MB, which GitLab does not read\n") }
      } catch {
        Console.error("error: \(error)\n")
        isWhole = false
      }
    }
    return annotate(report) && isWhole
  }

  private func annotate(_ report: Report) -> Bool {
    guard github else { return true }
    do throws(ReportError) {
      try ReportFormat.github.write(report) { piece throws(ReportError) in
        guard !report.redactor.findsSecret(in: piece) else { throw .file(ReportFileError(path: "--github", .holdsSecret)) }
        Console.output(String(decoding: piece, as: UTF8.self))
      }
      return true
    } catch {
      Console.error("error: \(error)\n")
      return false
    }
  }
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
