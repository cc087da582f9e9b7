import ArgumentParser
import Diagnostics
import JourneyKit

/// What the worlds of a served mock begin with, and how changed files are noticed.
struct MockWorldFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Make codes, tokens and ids the same in every run, and different in each world.", valueName: "number"))
  var seed: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Freeze the clock at this time, e.g. 2027-03-02T10:00:00Z.", valueName: "moment"))
  var clock: String?

  @Option(help: ArgumentHelp("Keep at most this many named worlds; the one that was not used for longest is dropped.", valueName: "number"))
  var worlds = 1024

  @Flag(help: "Read the tenant's files again when they change; every world then starts over.")
  var watch = false

  func validate() throws {
    if worlds < 1 { throw ValidationError("--worlds is a number from 1 on.") }
    if let seed, UInt64(seed) == nil {
      throw ValidationError("--seed '\(seed)': write a whole number from 0 to \(UInt64.max).")
    }
    var settings = ServedMock.Settings()
    if let clock, !settings.stopClock(at: clock) {
      throw ValidationError("--clock '\(clock)': write a moment of the years 1970 to 9999, such as 2027-03-02T10:00:00Z.")
    }
  }

  func apply(to settings: inout ServedMock.Settings) {
    settings.seed = seed.flatMap { UInt64($0) }
    settings.worldLimit = worlds
    if let clock { _ = settings.stopClock(at: clock) }
    if watch { settings.watch = TenantWatch { Self.tell($0) } }
  }

  private static func tell(_ change: TenantWatch.Change) {
    switch change {
    case .served: Console.error("the tenant's files changed: they are served from now on, and every world starts over\n")
    case .refused(let diagnostics):
      Console.error(DiagnosticRenderer(usesColour: ConsoleFlags.usesColour(nil)).render(diagnostics))
      Console.error("the tenant's files changed and are wrong: it is served as it was\n")
    }
  }
}
