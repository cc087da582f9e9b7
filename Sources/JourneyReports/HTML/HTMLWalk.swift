import Diagnostics
import JourneyModel
import JourneyRunner
import ScreenPages

/// One walk of a case, step by step, gathered from its events; its screens are named by their ids.
struct HTMLWalk {
  private static let maxSteps = 300
  private static let maxItems = 60

  /// What happened on a step, in its order.
  private enum Item {
    case exchange(Exchange)
    case line(String, kind: String)
  }

  private struct Step {
    var facts: StepFacts?
    var startedAt: Duration
    var duration: Duration?
    var items: [Item] = []
    var outcome: StepOutcome?
  }

  private var steps: [Step] = []
  private var hiddenSteps = 0
  private var outcome: AttemptOutcome?

  /// Takes the next line of the walk.
  mutating func take(_ happening: WalkHappening, at time: Duration) {
    switch happening {
    case .shown(let id, _): note(.line("screen \(id)", kind: "shown"), at: time)
    case .event(let kind): take(kind, at: time)
    }
  }

  private mutating func take(_ kind: RunEvent.Kind, at time: Duration) {
    switch kind {
    case .stepStarted(let facts): begin(facts, at: time)
    case .exchange(let exchange): note(.exchange(exchange), at: time)
    case .handedOver(let handover):
      note(
        .line(
          "\(handover.reason == .back ? "came back to" : "left for") \(ConcealedURL.text(of: handover.url))"
            + (handover.cause.map { ": \($0)" } ?? ""), kind: "left"), at: time)
    case .journeyEnded(let end): note(.line("the journey ended: \(end.sentence)", kind: "end"), at: time)
    case .warning(let text), .note(let text): note(.line(text, kind: "notice"), at: time)
    case .stepEnded(let outcome): end(outcome, at: time)
    case .attemptEnded(let outcome): self.outcome = outcome
    // Mismatches come again with the end of their step, answers stand on the strip.
    case .mismatch, .answered, .messageTaken, .edgeTaken, .screenShown, .runStarted, .fileRefused, .scenarioPlanned, .attemptStarted,
      .scenarioEnded, .runEnded:
      break
    }
  }

  private mutating func begin(_ facts: StepFacts, at time: Duration) {
    guard steps.count < Self.maxSteps else {
      hiddenSteps += 1
      return
    }
    steps.append(Step(facts: facts, startedAt: time))
  }

  private mutating func note(_ item: Item, at time: Duration) {
    if steps.isEmpty { steps.append(Step(startedAt: time)) }
    guard hiddenSteps == 0, steps[steps.count - 1].items.count < Self.maxItems else { return }
    steps[steps.count - 1].items.append(item)
  }

  private mutating func end(_ outcome: StepOutcome, at time: Duration) {
    guard let last = steps.indices.last, hiddenSteps == 0 else { return }
    steps[last].outcome = outcome
    steps[last].duration = time - steps[last].startedAt
  }

  var element: MarkupElement {
    var section = MarkupElement("div", class: "walk")
    var list = MarkupElement("ol", class: "steps")
    for step in steps { list.add(element(of: step)) }
    if !steps.isEmpty { section.add(list) }
    if hiddenSteps > 0 { section.add(MarkupElement("p", class: "quiet", text: "… \(hiddenSteps) more steps")) }
    addEnd(to: &section)
    return section
  }

  private func element(of step: Step) -> MarkupElement {
    var item = MarkupElement("li", class: "step \(step.outcome?.name ?? "open")")
    var head = MarkupElement(
      "p", class: "step-head", [MarkupElement("b", text: HarmlessText.line(step.facts?.head ?? "begin", limit: 300))])
    if let outcome = step.outcome, outcome.name != "passed" { head.add(MarkupElement("b", class: "word", text: outcome.name)) }
    if let place = step.facts?.place {
      head.add(MarkupElement("span", class: "place", text: HarmlessText.line("\(place.file):\(place.line)", limit: 500)))
    }
    if let duration = step.duration { head.add(MarkupElement("span", class: "time", text: DurationWords.short(duration))) }
    item.add(head)
    if let outcome = step.outcome { for block in HTMLFailure.blocks(of: outcome, at: step.facts?.place) { item.add(block) } }
    for found in step.items {
      switch found {
      case .exchange(let exchange): item.add(HTMLExchange.element(of: exchange))
      case .line(let text, let kind): item.add(MarkupElement("p", class: kind, text: HarmlessText.line(text)))
      }
    }
    return item
  }

  private func addEnd(to section: inout MarkupElement) {
    guard let outcome else { return section.add(MarkupElement("p", class: "notice", text: "cut off here")) }
    if steps.allSatisfy({ $0.outcome?.isDecisive != true }) {
      for block in HTMLFailure.blocks(of: outcome.result, at: nil) { section.add(block) }
    }
    if !outcome.stepsLeft.isEmpty {
      section.add(MarkupElement("p", class: "quiet", text: "Not reached: " + HarmlessText.line(outcome.stepsLeft.joined(separator: ", "))))
    }
  }
}

extension StepOutcome {
  fileprivate var name: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .broken: "broken"
    case .skipped: "skipped"
    }
  }

  /// Whether the walk ended by it.
  fileprivate var isDecisive: Bool {
    switch self {
    case .failed, .broken: true
    case .passed, .skipped: false
    }
  }
}
