import Diagnostics
import Encodings
import JourneyRunner

/// A run as lines of the Test Anything Protocol, version 14.
public struct TAPReport: ReportWriter {
  private static let detailLimit = 20_000

  public init() {}

  public var content: ReportContent { .text }

  /// Writes the whole document, a point for each wrong file and each case, and a last one for a run that is not all of it.
  public func write(_ report: Report, to sink: ReportSink) throws(ReportError) {
    let shortfall = RunShortfall(report)
    let count = report.refusedFiles.count + report.cases.count + (shortfall == nil ? 0 : 1)
    try sink(bytes("TAP version 14\n1..\(count)" + (count == 0 ? " # SKIP no case to run" : "") + "\n"))
    var number = 0
    for file in report.refusedFiles {
      number += 1
      try sink(bytes(refused(file, number)))
    }
    for reported in report.cases {
      number += 1
      try sink(bytes(try point(reported, number, report)))
    }
    guard let shortfall else { return }
    let details = "  ---\n  message: \(Self.quoted(shortfall.message))\n  severity: error\n  ...\n"
    try sink(bytes("not ok \(count) - \(RunShortfall.name)\n\(details)"))
  }

  private func refused(_ file: RefusedFile, _ number: Int) -> String {
    var text = "not ok \(number) - \(Self.escaped(file.file))\n"
    text += Self.diagnostics(
      message: file.problems.first?.message ?? "the file has errors", severity: "error", file: file.file,
      line: file.problems.first?.place?.line ?? 1, details: file.problems.map(\.rendered).joined())
    return text
  }

  private func point(_ reported: ReportedCase, _ number: Int, _ report: Report) throws(ReportError) -> String {
    let planned = reported.planned
    let label = planned.label.map { "\($0): " } ?? ""
    let title = "\(number) - \(Self.escaped("\(label)\(planned.name) (\(planned.file):\(planned.line))"))"
    let cleanUp = reported.cleanUpProblems.map { "  # clean-up failed: \(HarmlessText.line($0))\n" }.joined()
    switch reported.verdict {
    case .passed: return "ok \(title)\n" + cleanUp
    case .flaky:
      let fails = report.totals.flakyFails
      let note = "  # flaky: passed on attempt \(reported.attempts.count)\(fails ? ", which fails the run" : "")\n"
      return "\(fails ? "not ok" : "ok") \(title)\n" + note + cleanUp
    case .skipped(let reason): return "ok \(title) # SKIP \(Self.escaped(reason))\n" + cleanUp
    case .failed, .broken:
      let text = try ReportError.reading { () throws(EventLogError) in try report.text(of: reported) }
      return "not ok \(title)\n"
        + Self.diagnostics(
          message: text.attempts.last?.reason ?? reported.verdict.name,
          severity: reported.verdict == .broken ? "error" : "fail", file: planned.file, line: planned.line,
          details: text.whole.plain)
    }
  }

  /// A block of YAML: texts in JSON's spelling, which YAML reads as well.
  private static func diagnostics(message: String, severity: String, file: String, line: Int, details: String) -> String {
    var text = "  ---\n  message: \(quoted(HarmlessText.line(message)))\n  severity: \(severity)\n"
    text += "  at:\n    file: \(quoted(HarmlessText.line(file)))\n    line: \(line)\n  details: |\n"
    for line in HarmlessText.ends(of: details, limit: detailLimit).split(separator: "\n", omittingEmptySubsequences: false) {
      text += line.isEmpty ? "\n" : "    \(line)\n"
    }
    return text + "  ...\n"
  }

  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONWriter.append(.string(text), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// In a description `#` would begin a directive.
  private static func escaped(_ text: String) -> String {
    HarmlessText.line(text).reduce(into: "") { $0 += $1 == "#" || $1 == "\\" ? "\\\($1)" : String($1) }
  }

  private func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }
}
