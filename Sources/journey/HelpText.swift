/// The text of help pages and the manual, except the flags.
enum HelpText {
  /// A name and what it means; a line of a list.
  struct Entry {
    var name: String
    var meaning: String
  }

  static let exitCodes = [
    Entry(name: "\(RunExitCode.passed)", meaning: "all passed"),
    Entry(name: "\(RunExitCode.failed)", meaning: "an expectation failed"),
    Entry(name: "\(RunExitCode.filesRefused)", meaning: "a file has an error, a secret is missing, or nothing is selected"),
    Entry(name: "\(RunExitCode.broken)", meaning: "a journey could not be run"),
    Entry(name: "\(RunExitCode.usage)", meaning: "the command line is wrong"),
    Entry(name: "\(RunExitCode.reportNotWritten)", meaning: "a report could not be written"),
    Entry(name: "\(RunExitCode.interrupted), \(RunExitCode.terminated)", meaning: "interrupted"),
  ]

  static let variables = [
    Entry(name: "CI", meaning: "if it is set, --update-snapshots is refused"),
    Entry(name: "COLUMNS", meaning: "the width of the console's output"),
    Entry(name: "FORCE_COLOR", meaning: "colour even without a terminal"),
    Entry(name: "HTTPS_PROXY", meaning: "ignored: set 'proxy' for a tenant instead"),
    Entry(name: "JOURNEY_CHROMEDRIVER", meaning: "path of chromedriver for 'engine: browser', if not found"),
    Entry(name: "JOURNEY_CHROMIUM", meaning: "path of Chromium for 'engine: browser', if not found"),
    Entry(name: "NO_COLOR", meaning: "no colour, unless --color is given"),
    Entry(name: "SSL_CERT_FILE", meaning: "a file of CA certificates, used instead of the system's"),
    Entry(name: "TMPDIR", meaning: "the folder of temporary files"),
  ]

  /// A command's discussion: its text, then examples, exit codes and variables, as far as there are any.
  static func page(_ text: String, examples: [String] = [], exitCodes: [Entry] = [], variables: [Entry] = []) -> String {
    var parts = [text]
    if !examples.isEmpty { parts.append((["Examples:"] + examples.map { "  \($0)" }).joined(separator: "\n")) }
    if !exitCodes.isEmpty { parts.append(list("Exit codes:", exitCodes)) }
    if !variables.isEmpty { parts.append(list("Environment variables:", variables)) }
    return parts.joined(separator: "\n\n")
  }

  private static func list(_ title: String, _ entries: [Entry]) -> String {
    let width = entries.map(\.name.count).max() ?? 0
    return ([title] + entries.map { "  \($0.name)\(String(repeating: " ", count: width - $0.name.count))  \($0.meaning)" })
      .joined(separator: "\n")
  }
}
