import ArgumentParser
import Diagnostics
import JourneyKit
import JourneyReports

/// `journey people`: makes numbers of people of the reports of a directory.
struct PeopleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "people",
    abstract: "Count the people of a directory's CSV reports, for --people.",
    discussion: HelpText.page(
      """
      Reads CSV reports of a directory and writes how many people have the same groups, authenticators and facts: a file for \
      --people of 'journey diff' and 'journey outcomes'. Nothing is sent. What identifies a person joins the lines about one person, \
      and is in no output and no message.

      A report may have a line for each person, with several names in a cell, or a line for each person and group. Columns \
      that are not named are looked for by their names, and what was found is printed. The formats of vendors' reports were not seen: \
      look at the first line of yours. Cells are separated by ',', ';' or tabs.
      """,
      examples: [
        "journey people users.csv --person login --groups groups --out people.csv",
        "journey people members.csv factors.csv --person login --groups group --factors factor --rename 'Okta Verify=okta_verify' "
          + "--tenant workforce=workforce-next --out people.csv",
        "journey diff --tenant workforce=workforce-next --people people.csv",
      ],
      exitCodes: [
        HelpText.Entry(name: "\(RunExitCode.passed)", meaning: "written"),
        HelpText.Entry(name: "\(RunExitCode.filesRefused)", meaning: "a report or the project has an error; nothing is written"),
        HelpText.Entry(name: "\(RunExitCode.usage)", meaning: "the command line is wrong"),
        HelpText.Entry(name: "\(RunExitCode.reportNotWritten)", meaning: "the file cannot be written"),
      ])
  )

  @Argument(help: ArgumentHelp("The CSV reports, in UTF-8.", valueName: "report"))
  var reports: [String]

  @Option(
    help: ArgumentHelp(
      "The column that identifies a person; several times if reports call it differently. Letters of either case are the same in it.",
      valueName: "column"))
  var person: [String] = []

  @Option(help: ArgumentHelp("The column with groups; several times if reports call it differently.", valueName: "column"))
  var groups: [String] = []

  @Option(help: ArgumentHelp("The column with authenticators; several times if reports call it differently.", valueName: "column"))
  var factors: [String] = []

  @Option(
    help: ArgumentHelp("A fact of accounts that rules read, with its column; may be given several times.", valueName: "fact=column"))
  var fact: [String] = []

  @Option(help: ArgumentHelp("What is between several names in a cell.", valueName: "text"))
  var separator = ";"

  @Option(
    help: ArgumentHelp(
      "What the tenant calls a group, an authenticator or a word, several joined by '+'; may be given several times.",
      valueName: "old=new"))
  var rename: [String] = []

  @Option(
    help: ArgumentHelp(
      "The tenant whose rules are asked, or two, e.g. acme=acme-next: groups that no rule reads are left out, and names are checked.",
      valueName: "name"))
  var tenant: [String] = []

  @Option(name: .customLong("in"), help: ArgumentHelp("With --tenant: a file or folder of the project.", valueName: "folder"))
  var folder = "journeys"

  @Option(help: ArgumentHelp("Write to this file; to standard output if not given.", valueName: "file"))
  var out: String?

  @OptionGroup var project: ProjectFlags

  func validate() throws {
    if reports.isEmpty { throw ValidationError("Name the CSV reports.") }
    for text in fact where text.pair == nil { throw ValidationError("--fact takes FACT=COLUMN, not '\(HarmlessText.line(text))'.") }
    var names: Set<String> = ["groups", "factors", "count"]
    for (name, _) in fact.compactMap(\.pair) where !names.insert(name).inserted {
      throw ValidationError("--fact: '\(HarmlessText.line(name))' is a column of the file already.")
    }
    for text in rename where text.lastPair == nil { throw ValidationError("--rename takes OLD=NEW, not '\(HarmlessText.line(text))'.") }
    if let out, !PeopleReportRun.mayReplace(out) {
      throw ValidationError("--out would overwrite '\(HarmlessText.line(out))', which is not a file of numbers of people.")
    }
    let places = reports.map(OutputPaths.place)
    if let out, places.contains(OutputPaths.place(of: out)) {
      throw ValidationError("--out would overwrite '\(HarmlessText.line(out))', which is read: give it a file of its own.")
    }
  }

  func run() throws {
    let made = PeopleReportRun(settings)
    for note in made.notes { Console.error("note: \(HarmlessText.line(note))\n") }
    if !made.diagnostics.isEmpty {
      Console.error(DiagnosticRenderer(usesColour: ConsoleFlags.usesColour(nil)).render(made.diagnostics))
    }
    if made.isRefused { throw ExitCode(RunExitCode.filesRefused) }
    guard let out else { return Console.output(made.text) }
    try OutputPaths.write(made.text, to: out)
  }

  private var settings: PeopleReportSettings {
    var settings = PeopleReportSettings()
    settings.run = project.settings(reading: folder)
    (settings.reports, settings.person, settings.groups, settings.factors) = (reports, person, groups, factors)
    settings.facts = fact.compactMap(\.pair).map { (name: $0.0, column: $0.1) }
    settings.renames = rename.compactMap(\.lastPair).map { (old: $0.0, new: $0.1) }
    settings.separator = separator
    settings.tenants = tenant.map(TenantOverride.init).flatMap { [$0.tenant, $0.target].compactMap(\.self) }
    return settings
  }
}

extension String {
  /// What is in front of the first `=` and behind it.
  fileprivate var pair: (String, String)? {
    firstIndex(of: "=").flatMap { $0 == startIndex ? nil : (String(self[..<$0]), String(self[index(after: $0)...])) }
  }

  /// The same of the last one; in front of it there may be nothing.
  fileprivate var lastPair: (String, String)? {
    lastIndex(of: "=").flatMap { index(after: $0) == endIndex ? nil : (String(self[..<$0]), String(self[index(after: $0)...])) }
  }
}
