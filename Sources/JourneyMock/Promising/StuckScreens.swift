import JourneyLanguage

/// Whether a person on a screen can go on or back, whatever else may be so.
struct StuckScreens {
  /// How many moments on one screen are looked at.
  private static let limit = 500

  let course: PromiseCourse
  /// The people of the tenant's file, as a world begins with them.
  private let people: [PromisePassage.Left]
  /// The same without kept variables, so that it covers all people at once.
  private let anybody: PromiseCourse

  /// - Parameter anybody: a course that keeps nothing.
  init(_ course: PromiseCourse, people: [AccountState] = [], anybody: PromiseCourse) {
    self.course = course
    self.people = course.people(people)
    self.anybody = anybody
  }

  /// Whether a person who stays on the screen as long as they like never leaves it; `nil` if that is not known.
  func isStuck(at moment: JourneyMoment) -> Bool? {
    var seen: Set<JourneyMoment> = [course.pruned(moment)]
    var open = Array(seen)
    var isCertain = true
    while let next = open.popLast() {
      switch leadsOn(from: next) {
      case true?: return false
      case nil: isCertain = false
      case false?: break
      }
      for later in staying(next) where seen.insert(later).inserted { open.append(later) }
      if seen.count > Self.limit { return nil }
    }
    return isCertain ? true : nil
  }

  /// Whether some act leads to another screen or an end; `nil` if that depends on what the moment does not keep.
  func leadsOn(from moment: JourneyMoment) -> Bool? {
    var isOpen = false
    for shown in course.shownForms(at: moment) where shown.isInAll {
      switch leadsOn(by: shown.form, from: moment) {
      case true? where shown.assumed.isEmpty: return true
      case true?, nil: isOpen = true
      case false?: break
      }
    }
    return isOpen ? nil : false
  }

  private func leadsOn(by form: GraphForm, from moment: JourneyMoment) -> Bool? {
    var passage = PromisePassage(course, at: moment)
    guard !form.finds.isEmpty else { return leadsOn(by: form, passage, .any) }
    passage.leavePerson()
    // Naming an unknown person is always possible, and so is naming another person who has done nothing yet.
    if leadsOn(by: form, passage, .any) == true { return true }
    let others = people.filter { other in
      var found = passage
      found.take(other.person, other.account)
      return leadsOn(by: form, found, .any) == true
    }
    if others.contains(where: { $0.person.person != moment.person }) || others.count > 1 { return true }
    // Others may have changed in the meantime; what is impossible under all facts is certain nevertheless.
    var somebody = JourneyMoment(state: moment.state, session: 0)
    somebody.person = .created
    if leadsOn(by: form, PromisePassage(anybody, at: somebody), .any) == false { return false }
    if moment.person != .nobody, people.count == 1 { return leadsOn(by: form, PromisePassage(course, at: moment), .any) }
    return nil
  }

  /// A person chooses what they answer, but for what they may not know; whatever is not kept may be so or not.
  private func leadsOn(by form: GraphForm, _ passage: PromisePassage, _ answers: AssumedAnswers) -> Bool? {
    let course = passage.course
    switch passage.firstEdge(of: form, assuming: answers) {
    case .asks(let test):
      let wrong: Bool? = answers.assuming(test, false).map { leadsOn(by: form, passage, $0) } ?? false
      let canPass = course.canPass(test, at: passage.moment)
      if wrong == true || canPass == false { return wrong }
      let right: Bool? = answers.assuming(test, true).map { leadsOn(by: form, passage, $0) } ?? false
      if right == true { return canPass == nil ? nil : true }
      return right == false ? wrong : nil
    case .depends(let atom):
      let either = [true, false].map { leadsOn(by: form, passage, answers.assuming(atom, $0)) }
      return either[0] == either[1] ? either[0] : nil
    case .edge(let edge):
      guard let sent = course.completed(answers, to: form, at: passage.moment) else { return false }
      let leads = joined(passage.following(edge).map { leaves(passage.moment.state, $0, depth: 0) })
      let isOffered = sent.tests.dropFirst(answers.tests.count).allSatisfy { course.canPass($0.test, at: passage.moment) != nil }
      return leads == true && !isOffered ? nil : leads
    case .nothing: return false
    }
  }

  /// Whether it comes to another screen, or to an end.
  private func leaves(_ state: Int, _ passage: PromisePassage, depth: Int) -> Bool? {
    if passage.end != nil { return true }
    let course = passage.course
    guard let decision = course.graph.states[passage.moment.state].decision else { return passage.moment.state != state }
    guard decision.finds.isEmpty, depth < 8 else { return staysAway(from: state, passage.moment.state) ? true : nil }
    return joined(passage.outcomes(of: decision, answering: .none).map { leaves(state, $0.passage, depth: depth + 1) })
  }

  /// Whether no edge of a state that decides, nor of those after it, leads to the state.
  private func staysAway(from state: Int, _ first: Int) -> Bool {
    var seen: Set<Int> = [first]
    var open = [first]
    while let place = open.popLast() {
      guard let decision = course.graph.states[place].decision else { continue }
      for target in decision.edges.flatMap({ course.targets(of: $0) }) where seen.insert(target).inserted { open.append(target) }
    }
    return !seen.contains(state)
  }

  private func joined(_ parts: [Bool?]) -> Bool? {
    guard let first = parts.first else { return false }
    return parts.allSatisfy { $0 == first } ? first : nil
  }

  /// The moments on the same screen that acts lead to.
  private func staying(_ moment: JourneyMoment) -> [JourneyMoment] {
    let later = PromisePassage(course, at: moment).elsewhere().map(\.passage.moment)
    let shown = course.shownForms(at: moment).filter { $0.form.finds.isEmpty && $0.state == moment.state }
    let sent = shown.flatMap { PromisePassage(course, at: moment).outcomes(of: $0.form).map(\.passage) }
    return (later + sent.filter { $0.end == nil }.map(\.moment)).filter { $0.state == moment.state }.map { course.pruned($0) }
  }
}

extension StuckScreens {
  /// The forms of the screen, each of them sent once where that does anything; a person remains there after each.
  func stay(at moment: JourneyMoment) -> BreakingWay.Stay {
    let shown = course.shownForms(at: moment)
    var stay = BreakingWay.Stay(forms: shown.map(\.form.id), sent: [])
    var current = moment
    let screen = course.screen(of: moment.state) ?? ""
    let place = PromiseSearch.FormPlace(screen: screen, owner: screen)
    for one in shown where !one.form.edges.isEmpty {
      guard one.isInAll else {
        stay.elsewhere.append(one.form.id)
        continue
      }
      var passage = PromisePassage(course, at: current)
      if !one.form.finds.isEmpty {
        passage.leavePerson()
        passage.named = .nobody
      }
      let outcomes = passage.outcomes(of: one.form).filter { $0.passage.end == nil }
      // It may come back to the screen by a state that decides.
      let remains = outcomes.first { $0.passage.moment.state == moment.state }
      guard let sent = remains ?? outcomes.first else { continue }
      stay.sent.append(BreakingWay.SentForm(one.form.id, at: place, sent.answers, sent.passage))
      if let remains { current = remains.passage.moment }
    }
    return stay
  }
}

extension PromiseCourse {
  /// The states that an edge can lead to: its own target, that of a full counter, and where an app comes back.
  func targets(of edge: GraphEdge) -> [Int] {
    var targets = [edge.target]
    for effect in edge.effects { if case .count(let index) = effect { targets.append(tables.counters[index].target) } }
    return targets.compactMap { if case .state(let place) = $0 { place } else { nil } } + (edge.comeback.map { [$0] } ?? [])
  }

  /// What decides what comes of the forms of a state, up to the next screen, and what they change of a session.
  func variables(at state: Int) -> Set<KeptVariable> {
    var variables: Set<KeptVariable> = []
    if let screen = graph.states[state].screen {
      for form in rules[screen].forms { variables.formUnion(form.condition.variables) }
      for condition in offers.conditions(on: screen) { variables.formUnion(condition.variables) }
      for offered in offers.beside[state] where offered.isInAll { variables.formUnion(offered.form.condition.variables) }
    }
    var seen: Set<Int> = [state]
    var open = [state]
    while let place = open.popLast() {
      let decision = graph.states[place].decision.map { [$0] } ?? []
      for edge in (place == state ? graph.states[place].forms + decision : decision).flatMap(\.edges) {
        variables.formUnion(edge.condition.atoms.flatMap { self.variables(of: $0, at: place) })
        for effect in edge.effects { variables.formUnion(changed(by: effect)) }
        for target in targets(of: edge) where seen.insert(target).inserted { open.append(target) }
      }
    }
    return variables
  }

  private func variables(of atom: GuardAtom, at state: Int) -> [KeptVariable] {
    if case .answer(let test) = atom { return variables(of: test, at: state) }
    return atom.variable.map { [$0] } ?? []
  }

  /// What an effect changes of a session, and what it counts.
  private func changed(by effect: Effect) -> [KeptVariable] {
    EffectParts(effect, in: tables).changes.filter { variable in
      switch variable {
      case .code(let mail): hasCode(mail)
      case .counter: true
      case .fact, .text, .timer: variable.isOfSession
      }
    }
  }
}
