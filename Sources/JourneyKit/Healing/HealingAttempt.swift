import Diagnostics
import FoundationEssentials
import JourneyHealing
import JourneyRunner
import JourneyScenario

/// The changes found so far, and the cases that are given up.
struct HealingAttempt {
  private(set) var drafts: [String: String] = [:]
  /// Why, by case.
  private(set) var refused: [String: String] = [:]
  /// Whether a case was given up that an earlier attempt tried to fix.
  private(set) var hasNewRefusals = false
  /// Whether the last round changed anything.
  private(set) var isChanged = false
  private var reasons: [String: [String]] = [:]
  private let failing: Set<String>
  private let broken: Set<String>

  init(failing: FailureListener, refused: [String: String] = [:]) {
    self.failing = Set(failing.failures.keys)
    self.refused = refused
    broken = Set(failing.failures.filter { $0.value.breakage != nil }.keys)
  }

  mutating func refuse(_ id: String, _ reason: String) {
    guard refused[id] == nil else { return }
    refused[id] = reason
    hasNewRefusals = true
  }

  mutating func refuseAll(_ reason: String) {
    for id in failing.sorted() { refuse(id, reason) }
  }

  /// Finds what fixes the failed step of each case, and makes the changes.
  mutating func mend(_ failures: [String: FailureListener.Failure], cases: [PlannedCase]) {
    isChanged = false
    var proposals: [(id: String, edits: [HealingEdit])] = []
    // In the order of the plan, so that the outcome does not hang on what ended first.
    for planned in cases {
      guard let failure = failures[planned.id] else { continue }
      if let breakage = failure.breakage {
        refuse(planned.id, "it could not be walked: \(breakage)")
        continue
      }
      let (step, others) = planned.step(failure.step)
      let failed = FailedStep(step: step, screen: failure.screen, mismatches: failure.mismatches, screensOfOthers: others)
      switch StepHealer(failed).remedy() {
      case .refused(let reason): refuse(planned.id, step.map { "\($0.range): \(reason)" } ?? reason)
      case .edits(let found): proposals.append((planned.id, found))
      }
    }
    let edits = agreed(proposals)
    for (file, found) in edits {
      guard let text = DraftFile.text(of: file, with: found) else { continue }
      drafts[file.name] = text
      isChanged = true
      for edit in found.sorted(by: { $0.range.start < $1.range.start }) {
        let reason = "\(edit.range.start.line): \(edit.reason)"
        if reasons[file.name]?.contains(reason) != true { reasons[file.name, default: []].append(reason) }
      }
    }
  }

  /// A place of a file, whichever of the cases it was read for.
  private struct Place: Hashable {
    var file: String
    var start: SourcePosition
    var end: SourcePosition

    init(_ range: SourceRange) {
      (file, start, end) = (range.file.name, range.start, range.end)
    }
  }

  /// The changes by file, each once; cases whose walks want different texts at one place are refused.
  private mutating func agreed(_ proposals: [(id: String, edits: [HealingEdit])]) -> [SourceFile: [HealingEdit]] {
    var wanted: [Place: Set<String>] = [:]
    for edit in proposals.flatMap(\.edits) { wanted[Place(edit.range), default: []].insert(edit.replacement) }
    var files: [String: SourceFile] = [:]
    var edits: [SourceFile: [HealingEdit]] = [:]
    var made: Set<Place> = []
    for proposal in proposals {
      if let edit = proposal.edits.first(where: { (wanted[Place($0.range)]?.count ?? 0) > 1 }) {
        refuse(proposal.id, "\(edit.range): walks differ in what this place would have to say: \(edit.reason)")
        continue
      }
      for edit in proposal.edits where made.insert(Place(edit.range)).inserted {
        let file = files[edit.range.file.name] ?? edit.range.file
        files[file.name] = file
        edits[file, default: []].append(edit)
      }
    }
    return edits
  }

  /// Adds the result to the report.
  func report(in healing: inout Healing, names: [String: String], files: ProjectFiles) {
    healing.mended = failing.filter { refused[$0] == nil }.sorted().map { names[$0] ?? $0 }
    healing.refused += refused.keys.sorted().map { id in
      Healing.Refusal(name: names[id] ?? id, reason: refused[id] ?? "", isBroken: broken.contains(id))
    }
    guard !healing.mended.isEmpty else { return }
    for linked in drafts.keys.sorted() {
      // A link stays one: what it leads to is changed.
      let path = FolderPath.resolved(files.absolute(linked))
      let name = files.name(ofArgument: path) ?? linked
      guard let before = try? String(contentsOfFile: path, encoding: .utf8), let draft = drafts[linked] else { continue }
      let now = (before.hasPrefix("\u{FEFF}") ? "\u{FEFF}" : "") + draft
      healing.files.append(
        Healing.ChangedFile(name: name, before: before, now: now, reasons: reasons[linked] ?? [], path: path))
    }
  }
}
