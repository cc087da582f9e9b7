import ArgumentParser
import JourneyKit

/// The flags of commands that walk scenarios without judging them.
struct WalkFlags: ParsableArguments {
  @OptionGroup var project: ProjectFlags

  @Option(help: ArgumentHelp("How many cases are walked at a time; all cores by default.", valueName: "n"))
  var jobs: Int?

  @Option(help: ArgumentHelp("Seed for random values.", valueName: "n"))
  var seed = Self.usualSeed

  static let usualSeed: UInt64 = 7

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1, not \(jobs).") }
  }

  /// The settings that these flags mean, for these files and folders.
  func settings(of paths: [String]) -> RunSettings {
    var settings = project.settings(of: paths)
    settings.jobs = jobs ?? ProcessEnvironment.cores
    settings.seed = seed
    settings.maildirs = project.maildirs
    return settings
  }
}
