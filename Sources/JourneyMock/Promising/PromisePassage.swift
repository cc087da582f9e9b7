import JourneyLanguage

/// One act of a person and all that follows at once, and what a promise says to it.
struct PromisePassage: Sendable {
  let course: PromiseCourse
  var moment: JourneyMoment
  /// Whom the form named; `nil` if it looks for nobody.
  var named: BreakingWay.Person?
  /// The place of that person among those known; `nil` for nobody.
  var found: Int?
  /// The account in the tenant's file that stands for the person; of several that are alike, the moment names the first.
  var account: Int?
  var edges: [String] = []
  var said: [Int] = []
  /// Where the journey ended; `nil` while it is open.
  var end: Target?
  var comesBack = false
  /// Whether what the promise is about happened to those whom it is about.
  var isMet = false
  /// Whether the promise is broken.
  var isBroken = false
  /// What moments do not keep and was assumed on the way.
  var assumed: [KeptVariable] = []
  /// The answers that are not there to be kept by the edge that is followed.
  var leftOut = LeftOutAnswers.none
  /// Where the edge that is followed leads, as far as its effects are done.
  private var target = Target.stay
  /// The messages with links that were sent, and the moment to which each link leads.
  var links: [Link] = []
  /// Those whom the journey was about until another one was named.
  var left: [Left] = []

  /// A link of a message.
  struct Link: Sendable {
    var mail: Int
    /// Where it leads.
    var moment: JourneyMoment
    var account: Int?
  }

  /// Somebody whom the journey was about.
  struct Left: Sendable {
    var person: KnownPerson
    var account: Int?
  }

  init(_ course: PromiseCourse, at moment: JourneyMoment) {
    self.course = course
    self.moment = moment
  }

  // MARK: Events

  /// Notes that something happened.
  ///
  /// - Parameter isOfApp: whether it is about a code of an authenticator app.
  mutating func note(_ event: JourneyEvent, isOfApp: Bool = false) {
    let promise = course.promise
    let isMeant = promise.event.means(event) && course.isMeant(moment) && !course.holds(promise.unless, at: moment)
    if isMeant { isMet = true }
    if isMeant, promise.isBroken(by: event, seen: seen(before: event, isOfApp)) { isBroken = true }
    if promise.isOnly, case .screen = event {
      // It was shown in this journey, whomever that names next.
      if promise.after.contains(where: { $0.means(event) }) { moment.wasShown = true }
    } else if isOfApp, promise.countsOfCode {
      moment.seenOfApp = promise.seen(moment.seenOfApp, after: event)
    } else {
      let seen = promise.seen(moment.seen, after: event)
      if seen != moment.seen || promise.after.contains(where: { $0.means(event) }) { moment.prover = nil }
      moment.seen = seen
    }
    if promise.ends(by: event) { moment.seen = 0 }
  }

  /// What was counted that matters to an event: a wrong code of a message is no guess at an app's.
  private func seen(before event: JourneyEvent, _ isOfApp: Bool) -> Int {
    if moment.wasShown { return course.promise.count }
    if moment.prover != nil { return 0 }
    guard course.promise.countsOfCode else { return moment.seen }
    switch event {
    case .right(.code, _), .wrong(.code, _): return isOfApp ? moment.seenOfApp : moment.seen
    case .tokens, .error, .link, .screen, .mail, .right, .wrong: return max(moment.seen, moment.seenOfApp)
    }
  }

  /// What the answers to a form prove, and fail to prove.
  mutating func noteProofs(_ answers: AssumedAnswers, on screen: String?, by edge: GraphEdge) {
    let isTaken = !edge.effects.contains { if case .say = $0 { true } else { false } } && !endsWithNobody(edge)
    for proof in JourneyEvent.Proof.allCases {
      let tests = answers.tests.filter { course.proof(of: $0.test.comparison) == proof }
      if tests.contains(where: \.isTrue) {
        // Somebody else's code proves nothing of whom the journey is about now.
        let right = tests.first { $0.isTrue && (ownsCode || !Self.isSent($0.test)) }
        // A password that was set without any proof proves nothing of the person.
        if isTaken, let right, proof != .password || !moment.isTakenOver {
          note(.right(proof, on: screen), isOfApp: right.test.comparison.isOfApp)
          noteProof()
        }
      } else {
        for isOfApp in Set(tests.map(\.test.comparison.isOfApp)).sorted(by: { !$0 && $1 }) {
          note(.wrong(proof, on: screen), isOfApp: isOfApp)
        }
      }
    }
  }

  /// Something of the person was proved, as far as it matters who sets their password.
  mutating func noteProof() {
    if course.promise.asksForPassword, moment.person != .nobody { moment.hasProved = true }
  }

  /// Whether a code that was sent may be the person's.
  private var ownsCode: Bool { moment.code == .own || moment.code == .nobody }

  private static func isSent(_ test: AnswerTest) -> Bool {
    if case .equalsCode = test.comparison { true } else { false }
  }

  /// Whether the journey is refused because it is about nobody.
  private func endsWithNobody(_ edge: GraphEdge) -> Bool {
    guard edge.target == .finish, moment.person == .nobody else { return false }
    return !edge.effects.contains { if case .create = $0 { true } else { false } }
  }

  // MARK: Effects

  /// Everything that can come of an edge, up to the next state, which may decide at once.
  func following(_ edge: GraphEdge) -> [PromisePassage] {
    var begun = self
    begun.edges.append(edge.id)
    begun.target = edge.target
    var ways = [begun]
    Self.apply(edge.effects, to: &ways)
    for index in ways.indices { ways[index].arrive(by: edge) }
    return ways
  }

  private mutating func arrive(by edge: GraphEdge) {
    switch target {
    case .stay: break
    case .state(let place): moment.state = place
    case .finish:
      // Nobody is given no tokens.
      end = moment.person == .nobody ? .refuse("access_denied") : target
      note(moment.person == .nobody ? .error : .tokens)
    case .refuse:
      end = target
      note(.error)
    case .handOver:
      if let place = edge.comeback {
        moment.state = place
        comesBack = true
      } else {
        end = target
      }
    case .expire: end = target
    }
  }

  private static func apply(_ effects: [Effect], to ways: inout [PromisePassage]) {
    for effect in effects { ways = ways.flatMap { $0.after(effect) } }
  }

  /// Whom the journey is about is forgotten, and known to later ones.
  mutating func leavePerson() {
    if moment.person != .nobody {
      left.append(Left(person: KnownPerson(moment, course.promise), account: account))
    }
    let promise = course.promise
    if promise.countsOfPerson { moment.seen = 0 }
    if promise.isOnly, moment.person != .nobody { leaveProofs() }
    moment.forgetPerson()
    account = nil
  }

  /// What somebody proved is theirs, as is a code that was sent to them: it stands if they are the next who is named.
  private mutating func leaveProofs() {
    let isSingle = course.isSingle(moment.person)
    if moment.seen > 0 { (moment.seen, moment.prover) = isSingle ? (moment.seen, moment.person) : (0, nil) }
    if moment.code == .own { moment.code = isSingle ? .left(moment.person) : .others }
  }

  /// What was proved stands for who proved it.
  private mutating func takeProofs(as person: JourneyMoment.Person) {
    if let prover = moment.prover, prover != person { moment.seen = 0 }
    moment.prover = nil
    if case .left(let owner) = moment.code { moment.code = owner == person ? .own : .others }
  }

  /// The same person is named again: what they proved in this journey stands.
  mutating func keepProofs(of earlier: JourneyMoment) {
    guard course.promise.isOnly else { return }
    (moment.seen, moment.prover, moment.code) = (earlier.seen, earlier.prover, earlier.code)
    moment.hasProved = earlier.hasProved
  }

  /// Whom the journey is about now, as they were left.
  mutating func take(_ person: KnownPerson, _ account: Int?) {
    (moment.person, moment.account, moment.device) = (person.person, person.account, person.device)
    moment.isTakenOver = person.isTakenOver
    if course.promise.countsOfPerson { moment.seen = person.seen }
    takeProofs(as: person.person)
    self.account = account
    switch person.person {
    case .nobody: named = .nobody
    case .created: named = .created
    case .account(let place): named = .account(account ?? place)
    }
  }

  private mutating func change(_ scope: FactScope, _ change: (inout UInt64) -> Void) {
    var bits = moment[scope]
    change(&bits)
    moment[scope] = bits
  }

  private mutating func set(_ field: MomentLayout.Field?, _ value: UInt64, of scope: FactScope) {
    if let field { change(scope) { field.set(value, in: &$0) } }
  }

  /// What an effect leads to; several ways where the moment does not tell.
  private func after(_ effect: Effect) -> [PromisePassage] {
    let layout = course.layout
    var next = self
    switch effect {
    case .setFact(let slot, let word): next.set(layout.field(ofFact: slot), word, of: slot.scope)
    case .addMember(let slot, let bit):
      if let field = layout.field(ofFact: slot) { next.change(slot.scope) { $0 |= bit << field.shift } }
    case .removeMember(let slot, let bit):
      if let field = layout.field(ofFact: slot) { next.change(slot.scope) { $0 &= ~(bit << field.shift) } }
    case .takeMembers(let asked): return taking(asked)
    case .setAttribute(.attribute(let slot), let source): next.setText(slot, source, isThere: next.isThere(source))
    case .setAttribute(.claim, _): break
    case .startTimer(let index): next.set(timer: index, 1)
    case .clearTimer(let index): next.set(timer: index, 0)
    case .clearCounter(let index):
      let slot = course.tables.counters[index].slot
      next.set(layout.field(ofCounter: slot), 0, of: slot.scope)
    case .count(let index): return counting(course.tables.counters[index])
    case .send(let mail): return sending(mail)
    case .create(let assignments): next.create(assignments)
    case .forgetAccount: next.leavePerson()
    case .forgetSession:
      next.leavePerson()
      next.moment.session = 0
      next.moment.code = .nobody
      if course.promise.countsOfCode { (next.moment.seen, next.moment.seenOfApp) = (0, 0) }
    case .say(let message): next.said.append(message)
    case .evaluateRules(let places): return evaluating(places)
    }
    return [next]
  }

  private mutating func set(timer index: Int, _ phase: UInt64) {
    let slot = course.tables.timers[index].slot
    set(course.layout.field(ofTimer: slot), phase, of: slot.scope)
  }

  private mutating func create(_ assignments: [Assignment]) {
    let before = moment
    // The new one is made of what was known before.
    let areThere = assignments.map { isThere($0.source) }
    leavePerson()
    takeProofs(as: .created)
    // Who proves something and registers then is one person.
    if before.person == .nobody, before.prover == nil { keepProofs(of: before) }
    moment.person = .created
    // A person who registers chooses their own password.
    noteProof()
    for (assignment, isThere) in zip(assignments, areThere) {
      if case .attribute(let slot) = assignment.target { setText(slot, assignment.source, isThere: isThere) }
    }
  }

  /// Whether there is a text to be kept.
  private func isThere(_ source: ValueSource) -> Bool {
    switch source {
    case .nothing: false
    case .attribute(let other): course.has(other, at: moment) ?? true
    case .answer(let path): !leftOut.contains(path)
    case .literal, .newTOTP, .newNumber: true
    }
  }

  private mutating func setText(_ slot: AttributeSlot, _ source: ValueSource, isThere: Bool) {
    let promise = course.promise
    // Another password is guessed anew.
    if slot == AccountAttribute.password.slot, promise.countsOfPerson { moment.seen = 0 }
    if slot == AccountAttribute.password.slot, promise.asksForPassword, moment.person != .nobody {
      moment.isTakenOver = !moment.hasProved
    }
    if source == .newTOTP { moment.seenOfApp = 0 }
    guard let field = course.layout.field(ofText: slot) else { return }
    change(slot.scope) { field.set(isThere ? 1 : 0, in: &$0) }
  }

  /// Whatever a set may be after a form's answer.
  private func taking(_ asked: AnsweredSet) -> [PromisePassage] {
    guard let field = course.layout.field(ofFact: asked.slot), asked.slot.scope == .session || moment.person != .nobody else {
      return [self]
    }
    return asked.possibleBits(after: field.value(in: moment[asked.slot.scope])).sorted().map { bits in
      var next = self
      next.set(field, bits, of: asked.slot.scope)
      return next
    }
  }

  /// Whatever rules can demand, and what that comes to for this person.
  private func evaluating(_ places: DemandPlaces) -> [PromisePassage] {
    let layout = course.layout
    guard let demands = course.graph.demands, places.results.contains(where: { layout.field(ofFact: $0) != nil }) else { return [self] }
    let proven = layout.field(ofFact: places.proven)?.value(in: moment.session) ?? 0
    let had = DemandTable.Had(
      factors: layout.field(ofFact: places.factors)?.value(in: moment.account) ?? 0,
      password: moment.person != .nobody && layout.field(ofText: AccountAttribute.password.slot)?.value(in: moment.account) == 1)
    return demands.results(proven: proven, had: had).map { bits in
      var next = self
      next.set(layout.field(ofFact: places.state), bits.state, of: .session)
      next.set(layout.field(ofFact: places.usable), bits.usable, of: .session)
      next.set(layout.field(ofFact: places.settable), bits.settable, of: .session)
      return next
    }
  }

  /// A counter that is full does what it does then; one that is not kept may be full or not.
  private func counting(_ rule: CounterRule) -> [PromisePassage] {
    // There is nothing to count of nobody.
    guard rule.slot.scope == .session || moment.person != .nobody else { return [self] }
    var next = self
    if let field = course.layout.field(ofCounter: rule.slot) {
      let counted = min(field.value(in: moment[rule.slot.scope]) + 1, UInt64(rule.limit))
      next.set(field, counted, of: rule.slot.scope)
      return counted == UInt64(rule.limit) ? next.filling(rule) : [next]
    }
    guard !rule.effects.isEmpty || rule.target != .stay else { return [self] }
    next.assumed.append(.counter(rule.slot))
    return [next] + next.filling(rule)
  }

  private func filling(_ rule: CounterRule) -> [PromisePassage] {
    var ways = [self]
    Self.apply(rule.effects, to: &ways)
    if rule.target != .stay { for index in ways.indices { ways[index].target = rule.target } }
    return ways
  }

  /// A message reaches whoever has an address; where the moment does not tell, it does or does not.
  private func sending(_ index: Int) -> [PromisePassage] {
    let rule = course.tables.mails[index]
    switch course.has(rule.recipient, at: moment) {
    case false?: return [self]
    case true?: return [sent(index)]
    case nil:
      guard course.isNoticed(index) else { return [self] }
      var open = self
      open.assumed.append(.text(rule.recipient))
      return [open, open.sent(index)]
    }
  }

  private func sent(_ index: Int) -> PromisePassage {
    var next = self
    let rule = course.tables.mails[index]
    if course.hasCode(index) {
      if let field = course.layout.codes[index] { next.set(field, 1, of: .session) }
      if course.promise.countsOfCode { next.moment.seen = 0 }
      if course.promise.asksForCode { next.moment.code = moment.person == .nobody ? .nobody : .own }
    }
    if let state = rule.linkState {
      var linked = next.moment
      linked.state = state
      if !course.promise.countsOfPerson { linked.seen = 0 }
      linked.seenOfApp = 0
      (linked.wasShown, linked.prover, linked.code) = (false, nil, .nobody)
      linked.hasProved = false
      // A journey of a link has no code of the one before.
      for field in course.layout.codes.values { field.set(0, in: &linked.session) }
      next.links.append(Link(mail: index, moment: linked, account: account))
    }
    next.note(.mail(rule.name))
    return next
  }
}

extension KnownPerson {
  init(_ moment: JourneyMoment, _ promise: TenantPromise) {
    self.init(
      person: moment.person, account: moment.account, device: moment.device,
      seen: promise.countsOfPerson ? moment.seen : 0, isTakenOver: moment.isTakenOver)
  }
}

extension AnswerTest.Comparison {
  /// Whether it asks for a code of an authenticator app.
  fileprivate var isOfApp: Bool { if case .equalsTOTP = self { true } else { false } }
}
