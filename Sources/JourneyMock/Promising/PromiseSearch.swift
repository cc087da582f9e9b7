import JourneyLanguage
import JourneyModel

/// Looks for a way through a tenant's graph that breaks a promise, the shortest ways first, over everything that can be so.
///
/// What one journey leaves behind of a person, the next one finds. It assumes rather more than less: what holds here, holds; a way
/// that is found is walked before it is reported.
struct PromiseSearch {
  /// How many passages are tried for each moment of the limit.
  private static let triesPerMoment = 8

  let course: PromiseCourse
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
  /// That of the candidates which are looked at now.
  private var cost = 0
  private var searchers: [Searcher] = []
  private var lookups: Set<Lookup> = []
  /// The forms of other screens that were sent, and at which moments of those.
  private var borrowed: Set<Lookup> = []
  /// The links that were sent to people, and the moments after which they were sent.
  private var links: [(link: PromisePassage.Link, from: Int)] = []
  private var sentLinks: Set<SentLink> = []
  /// How many passages were tried.
  private(set) var tried = 0
  /// What every passage went through; `nil` if nothing asks for it.
  private(set) var passed: PassedParts?
  /// Whether what the promise is about happened to the people that it is about.
  private(set) var isMet = false
  /// Whether what the promise counts came as often anywhere.
  private(set) var isCounted = false
  /// The way that breaks it.
  private(set) var breach: Breach?
  /// Whether a moment itself breaks the promise; `nil` where that is not known.
  private let isBreach: (JourneyMoment) -> Bool?
  /// Whether there is a moment of which that is not known.
  private(set) var isUncertain = false
  private let findable: FindableAccounts
  /// The accounts that are equal at the beginning of a world.
  private let twins: [KnownPerson: [Int]]

  /// - Parameters:
  ///   - limit: how many moments are looked at.
  ///   - notesParts: whether the edges and states are noted that passages go through.
  ///   - isBreach: whether a moment itself breaks the promise; `nil` where that is not known.
  init(
    _ course: PromiseCourse, people: [AccountState], limit: Int, notesParts: Bool = false,
    isBreach: @escaping (JourneyMoment) -> Bool? = { _ in false }
  ) {
    self.course = course
    if notesParts { passed = PassedParts() }
    self.limit = limit
    self.isBreach = isBreach
    findable = FindableAccounts(people, in: course.graph)
    let known = course.people(people)
    twins = Dictionary(grouping: known) { $0.person }.mapValues { $0.compactMap(\.account) }
    for left in known { note(left, from: nil, cost: 0) }
  }

  /// Searches until the promise is broken, or nothing new is found, or until the limit.
  mutating func search() {
    for session in firstSessions {
      settle(
        PromisePassage(course, at: JourneyMoment(state: course.graph.start, session: session.bits)),
        .begin(session.given))
    }
    while cost < open.count {
      var next = 0
      while next < open[cost].count {
        take(open[cost][next])
        if moments.count > limit || tried > limit * Self.triesPerMoment || course.hasTooManyAnswers { isComplete = false }
        guard breach == nil, isComplete else { return }
        next += 1
      }
      open[cost] = []
      cost += 1
    }
    if course.hasTooManyAnswers { isComplete = false }
  }

  private var firstSessions: [(bits: UInt64, given: [BreakingWay.Given])] {
    var sessions: [(bits: UInt64, given: [BreakingWay.Given])] = [(0, [])]
    // An app may name the person with a login hint.
    if let place = course.tables.attributes[.session]?.firstIndex(of: "login_hint"),
      let field = course.layout.field(ofText: AttributeSlot(scope: .session, index: place))
    {
      sessions.append((field.bits, []))
    }
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

  // MARK: What was found

  /// Looks at what a candidate leads to, and leaves behind.
  private mutating func take(_ candidate: Candidate) {
    let passage = candidate.passage
    if passage.isBroken {
      breach = Breach(step: candidate.step, moment: passage.moment, end: BreakingWay.End(passage, course))
      return
    }
    var moment = passage.moment
    // An end is not looked at further; what it leaves behind is.
    if passage.end != nil { (moment.state, moment.isWithoutTokens) = (-1, false) }
    moment = course.pruned(moment)
    let isNew = numbers[moment] == nil && !isOutdone(moment)
    // A known moment is kept once more where a person is left in another condition, or where a link was sent on the way to it.
    let isOtherWay = !leavesNobodyNew(passage) || !passage.links.isEmpty
    let number = keep(moment, candidate.step, passage.account, cost, again: isOtherWay)
    for left in passage.left { note(left, from: number, cost: cost) }
    if isNew, moment.person != .nobody {
      note(
        PromisePassage.Left(person: KnownPerson(moment, course.promise), account: passage.account),
        from: number, cost: cost)
    }
    for link in passage.links { keep(link, from: number) }
    guard isNew, moment.state >= 0 else { return }
    let isBroken = isBreach(moment)
    if isBroken == nil { isUncertain = true }
    if isBroken == true, course.isMeant(moment), !course.holds(course.promise.unless, at: moment) {
      breach = Breach(step: candidate.step, moment: moment, end: BreakingWay.End(passage, course))
    } else {
      visit(number)
    }
  }

  /// The link of a message may be opened now, and once something else became of the person.
  private mutating func keep(_ link: PromisePassage.Link, from number: Int) {
    use(link, from: number, with: nil)
    guard link.moment.person != .nobody, sentLinks.insert(SentLink(mail: link.mail, moment: course.pruned(link.moment))).inserted else {
      return
    }
    // A link from before a lock does not show how people come back after it.
    guard !course.promise.countsInARow else { return }
    links.append((link, number))
    for place in known.indices where known[place].person.person == link.moment.person { use(link, from: number, with: place) }
  }

  private mutating func use(_ link: PromisePassage.Link, from number: Int, with place: Int?) {
    var opened = PromisePassage(course, at: link.moment)
    opened.account = link.account
    if let place {
      let person = known[place].person
      (opened.moment.account, opened.moment.device) = (person.account, person.device)
      if course.promise.rule.countsOfPerson { opened.moment.seen = person.seen }
      (opened.moment.isTakenOver, opened.moment.hasNewPassword) = (person.isTakenOver, person.hasNewPassword)
      opened.found = place
    }
    opened.note(.link)
    opened.noteProof()
    settle(opened, .act(.open(mail: course.tables.mails[link.mail].name), after: number))
  }

  /// Whether all people that it leaves are already known in the same condition.
  private func leavesNobodyNew(_ passage: PromisePassage) -> Bool { passage.left.allSatisfy { knownPeople.contains($0.person) } }

  /// Whether the same moment is known of a journey that may end with tokens: what leads on from here leads on from there.
  private func isOutdone(_ moment: JourneyMoment) -> Bool {
    guard moment.isWithoutTokens else { return false }
    var other = moment
    other.isWithoutTokens = false
    return numbers[other] != nil
  }

  /// - Parameter again: whether a known moment is kept once more, because this path leaves a person in another condition.
  private mutating func keep(_ moment: JourneyMoment, _ step: Step, _ account: Int?, _ cost: Int, again: Bool) -> Int {
    if let number = numbers[moment], !again { return number }
    numbers[moment] = numbers[moment] ?? moments.count
    moments.append(moment)
    steps.append(step)
    accounts.append(account)
    costs.append(cost)
    return moments.count - 1
  }

  /// Notes a person as a journey leaves them, in the same browser and in a new one; later lookups may find them.
  private mutating func note(_ left: PromisePassage.Left, from number: Int?, cost: Int) {
    for device in Set([left.person.device, 0]).sorted(by: >) {
      var person = left.person
      person.device = device
      guard knownPeople.insert(person).inserted else { continue }
      known.append(Known(person: person, account: left.account, origin: number, cost: cost))
      for searcher in searchers { find(known.count - 1, searcher) }
      for (link, number) in links where link.moment.person == person.person { use(link, from: number, with: known.count - 1) }
    }
  }

  // MARK: Moments

  private mutating func visit(_ number: Int) {
    let moment = moments[number]
    for (later, act) in passage(at: moment, accounts[number], []).elsewhere() { settle(later, .act(act, after: number)) }
    for shown in course.shownForms(at: moment) {
      var place = moment
      place.state = shown.state
      // The same form of another screen, from wherever it is offered.
      guard place == moment || borrowed.insert(Lookup(form: shown.form.id, moment: course.pruned(place))).inserted else { continue }
      let passage = passage(at: place, accounts[number], shown.assumed)
      if shown.form.finds.isEmpty {
        send(shown.form, passage, at: number)
      } else {
        look(Searcher(passage: passage, form: shown.form, cause: nil, number: number))
        findAgain(shown.form, passage, at: number)
      }
    }
  }

  private func passage(at moment: JourneyMoment, _ account: Int?, _ assumed: [KeptVariable]) -> PromisePassage {
    var passage = PromisePassage(course, at: moment)
    passage.account = account
    passage.assumed = assumed
    return passage
  }

  /// The person of a journey may be named again.
  private mutating func findAgain(_ form: GraphForm, _ passage: PromisePassage, at number: Int) {
    let person = KnownPerson(passage.moment, course.promise)
    guard mayFind(person, form) else { return }
    var again = passage
    again.leavePerson()
    again.take(person, passage.account)
    again.keepProofs(of: passage.moment)
    send(form, again, at: number)
  }

  // MARK: Lookups

  /// Every known person is found, now and later.
  private mutating func look(_ searcher: Searcher) {
    // Who was there before is forgotten, so what differs in that alone is tried once.
    var unknown = searcher.passage
    unknown.leavePerson()
    unknown.named = .nobody
    if searcher.passage.links.isEmpty, leavesNobodyNew(searcher.passage) {
      let lookup = Lookup(form: searcher.form.id, moment: course.pruned(unknown.moment))
      guard lookups.insert(lookup).inserted else { return }
    }
    go(on: searcher, with: unknown)
    searchers.append(searcher)
    for place in known.indices { find(place, searcher) }
  }

  private mutating func find(_ place: Int, _ searcher: Searcher) {
    guard breach == nil, tried <= limit * Self.triesPerMoment, mayFind(known[place].person, searcher.form) else { return }
    var found = searcher.passage
    found.leavePerson()
    found.take(known[place].person, account(of: place, besides: searcher.passage.account))
    found.found = place
    for slot in findable.texts(of: known[place].person.person, searcher.form) where course.layout.field(ofText: slot) == nil {
      found.assumed.append(.text(slot))
    }
    go(on: searcher, with: found)
  }

  /// The account that represents a known person: if there is an equal one, not the one that the journey was about.
  private func account(of place: Int, besides other: Int?) -> Int? {
    guard course.promise.rule.isOnly, known[place].origin == nil, other != nil, known[place].account == other else {
      return known[place].account
    }
    return twins[known[place].person]?.first { $0 != other } ?? known[place].account
  }

  private mutating func go(on searcher: Searcher, with passage: PromisePassage) {
    if let cause = searcher.cause {
      var next = passage
      // If the decision finds no account, the result names the person that the form named.
      if next.named == .nobody, let named = searcher.passage.named { next.named = named }
      decide(searcher.form, next, cause, depth: 1)
    } else {
      send(searcher.form, passage, at: searcher.number)
    }
  }

  /// Whether a form can find a person as an earlier journey left them.
  private func mayFind(_ person: KnownPerson, _ form: GraphForm) -> Bool {
    findable.mayFind(person.person, form) { slot in course.layout.field(ofText: slot).map { $0.value(in: person.account) == 1 } }
  }

  /// The passages that begin with each person that a form may name, after the one for an unknown person.
  func named(_ form: GraphForm, from passage: PromisePassage) -> [PromisePassage] {
    var unknown = passage
    unknown.leavePerson()
    unknown.named = .nobody
    return [unknown]
      + known.indices.filter { mayFind(known[$0].person, form) }.map { place in
        var found = unknown
        found.take(known[place].person, known[place].account)
        found.found = place
        return found
      }
  }

  /// The moment after which the person that a passage found was left so.
  func origin(of passage: PromisePassage) -> Int? { passage.found.flatMap { known[$0].origin } }

  // MARK: Passages

  /// Takes every edge that some answer leads to.
  private mutating func send(_ form: GraphForm, _ passage: PromisePassage, at number: Int) {
    let state = moments[number].state
    let place = FormPlace(screen: course.screen(of: state) ?? "", owner: course.screen(of: passage.moment.state) ?? "")
    for outcome in passage.outcomes(of: form) {
      settle(outcome.passage, .form(form.id, outcome.answers, place, after: number), from: state)
    }
  }

  /// Follows states that decide at once; a screen that comes then is shown.
  private mutating func settle(_ passage: PromisePassage, _ cause: Cause, from state: Int? = nil, depth: Int = 0) {
    tried += 1
    passed?.edges.formUnion(passage.edges)
    if passage.end == nil { passed?.states.insert(passage.moment.state) }
    // Decisions may lead in circles.
    guard tried <= limit * Self.triesPerMoment, depth < 64 else {
      isComplete = false
      return
    }
    guard passage.end == nil, let decision = course.graph.states[passage.moment.state].decision else {
      var shown = passage
      if shown.end == nil, shown.moment.state != state, let screen = course.screen(of: shown.moment.state) { shown.note(.screen(screen)) }
      push(shown, cause)
      return
    }
    if decision.finds.isEmpty {
      decide(decision, passage, cause, depth: depth)
    } else {
      look(Searcher(passage: passage, form: decision, cause: cause, number: cause.before ?? -1))
    }
  }

  private mutating func decide(_ decision: GraphForm, _ passage: PromisePassage, _ cause: Cause, depth: Int) {
    for outcome in passage.outcomes(of: decision, answering: .none) {
      settle(outcome.passage, cause, depth: depth + 1)
    }
  }

  private mutating func push(_ passage: PromisePassage, _ cause: Cause) {
    if passage.isMet { isMet = true }
    if passage.isCounted { isCounted = true }
    let earlier = passage.found.flatMap { known[$0].origin }
    var cost = 1 + (cause.before.map { costs[$0] } ?? 0)
    if let earlier, !isAncestor(earlier, of: cause.before) { cost += costs[earlier] }
    cost = max(cost, self.cost)
    if !passage.isBroken, passage.end == nil, leavesNobodyNew(passage), passage.links.isEmpty,
      numbers[course.pruned(passage.moment)] != nil
    {
      return
    }
    while open.count <= cost { open.append([]) }
    open[cost].append(
      Candidate(
        passage: passage, step: Step(before: cause.before, act: cause.act(of: passage), earlier: earlier, assumed: passage.assumed)))
  }
}
