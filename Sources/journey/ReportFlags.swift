import ArgumentParser
import JourneyKit
import JourneyReports

/// The flags that say which reports are written; `run` and `report` take them alike.
struct ReportFlags: ParsableArguments {
  @Option(help: ArgumentHelp("Write JUnit XML; a folder for the surefire dialect.", valueName: "file"))
  var junit: String?

  @Option(help: "The JUnit dialect: generic, jenkins, ant or surefire.")
  var junitDialect: DialectName = .generic

  @Option(help: ArgumentHelp("Write TAP 14.", valueName: "file"))
  var tap: String?

  @Option(help: ArgumentHelp("Write a Markdown summary.", valueName: "file"))
  var markdown: String?

  @Flag(help: "Print GitHub annotations at the scenarios' lines.")
  var github = false

  /// Writes what was asked for; whether all of it could be written.
  func write(_ report: Report) -> Bool {
    let requests = [
      junit.map { ReportRequest(.junit(junitDialect.dialect), path: $0) },
    ].compactMap(\.self)
    let problems = requests.compactMap { $0.write(report) }
    for problem in problems { Console.error("error: \(problem)\n") }
    return problems.isEmpty
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
