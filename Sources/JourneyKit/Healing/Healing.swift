import Diagnostics
import FoundationEssentials
import JourneyHealing
import JourneyReports
import JourneyRunner

/// What fixes the scenarios of a run that failed, and what does not.
public struct Healing: Sendable {
  /// A file that the patch changes.
  public struct ChangedFile: Sendable {
    /// The name under which it is reported.
    public var name: String
    public var before: String
    public var now: String
    /// Why, each as `line: reason`, in the order of the lines as they were when they were changed.
    public var reasons: [String]
    /// Where it lies.
    var path: String
  }

  /// A case that stays as it is, and why.
  public struct Refusal: Sendable {
    public var name: String
    public var reason: String
    /// Whether it could not be walked at all.
    public var isBroken: Bool
  }

  /// A case without a result, and why: it is skipped, every step of it was passed over, or it fails as is known.
  public struct Skipped: Sendable {
    public var name: String
    public var reason: String
  }

  /// How many cases were walked to a verdict.
  public internal(set) var walked = 0
  /// In the order of the plan.
  public internal(set) var skipped: [Skipped] = []
  /// The names of the cases that failed and pass with the patch, with two seeds.
  public internal(set) var mended: [String] = []
  public internal(set) var refused: [Refusal] = []
  /// Sorted by name.
  public internal(set) var files: [ChangedFile] = []
  /// Whether the walks were cancelled, so that nothing is known.
  public internal(set) var isInterrupted = false

  init(of report: Report) {
    for reported in report.cases {
      if case .skipped(let reason) = reported.verdict {
        skipped.append(Skipped(name: reported.planned.name, reason: reason))
      } else {
        walked += 1
      }
      guard reported.planned.knownIssue != nil, reported.verdict == .failed else { continue }
      refused.append(
        Refusal(name: reported.planned.name, reason: "it passes, and is still marked with 'known_issue': remove that", isBroken: false))
    }
  }

  /// The changes as a unified diff, each file with the reasons in front; empty if nothing is fixed.
  ///
  /// `git apply` and `patch` take it as it is.
  public var patch: String {
    files.map { file in
      file.reasons.map { "# \(file.name):\(HarmlessText.line($0))\n" }.joined()
        + UnifiedDiff(from: file.before, to: file.now).text(of: file.name)
    }.joined(separator: "\n")
  }

  /// Writes the changes into the files, all of which must still be as they were read.
  ///
  /// Throws if a file has changed meanwhile, before any is written, or cannot be written.
  public func write() throws {
    for file in files {
      guard try String(contentsOfFile: file.path, encoding: .utf8) == file.before else { throw HealingProblem(file: file.name) }
    }
    for file in files { try ReportFile.write(file.now, to: file.path) }
  }
}

/// A file that has changed since it was walked.
public struct HealingProblem: Error, CustomStringConvertible {
  public let file: String

  public var description: String { "'\(file)' has changed meanwhile" }
}
