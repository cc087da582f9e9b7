import Diagnostics
import JourneyRunner

/// A run as Markdown, for the summary page of a job and for comments. All text of a tenant or a file is shown as code.
///
/// Cases that did not pass for one reason are reported once. The whole is never longer than a comment may be.
public struct MarkdownReport: ReportWriter {
  /// GitHub cuts nothing and takes comments of 65,536 characters at most.
  static let usualRoom = 60_000
  /// So much is kept for notes on what is left out.
  private static let spare = 2_000
  private static let detailLimit = 10_000
  private static let maxRows = 200
  private static let maxMembers = 40

  private let room: Int

  public init() { self.init(room: Self.usualRoom) }

  public var content: ReportContent { .text }

  /// - Parameter room: how many bytes may be written, except for the counts, which always are; not above 0 for no more than these.
  init(room: Int) { self.room = min(room, Self.usualRoom) }

  /// Writes the whole document.
  public func write(_ report: Report, to sink: ReportSink) throws(ReportError) {
    var page = Page(room: room - Self.spare)
    try page.put(Self.counts(report), to: sink)
    try Self.put(report.refusedFiles, on: &page, to: sink)
    try Self.put(failuresOf: report, on: &page, to: sink)
    try Self.put(RunOverview(report), on: &page, to: sink)
    try Self.table("Flaky", report, on: &page, to: sink) { $0.verdict == .flaky ? "passed on attempt \($0.attempts.count)" : nil }
    try Self.table("Skipped", report, on: &page, to: sink) { reported in
      if case .skipped(let reason) = reported.verdict { reason } else { nil }
    }
    try Self.table("Clean-up failed", report, on: &page, to: sink) { reported in
      reported.cleanUpProblems.isEmpty ? nil : reported.cleanUpProblems.joined(separator: "; ")
    }
  }

  /// What was written, and what there is room for.
  private struct Page {
    private let room: Int
    private var written = 0

    init(room: Int) { self.room = room }

    /// Whether so much more can be put.
    func takes(_ text: String) -> Bool { written + text.utf8.count <= room }

    /// Puts what has to be there in any case.
    mutating func put(_ text: String, to sink: ReportSink) throws(ReportError) {
      written += text.utf8.count
      try sink(Array(text.utf8)[...])
    }
  }

  private static func put(_ files: [RefusedFile], on page: inout Page, to sink: ReportSink) throws(ReportError) {
    var left = 0
    for file in files {
      let text =
        "\n### \(file.isRight ? "Not set, in" : "Wrong file") \(code(file.file))\n\n" + fenced(file.problems.map(\.rendered).joined())
      guard page.takes(text) else {
        left += 1
        continue
      }
      try page.put(text, to: sink)
    }
    if left > 0 { try page.put("\n\(left) more files have errors; this page has no room for them.\n", to: sink) }
  }

  private static func put(failuresOf report: Report, on page: inout Page, to sink: ReportSink) throws(ReportError) {
    let list = try FailureGroupList(report)
    var left = list.untold
    for group in list.groups {
      let text = try Self.text(of: group, in: report)
      guard page.takes(text) else {
        left += group.members.count
        continue
      }
      try page.put(text, to: sink)
    }
    if left > 0 { try page.put("\n\(left) more did not pass; this page has no room for them.\n", to: sink) }
  }

  /// How many passed of each subject, tenant and owner.
  private static func put(_ overview: RunOverview, on page: inout Page, to sink: ReportSink) throws(ReportError) {
    for part in overview.parts {
      var text = "\n| \(part.title) | as described | others |\n| --- | --- | --- |\n"
      for row in part.rows { text += "| \(cell(row.name)) | \(row.passed) | \(row.others) |\n" }
      if let rest = part.rest { text += "\n\(rest)\n" }
      if page.takes(text) { try page.put(text, to: sink) }
    }
  }

  /// One reason: the first case in full, the others by name.
  private static func text(of group: FailureGroup, in report: Report) throws(ReportError) -> String {
    let first = report.cases[group.first]
    let failure = try ReportError.reading { () throws(EventLogError) in try report.text(of: first) }
    let word = group.verdict == .broken ? "Broken" : "Failed"
    let others = group.members.dropFirst()
    let what = others.isEmpty ? markup(first.planned.name) : "\(group.members.count) scenarios: \(markup(group.sentence(failure)))"
    var text = "\n<details><summary>\(word): \(what)</summary>\n\n" + fenced(failure.whole.plain)
    if !others.isEmpty { text += "\nSame problem in \(others.count) more \(others.count == 1 ? "case" : "cases"):\n\n" }
    for index in others.prefix(maxMembers) {
      let planned = report.cases[index].planned
      text += "- \(code(planned.name)) \(code("\(planned.file):\(planned.line)"))\n"
    }
    if others.count > maxMembers { text += "- … and \(others.count - maxMembers) more\n" }
    return text + "\n</details>\n"
  }

  private static func counts(_ report: Report) -> String {
    let totals = report.totals
    var text = "## Journeys\(report.start?.label.map { ": \(code($0))" } ?? "")\n\n"
    text += "**\(RunSentence(report).text)** (\(TenantMode(report.start).rawValue))\n\n"
    if let note = totals.note { text += "**\(note.prefix(1).uppercased() + note.dropFirst()).**\n\n" }
    text += "| scenarios | passed | failed | broken | flaky | skipped | time |\n| --: | --: | --: | --: | --: | --: | --: |\n"
    text += "| \(totals.cases) | \(totals.passed) | \(totals.failed) | \(totals.broken) | \(totals.flaky) | \(totals.skipped) "
    return text + "| \(DurationWords.short(totals.duration)) |\n"
  }

  private static func table(
    _ title: String, _ report: Report, on page: inout Page, to sink: ReportSink, _ note: (ReportedCase) -> String?
  ) throws(ReportError) {
    var text = "\n### \(title)\n\n| scenario | file | |\n| --- | --- | --- |\n"
    var count = 0
    var shown = 0
    for reported in report.cases {
      guard let note = note(reported) else { continue }
      count += 1
      let row = "| \(cell(reported.planned.name)) | \(cell(reported.planned.file)) | \(cell(note)) |\n"
      guard shown < maxRows, shown == count - 1, page.takes(text + row) else { continue }
      shown += 1
      text += row
    }
    guard count > 0 else { return }
    if shown == 0 { text = "\n### \(title)\n" }
    try page.put(text + (count > shown ? "\n… and \(count - shown) more\n" : ""), to: sink)
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
      case "`": result += "&#96;"
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
