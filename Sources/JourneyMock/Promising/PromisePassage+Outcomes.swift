import JourneyLanguage

extension PromisePassage {
  /// What a form leads to if it is answered so.
  struct Outcome {
    /// Up to the next state, which may decide at once.
    var passage: PromisePassage
    var answers: AssumedAnswers
  }

  /// Everything that a form can lead to: under any answers, and whatever it may be that moments do not keep.
  func outcomes(of form: GraphForm, answering first: AssumedAnswers = .any) -> [Outcome] {
    var outcomes: [Outcome] = []
    var open = [first]
    while let answers = open.popLast() {
      switch course.firstEdge(of: form, at: moment, assuming: answers) {
      case .asks(let test):
        let canPass = course.canPass(test, at: moment)
        for isTrue in canPass == false ? [false] : [false, true] {
          if let further = answers.assuming(test, isTrue) { open.append(further) }
        }
      case .depends(let atom): open += [false, true].map { answers.assuming(atom, $0) }
      case .edge(let edge):
        // Whether a text is kept depends on whether it was answered.
        if let test = openAnswer(of: form, by: edge, answers) {
          open += [false, true].compactMap { answers.assuming(test, $0) }
          continue
        }
        var taken = self
        taken.leftOut = answers.leftOut
        taken.assumed += assumed(by: answers)
        if !answers.isNothing { taken.noteProofs(answers, on: course.screen(of: moment.state), by: edge) }
        outcomes += taken.following(edge).map { Outcome(passage: $0, answers: answers) }
      case .nothing: break
      }
    }
    return outcomes
  }

  /// An answer that may be left out and of which nothing is assumed yet, if the edge keeps it in a text that is asked for later.
  private func openAnswer(of form: GraphForm, by edge: GraphEdge, _ answers: AssumedAnswers) -> AnswerTest? {
    guard !form.optional.isEmpty, !answers.isNothing else { return nil }
    for case let assignment in edge.effects.flatMap(\.assignments) {
      guard case .attribute(let slot) = assignment.target, case .answer(let path) = assignment.source, form.optional.contains(path),
        course.layout.field(ofText: slot) != nil, !answers.decidesPresence(at: path)
      else { continue }
      return AnswerTest(path: path, comparison: .present)
    }
    return nil
  }

  /// What is not kept and has to be so for the answers to lead there.
  private func assumed(by answers: AssumedAnswers) -> [KeptVariable] {
    let passed = answers.tests.filter { $0.isTrue && course.canPass($0.test, at: moment) == nil }
    return answers.assumed + passed.flatMap { course.variables(of: $0.test, at: moment.state) }
  }
}
