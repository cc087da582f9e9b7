import ArgumentParser
import Diagnostics
import JourneyKit

/// `journey outcomes`: who is asked for what by the rules of a mock tenant.
struct OutcomesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outcomes",
    abstract: "Show who is asked for what by a tenant's rules.",
    discussion: HelpText.page(
      """
      Without options there is a table for each list of rules, those of administrators' apps first, then what is so in each \
      situation, and what each authenticator counts as. Nothing is walked: the tables hold for all people and situations.

      "The rest" are the people and situations that no rule above took. A row that depends on a flag is not known: the flag \
      stands for something that the configuration does not contain. Set it with --given FLAG=true or --given FLAG=false. \
      For facts that hold names, such as groups and zones, write 'none' for the empty set: --given zones=none. An unknown name \
      of an account, situation, fact or group is an error that lists the known ones.
      """,
      examples: [
        "journey outcomes --tenant workforce", "journey outcomes --client payroll --given zones=none --explain",
        "journey outcomes --weakest", "journey outcomes --format markdown > outcomes.md", "journey outcomes --check outcomes.md",
        "journey outcomes --client portal --people people.csv",
      ],
      exitCodes: [
        HelpText.Entry(name: "\(RunExitCode.passed)", meaning: "shown; with --check nothing differs"),
        HelpText.Entry(name: "\(RunExitCode.failed)", meaning: "the file of --check differs"),
        HelpText.Entry(name: "\(RunExitCode.filesRefused)", meaning: "a file has an error, or the tenant has no rules"),
        HelpText.Entry(
          name: "\(RunExitCode.broken)", meaning: "a row is not known, as it depends on a flag, unless --fail-on never is given"),
        HelpText.Entry(name: "\(RunExitCode.usage)", meaning: "the command line is wrong"),
        HelpText.Entry(name: "\(RunExitCode.reportNotWritten)", meaning: "the file of --check cannot be read"),
      ])
  )

  /// What is reported by the exit code in addition to errors.
  enum FailOn: String, ExpressibleByArgument, CaseIterable {
    case notKnown = "not-known"
    case never
  }

  @Argument(help: "A file or folder of the project.")
  var path = "journeys"

  @Option(help: ArgumentHelp("The tenant; the default one of tenants.yaml if not given.", valueName: "name"))
  var tenant: String?

  @Option(
    help: ArgumentHelp("Join the rules of the session and of this app; may be given several times.", valueName: "app"))
  var client: [String] = []

  @Option(help: ArgumentHelp("With --client: what is asked of people who have signed in to this app before.", valueName: "app"))
  var after: String?

  @Option(
    help: ArgumentHelp(
      "Only for this person, by name or by facts such as groups=Contractors+Vendors; give each further fact in an option of its own.",
      valueName: "person"))
  var who: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only in this situation, by name or by facts such as zones=none; give each further fact in an option of its own.",
      valueName: "situation"))
  var given: [String] = []

  @Option(
    help: ArgumentHelp(
      "Count the people who get each row, with a CSV file of numbers of people, see 'journey people'.", valueName: "file"))
  var people: String?

  @Flag(help: "Add an example to each row, and why the rules above it do not decide there.")
  var explain = false

  @Flag(help: "Show the weakest path into each app, and the rules that allow it, in place of tables.")
  var weakest = false

  @Option(help: ArgumentHelp("Show where rules read this group, zone, authenticator or fact, in place of tables.", valueName: "word"))
  var uses: String?

  @Option(help: "As 'text', 'markdown', 'csv' or 'json'.")
  var format: OutcomesSettings.Format = .text

  @Option(help: ArgumentHelp("Compare the tables with this file, which an earlier call wrote in the same format.", valueName: "file"))
  var check: String?

  @Option(help: "Whether a row that is not known is a failure: 'not-known' or 'never'.")
  var failOn: FailOn = .notKnown

  @OptionGroup var project: ProjectFlags

  func validate() throws {
    if weakest, uses != nil { throw ValidationError("--weakest and --uses show different things: give one of them.") }
    if format != .text, weakest || uses != nil { throw ValidationError("--format is for tables; --weakest and --uses are text.") }
    if uses != nil, !client.isEmpty || !who.isEmpty || !given.isEmpty || explain {
      throw ValidationError("--uses reads all rules: it takes no --client, --who, --given or --explain.")
    }
    if after != nil, client.isEmpty { throw ValidationError("--after needs --client, the app that people go to next.") }
    if after != nil, weakest || explain {
      throw ValidationError("--after is for tables of --client, without --weakest and --explain.")
    }
    if weakest, explain { throw ValidationError("--explain is for tables; --weakest says an example anyway.") }
    if people != nil, weakest || uses != nil {
      throw ValidationError("--people counts the people of tables, and not of --weakest or --uses.")
    }
    if check != nil, weakest || uses != nil { throw ValidationError("--check compares tables, and not --weakest or --uses.") }
  }

  func run() throws {
    let outcomes = OutcomesRun(settings)
    if !outcomes.diagnostics.isEmpty {
      Console.error(DiagnosticRenderer(usesColour: ConsoleFlags.usesColour(nil)).render(outcomes.diagnostics))
    }
    if outcomes.isRefused { throw ExitCode(RunExitCode.filesRefused) }
    if let verified = outcomes.verified { Console.error("note: \(HarmlessText.line(verified))\n") }
    let text =
      weakest
      ? outcomes.weakest()
      : uses.map { outcomes.uses(of: $0) } ?? outcomes.text(format, withFewPeople: check == nil && Console.isOutputTerminal)
    if let check {
      try compare(text, with: check)
    } else {
      Console.output(text)
    }
    if outcomes.isNotKnown, uses == nil, failOn == .notKnown {
      let flags = outcomes.openFlags
      let why = flags.isEmpty ? "the rules combine too many facts" : "it depends on \(flags)"
      Console.error("note: not everything is known, as \(why): exit code \(RunExitCode.broken), unless '--fail-on never' is given\n")
      throw ExitCode(RunExitCode.broken)
    }
  }

  private func compare(_ text: String, with path: String) throws {
    switch StoredOutcomes(text, in: path) {
    case .same: return
    case .different(let lines):
      Console.output(lines.map { $0 + "\n" }.joined())
      throw ExitCode(RunExitCode.failed)
    case .unreadable(let reason):
      Console.error("error: \(reason)\n")
      throw ExitCode(RunExitCode.reportNotWritten)
    }
  }

  private var settings: OutcomesSettings {
    var settings = OutcomesSettings()
    settings.run = project.settings(reading: path)
    settings.tenant = tenant
    settings.clients = client
    settings.after = after
    settings.who = who
    settings.given = given
    settings.explains = explain
    settings.isWeakest = weakest
    settings.uses = uses
    settings.people = people
    return settings
  }
}
