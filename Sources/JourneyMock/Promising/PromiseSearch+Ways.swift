extension PromiseSearch {
  /// How much was looked at.
  var extent: SearchExtent { SearchExtent(situations: moments.count, acts: tried, isMet: isMet, isCounted: isCounted) }

  /// Whether the journey went through the moment.
  func isAncestor(_ number: Int, of later: Int?) -> Bool {
    var place = later
    while let current = place {
      if current == number { return true }
      place = steps[current].before
    }
    return false
  }

  /// How a step came about, from the first journey's begin.
  func way(to step: Step, _ end: BreakingWay.End) -> BreakingWay { BreakingWay(acts: steps(to: step).map(\.act), end: end) }

  /// What has to be so for a step to come about, and is not kept.
  func assumed(by step: Step) -> Set<KeptVariable> { Set(steps(to: step).flatMap(\.assumed)) }

  private func steps(to step: Step) -> [Step] {
    var way: [Step] = []
    var current: Step? = step
    var earlier: Int?
    while let step = current {
      way.append(step)
      // What the journey itself did before needs no earlier one.
      if earlier == nil, let place = step.earlier, !isAncestor(place, of: step.before) { earlier = place }
      current = step.before.map { steps[$0] }
    }
    way.reverse()
    return (earlier.map { steps(to: steps[$0]) } ?? []) + way
  }
}

extension PromiseSearch.Cause {
  /// The moment before.
  var before: Int? {
    switch self {
    case .begin: nil
    case .act(_, let before): before
    case .form(_, _, _, let before): before
    }
  }

  /// What a person does there.
  func act(of passage: PromisePassage) -> BreakingWay.Act {
    switch self {
    case .begin(let given): .begin(given: given, hint: passage.named)
    case .act(let act, _): act
    case .form(let form, let assumed, let place, _): .send(BreakingWay.SentForm(form, at: place, assumed, passage))
    }
  }
}

extension BreakingWay.SentForm {
  init(_ form: String, at place: PromiseSearch.FormPlace, _ assumed: AssumedAnswers, _ passage: PromisePassage) {
    let answers = assumed.tests.map {
      BreakingWay.Answer(widget: $0.test.path.joined(separator: "."), test: $0.test.comparison, isTrue: $0.isTrue)
    }
    self.init(
      screen: place.screen, owner: place.owner, form: form, named: passage.named, answers: answers, edges: passage.edges,
      comesBack: passage.comesBack, leadsTo: passage.end == nil ? passage.course.screen(of: passage.moment.state) : nil)
  }
}

extension BreakingWay.End {
  init(_ passage: PromisePassage, _ course: PromiseCourse) {
    switch passage.end {
    case .finish: self = .tokens
    case .refuse(let error): self = .error(error)
    case .handOver: self = .left
    case .expire: self = .expired
    case .state, .stay, nil: self = .screen(course.screen(of: passage.moment.state) ?? "")
    }
  }
}
