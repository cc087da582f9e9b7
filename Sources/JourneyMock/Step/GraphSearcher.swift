/// Who looks for everything that a journey can come to: of texts it keeps whether they are there, and whatever an answer or something that
/// is not kept decides is taken both ways.
protocol GraphSearcher: GraphStepper where Text == Bool {
  var demandTable: DemandTable? { get }

  /// Whether an answer can pass the test; `nil` if it depends on what is not kept.
  func canPass(_ test: AnswerTest, in journey: Journey) -> Bool?
  /// The answers with an option for each choice of the form that needs one; `nil` where a choice offers none that they leave.
  func completed(_ answers: AssumedAnswers, to form: GraphForm, in journey: Journey) -> AssumedAnswers?
  /// Whether it matters what was answered where no answer can pass the test.
  func notes(_ test: AnswerTest) -> Bool
  /// Whether it is kept if there is a text.
  func keeps(_ text: AttributeSlot) -> Bool
  /// The answers that are not there to be kept by the edge that the journey follows.
  func leftOut(in journey: Journey) -> LeftOutAnswers
  /// Whether one more of a form's edges may be looked for.
  mutating func mayTry(_ form: GraphForm) -> Bool
}

/// Which edge of a form is taken.
enum ChosenEdge {
  case edge(GraphEdge)
  /// It depends on an answer of which nothing is assumed yet.
  case asks(AnswerTest)
  /// It depends on something that is not kept, and of which nothing is assumed yet.
  case depends(GuardAtom)
  case nothing
}

/// An edge that a form can lead to.
struct AnsweredEdge {
  var edge: GraphEdge
  /// What is assumed for it.
  var answers: AssumedAnswers
}

extension GraphSearcher {
  func answers(to asked: AnsweredSet, after bits: UInt64, in journey: Journey) -> [UInt64] { asked.possibleBits(after: bits).sorted() }

  func text(_ source: ValueSource, for target: AttributeTarget, in journey: Journey) -> Bool {
    switch source {
    case .nothing: false
    case .attribute(let other): facts(of: journey).hasText(other).value(ofNobody: false) ?? true
    case .answer(let path): !leftOut(in: journey).contains(path)
    case .literal, .newTOTP, .newNumber: true
    }
  }

  /// Whatever rules can demand, and what that comes to for this person.
  func demands(at places: DemandPlaces, in journey: Journey) -> [DemandBits] {
    guard let demandTable, places.results.contains(where: { bits(of: $0, in: journey) != nil }) else { return [] }
    let had = DemandTable.Had(
      factors: bits(of: places.factors, in: journey) ?? 0,
      password: facts(of: journey).hasText(AccountAttribute.password.slot).value ?? false)
    return demandTable.results(proven: bits(of: places.proven, in: journey) ?? 0, had: had)
  }

  // MARK: Edges

  func firstEdge(of form: GraphForm, in journey: Journey, assuming answers: AssumedAnswers) -> ChosenEdge {
    let facts = facts(of: journey)
    let truth: (GuardAtom) -> Bool? = { atom in
      guard case .answer(let test) = atom else { return facts.isTrue(atom) ?? answers.assumption(of: atom) }
      if let answer = answers.answer(to: test) { return answer }
      return !notes(test) && canPass(test, in: journey) == false ? false : nil
    }
    for edge in form.edges {
      guard let holds = edge.condition.decided(truth) else {
        guard let open = edge.condition.firstOpen(truth) else { continue }
        if case .answer(let test) = open { return .asks(test) }
        return .depends(open)
      }
      if holds { return .edge(edge) }
    }
    return .nothing
  }

  /// Every edge that a form can lead to: under any answers, and whatever it may be that is not kept.
  mutating func answeredEdges(of form: GraphForm, in journey: Journey, answering first: AssumedAnswers = .any) -> [AnsweredEdge] {
    var found: [AnsweredEdge] = []
    var open = [first]
    while let answers = open.popLast(), mayTry(form) {
      switch firstEdge(of: form, in: journey, assuming: answers) {
      case .asks(let test):
        for isTrue in canPass(test, in: journey) == false ? [false] : [false, true] {
          if let further = answers.assuming(test, isTrue) { open.append(further) }
        }
      case .depends(let atom): open += [false, true].map { answers.assuming(atom, $0) }
      case .edge(let edge):
        guard let answers = answers.isNothing ? answers : completed(answers, to: form, in: journey) else { continue }
        // Whether a text is kept depends on whether it was answered.
        if let test = openAnswer(of: form, by: edge, answers) {
          open += [false, true].compactMap { answers.assuming(test, $0) }
        } else {
          found.append(AnsweredEdge(edge: edge, answers: answers))
        }
      case .nothing: break
      }
    }
    return found
  }

  /// An answer that may be left out and of which nothing is assumed yet, if the edge keeps it in a text that is asked for later.
  private func openAnswer(of form: GraphForm, by edge: GraphEdge, _ answers: AssumedAnswers) -> AnswerTest? {
    guard !form.optional.isEmpty, !answers.isNothing else { return nil }
    for assignment in edge.effects.flatMap(\.assignments) {
      guard case .attribute(let slot) = assignment.target, case .answer(let path) = assignment.source, form.optional.contains(path),
        keeps(slot), !answers.decidesPresence(at: path)
      else { continue }
      return AnswerTest(path: path, comparison: .present)
    }
    return nil
  }

  // MARK: What happens elsewhere

  /// The journey once one of its timers is over that runs, or may run, for each of them, by the timer's place.
  mutating func afterTime(_ journey: Journey) -> [(timer: Int, journey: Journey)] {
    tables.timers.indices.compactMap { place in
      let phase = facts(of: journey).phase(of: tables.timers[place].slot)
      guard phase.value(ofNobody: .off) ?? .running == .running else { return nil }
      var later = journey
      end(timer: place, in: &later)
      return (place, later)
    }
  }

  /// The journey once a push that waits is answered, either way.
  mutating func afterPush(_ journey: Journey) -> [(answer: PushState, journey: Journey)] {
    guard let fact = tables.push, let waiting = fact.place(of: .waiting), bits(of: fact.slot, in: journey) == waiting else { return [] }
    return [PushState.accepted, .rejected].compactMap { answer in
      guard let word = fact.place(of: answer) else { return nil }
      var later = journey
      set(fact.slot, to: word, in: &later)
      return (answer, later)
    }
  }
}
