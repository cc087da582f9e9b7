import JourneyModel

/// What one form that was sent many times was answered with.
///
/// What pages say does not prove a stop: a page may speak of one that is still to come, of one that is not, or of anything else in the
/// same words. A stop is that the journey's own form no longer leads on; where that one shows nothing, a status or header that means one.
struct FormFlood: Sendable {
  /// What came of one form.
  enum Answer: Sendable, Hashable {
    /// Status 429, or a status 4xx with a time to wait.
    case stop
    /// A page: its name, its status, and its errors and warnings.
    case page(ScreenID, status: Int, messages: [String])
    /// A status 4xx without a page.
    case refusal(status: Int)
    /// The journey's first page had no such form.
    case noForm
    /// Anything else, such as the way back to the app.
    case other

    /// - Parameter status: that of the page; `nil` if none came.
    init(_ outcome: Turn.Now, status: Int?) {
      guard case .screen(let screen) = outcome else {
        self = .other
        return
      }
      self = .page(screen.id, status: status ?? 200, messages: screen.messages.filter(\.level.mustBeExpected).map(\.text.visible))
    }
  }

  /// What comes of the journey's own form, sent once more.
  enum OwnForm: Sendable, Hashable {
    /// It leads where it led in the journey.
    case leadsOn
    /// It was sent and is refused, or its page is.
    case isRefused(Answer)
    /// It was sent and leads elsewhere, e.g. to a page with new terms, which refuses nothing; with that as the end of a sentence.
    case leadsElsewhere(Answer, shown: String)
    /// The journey's first page is there, and has no such form.
    case isGone
    /// It, or its page, got status 429.
    case isLimited
    /// It was answered with something else than in the journey, and the browser is signed in all the same.
    case signsIn(status: Int)

    /// Whether the person gets in.
    var isIn: Bool {
      switch self {
      case .leadsOn, .signsIn: true
      case .isRefused, .leadsElsewhere, .isGone, .isLimited: false
      }
    }
  }

  /// How often the form is sent with the same address.
  static let count = 40

  /// What the forms with one address after the other were answered with.
  private var batches: [[Answer]] = []
  private var answers: [Answer] { batches.flatMap(\.self) }

  /// The next form has another address.
  mutating func begin() { batches.append([]) }

  mutating func add(_ answer: Answer) { batches[batches.count - 1].append(answer) }

  /// Whether not even the first form was taken, so that nothing can be said.
  var isRefusedAtOnce: Bool {
    switch answers.first {
    case .stop, .refusal, .noForm: true
    case .page, .other, nil: false
    }
  }

  /// Whether the last two forms with this address were stopped in so many words of HTTP: a stop that the next form gets past is none.
  var isStopped: Bool { batches.last.map { $0.count >= 2 && $0.suffix(2).allSatisfy { $0 == .stop } } ?? false }

  /// Whether what came of the journey's own form shows that guesses are stopped.
  ///
  /// It has to be refused as a wrong password is, or wrong passwords have to be answered in another way than before: where only the
  /// right password is refused, as by a limit on sessions, or leads to one more page, a wrong one can still be distinguished from it.
  func isStopped(own: OwnForm) -> Bool {
    guard let last = answers.last else { return false }
    switch own {
    case .leadsOn, .signsIn, .isGone: return false
    case .isRefused(let answer): return answer.isLike(last) || hasTurned
    case .isLimited: return last == .stop || hasTurned
    case .leadsElsewhere(let answer, _): return last != .other && answer.isLike(last)
    }
  }

  /// Whether the last wrong password got another status than the first one with the same address.
  ///
  /// Another page of the same status is not a refusal: the right password, which gets a different one, can still be found.
  private var hasTurned: Bool {
    guard let batch = batches.last, let first = batch.first, let last = batch.last else { return false }
    switch (first, last) {
    case (.page(_, let status, _), .page(_, let lastStatus, _)): return status != lastStatus
    case (_, _): return first != last
    }
  }

  /// That no form was stopped, with what changed on the way, and what the journey's own form did then.
  ///
  /// - Parameter own: `nil` where it did not lead on before, so that it shows nothing.
  func problem(own: OwnForm?) -> String {
    switch own {
    case .leadsOn:
      unstopped + (change.map { ": \($0), but the journey's own form still works as before" } ?? "")
    case .signsIn(let status):
      unstopped + ": the journey's own form is answered with status \(status), and the browser is signed in all the same"
    case .leadsElsewhere(_, let shown):
      unstopped + ": the journey's own form now leads to \(shown), which refuses nothing, and a wrong password does not"
    case .isRefused, .isLimited:
      "it is not known whether the server stops it: after \(answers.count) forms the journey's own form is refused, but in another way "
        + "than a wrong password, so its answer still shows which password is right"
    case .isGone:
      "it is not known whether the server stops it: after \(answers.count) forms the journey's first page has no such form any more"
    case nil:
      "it is not known whether the server stops it: the journey's own form led no further the second time, and of "
        + "\(answers.count) forms no two in a row got status 429"
    }
  }

  private var unstopped: String { "a form was sent \(answers.count) times in a row, and nothing stopped it" }

  /// How the last answer with some address differs from the first, in a sentence's end; `nil` if none does.
  private var change: String? {
    batches.lazy.compactMap { batch in batch.last.flatMap { Self.change(to: $0, after: batch[0]) } }.first
  }

  private static func change(to last: Answer, after first: Answer) -> String? {
    guard first != last else { return nil }
    switch last {
    case .page(_, let status, let messages):
      guard case .page(_, let firstStatus, let firstMessages) = first else { return "the last one led to a page with status \(status)" }
      if status != firstStatus { return "the last one got status \(status) instead of \(firstStatus)" }
      return messages.first { !firstMessages.contains($0) }.map { "the last page says '\($0)'" }
    case .refusal(let status): return "the last one got status \(status) and no page"
    case .noForm: return "the last time the page had no such form"
    case .stop: return "the last one got status 429 or a time to wait"
    case .other: return nil
    }
  }
}

extension FormFlood.Answer {
  /// Whether a person sees the same: numbers may count.
  fileprivate func isLike(_ other: Self) -> Bool {
    guard case .page(let id, let status, let messages) = self, case .page(let otherID, let otherStatus, let others) = other else {
      return self == other
    }
    return id == otherID && status == otherStatus && messages.map(Self.withoutNumbers) == others.map(Self.withoutNumbers)
  }

  private static func withoutNumbers(_ text: String) -> String { text.filter { !$0.isNumber } }
}
