import ArgumentParser

/// The command itself: what it measures, one subcommand for each way to look.
@main
struct JourneyBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journey-bench",
    abstract: "Measures how fast scenarios are read, run and reported.",
    discussion: """
      Measurements go to standard output, one JSON object per line; a table for people goes to standard error. Take the
      figures of a release build on a quiet machine: this only measures, and nothing fails for being slow.
      """,
    subcommands: [
      ColdBenchmark.self, WalkBenchmark.self, LoopbackBenchmark.self, CheckBenchmark.self, RulesBenchmark.self, ImportBenchmark.self,
      LogBenchmark.self,
      MemoryBenchmark.self, PagesBenchmark.self, EditorBenchmark.self, PeersBenchmark.self, FloorBenchmark.self,
    ]
  )
}
