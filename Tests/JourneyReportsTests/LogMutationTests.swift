import Encodings
import JourneyModel
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

/// Logs that no run wrote: every report of them, or an error with its place.
struct LogMutationTests {
  private static let pieces = [
    "\n", "{}\n", #""shard":"1/3","#, #""shard":"9223372036854775807/9223372036854775807","#, #""kind":"scenario-planned","#, "null", "[]",
    "\"", "\\", #""scenario":"x","#, #""attempt":-1,"#, #""v":2,"#, #""outcome":"failed","#, "\u{1B}[31m", "]]>",
  ]

  @Test
  func `any log gives reports or an error`() throws {
    let sources = try [SampleRun.everyVerdict(), .wrongFile()].map { try $0.log.bytes(in: 0..<$0.log.byteCount) }
    let rounds = MutationRounds(usual: 150, of: "logs")
    var random = SeededGenerator(seed: rounds.seed)
    let mutator = ByteMutator(pieces: Self.pieces)
    var read = 0
    for round in 0..<rounds.count {
      let log = LogBytes(mutator.mutated(sources[round % 2], with: sources[(round + 1) % 2], using: &random))
      do {
        let report = try Report(reading: log)
        read += 1
        for format in ReportFormat.allCases {
          try format.writer.write(report) { _ throws(ReportError) in }
        }
        let merge = try LogMerge([log, LogBytes(sources[round % 2])])
        _ = merge.missingShares
        try merge.write { _ throws(ReportError) in }
      } catch let error as EventLogError {
        #expect(!error.message.isEmpty, "seed \(rounds.seed)")
      } catch is ReportError {}
    }
    #expect(read > rounds.count / 20)
  }
}
