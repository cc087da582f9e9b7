import Diagnostics
import JourneyRunner

/// A run as Markdown, for the summary page of a job. All text of a tenant or a file is shown as code.
public struct MarkdownReport: ReportWriter {
  /// GitHub takes 1 MiB for a job; what would go beyond is left out, with a note.
  static let usualRoom = 900_000
  private static let detailLimit = 16_000
  private static let maxRows = 1000

  private let room: Int

  public init() { self.init(room: Self.usualRoom) }

  public var content: ReportContent { .text }

  /// - Parameter room: how many bytes may be written, except for the counts, which always are; not above 0 for no more than these.
  init(room: Int) { self.room = room }

  /// Writes the whole document.
  public func write(_ report: Report, to sink: ReportSink) throws(ReportError) {
    var page = Page(room: room)
    try page.put(Self.counts(report), to: sink)
    for file in report.refusedFiles where page.hasRoom {
      try page.put(
        "\n### \(file.isRight ? "Not set, in" : "Wrong file") \(Self.code(file.file))\n\n"
          + Self.fenced(file.problems.map(\.rendered).joined()), to: sink)
    }
    try Self.put(failuresOf: report, on: &page, to: sink)
    try page.put(
      Self.table("Flaky", report, limit: page.maxRows) { $0.verdict == .flaky ? "passed on attempt \($0.attempts.count)" : nil }, to: sink)
    try page.put(
      Self.table("Skipped", report, limit: page.maxRows) { reported in
        if case .skipped(let reason) = reported.verdict { reason } else { nil }
      }, to: sink)
    try page.put(
      Self.table("Clean-up failed", report, limit: page.maxRows) { reported in
        reported.cleanUpProblems.isEmpty ? nil : reported.cleanUpProblems.joined(separator: "; ")
      }, to: sink)
  }

  /// What was written, and what there is room for.
  private struct Page {
    let room: Int
    private var written = 0

    init(room: Int) { self.room = room }

    var hasRoom: Bool { written < room }
    var maxRows: Int { hasRoom ? MarkdownReport.maxRows : 0 }

    mutating func put(_ text: String, to sink: ReportSink) throws(ReportError) {
      written += text.utf8.count
      try sink(Array(text.utf8)[...])
    }
  }

  private static func put(failuresOf report: Report, on page: inout Page, to sink: ReportSink) throws(ReportError) {
    var left = 0
    for reported in report.cases {
      switch reported.verdict {
      case .passed, .skipped, .flaky: continue
      case .failed, .broken: break
      }
      guard page.hasRoom else {
        left += 1
        continue
      }
      let text = try ReportError.reading { () throws(EventLogError) in try report.text(of: reported) }
      let word = reported.verdict == .broken ? "Broken" : "Failed"
      try page.put(
        "\n<details><summary>\(word): \(markup(reported.planned.name))</summary>\n\n" + fenced(text.whole.plain) + "\n</details>\n",
        to: sink)
    }
    if left > 0 { try page.put("\n\(left) more did not pass; this page has no room for them.\n", to: sink) }
  }

  private static func counts(_ report: Report) -> String {
    let totals = report.totals
    var text = "## Journeys\(report.start?.label.map { ": \(code($0))" } ?? "")\n\n"
    if totals.refusedFiles > 0 { text += "**\(totals.refusal): nothing was run.**\n\n" }
    if let interruption = report.interruption { text += "**The run was \(interruption.rawValue).**\n\n" }
    if let note = totals.cleanUpNote { text += "**\(note.prefix(1).uppercased() + note.dropFirst()).**\n\n" }
    text += "| scenarios | passed | failed | broken | flaky | skipped | time |\n| --: | --: | --: | --: | --: | --: | --: |\n"
    text += "| \(totals.cases) | \(totals.passed) | \(totals.failed) | \(totals.broken) | \(totals.flaky) | \(totals.skipped) "
    return text + "| \(DurationWords.short(totals.duration)) |\n"
  }

  private static func table(
    _ title: String, _ report: Report, limit: Int, _ note: (ReportedCase) -> String?
  ) -> String {
    var rows = ""
    var count = 0
    for reported in report.cases {
      guard let note = note(reported) else { continue }
      count += 1
      if count <= limit { rows += "| \(cell(reported.planned.name)) | \(cell(reported.planned.file)) | \(cell(note)) |\n" }
    }
    guard count > 0 else { return "" }
    let rest = count > limit ? "\n… and \(count - limit) more\n" : ""
    return "\n### \(title)\n\n| scenario | file | |\n| --- | --- | --- |\n\(rows)\(rest)"
  }

  /// A span of code that no backtick in the text ends.
  static func code(_ text: String) -> String {
    let line = HarmlessText.line(text, limit: 300)
    let fence = String(repeating: "`", count: longestRun(of: "`", in: line) + 1)
    let needsSpace = line.hasPrefix("`") || line.hasSuffix("`") || line.isEmpty
    return needsSpace ? "\(fence) \(line) \(fence)" : fence + line + fence
  }

  /// A span of code in a cell, which a bar would end.
  private static func cell(_ text: String) -> String {
    code(text).reduce(into: "") { $0 += $1 == "|" ? "\\|" : String($1) }
  }

  private static func markup(_ text: String) -> String {
    HarmlessText.line(text, limit: 300).reduce(into: "<code>") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    } + "</code>"
  }

  /// A block of code that no line of the text ends.
  static func fenced(_ text: String) -> String {
    let block = HarmlessText.ends(of: text, limit: detailLimit)
    let fence = String(repeating: "`", count: max(3, longestRun(of: "`", in: block) + 1))
    return "\(fence)text\n\(block)\(block.hasSuffix("\n") ? "" : "\n")\(fence)\n"
  }

  private static func longestRun(of character: Character, in text: String) -> Int {
    var longest = 0
    var run = 0
    for other in text {
      run = other == character ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
