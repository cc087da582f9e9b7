import ArgumentParser
import FoundationEssentials
import JourneyReports
import JourneyRunner

/// `journey merge`: one report out of the logs of several runs.
struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Create one report from the event logs of several runs.",
    discussion: HelpText.page(
      """
      For runs that split the cases with --shard, for runs on several tenants or with several labels, whose cases are all \
      kept, and for a run and one that repeated its failures with --rerun-failed. The order of the logs does not matter: \
      each says when its run began. A case that failed in one run and passed in a later one is flaky. The exit code is \
      that of all runs together, and 2 if the log of a shard is missing, if two shards selected different cases or read \
      different files, or if a case failed and something that it reads was changed before it was walked again.
      """, examples: ["journey merge 1.jsonl 2.jsonl --junit reports/journey.xml"])
  )

  @Argument(help: ArgumentHelp("The event logs, in any order.", valueName: "log"))
  var logs: [String]

  @Option(name: .customLong("log"), help: ArgumentHelp("Write the merged event log.", valueName: "file"))
  var keptLog: String?

  @OptionGroup(title: "Reports") var reports: ReportFlags
  @OptionGroup(title: "Console") var console: ConsoleFlags

  @Flag(help: "Make a flaky case fail the run.")
  var failOnFlaky = false

  func validate() throws {
    let outputs = reports.outputs.adding("--log", keptLog)
    if let refusal = outputs.refusal(reading: logs.map { ("the merge", $0) } + [("--since", reports.since)]) {
      throw ValidationError(refusal)
    }
  }

  func run() async throws {
    // A merge that is refused must not leave the reports of an earlier one in the place of its own.
    reports.requested.removeEarlier(RunPart())
    if let keptLog { ReportFile.removeEarlier(keptLog) }
    let merge: LogMerge
    do throws(EventLogError) {
      var parts: [any LogSource] = []
      for path in logs { parts.append(try LogFile(path: path)) }
      merge = try LogMerge(parts, failsOnFlaky: failOnFlaky)
    } catch { throw Self.refusal(error, RunExitCode.usage) }
    reports.requested.removeEarlier(merge.part)
    if let (first, second) = merge.differingShards {
      Console.error(
        """
        error: the shards do not belong together: '\(logs[first])' is \(merge.selection(of: first)), '\(logs[second])' is \
        \(merge.selection(of: second)); run all shards with the same selection\n
        """)
      throw ExitCode(RunExitCode.filesRefused)
    }
    if let (first, second, input) = merge.differingInput {
      Console.error(
        """
        error: the shards do not belong together: \(input.changed) between the runs of '\(logs[first])' and '\(logs[second])'; run all \
        shards on the same files\n
        """)
      throw ExitCode(RunExitCode.filesRefused)
    }
    if let differing = merge.differingCase {
      Console.error(
        """
        error: '\(differing.id)' is not the same case in '\(logs[differing.first])' and '\(logs[differing.second])': \
        \(differing.input.changed) between the two runs; leave the older log out, or give each run its own --label\n
        """)
      throw ExitCode(RunExitCode.filesRefused)
    }
    if merge.hasSeveralSeeds {
      Console.error("warning: the runs have different seeds; give all of them one --seed, so that each case can be repeated\n")
    }
    let (report, isKept) = try merged(merge)
    let written = reports.requested.write(report) && isKept
    let code = RunExitCode.of(report.verdict, reportsWritten: written, allowsEmpty: report.start?.mayBeEmpty ?? false)
    if code != RunExitCode.passed { throw ExitCode(code) }
  }

  /// The report of the merged log, which is shown, and whether the log stays at the requested place.
  private func merged(_ merge: LogMerge) throws -> (report: Report, isKept: Bool) {
    let temporary = FileManager.default.temporaryDirectory.path(percentEncoded: false)
    let path = "\(temporary)/journey-merge-\(UInt64.random(in: 0...UInt64.max)).jsonl"
    do throws(ReportError) { try Self.write(merge, to: path) } catch { throw Self.refusal(error, RunExitCode.reportNotWritten) }
    var isKept = true
    if let keptLog {
      do throws(ReportError) { try Self.write(merge, to: keptLog) } catch {
        Console.error("error: \(error)\n")
        isKept = false
      }
    }
    do throws(EventLogError) {
      let log = try LogFile(path: path)
      Self.remove(path)
      let report = try Report(reading: log)
      try LogReplay.show(log, of: report, console)
      return (report, isKept)
    } catch { throw Self.refusal(error, RunExitCode.reportNotWritten) }
  }

  private static func write(_ merge: LogMerge, to path: String) throws(ReportError) {
    try ReportFile.write(to: path) { file throws(ReportError) in
      try merge.write { piece throws(ReportError) in try file.write(piece) }
    }
  }

  private static func remove(_ path: String) {
    do { try FileManager.default.removeItem(atPath: path) } catch { Console.error("warning: '\(path)' cannot be removed: \(error)\n") }
  }

  private static func refusal(_ error: some Error, _ code: Int32) -> ExitCode {
    Console.error("error: \(error)\n")
    return ExitCode(code)
  }
}

extension RunInput {
  /// That it was changed, as the beginning of a sentence.
  fileprivate var changed: String {
    let name = name ?? ""
    return switch kind {
    case .scenario: "\(name.isEmpty ? "its scenario was" : "scenarios were") changed"
    case .mock: "the mock '\(name)' was changed"
    case .tenant: "the entry of '\(name)' in tenants.yaml was changed"
    case .snapshots: "stored screens were changed"
    }
  }
}
