/// What is assumed of the answers to a form, and of what moments do not keep, while its edges are tried.
struct AssumedAnswers: Sendable {
  private(set) var tests: [(test: AnswerTest, isTrue: Bool)] = []
  /// What is assumed of facts, timers, counters and texts that are not kept.
  private var atoms: [(atom: GuardAtom, isTrue: Bool)] = []
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

  /// Whether it is assumed to be so; `nil` if nothing is assumed of it.
  func assumption(of atom: GuardAtom) -> Bool? {
    for (other, isTrue) in atoms where other.variable == atom.variable {
      if other == atom { return isTrue }
      // A fact is one word at a time, and a timer in one phase.
      if isTrue, atom.isOneOfSeveral, other.isOneOfSeveral { return false }
    }
    return nil
  }

  /// Whether it is assumed that there is an answer, or that there is none.
  func decidesPresence(at path: [String]) -> Bool {
    tests.contains { $0.test.path == path && ($0.isTrue || $0.test.comparison == .present) }
  }

  /// What is not there to be kept.
  var leftOut: LeftOutAnswers {
    isNothing ? .all : LeftOutAnswers(paths: Set(tests.filter { !$0.isTrue && $0.test.comparison == .present }.map(\.test.path)))
  }

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

  /// The same with an assumption of what is not kept.
  func assuming(_ atom: GuardAtom, _ isTrue: Bool) -> AssumedAnswers {
    var further = self
    further.atoms.append((atom, isTrue))
    return further
  }

  /// What is not kept and was assumed.
  var assumed: [KeptVariable] { atoms.compactMap(\.atom.variable) }
}

extension GuardAtom {
  /// Whether another one about the same is false where it is true.
  fileprivate var isOneOfSeveral: Bool {
    switch self {
    case .fact, .timer: true
    case .account, .member, .full, .attribute, .answer: false
    }
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
