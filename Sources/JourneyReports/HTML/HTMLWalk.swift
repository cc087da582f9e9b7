import Diagnostics
import JourneyModel
import JourneyRunner
import ModelCoding
import ScreenPages

/// One walk of a case, step by step, gathered from its events.
struct HTMLWalk {
  private static let maxSteps = 300
  private static let maxItems = 60

  /// What happened on a step, in its order.
  private enum Item {
    case screen(Screen)
    case exchange(Exchange)
    case line(String, kind: String)

    var isScreen: Bool {
      if case .screen = self { true } else { false }
    }
  }

  private struct Step {
    var facts: StepFacts?
    var startedAt: Duration
    var duration: Duration?
    var items: [Item] = []
    var outcome: StepOutcome?
  }

  private let attempt: ReportedAttempt
  private let attempts: Int
  private let drawsScreens: Bool
  private var steps: [Step] = []
  private var hiddenSteps = 0
  private var outcome: AttemptOutcome?
  /// What was last shown, which is what expectations are held against.
  private var standing: Screen?

  init(_ attempt: ReportedAttempt, of reported: ReportedCase, drawsScreens: Bool) {
    self.attempt = attempt
    attempts = reported.attempts.count
    self.drawsScreens = drawsScreens
  }

  /// Takes the next event of the walk.
  mutating func take(_ event: RunEvent) {
    switch event.kind {
    case .stepStarted(let facts): begin(facts, at: event.time)
    case .exchange(let exchange): note(.exchange(exchange), at: event.time)
    case .screenShown(let screen):
      standing = screen
      note(.screen(screen), at: event.time)
    case .handedOver(let handover):
      note(
        .line(
          "\(handover.reason == .back ? "came back to" : "left for") \(ConcealedURL.text(of: handover.url))"
            + (handover.cause.map { ": \($0)" } ?? ""), kind: "left"), at: event.time)
    case .journeyEnded(let end): note(.line("the journey ended: \(end.sentence)", kind: "end"), at: event.time)
    case .edgeTaken(let edge): note(.line("edge \(edge)", kind: "quiet"), at: event.time)
    case .warning(let text): note(.line(text, kind: "notice"), at: event.time)
    case .stepEnded(let outcome): end(outcome, at: event.time)
    case .attemptEnded(let outcome): self.outcome = outcome
    // Mismatches come again with the end of their step.
    case .mismatch, .answered, .messageTaken, .runStarted, .fileRefused, .scenarioPlanned, .attemptStarted, .scenarioEnded, .runEnded: break
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
    if case .failed = outcome, let standing, !steps[last].items.contains(where: \.isScreen) { steps[last].items.append(.screen(standing)) }
    steps[last].outcome = outcome
    steps[last].duration = time - steps[last].startedAt
  }

  var element: MarkupElement {
    var section = MarkupElement("section", class: "walk")
    if attempts > 1 { section.add(MarkupElement("h3", text: "Attempt \(attempt.number) of \(attempts)")) }
    var list = MarkupElement("ol", class: "steps")
    for step in steps { list.add(element(of: step)) }
    section.add(list)
    if hiddenSteps > 0 { section.add(MarkupElement("p", class: "quiet", text: "… \(hiddenSteps) more steps")) }
    addEnd(to: &section)
    return section
  }

  private func element(of step: Step) -> MarkupElement {
    var item = MarkupElement("li", class: "step \(step.outcome?.name ?? "open")")
    var head = MarkupElement(
      "p", class: "step-head", [MarkupElement("b", text: HarmlessText.line(step.facts?.head ?? "begin", limit: 300))])
    if let place = step.facts?.place {
      head.add(MarkupElement("span", class: "place", text: HarmlessText.line("\(place.file):\(place.line)", limit: 500)))
    }
    if let duration = step.duration { head.add(MarkupElement("span", class: "time", text: DurationWords.short(duration))) }
    item.add(head)
    if let outcome = step.outcome { for block in HTMLFailure.blocks(of: outcome, at: step.facts?.place) { item.add(block) } }
    let marked = step.outcome.map(\.markedWidgets) ?? []
    for found in step.items {
      switch found {
      case .screen(let screen) where drawsScreens: item.add(ScreenFigure(screen, marking: marked).element)
      case .screen(let screen): item.add(MarkupElement("p", text: HarmlessText.line("screen \(screen.id.text)", limit: 300)))
      case .exchange(let exchange): item.add(HTMLExchange.element(of: exchange))
      case .line(let text, let kind): item.add(MarkupElement("p", class: kind, text: HarmlessText.line(text)))
      }
    }
    return item
  }

  private func addEnd(to section: inout MarkupElement) {
    guard let outcome else { return section.add(MarkupElement("p", class: "notice", text: "cut off here")) }
    if steps.allSatisfy({ $0.outcome?.isDecisive != true }) { for block in HTMLFailure.blocks(of: outcome.result) { section.add(block) } }
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

  fileprivate var markedWidgets: Set<String> {
    guard case .failed(let mismatches) = self else { return [] }
    return FailureText.widgets(in: .failed(mismatches))
  }
}
