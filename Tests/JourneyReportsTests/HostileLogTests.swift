import JourneyModel
import JourneyReports
import JourneyRunner
import Testing

/// Logs that no run wrote: what a report or a merge reads may come from anywhere.
struct HostileLogTests {
  private static let text: String = {
    do { return String(decoding: try bytes(of: SampleRun.everyVerdict().log), as: UTF8.self) } catch { return "" }
  }()

  private static func bytes(of log: LogBytes) throws -> [UInt8] { try log.bytes(in: 0..<log.byteCount) }

  /// Every report that is made of a log, and a merge of it.
  private static func readAll(_ text: String) throws {
    let log = LogBytes(Array(text.utf8))
    let report = try Report(reading: log)
    for format in ReportFormat.allCases {
      try format.writer.write(report) { _ throws(ReportError) in }
    }
    let merge = try LogMerge([log, log])
    _ = merge.missingShares
    try merge.write { _ throws(ReportError) in }
  }

  @Test(arguments: [
    (#""t":[0-9.]+"#, #""t":1000000000000000000"#), (#""t":[0-9.]+"#, #""t":9223372036854775807"#), (#""t":[0-9.]+"#, #""t":1e400"#),
    (#""duration":[0-9.]+"#, #""duration":1000000000000000000"#), (#""duration":[0-9.]+"#, #""duration":-1"#),
    (#""duration":[0-9.]+"#, #""duration":9e99"#), (#""startedAt":[0-9]+"#, #""startedAt":9223372036854775807"#),
    (#""startedAt":[0-9]+"#, #""startedAt":-9223372036854775808"#), (#""jobs":[0-9]+"#, #""jobs":9223372036854775807"#),
    (#""line":[0-9]+"#, #""line":9223372036854775807"#), (#""column":[0-9]+"#, #""column":9223372036854775807"#),
    (#""length":[0-9]+"#, #""length":9223372036854775807"#), (#""length":[0-9]+"#, #""length":-5"#),
    (#""attempts":[0-9]+"#, #""attempts":9223372036854775807"#), (#""seq":[0-9]+"#, #""seq":-1"#),
    (#""attempt":[0-9]+"#, #""attempt":9223372036854775807"#), (#""attempt":[0-9]+"#, #""attempt":-9223372036854775808"#),
  ])
  func `a number that no run can have is refused or shown, and nothing traps`(pattern: String, replacement: String) throws {
    let changed = Self.text.replacing(try Regex(pattern), with: replacement)
    #expect(changed != Self.text)
    do { try Self.readAll(changed) } catch let error as EventLogError { #expect(error.offset != nil) } catch is ReportError {}
  }

  @Test(arguments: [
    "9223372036854775807/9223372036854775807", "1/9223372036854775807", "0/0", "0/4", "5/4", "-1/-1", "1/1000001", "1/2/3", "x",
  ])
  func `a share that cannot be is refused`(share: String) throws {
    let head = try #require(Self.text.split(separator: "\n").first)
    let changed = Self.text.replacing(head, with: head.dropLast() + #","shard":"\#(share)"}"#)
    let error = #expect(throws: EventLogError.self) { try LogMerge([LogBytes(Array(changed.utf8))]) }
    #expect(error?.message == "'\(share)' is not a shard of a run")
  }

  /// A log of one line that is never read as a whole.
  private struct LongLine: LogSource {
    let byteCount = 200_000_000
    func bytes(in range: Range<Int>) throws(EventLogError) -> [UInt8] { Array(repeating: UInt8(ascii: "x"), count: range.count) }
  }

  @Test func `a line that is too long is refused where it begins, and not read to its end`() throws {
    var reader = EventLogReader(LongLine())
    let error = #expect(throws: EventLogError.self) { _ = try reader.next() }
    #expect(error == EventLogError(offset: 0, message: "the line has more than 67108864 bytes"))
    #expect(throws: EventLogError.self) { try LogMerge([LongLine()]) }
  }

  @Test func `times that another tool rewrote mean the same`() throws {
    var run = SampleRun()
    run.add(.attemptStarted(), after: .microseconds(50))
    let text = String(decoding: try Self.bytes(of: run.log), as: UTF8.self)
    for (written, rewritten) in [("0.00405", "4.05e-03"), ("0.00405", "405E-5"), ("0.00405", "0.00405000")] {
      let changed = text.replacing("\"t\":\(written)", with: "\"t\":\(rewritten)")
      #expect(changed != text)
      var reader = EventLogReader(LogBytes(Array(changed.utf8)))
      var times: [Duration] = []
      while let event = try reader.next() { times.append(event.event.time) }
      #expect(times.last == .microseconds(4050), "\(rewritten)")
    }
  }

  @Test func `a log whose numbers and blanks another tool rewrote gives the same verdicts`() throws {
    let rewritten = Self.text.replacing(#/"t":([0-9.]+)/#) { "\"t\": \($0.output.1)e0" }.replacing(#/"seq":([0-9]+)/#) {
      "\"seq\": \($0.output.1).0"
    }
    let (before, after) = (try Report(reading: LogBytes(Array(Self.text.utf8))), try Report(reading: LogBytes(Array(rewritten.utf8))))
    #expect(after.cases.map(\.verdict) == before.cases.map(\.verdict) && !before.cases.isEmpty)
    #expect(after.totals == before.totals)
  }
}
