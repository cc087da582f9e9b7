/// What is assumed of the answers to a form while its edges are tried.
struct AssumedAnswers: Sendable {
  private(set) var tests: [(test: AnswerTest, isTrue: Bool)] = []
  /// Whether nothing was answered, as in a state that decides at once.
  private(set) var isNothing = false

  /// Nothing is assumed yet.
  static let any = AssumedAnswers()
  static let none: AssumedAnswers = {
    var answers = AssumedAnswers()
    answers.isNothing = true
    return answers
  }()

  /// Whether the answer passes the test; `nil` if nothing is assumed of it.
  func answer(to test: AnswerTest) -> Bool? { isNothing ? false : tests.first { $0.test == test }?.isTrue }

  /// The same with one more assumption; `nil` if that cannot be.
  func assuming(_ test: AnswerTest, _ isTrue: Bool) -> AssumedAnswers? {
    for (other, isSo) in tests where other.path == test.path {
      switch (isTrue, isSo) {
      case (true, true): if test.comparison.isOneText, other.comparison.isOneText { return nil }
      case (true, false): if case .present = other.comparison { return nil }
      case (false, true): if case .present = test.comparison { return nil }
      case (false, false): break
      }
    }
    var further = self
    further.tests.append((test, isTrue))
    return further
  }
}

extension AnswerTest.Comparison {
  /// Whether the answer is one text then, and none that something else is: a word of the file, or a code.
  fileprivate var isOneText: Bool {
    switch self {
    case .equals, .equalsCode, .equalsTOTP: true
    case .present, .equalsAttribute, .equalsAnswer, .has, .matches: false
    }
  }
}
