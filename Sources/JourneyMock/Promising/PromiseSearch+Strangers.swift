extension PromiseSearch {
  /// How many kinds of answers are tried, each both ways.
  private static let maxTests = 8

  /// A form answered for an unknown person and for each known one, under each assumption of the other answers.
  ///
  /// - Parameter open: gains what has to be kept to tell where an answer leads.
  func strangers(_ form: GraphForm, at moment: JourneyMoment, open: inout Set<KeptVariable>) -> [StrangerPair] {
    let assumed = assumptions(of: form)
    let begun = named(form, from: PromisePassage(course, at: moment))
    var pairs: [StrangerPair] = []
    for answers in assumed {
      guard let unknown = answered(form, begun[0], answers, open: &open) else { continue }
      for person in begun.dropFirst() where course.isMeant(person.moment) {
        guard let known = answered(form, person, answers, open: &open) else { continue }
        pairs.append(StrangerPair(unknown: unknown, known: known, answers: answers))
      }
    }
    return pairs
  }

  /// The same for both on a screen to which both came, by a form of it that does not look up a person.
  func followers(of pair: StrangerPair, _ shown: ShownForm, open: inout Set<KeptVariable>) -> [StrangerPair] {
    open.formUnion(shown.assumed)
    func begun(_ earlier: PromisePassage) -> PromisePassage {
      var moment = earlier.moment
      moment.state = shown.state
      var passage = PromisePassage(course, at: moment)
      (passage.account, passage.found) = (earlier.account, earlier.found)
      return passage
    }
    var pairs: [StrangerPair] = []
    for answers in assumptions(of: shown.form) {
      guard let unknown = answered(shown.form, begun(pair.unknown), answers, open: &open),
        let known = answered(shown.form, begun(pair.known), answers, open: &open)
      else { continue }
      pairs.append(StrangerPair(unknown: unknown, known: known, answers: answers))
    }
    return pairs
  }

  /// What a person does who goes on so.
  func act(of pair: StrangerPair, _ shown: ShownForm, on before: StrangerPair) -> BreakingWay.Act {
    let place = FormPlace(
      screen: course.screen(of: before.known.moment.state) ?? "", owner: course.screen(of: shown.state) ?? "")
    return .send(BreakingWay.SentForm(shown.form.id, at: place, pair.answers, pair.known))
  }

  /// Each assumption of the answers to a form that proves nothing.
  private func assumptions(of form: GraphForm) -> [AssumedAnswers] {
    var tests: [AnswerTest] = []
    for atom in form.edges.flatMap(\.condition.atoms) {
      if case .answer(let test) = atom, course.proof(of: test.comparison) == nil, !tests.contains(test) { tests.append(test) }
    }
    return tests.prefix(Self.maxTests).reduce([AssumedAnswers.any]) { assumed, test in
      assumed.flatMap { answers in [true, false].compactMap { answers.assuming(test, $0) } }
    }
  }

  /// Where the answers lead if everything is wrong that only the person knows; `nil` if that is not known.
  private func answered(
    _ form: GraphForm, _ passage: PromisePassage, _ answers: AssumedAnswers, open: inout Set<KeptVariable>
  ) -> PromisePassage? {
    var answers = answers
    while true {
      switch passage.firstEdge(of: form, assuming: answers) {
      case .asks(let test):
        guard let further = answers.assuming(test, false) else { return nil }
        answers = further
      case .edge(let edge): return only(passage.following(edge), open: &open).flatMap { settled($0, open: &open) }
      case .depends(let atom):
        if let variable = atom.variable { open.insert(variable) }
        return nil
      case .nothing: return nil
      }
    }
  }

  /// The one passage that it is; `nil` where something decides that is not kept.
  private func only(_ passages: [PromisePassage], open: inout Set<KeptVariable>) -> PromisePassage? {
    open.formUnion(passages.flatMap(\.assumed))
    return passages.count == 1 ? passages.first : nil
  }

  /// Follows states that decide at once and do not look up another person.
  private func settled(_ passage: PromisePassage, open: inout Set<KeptVariable>) -> PromisePassage? {
    var next = passage
    for _ in 0..<64 {
      guard next.end == nil, let decision = course.graph.states[next.moment.state].decision else { return next }
      if !decision.finds.isEmpty { next.leavePerson() }
      switch next.firstEdge(of: decision, assuming: .none) {
      case .edge(let edge):
        guard let way = only(next.following(edge), open: &open) else { return nil }
        next = way
      case .depends(let atom):
        if let variable = atom.variable { open.insert(variable) }
        return nil
      case .asks, .nothing: return nil
      }
    }
    return nil
  }

  /// The act by which the known one of a pair goes on.
  func step(of pair: StrangerPair, after number: Int, _ screen: String, _ form: GraphForm) -> Step {
    let place = FormPlace(screen: screen, owner: screen)
    return Step(
      before: number, act: .send(BreakingWay.SentForm(form.id, at: place, pair.answers, pair.known)),
      earlier: origin(of: pair.known))
  }
}
