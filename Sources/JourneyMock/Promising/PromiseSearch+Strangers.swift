extension PromiseSearch {
  /// How many kinds of answers are tried, each both ways.
  private static let maxTests = 8

  /// A form answered for nobody and for everybody known in the tenant's file, under each assumption of the other answers.
  func strangers(_ form: GraphForm, at moment: JourneyMoment) -> [StrangerPair] {
    var tests: [AnswerTest] = []
    for atom in form.edges.flatMap(\.condition.atoms) {
      if case .answer(let test) = atom, course.proof(of: test.comparison) == nil,
        !tests.contains(test)
      {
        tests.append(test)
      }
    }
    var assumed = [AssumedAnswers.any]
    for test in tests.prefix(Self.maxTests) {
      assumed = assumed.flatMap { answers in
        [true, false].compactMap { answers.assuming(test, $0) }
      }
    }
    let begun = named(form, from: PromisePassage(course, at: moment))
    guard let nobody = begun.first, nobody.named == .nobody else { return [] }
    return assumed.flatMap { answers -> [StrangerPair] in
      guard let unknown = answered(form, nobody, answers) else { return [] }
      return begun.dropFirst().compactMap { person in
        guard course.isMeant(person.moment), let known = answered(form, person, answers) else {
          return nil
        }
        return StrangerPair(unknown: unknown, known: known, answers: answers)
      }
    }
  }

  /// Where the answers lead if everything is wrong that only the person knows.
  private func answered(_ form: GraphForm, _ passage: PromisePassage, _ answers: AssumedAnswers)
    -> PromisePassage?
  {
    var answers = answers
    while true {
      switch course.firstEdge(of: form, at: passage.moment, assuming: answers) {
      case .asks(let test):
        guard let further = answers.assuming(test, false) else { return nil }
        answers = further
      case .edge(let edge):
        var taken = passage
        taken.follow(edge)
        return settled(taken)
      case .nothing: return nil
      }
    }
  }

  /// Follows states that decide at once and look for nobody else.
  private func settled(_ passage: PromisePassage) -> PromisePassage? {
    var next = passage
    for _ in 0..<64 {
      guard next.end == nil, let decision = course.graph.states[next.moment.state].decision else {
        return next
      }
      if !decision.finds.isEmpty { next.leavePerson() }
      guard case .edge(let edge) = course.firstEdge(of: decision, at: next.moment, assuming: .none)
      else { return nil }
      next.follow(edge)
    }
    return nil
  }

  /// The act by which the known one of a pair goes on.
  func step(of pair: StrangerPair, after number: Int, _ screen: String, _ form: GraphForm) -> Step {
    let answers = pair.answers.tests.map {
      BreakingWay.Answer(
        widget: $0.test.path.joined(separator: "."), test: $0.test.comparison, isTrue: $0.isTrue)
    }
    return Step(
      before: number,
      act: .send(
        BreakingWay.SentForm(
          screen: screen, form: form.id, named: pair.known.named, answers: answers,
          edges: pair.known.edges)))
  }
}
