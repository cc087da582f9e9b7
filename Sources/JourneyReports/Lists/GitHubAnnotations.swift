import JourneyRunner

/// Workflow commands that make GitHub show what did not pass at its line.
public struct GitHubAnnotations: Sendable {
  private static let messageLimit = 4000
  private static let mostAnnotations = 200

  public init() {}

  /// Writes a command for each wrong place and each case that did not pass, and a warning for each flaky one and for each
  /// clean-up that went wrong.
  public func write(_ report: Report, to sink: ReportSink) throws(ReportError) {
    var left = Self.mostAnnotations
    for file in report.refusedFiles {
      for problem in file.problems where left > 0 {
        left -= 1
        try sink(
          Self.command("error", file: problem.place?.file ?? file.file, place: problem.place, title: problem.id, problem.message))
      }
    }
    for reported in report.cases where left > 0 && !reported.failedAttempts.isEmpty {
      left -= 1
      try annotate(reported, report, sink)
    }
    for reported in report.cases where left > 0 && !reported.cleanUpProblems.isEmpty {
      left -= 1
      let planned = reported.planned
      let place = Excerpt(file: planned.file, line: planned.line, column: 1, length: 1, text: "")
      let text = reported.cleanUpProblems.joined(separator: "\n")
      try sink(Self.command("warning", file: planned.file, place: place, title: "clean-up failed: \(planned.name)", text))
    }
  }

  private func annotate(_ reported: ReportedCase, _ report: Report, _ sink: ReportSink) throws(ReportError) {
    let failures = try ReportError.reading { () throws(EventLogError) in try report.failures(of: reported) }
    guard let last = failures.last else { return }
    let planned = reported.planned
    let start = Excerpt(file: planned.file, line: planned.line, column: 1, length: 1, text: "")
    switch reported.verdict {
    case .passed, .skipped: return
    case .flaky: try sink(Self.command("warning", file: planned.file, place: start, title: "flaky: \(planned.name)", last.reason))
    case .failed, .broken:
      guard case .failed(let mismatches) = last.outcome.result else {
        let place = last.step?.place ?? start
        return try sink(Self.command("error", file: place.file, place: place, title: "broken: \(planned.name)", last.reason))
      }
      for mismatch in mismatches.prefix(10) {
        let place = mismatch.place ?? last.step?.place ?? start
        var text = "\(mismatch.subject)\nexpected  \(mismatch.expected)\nactual    \(mismatch.actual)"
        if let nearest = mismatch.nearest { text += "\nnearest   \(nearest)" }
        try sink(Self.command("error", file: place.file, place: place, title: planned.name, text))
      }
    }
  }

  private static func command(
    _ level: String, file: String, place: Excerpt?, title: String, _ message: String
  ) -> ArraySlice<UInt8> {
    var text = "::\(level) file=\(property(HarmlessText.line(file)))"
    if let place { text += ",line=\(place.line),col=\(place.column),endColumn=\(place.column + place.length)" }
    text += ",title=\(property(HarmlessText.line(title, limit: 250)))::"
    text += data(HarmlessText.block(message, limit: messageLimit)) + "\n"
    return Array(text.utf8)[...]
  }

  /// As `@actions/core` escapes what stands behind the colons.
  private static func data(_ text: String) -> String { escaped(text, also: []) }

  /// As `@actions/core` escapes the value of a property.
  private static func property(_ text: String) -> String { escaped(text, also: [":", ","]) }

  private static func escaped(_ text: String, also special: Set<Unicode.Scalar>) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where special.contains(scalar): result += "%3A"
      case "," where special.contains(scalar): result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
