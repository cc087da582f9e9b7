public import JourneyRunner

/// How many cases had which verdict, and how long the run took.
public struct RunTotals: Sendable, Hashable {
  public var passed = 0
  public var failed = 0
  public var broken = 0
  public var skipped = 0
  public var flaky = 0
  /// Cases without a verdict in the log; they count as skipped too.
  public var unfinished = 0
  /// Whether lines of the log are missing, by the numbers of the others.
  public var hasGaps = false
  /// Whether a case that passed after a failure makes the run fail, as its caller asked for.
  public var failsOnFlaky = false
  /// Cases whose clean-up went wrong, whatever their verdict.
  public var failedCleanUps = 0
  /// Files that could not be run; nothing is walked where there are any.
  public var refusedFiles = 0
  /// Those of them that have errors at places in them; the others ask for values that are not set.
  public var wrongFiles = 0
  /// Errors at no place of a file, such as an option that names a tenant that is not there.
  public var errorsWithoutPlace = 0
  /// Secrets and variables that are not set.
  public var unsetValues = 0
  /// Of the whole run, by the clock.
  public var duration = Duration.zero

  public init() {}

  /// All cases, the skipped ones included.
  public var cases: Int { passed + failed + broken + skipped + flaky }

  /// Whether any case was run to a verdict, as in another run of a merged log where files of this one are wrong.
  package var hasResults: Bool { passed + failed + broken + flaky > 0 }

  /// Counts one file that could not be run.
  public mutating func count(_ file: RefusedFile) {
    refusedFiles += 1
    if file.hasErrors { wrongFiles += 1 }
    errorsWithoutPlace += file.errorsWithoutPlace
    unsetValues += file.unsetValues
  }

  /// Why nothing was run, e.g. `2 files have errors, 1 value is not set`.
  package var refusal: String {
    var parts: [String] = []
    if wrongFiles > 0 { parts.append(wrongFiles == 1 ? "1 file has errors" : "\(wrongFiles) files have errors") }
    if errorsWithoutPlace > 0 {
      parts.append("\(errorsWithoutPlace)\(wrongFiles > 0 ? " other" : "") error\(errorsWithoutPlace == 1 ? "" : "s")")
    }
    if unsetValues > 0 { parts.append(unsetValues == 1 ? "1 value is not set" : "\(unsetValues) values are not set") }
    return parts.joined(separator: ", ")
  }

  /// Counts one case.
  ///
  /// - Parameter isFinished: whether the log has a verdict on it.
  public mutating func count(_ verdict: Verdict, cleanUpFailed: Bool = false, isFinished: Bool = true) {
    if cleanUpFailed { failedCleanUps += 1 }
    if !isFinished { unfinished += 1 }
    switch verdict {
    case .passed: passed += 1
    case .failed: failed += 1
    case .broken: broken += 1
    case .skipped: skipped += 1
    case .flaky: flaky += 1
    }
  }

  /// What counts add to those of the verdicts, e.g. `clean-up failed in 2 scenarios`; `nil` if nothing is to be added.
  var note: String? {
    var parts: [String] = []
    if refusedFiles > 0, hasResults { parts.append("incomplete: \(refusal)") }
    if unfinished > 0 { parts.append("\(Self.scenarios(unfinished)) not finished") }
    if hasGaps { parts.append("lines of the log are missing") }
    if flakyFails { parts.append("\(Self.scenarios(flaky)) flaky, which fails the run") }
    if failedCleanUps > 0 { parts.append("clean-up failed in \(Self.scenarios(failedCleanUps))") }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Whether the run fails because of a flaky case.
  var flakyFails: Bool { failsOnFlaky && flaky > 0 }

  private static func scenarios(_ count: Int) -> String { "\(count) scenario\(count == 1 ? "" : "s")" }
}
