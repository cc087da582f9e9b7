import JourneyLanguage
import JourneyModel

/// Looks for a way through a tenant's graph that breaks a promise: the shortest journeys first, over everything that can be so.
///
/// What one journey leaves behind of a person, the next one finds. It assumes rather more than less: what holds here, holds; a way
/// that is found is walked before it is told.
struct PromiseSearch {
  /// How something came about.
  struct Step: Sendable {
    /// The place of the moment before; `nil` for a journey's begin.
    var before: Int?
    var act: BreakingWay.Act
    /// The moment in which the person whom the act names was left by an earlier journey.
    var earlier: Int?
  }

  let course: PromiseCourse
  private let people: [AccountState]
  private let limit: Int
  private(set) var isComplete = true
  private(set) var moments: [Moment] = []
  private(set) var steps: [Step] = []
  private var numbers: [Moment: Int] = [:]
  private var known: [KnownPerson] = []
  /// The moment after which each of those known was found.
  private var origins: [Int?] = []
  private var knownPlaces: [KnownPerson: Int] = [:]
  /// The way that breaks it.
  private(set) var breach: (step: Step, end: BreakingWay.End)?
  /// Where each moment leads, if that is asked for.
  private(set) var exits: [(from: Int, to: Int?)] = []
  private let keepsExits: Bool
  /// For each lookup how many people were tried, and the moment at which.
  private var searched: [TriedLookup: (count: Int, moment: Int)] = [:]
  /// The states that look somebody up before a screen is shown.
  private let lookupStates: Set<Int>

  private struct TriedLookup: Hashable {
    var form: String
    var moment: Moment
  }

  init(_ course: PromiseCourse, people: [AccountState], limit: Int, keepsExits: Bool = false) {
    self.course = course
    self.people = people
    self.limit = limit
    self.keepsExits = keepsExits
    lookupStates = course.graph.lookupStates
    for (place, person) in people.enumerated() {
      let bits = course.layout.packed(person.scope, of: .account)
      note(KnownPerson(person: .account(place), account: bits, device: 0, seen: 0), from: nil)
    }
  }

  /// Searches until the promise is broken, or nothing new is found, or until the limit.
  mutating func search() {
    begin()
    var next = 0
    var count = -1
    // What was found about people may lead further from forms that look for them.
    repeat {
      count = known.count
      while next < moments.count, breach == nil {
        guard moments.count <= limit else {
          isComplete = false
          return
        }
        visit(next)
        next += 1
      }
      if count != known.count || next == moments.count { revisitLookups() }
    } while breach == nil && (next < moments.count || count != known.count)
  }

  private mutating func begin() {
    for session in firstSessions {
      let passage = PromisePassage(course, at: Moment(state: course.graph.start, session: session.bits))
      for settled in settle(passage) {
        let hint = settled.named.map { BreakingWay.Person($0) }
        take(
          settled, Step(before: nil, act: .begin(given: session.given, hint: hint), earlier: settled.found.flatMap { origins[$0] }))
      }
    }
  }

  private var firstSessions: [(bits: UInt64, given: [BreakingWay.Given])] {
    var sessions: [(bits: UInt64, given: [BreakingWay.Given])] = [(0, [])]
    for fact in course.graph.given {
      guard let field = course.layout.field(ofFact: fact.slot) else { continue }
      sessions = sessions.flatMap { session in
        fact.words.indices.map { word in
          var bits = session.bits
          field.set(UInt64(word), in: &bits)
          return (bits, session.given + (word == 0 ? [] : [BreakingWay.Given(fact: fact.name, word: fact.words[word])]))
        }
      }
    }
    return sessions
  }

  // MARK: Moments

  private mutating func visit(_ number: Int) {
    let moment = moments[number]
    guard moment.state >= 0 else { return }
    for (later, act) in course.afterTime(moment) + course.afterPush(moment) {
      take(PromisePassage(course, at: later), Step(before: number, act: act))
    }
    for form in course.shownForms(at: moment) { post(form, at: number) }
  }

  /// Forms that look somebody up are tried again for those found since.
  private mutating func revisitLookups() {
    begin()
    for number in moments.indices where breach == nil && moments[number].state >= 0 {
      for form in course.shownForms(at: moments[number]) where looksUp(form) { post(form, at: number) }
    }
  }

  private func looksUp(_ form: GraphForm) -> Bool {
    !form.finds.isEmpty
      || form.edges.contains { edge in
        if case .state(let place) = edge.target, lookupStates.contains(place) { return true }
        return edge.comeback.map(lookupStates.contains) ?? false
      }
  }

  private mutating func post(_ form: GraphForm, at number: Int) {
    let moment = moments[number]
    var first = 0
    if !form.finds.isEmpty {
      // Who was there before is forgotten, so what differs in that alone is tried once.
      var unknown = PromisePassage(course, at: moment)
      unknown.leavePerson()
      let search = TriedLookup(form: form.id, moment: unknown.moment)
      first = searched[search]?.count ?? 0
      let place = searched[search]?.moment ?? number
      if keepsExits, place != number { exits.append((number, place)) }
      searched[search] = (known.count, place)
    }
    for passage in named(form, at: moment, after: first) { send(form, passage, at: number) }
  }

  /// The passages that begin with everybody whom a form may name; one that names nobody where it looks for nobody.
  ///
  /// - Parameter first: how many of those known were tried before.
  func named(_ form: GraphForm, at moment: Moment, after first: Int) -> [PromisePassage] {
    let passage = PromisePassage(course, at: moment)
    guard !form.finds.isEmpty else { return [passage] }
    var unknown = passage
    unknown.leavePerson()
    unknown.named = .nobody
    var passages = first == 0 ? [unknown] : []
    for place in known.indices.dropFirst(first) where mayFind(known[place], form) {
      var found = unknown
      let person = known[place]
      (found.moment.person, found.moment.account, found.moment.device) = (person.person, person.account, person.device)
      if course.promise.countsOfPerson { found.moment.seen = person.seen }
      (found.named, found.found) = (person.person, place)
      passages.append(found)
    }
    return passages
  }

  /// Whether a form can find the person by one of the texts that it looks for.
  private func mayFind(_ person: KnownPerson, _ form: GraphForm) -> Bool {
    guard case .account(let place) = person.person else { return true }
    return form.finds.contains { find in
      guard let text = people[place].scope.attributes[find.attribute.index] else { return false }
      if case .literal(let wanted) = find.source { return wanted == text }
      return true
    }
  }

  /// Whether one of those known is as the tenant's file has them.
  func isOfFile(_ place: Int) -> Bool { origins[place] == nil }

  /// Takes every edge that some answer leads to.
  private mutating func send(_ form: GraphForm, _ passage: PromisePassage, at number: Int) {
    var open = [AssumedAnswers.any]
    while let assumed = open.popLast(), breach == nil {
      switch course.firstEdge(of: form, at: passage.moment, assuming: assumed) {
      case .asks(let test):
        for answer in [false, true] where !answer || course.canPass(test, at: passage.moment) {
          if let further = assumed.assuming(test, answer) { open.append(further) }
        }
      case .edge(let edge):
        var taken = passage
        let screen = course.screen(of: passage.moment.state)
        taken.noteProofs(assumed, on: screen, by: edge)
        let before = passage.moment.state
        taken.follow(edge)
        for settled in settle(taken, from: before) {
          let sent = BreakingWay.SentForm(
            screen: screen ?? "", form: form.id, named: settled.named.map { BreakingWay.Person($0) },
            answers: assumed.tests.map {
              BreakingWay.Answer(widget: $0.test.path.joined(separator: "."), test: $0.test.comparison, isTrue: $0.isTrue)
            }, edges: settled.edges, comesBack: settled.comesBack)
          take(settled, Step(before: number, act: .send(sent), earlier: settled.found.flatMap { origins[$0] }))
        }
      case .nothing: break
      }
    }
  }

  /// Follows states that decide at once; a screen that comes then is shown.
  func settle(_ passage: PromisePassage, from state: Int? = nil, depth: Int = 0) -> [PromisePassage] {
    guard passage.end == nil else { return [passage] }
    guard let decision = course.graph.states[passage.moment.state].decision else {
      var shown = passage
      if shown.moment.state != state, let screen = course.screen(of: shown.moment.state) { shown.note(.screen(screen)) }
      return [shown]
    }
    // Decisions may lead in circles.
    guard depth < 64 else { return [] }
    let starts: [PromisePassage]
    if decision.finds.isEmpty {
      starts = [passage]
    } else {
      starts = named(decision, at: passage.moment, after: 0).map { $0.continuing(passage) }
    }
    return starts.flatMap { start -> [PromisePassage] in
      guard case .edge(let edge) = course.firstEdge(of: decision, at: start.moment, assuming: .none) else { return [] }
      var next = start
      next.follow(edge)
      return settle(next, from: nil, depth: depth + 1)
    }
  }

  // MARK: What was found

  /// Keeps where a passage leads.
  private mutating func take(_ passage: PromisePassage, _ step: Step) {
    guard breach == nil else { return }
    if passage.isBroken {
      breach = (step, BreakingWay.End(passage, course))
      return
    }
    var number: Int?
    if passage.end == nil {
      number = keep(passage.moment, step)
    } else if !passage.links.isEmpty || passage.moment.person != .nobody {
      // Its end is not looked at further; what it leaves behind is.
      var ended = passage.moment
      ended.state = -1
      number = keep(ended, step)
    }
    if keepsExits, let before = step.before { exits.append((before, passage.end == nil ? number : nil)) }
    for person in passage.left { note(person, from: number) }
    if passage.moment.person != .nobody { note(KnownPerson(passage.moment, course.promise), from: number) }
    for link in passage.links { follow(link, from: number) }
  }

  private mutating func follow(_ link: (mail: Int, moment: Moment), from number: Int?) {
    var passage = PromisePassage(course, at: link.moment)
    passage.note(.link)
    for settled in settle(passage) {
      take(settled, Step(before: number, act: .open(mail: course.graph.tables.mails[link.mail].name)))
    }
  }

  private mutating func keep(_ moment: Moment, _ step: Step) -> Int {
    if let number = numbers[moment] { return number }
    numbers[moment] = moments.count
    moments.append(moment)
    steps.append(step)
    return moments.count - 1
  }

  /// A person as a journey leaves them, in the same browser and in a fresh one.
  private mutating func note(_ person: KnownPerson, from number: Int?) {
    for device in Set([person.device, 0]).sorted(by: >) {
      var person = person
      person.device = device
      guard knownPlaces[person] == nil else { continue }
      knownPlaces[person] = known.count
      known.append(person)
      origins.append(number)
    }
  }

  // MARK: Ways

  /// How a step came about, from the first journey's begin.
  func way(to step: Step, _ end: BreakingWay.End) -> BreakingWay {
    var acts: [BreakingWay.Act] = []
    var open: Step? = step
    var earlier: Int?
    while let current = open {
      acts.insert(current.act, at: 0)
      if earlier == nil { earlier = current.earlier }
      open = current.before.map { steps[$0] }
    }
    if let earlier { acts = way(to: steps[earlier], end).acts + acts }
    return BreakingWay(acts: acts, end: end)
  }
}

extension BreakingWay.Person {
  init(_ person: Moment.Person) {
    switch person {
    case .nobody: self = .nobody
    case .created: self = .created
    case .account(let place): self = .account(place)
    }
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
