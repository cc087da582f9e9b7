/// Which answers to a form are left out, as far as its edges keep them.
struct LeftOutAnswers: Sendable, Hashable {
  /// In a state that decides at once nothing is answered.
  static let all: LeftOutAnswers = {
    var leftOut = LeftOutAnswers()
    leftOut.isEverything = true
    return leftOut
  }()
  static let none = LeftOutAnswers()

  private var isEverything = false
  private var paths: Set<[String]>

  init(paths: Set<[String]> = []) { self.paths = paths }

  /// The most answers of which each selection is looked at; of more only all and none.
  private static let mostAnswers = 4

  func contains(_ path: [String]) -> Bool { isEverything || paths.contains(path) }

  /// Everything that can be left out when a form's edge is taken, as far as it matters for what is asked later.
  static func possible(_ form: GraphForm, by edge: GraphEdge, _ asked: AskedParts) -> [LeftOutAnswers] {
    let paths = edge.effects.answersKept(asked.asks).filter { form.optional.contains($0) }
    guard paths.count <= mostAnswers else { return [none, LeftOutAnswers(paths: Set(paths))] }
    return paths.reduce(into: [none]) { possible, path in
      possible += possible.map { LeftOutAnswers(paths: $0.paths.union([path])) }
    }
  }
}

extension [Effect] {
  /// The answers that are kept as texts, each once.
  ///
  /// - Parameter counts: whether a text matters.
  func answersKept(_ counts: (AttributeSlot) -> Bool = { _ in true }) -> [[String]] {
    var paths: [[String]] = []
    for case let assignment in flatMap(\.assignments) {
      guard case .attribute(let slot) = assignment.target, case .answer(let path) = assignment.source, counts(slot) else { continue }
      if !paths.contains(path) { paths.append(path) }
    }
    return paths
  }
}

extension Effect {
  /// The texts that it keeps.
  var assignments: [Assignment] {
    switch self {
    case .setAttribute(let target, let source): [Assignment(target: target, source: source)]
    case .create(let assignments): assignments
    case .setFact, .addMember, .removeMember, .takeMembers, .startTimer, .clearTimer, .clearCounter, .count, .send, .forgetAccount,
      .forgetSession, .say, .evaluateRules:
      []
    }
  }
}
