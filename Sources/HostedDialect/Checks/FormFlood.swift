import JourneyModel

/// What one form that was sent many times was answered with, and whether that shows that the server stops it.
///
/// A stop is what blocks and stays: other words, a page that changes by itself and a server that breaks stop nobody.
struct FormFlood: Sendable {
  /// What came of one form.
  enum Answer: Sendable, Hashable {
    /// A page: its status, whether there is anything to fill in, and its errors and warnings as `words(of:)` has them.
    case page(status: Int, hasFields: Bool, messages: Set<String>)
    /// A status 4xx without a page.
    case refusal
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
      self = .page(
        status: status ?? 200, hasFields: screen.forms.contains { $0.widgets.contains(where: \.isFilledIn) },
        messages: Set(screen.messages.filter(\.level.mustBeExpected).map { FormFlood.words(of: $0.text.visible) }))
    }
  }

  /// How often the form is sent.
  static let count = 40
  /// How many of the last answers have to be a stop, so that nothing passing is taken for one.
  private static let least = 3

  private(set) var answers: [Answer] = []

  mutating func add(_ answer: Answer) { answers.append(answer) }

  /// Whether not even the first form was taken, so that nothing can be said.
  var isRefusedAtOnce: Bool { [.refusal, .noForm].contains(answers.first) }

  /// Whether the server began to block at some time and went on with it to the end.
  var isStopped: Bool {
    guard let first = answers.first else { return false }
    return answers.dropFirst().reversed().prefix { Self.isStop($0, after: first) }.count >= Self.least
  }

  private static func isStop(_ answer: Answer, after first: Answer) -> Bool {
    switch (answer, first) {
    case (.page(let status, let hasFields, let messages), .page(let firstStatus, let hadFields, let firstMessages)):
      status != firstStatus && [403, 423].contains(status) || hadFields && !hasFields
        || messages.subtracting(firstMessages).contains(where: speaksOfStop)
    case (.page(_, _, let messages), .other): messages.contains(where: speaksOfStop)
    case (.refusal, _), (.noForm, _): answer != first
    case (.page, _), (.other, _): false
    }
  }

  // MARK: Words

  /// The words of a message in small letters, without digits and signs, so that a number that counts makes no new message.
  static func words(of message: String) -> String {
    message.lowercased().split { !$0.isLetter }.joined(separator: " ")
  }

  /// Whether the words of a message say that somebody has to wait, was too fast, or is shut out.
  static func speaksOfStop(_ words: String) -> Bool {
    let text = " \(words) "
    return stops.contains { text.contains(" \($0) ") } && !doubts.contains { text.contains(" \($0) ") }
  }

  /// Words with which a message speaks of what is not so, not yet so, or only perhaps so.
  static let doubts = [
    "will", "may", "might", "could", "if", "or", "not", "never", "can t", "won t", "isn t", "remain", "remains", "remaining", "left",
    "nicht", "kein", "keine", "wenn", "oder", "wird", "werden", "nem", "vagy", "ha", "maradt",
  ]

  /// In English, German and Hungarian. That attempts are counted stops nobody, so the word alone is not among them.
  static let stops = [
    "too many", "too often", "locked", "blocked", "suspended", "wait", "try again later", "try again in", "try again after",
    "limit exceeded", "limit reached",
    "exceeded the", "slow down", "zu viele", "zu oft", "gesperrt", "blockiert", "warten", "warte", "später erneut",
    "später noch einmal", "später wieder", "túl sok", "túl gyakran", "zárolva", "zároltuk", "letiltva", "letiltottuk", "várjon", "várj",
    "próbálja újra később", "próbálja meg később",
  ]
}

extension Widget {
  fileprivate var isFilledIn: Bool {
    switch kind {
    case .entry(let entry): isVisible && !entry.isReadOnly
    case .toggle, .choice, .credential: isVisible
    case .output, .submitter, .close, .unknown: false
    }
  }
}
