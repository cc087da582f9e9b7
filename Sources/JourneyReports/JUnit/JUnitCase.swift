import Diagnostics
import JourneyModel
import JourneyRunner
import ScreenPages

/// One case with its outcome and what was seen.
struct JUnitCase {
  /// As much as one case may write into the report, in bytes.
  static let outputLimit = 100_000
  /// How much of one attempt is written after its message, in bytes.
  private static let textLimit = 60_000
  private static let messageLimit = 900

  private let reported: ReportedCase
  private let name: JUnitNames.Name
  private let dialect: JUnitDialect
  private let pages: CasePages?
  private let report: Report
  private let failures: [FailedAttempt]
  private let output: String
  private let screens: [String]

  init(
    _ reported: ReportedCase, _ name: JUnitNames.Name, _ report: Report, _ dialect: JUnitDialect, _ pages: CasePages?
  ) throws(ReportError) {
    self.reported = reported
    self.name = name
    self.dialect = dialect
    self.pages = pages
    self.report = report
    failures = try ReportError.reading { () throws(EventLogError) in try report.failures(of: reported) }
    output = dialect.hasAttempts ? try Self.transcript(of: reported, report) : ""
    var screens: [String] = []
    if dialect.describesCases, let last = reported.attempts.last {
      screens = try ReportError.reading { () throws(EventLogError) in try report.screensWalked(last, in: reported) }
    }
    self.screens = screens
  }

  /// What happened on all walks of a case, a line for each happening.
  static func transcript(of reported: ReportedCase, _ report: Report) throws(ReportError) -> String {
    var lines: [String] = []
    for attempt in reported.attempts {
      lines += try ReportError.reading { () throws(EventLogError) in try report.transcript(of: attempt, in: reported) }
    }
    return HarmlessText.ends(of: lines.joined(separator: "\n"), limit: outputLimit)
  }

  /// The case as all dialects but the last detail have it: attributes, properties, outcome, output.
  var element: MarkupElement {
    var element = Self.bare(name, DurationWords.seconds(reported.duration))
    if dialect.describesCases {
      element.set("file", JUnitNames.cut(reported.planned.file, JUnitNames.maxFileLength))
      element.set("line", reported.planned.line)
    }
    if dialect.datesCases, let first = reported.attempts.first {
      element.set("timestamp", RunTime.text(report.start, after: first.startedAt))
    }
    if dialect.describesCases { element.add(JUnitProperties.element(of: reported, screens: screens)) }
    addOutcome(to: &element)
    addOutput(to: &element)
    return element
  }

  /// What happened on the walks, and the page that shows it; nothing if cases have no output.
  private func addOutput(to element: inout MarkupElement) {
    let page = dialect.hasAttempts ? pages?.path(of: reported) : nil
    if !output.isEmpty || page != nil {
      var out = MarkupElement("system-out", text: output)
      if let page { out.add(attachment: page) }
      element.add(out)
    }
    guard dialect.hasAttempts, let problems = Self.cleanUpText(of: reported) else { return }
    element.add(MarkupElement("system-err", text: problems))
  }

  /// What went wrong while the case was cleaned up; `nil` if nothing did.
  static func cleanUpText(of reported: ReportedCase) -> String? {
    guard !reported.cleanUpProblems.isEmpty else { return nil }
    let lines = reported.cleanUpProblems.map { "clean-up failed: \(HarmlessText.line($0))" }
    return HarmlessText.ends(of: lines.joined(separator: "\n"), limit: outputLimit)
  }

  /// In the order of the Surefire schema: failure, reruns, flaky ones, skipped, error.
  private func addOutcome(to element: inout MarkupElement) {
    let primary = failures.firstIndex { $0.isBroken == (reported.verdict == .broken) } ?? failures.startIndex
    let others = failures.indices.filter { $0 != primary }.map { failures[$0] }
    switch reported.verdict {
    case .passed: break
    case .flaky where report.totals.flakyFails:
      element.add(outcome("failure", at: primary))
      addReruns(others, to: &element)
    case .flaky:
      guard dialect.hasAttempts else { return }
      for failure in failures { element.add(rerun("flakyFailure", failure)) }
    case .failed:
      element.add(outcome("failure", at: primary))
      addReruns(others, to: &element)
    case .broken:
      addReruns(others, to: &element)
      element.add(outcome("error", at: primary))
    case .skipped(let reason):
      let isText = dialect.skipReason == .attributeAndText
      var skipped = isText ? MarkupElement("skipped", text: Self.message(reason)) : MarkupElement("skipped")
      if dialect.skipReason != .attributeUnlessEmpty || !reason.isEmpty { skipped.set("message", Self.message(reason)) }
      element.add(skipped)
    }
  }

  private func addReruns(_ failures: [FailedAttempt], to element: inout MarkupElement) {
    guard dialect.hasAttempts else { return }
    for failure in failures { element.add(rerun("rerunFailure", failure)) }
  }

  private func outcome(_ name: String, at index: Int) -> MarkupElement {
    guard failures.indices.contains(index) else {
      var element = MarkupElement(name, text: "The log does not say why.")
      element.set("message", "\(reported.verdict.name), and the log does not say why")
      element.set("type", reported.verdict.name)
      return element
    }
    var element = MarkupElement(name, text: text(of: failures[index]))
    element.set("message", Self.message(failures[index].reason))
    element.set("type", failures[index].type)
    return element
  }

  private func rerun(_ name: String, _ failure: FailedAttempt) -> MarkupElement {
    var element = MarkupElement(name)
    element.set("message", Self.message(failure.reason))
    element.set("type", failure.type)
    element.add(MarkupElement("stackTrace", text: text(of: failure)))
    return element
  }

  private func text(of attempt: FailedAttempt) -> String {
    var text = FailureText(
      planned: reported.planned, id: reported.id, verdict: attempt.isBroken ? .broken : .failed, attempts: [attempt],
      seed: report.start?.seed, againArguments: report.start?.again ?? [])
    if reported.attempts.count > 1 { text.attemptNote = "attempt \(attempt.number) of \(reported.attempts.count)" }
    return HarmlessText.ends(of: "\n" + text.whole.plain, limit: Self.textLimit)
  }

  /// One line, never empty.
  private static func message(_ text: String) -> String {
    let line = HarmlessText.line(text, limit: messageLimit)
    return line.isEmpty ? "no reason given" : line
  }

  private static func bare(_ name: JUnitNames.Name, _ time: String) -> MarkupElement {
    var element = MarkupElement("testcase")
    element.set("name", name.name)
    element.set("classname", name.className)
    element.set("time", time)
    return element
  }

  /// A file that cannot be run, as a case that ends in an error.
  static func element(of file: RefusedFile, name: JUnitNames.Name, _ dialect: JUnitDialect) -> MarkupElement {
    var element = bare(name, DurationWords.seconds(milliseconds: 0))
    let first = file.problems.first
    if dialect.describesCases {
      element.set("file", JUnitNames.cut(file.file, JUnitNames.maxFileLength))
      element.set("line", first?.place?.line ?? 1)
    }
    let more = file.problems.count > 1 ? " (and \(file.problems.count - 1) more)" : ""
    let rendered = "\n" + file.problems.map(\.rendered).joined(separator: "\n")
    var error = MarkupElement("error", text: HarmlessText.ends(of: rendered, limit: outputLimit))
    error.set("message", message((first?.message ?? "the file has errors") + more))
    error.set("type", "wrong-file")
    element.add(error)
    return element
  }

  /// A run that is not all of it as a case that could not run.
  static func element(of shortfall: RunShortfall, name: JUnitNames.Name) -> MarkupElement {
    var element = bare(name, DurationWords.seconds(milliseconds: 0))
    var error = MarkupElement("error", text: shortfall.message)
    error.set("message", message(shortfall.message))
    error.set("type", shortfall.kind)
    element.add(error)
    return element
  }
}

extension FailedAttempt {
  /// From the fixed lists of kinds.
  fileprivate var type: String {
    switch outcome.result {
    case .broken(let breakage): breakage.kind.rawValue
    case .failed(let mismatches): mismatches.first?.kind.rawValue ?? "failed"
    case .passed: "passed"
    case .skipped: "skipped"
    }
  }
}
