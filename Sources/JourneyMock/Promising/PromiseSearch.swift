import JourneyLanguage
import JourneyModel

/// Looks for a way through a tenant's graph that breaks a promise, the shortest ways first, over everything that can be so.
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

  /// What a passage begins with.
  enum Cause: Sendable {
    case begin([BreakingWay.Given])
    /// Time, a push or a link.
    case act(BreakingWay.Act, after: Int?)
    case form(String, AssumedAnswers, screen: String, after: Int)
  }

  /// Somebody whom a journey may find.
  private struct Known {
    var person: KnownPerson
    /// The account in the tenant's file; `nil` for who registered.
    var account: Int?
    /// The moment after which they are so; `nil` where the tenant's file has them so.
    var origin: Int?
    /// How many acts lead there.
    var cost: Int
  }

  /// What is looked at once nothing shorter is left.
  private struct Candidate {
    var passage: PromisePassage
    var step: Step
  }

  /// A form or decision that looks somebody up, and the moment without whom it was about before.
  private struct Lookup: Hashable {
    var form: String
    var moment: JourneyMoment
  }

  /// A passage up to where somebody is looked up.
  private struct Searcher {
    var passage: PromisePassage
    var form: GraphForm
    /// `nil` where a form begins that is still to be answered, at this moment.
    var cause: Cause?
    var number: Int
  }

  let course: PromiseCourse
  private let people: [AccountState]
  private let limit: Int
  private(set) var isComplete = true
  private(set) var moments: [JourneyMoment] = []
  private(set) var steps: [Step] = []
  private var accounts: [Int?] = []
  private var costs: [Int] = []
  private var numbers: [JourneyMoment: Int] = [:]
  private var known: [Known] = []
  private var knownPeople: Set<KnownPerson> = []
  /// By how many acts lead there.
  private var open: [[Candidate]] = []
  private var searchers: [Searcher] = []
  /// The moment at which each lookup was first tried.
  private var lookups: [Lookup: Int] = [:]
  /// How many passages were tried.
  private(set) var tried = 0
  /// The way that breaks it.
  private(set) var breach: (step: Step, end: BreakingWay.End)?
  /// Where each moment leads, if that is asked for.
  private(set) var exits: [(from: Int, to: Int?)] = []
  private let keepsExits: Bool

  /// - Parameter limit: how many moments are looked at.
  init(_ course: PromiseCourse, people: [AccountState], limit: Int, keepsExits: Bool = false) {
    self.course = course
    self.people = people
    self.limit = limit
    self.keepsExits = keepsExits
    let alike = AlikeAccounts(people, of: course)
    for (place, person) in people.enumerated() {
      let bits = course.layout.packed(person.scope, of: .account)
      let left = PromisePassage.Left(
        person: KnownPerson(
          person: .account(alike.first(like: place)), account: bits, device: 0, seen: 0),
        account: place)
      note(left, from: nil, cost: 0)
    }
  }

  /// Searches until the promise is broken, or nothing new is found, or until the limit.
  mutating func search() {
    for session in firstSessions {
      settle(
        PromisePassage(course, at: JourneyMoment(state: course.graph.start, session: session.bits)),
        .begin(session.given))
    }
    var cost = 0
    while cost < open.count {
      var next = 0
      while next < open[cost].count {
        take(open[cost][next], cost)
        guard breach == nil else { return }
        guard moments.count <= limit, tried <= limit * 8 else {
          isComplete = false
          return
        }
        next += 1
      }
      open[cost] = []
      cost += 1
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
          return (
            bits,
            session.given
              + (word == 0 ? [] : [BreakingWay.Given(fact: fact.name, word: fact.words[word])])
          )
        }
      }
    }
    return sessions
  }

  // MARK: What was found

  /// Looks at what a candidate leads to, and leaves behind.
  private mutating func take(_ candidate: Candidate, _ cost: Int) {
    let passage = candidate.passage
    if passage.isBroken {
      breach = (candidate.step, BreakingWay.End(passage, course))
      return
    }
    var moment = passage.moment
    // An end is not looked at further; what it leaves behind is.
    if passage.end != nil { moment.state = -1 }
    moment = course.pruned(moment)
    let isNew = numbers[moment] == nil
    let number = keep(moment, candidate.step, passage.account, cost)
    if keepsExits, let before = candidate.step.before {
      exits.append((before, passage.end == nil ? number : nil))
    }
    for left in passage.left { note(left, from: number, cost: cost) }
    if isNew, moment.person != .nobody {
      note(
        PromisePassage.Left(person: KnownPerson(moment, course.promise), account: passage.account),
        from: number, cost: cost)
    }
    for link in passage.links {
      var opened = PromisePassage(course, at: link.moment)
      opened.account = link.account
      opened.note(.link)
      settle(opened, .act(.open(mail: course.tables.mails[link.mail].name), after: number))
    }
    if isNew, moment.state >= 0 { visit(number) }
  }

  /// Whether everybody whom it leaves is known as they are left.
  private func leavesNobodyNew(_ passage: PromisePassage) -> Bool { passage.left.allSatisfy { knownPeople.contains($0.person) } }

  private mutating func keep(_ moment: JourneyMoment, _ step: Step, _ account: Int?, _ cost: Int) -> Int {
    if let number = numbers[moment] { return number }
    numbers[moment] = moments.count
    moments.append(moment)
    steps.append(step)
    accounts.append(account)
    costs.append(cost)
    return moments.count - 1
  }

  /// A person as a journey leaves them, in the same browser and in a fresh one; whoever looks for somebody may find them.
  private mutating func note(_ left: PromisePassage.Left, from number: Int?, cost: Int) {
    for device in Set([left.person.device, 0]).sorted(by: >) {
      var person = left.person
      person.device = device
      guard knownPeople.insert(person).inserted else { continue }
      known.append(Known(person: person, account: left.account, origin: number, cost: cost))
      for searcher in searchers { find(known.count - 1, searcher) }
    }
  }

  // MARK: Moments

  private mutating func visit(_ number: Int) {
    let moment = moments[number]
    for (later, act) in course.afterTime(moment) + course.afterPush(moment) {
      settle(passage(at: later, accounts[number]), .act(act, after: number))
    }
    for form in course.shownForms(at: moment) {
      let passage = passage(at: moment, accounts[number])
      if form.finds.isEmpty {
        send(form, passage, at: number)
      } else {
        look(Searcher(passage: passage, form: form, cause: nil, number: number))
        findAgain(form, passage, at: number)
      }
    }
  }

  private func passage(at moment: JourneyMoment, _ account: Int?) -> PromisePassage {
    var passage = PromisePassage(course, at: moment)
    passage.account = account
    return passage
  }

  /// Whom a journey is about may be named again.
  private mutating func findAgain(_ form: GraphForm, _ passage: PromisePassage, at number: Int) {
    let person = KnownPerson(passage.moment, course.promise)
    guard person.person != .nobody, mayFind(person, form) else { return }
    var again = passage
    again.leavePerson()
    again.take(person, passage.account)
    send(form, again, at: number)
  }

  // MARK: Lookups

  /// Whoever is known is found, now and later.
  private mutating func look(_ searcher: Searcher) {
    // Who was there before is forgotten, so what differs in that alone is tried once.
    var unknown = searcher.passage
    unknown.leavePerson()
    unknown.named = .nobody
    if searcher.passage.links.isEmpty, leavesNobodyNew(searcher.passage) {
      let lookup = Lookup(form: searcher.form.id, moment: course.pruned(unknown.moment))
      if let place = lookups[lookup] {
        if keepsExits, searcher.number >= 0 {
          exits.append((searcher.number, place < 0 ? nil : place))
        }
        return
      }
      lookups[lookup] = searcher.number
    }
    go(on: searcher, with: unknown)
    searchers.append(searcher)
    for place in known.indices { find(place, searcher) }
  }

  private mutating func find(_ place: Int, _ searcher: Searcher) {
    guard breach == nil, tried <= limit * 8, mayFind(known[place].person, searcher.form) else {
      return
    }
    var found = searcher.passage
    found.leavePerson()
    found.take(known[place].person, known[place].account)
    found.found = place
    go(on: searcher, with: found)
  }

  private mutating func go(on searcher: Searcher, with passage: PromisePassage) {
    if let cause = searcher.cause {
      var next = passage
      // Whom the form named is told, where the decision finds nobody.
      if next.named == .nobody, let named = searcher.passage.named { next.named = named }
      decide(searcher.form, next, cause, depth: 1)
    } else {
      send(searcher.form, passage, at: searcher.number)
    }
  }

  /// The passages that begin with everybody in the tenant's file whom a form may name, after the one that names nobody.
  func named(_ form: GraphForm, from passage: PromisePassage) -> [PromisePassage] {
    var unknown = passage
    unknown.leavePerson()
    unknown.named = .nobody
    return [unknown]
      + known.indices.filter { known[$0].origin == nil && mayFind(known[$0].person, form) }.map {
        place in
        var found = unknown
        found.take(known[place].person, known[place].account)
        return found
      }
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

  // MARK: Passages

  /// Takes every edge that some answer leads to.
  private mutating func send(_ form: GraphForm, _ passage: PromisePassage, at number: Int) {
    var open = [AssumedAnswers.any]
    while let assumed = open.popLast() {
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
        settle(taken, .form(form.id, assumed, screen: screen ?? "", after: number), from: before)
      case .nothing: break
      }
    }
  }

  /// Follows states that decide at once; a screen that comes then is shown.
  private mutating func settle(
    _ passage: PromisePassage, _ cause: Cause, from state: Int? = nil, depth: Int = 0
  ) {
    tried += 1
    // Decisions may lead in circles.
    guard tried <= limit * 8, depth < 64 else { return }
    guard passage.end == nil, let decision = course.graph.states[passage.moment.state].decision
    else {
      var shown = passage
      if shown.end == nil, shown.moment.state != state,
        let screen = course.screen(of: shown.moment.state)
      {
        shown.note(.screen(screen))
      }
      push(shown, cause)
      return
    }
    if decision.finds.isEmpty {
      decide(decision, passage, cause, depth: depth)
    } else {
      look(Searcher(passage: passage, form: decision, cause: cause, number: cause.before ?? -1))
    }
  }

  private mutating func decide(
    _ decision: GraphForm, _ passage: PromisePassage, _ cause: Cause, depth: Int
  ) {
    guard case .edge(let edge) = course.firstEdge(of: decision, at: passage.moment, assuming: .none)
    else { return }
    var next = passage
    next.follow(edge)
    settle(next, cause, depth: depth + 1)
  }

  private mutating func push(_ passage: PromisePassage, _ cause: Cause) {
    let earlier = passage.found.flatMap { known[$0].origin }
    var cost = 1 + (cause.before.map { costs[$0] } ?? 0)
    if let earlier, !isAncestor(earlier, of: cause.before) { cost += costs[earlier] }
    if !keepsExits, !passage.isBroken, passage.end == nil, leavesNobodyNew(passage),
      passage.links.isEmpty,
      numbers[course.pruned(passage.moment)] != nil
    {
      return
    }
    while open.count <= cost { open.append([]) }
    open[cost].append(
      Candidate(
        passage: passage,
        step: Step(before: cause.before, act: cause.act(of: passage), earlier: earlier)))
  }
}
