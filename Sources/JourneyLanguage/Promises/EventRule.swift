import Diagnostics

/// What a promise says of events, one after the other: the same for the graph of a mock and for the log of a walk.
package struct EventRule: Sendable, Hashable {
  package let event: JourneyEvent
  /// What has to have happened, and how often: with `isOnly` for the event to be right, else for it to be wrong.
  package let after: [JourneyEvent]
  package let count: Int
  package let isOnly: Bool

  /// Every event is right, and nothing is counted.
  package static let any = EventRule(event: .tokens, after: [], count: 0, isOnly: true)

  /// `nil` for what is not about events.
  package init?(_ rule: Promise.Rule) {
    switch rule {
    case .never(let event, let after):
      self.init(event: event.value, after: after.map { [$0.event.value] } ?? [], count: after?.count ?? 0, isOnly: false)
    case .only(let event, let after): self.init(event: event.value, after: after.map(\.value), count: 1, isOnly: true)
    case .always: return nil
    }
  }

  /// That an event never happens, whatever came before.
  package init(never event: JourneyEvent) { self.init(event: event, after: [], count: 0, isOnly: false) }

  /// That an event never happens once another one has happened so often.
  package init(never event: JourneyEvent, after earlier: JourneyEvent, _ count: Int = 1) {
    self.init(event: event, after: [earlier], count: count, isOnly: false)
  }

  private init(event: JourneyEvent, after: [JourneyEvent], count: Int, isOnly: Bool) {
    (self.event, self.after, self.count, self.isOnly) = (event, after, count, isOnly)
  }

  /// Whether what is counted is a person's, and not a journey's: wrong passwords and answers, in whatever journey, until one is right.
  package var countsOfPerson: Bool {
    after.contains { event in
      if case .wrong(let proof, _) = event { proof != .code } else { false }
    }
  }

  /// Whether wrong codes are counted: those of messages from zero for each that is sent, and an app's for the journey.
  package var countsOfCode: Bool {
    after.contains { event in
      if case .wrong(.code, _) = event { true } else { false }
    }
  }

  /// Whether it asks for codes that were right.
  package var asksForCode: Bool { isOnly && after.contains { $0.isRight(.code) } }

  /// Whether it asks for passwords that were right, so that it matters who set them.
  package var asksForPassword: Bool { isOnly && after.contains { $0.isRight(.password) } }

  /// Whether what happens ends the counting of what a person got wrong: getting it right, and being let in where that is what counts.
  package func ends(by happened: JourneyEvent) -> Bool {
    guard !isOnly else { return false }
    return after.contains { counted in
      guard case .wrong(let proof, _) = counted, proof != .code else { return false }
      return event.isRight(proof) ? happened.isRight(proof) : happened == .tokens
    }
  }

  /// Whether what happens is counted.
  package func counts(_ happened: JourneyEvent) -> Bool { after.contains { $0.means(happened) } }

  /// What the count is once that has happened.
  package func seen(_ seen: Int, after happened: JourneyEvent) -> Int { counts(happened) ? min(seen + 1, count) : seen }

  /// Whether what happens breaks it, after so much that was counted.
  package func isBroken(by happened: JourneyEvent, seen: Int) -> Bool {
    event.means(happened) && (isOnly ? seen < count : seen >= count)
  }
}

extension JourneyEvent {
  /// Whether it is that a proof of this kind was right, on whatever screen.
  fileprivate func isRight(_ proof: Proof) -> Bool { if case .right(proof, _) = self { true } else { false } }
}
