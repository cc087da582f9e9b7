import Diagnostics
import JourneyModel
import JourneyRunner
import ScreenPages

/// What went wrong, with its place in the file, what was expected and what was there.
enum HTMLFailure {
  private static let maxMismatches = 50
  private static let textLimit = 20_000

  /// The blocks about a step's outcome; none if it passed.
  static func blocks(of outcome: StepOutcome, at place: Excerpt?) -> [MarkupElement] {
    switch outcome {
    case .passed: []
    case .failed(let mismatches): blocks(of: mismatches, at: place)
    case .broken(let breakage): [block(of: breakage)]
    case .skipped(let reason): [MarkupElement("p", class: "quiet", text: HarmlessText.line(reason))]
    }
  }

  /// The same of a whole walk.
  static func blocks(of result: AttemptOutcome.Result, at place: Excerpt?) -> [MarkupElement] {
    switch result {
    case .passed: []
    case .failed(let mismatches): blocks(of: mismatches, at: place)
    case .broken(let breakage): [block(of: breakage)]
    case .skipped(let reason): [MarkupElement("p", class: "quiet", text: HarmlessText.line(reason))]
    }
  }

  private static func blocks(of mismatches: [Mismatch], at place: Excerpt?) -> [MarkupElement] {
    var blocks = mismatches.prefix(maxMismatches).map { block(of: $0, at: place) }
    let more = mismatches.count - maxMismatches
    if more > 0 { blocks.append(MarkupElement("p", class: "quiet", text: "… and \(more) more")) }
    return blocks
  }

  private static func block(of mismatch: Mismatch, at step: Excerpt?) -> MarkupElement {
    var block = MarkupElement("div", class: "mismatch")
    block.add(MarkupElement("p", class: "subject", text: HarmlessText.line(mismatch.subject.sentence)))
    if let place = mismatch.place ?? step {
      block.add(MarkupElement("pre", class: "source", text: FailureText.excerpt(place, "").plain))
    }
    var list = MarkupElement("dl", class: "pair")
    add("expected", mismatch.expected, "expected", to: &list)
    add("shown", mismatch.actual, "actual", to: &list)
    if let nearest = mismatch.nearest { add("nearest", nearest, "nearest", to: &list) }
    block.add(list)
    if !mismatch.details.isEmpty {
      block.add(MarkupElement("pre", text: HarmlessText.ends(of: mismatch.details.joined(separator: "\n"), limit: textLimit)))
    }
    return block
  }

  private static func add(_ name: String, _ value: String, _ kind: String, to list: inout MarkupElement) {
    list.add(MarkupElement("dt", text: name))
    list.add(MarkupElement("dd", class: kind, text: HarmlessText.ends(of: value, limit: textLimit)))
  }

  private static func block(of breakage: Breakage) -> MarkupElement {
    MarkupElement(
      "div", class: "mismatch",
      [
        MarkupElement("p", class: "subject", text: "could not be run: \(breakage.kind.rawValue)"),
        MarkupElement("p", class: "actual", text: HarmlessText.line(breakage.message)),
      ])
  }
}
