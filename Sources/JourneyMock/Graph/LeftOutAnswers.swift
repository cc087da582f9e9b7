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

  func contains(_ path: [String]) -> Bool { isEverything || paths.contains(path) }
}

extension [Effect] {
  /// The answers that are kept as texts, each once.
  var answersKept: [[String]] {
    var paths: [[String]] = []
    for assignment in flatMap(\.assignments) {
      guard case .attribute = assignment.target, case .answer(let path) = assignment.source else { continue }
      if !paths.contains(path) { paths.append(path) }
    }
    return paths
  }
}
