import ArgumentParser
import Diagnostics
import JourneyKit
import JourneyReports

/// `journey heal`: the smallest changes with which scenarios pass that fail because of a name or a label.
struct HealCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heal",
    abstract: "Offer a patch for scenarios that fail because of a name, a label or a screen that asks nothing.",
    discussion: HelpText.page(
      """
      Walks the scenarios and prints the smallest change as a patch, with the reason for each place. Nothing is offered that does \
      not pass with two seeds. What people are asked for, who is let in and what tokens say are never adapted to: such failures \
      are listed with the reason why. Files stay as they are, unless --write is given. On a live tenant it says what it will walk \
      there, and asks, or needs --live.
      """,
      examples: ["journey heal", "journey heal --tenant acme=acme-next > heal.patch", "journey heal journeys/sign-in --write"],
      exitCodes: [
        HelpText.Entry(name: "\(RunExitCode.passed)", meaning: "everything that was walked passes, with the patch if one is printed"),
        HelpText.Entry(name: "\(RunExitCode.failed)", meaning: "a scenario fails that is not mended, or passes with a 'known_issue'"),
        HelpText.Entry(name: "\(RunExitCode.filesRefused)", meaning: "a file has an error, or no scenario is found or walked"),
        HelpText.Entry(name: "\(RunExitCode.broken)", meaning: "a scenario could not be walked"),
        HelpText.Entry(name: "\(RunExitCode.usage)", meaning: "the command line is wrong"),
        HelpText.Entry(name: "\(RunExitCode.reportNotWritten)", meaning: "a file could not be written"),
        HelpText.Entry(name: "\(RunExitCode.interrupted), \(RunExitCode.terminated)", meaning: "interrupted"),
      ])
  )

  @OptionGroup var selection: SelectionFlags

  @Flag(help: "Write the changes into the files.")
  var write = false

  @Flag(help: "Walk the scenarios on live tenants too, without asking.")
  var live = false

  @Option(help: ArgumentHelp("How many cases are walked at a time; all cores by default.", valueName: "n"))
  var jobs: Int?

  @Option(help: ArgumentHelp("Seed for random values; the next one is tried as well.", valueName: "n"))
  var seed: UInt64?

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1, not \(jobs).") }
    _ = try selection.settings()
  }

  func run() async throws {
    var settings = try selection.settings()
    settings.jobs = jobs ?? ProcessEnvironment.cores
    settings.seed = seed
    if settings.policyFile != nil { CommandShield.raise() }
    let run = HealRun(settings)
    if !run.diagnostics.isEmpty {
      Console.error(DiagnosticRenderer(usesColour: ConsoleFlags.usesColour(nil)).render(run.diagnostics))
    }
    if run.isRefused || !run.diagnostics.isEmpty { throw ExitCode(RunExitCode.filesRefused) }
    if let walks = run.liveWalks { try permit(walks) }
    let healing: Healing
    do {
      healing = try await Interruption.guarding(announcing: "the walks are cancelled; interrupt again to end at once") { interruption in
        try await run.walk(interruption: { interruption.cause })
      }
    } catch let failure as RunFailure {
      Console.error("error: \(failure.message)\n")
      throw ExitCode(failure.isUsage ? RunExitCode.usage : RunExitCode.reportNotWritten)
    }
    if healing.isInterrupted { throw ExitCode(RunExitCode.interrupted) }
    Console.output(healing.patch)
    Console.error(HarmlessText.block(healing.summary(isWritten: write), limit: 1_000_000))
    if write { try written(healing) }
    let code = healing.exitCode
    if code != RunExitCode.passed { throw ExitCode(code) }
  }

  /// Asks a person whether live tenants may be walked; without a person they are not.
  private func permit(_ walks: String) throws {
    Console.error(HarmlessText.line(walks) + "\n")
    guard !live else { return }
    guard Console.echoesInput else {
      Console.error("error: nothing is walked: add --live to walk them\n")
      throw ExitCode(RunExitCode.usage)
    }
    Console.error("Walk them? Type yes: ")
    guard readLine()?.lowercased() == "yes" else { throw ExitCode(RunExitCode.usage) }
  }

  private func written(_ healing: Healing) throws {
    do { try healing.write() } catch {
      Console.error("error: nothing is written: \(error)\n")
      throw ExitCode(RunExitCode.reportNotWritten)
    }
  }
}

extension Healing {
  fileprivate var exitCode: Int32 {
    if refused.contains(where: \.isBroken) { return RunExitCode.broken }
    guard refused.isEmpty else { return RunExitCode.failed }
    // What was not walked is not known: like an empty selection, that does not count as a success.
    return walked == 0 ? RunExitCode.filesRefused : RunExitCode.passed
  }

  fileprivate func summary(isWritten: Bool) -> String {
    let failed = mended.count + refused.count
    let left = skipped.map { "not walked: \($0.name)\n  \($0.reason)\n" }.joined()
    guard failed > 0 else {
      return left + "\(walked) scenario\(walked == 1 ? "" : "s") walked\(walked == 0 ? ", so nothing is known" : ", nothing to mend")\n"
    }
    var text = left + refused.map { "not mended: \($0.name)\n  \($0.reason)\n" }.joined()
    text += "\(failed) of \(walked) scenarios failed: \(mended.count) \(mended.count == 1 ? "passes" : "pass") with "
    let done = isWritten ? "the changes, which are written" : "the patch"
    text += mended.isEmpty ? "a change that 'heal' may make\n" : "\(done), with two seeds\n"
    return text
  }
}
