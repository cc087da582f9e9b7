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
  /// Whether the promise is broken.
  var isBroken = false
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
  mutating func note(_ event: JourneyEvent) {
    let promise = course.promise
    if promise.isBroken(by: event, seen: moment.seen), course.isMeant(moment),
      !course.holds(promise.unless, at: moment)
    {
      isBroken = true
    }
    moment.seen = promise.seen(moment.seen, after: event)
    if promise.countsOfPerson, case .right = event, !promise.isOnly { moment.seen = 0 }
  }

  /// What the answers to a form prove, and fail to prove.
  mutating func noteProofs(_ answers: AssumedAnswers, on screen: String?, by edge: GraphEdge) {
    let isTaken = !edge.effects.contains { if case .say = $0 { true } else { false } }
    for proof in JourneyEvent.Proof.allCases {
      let tests = answers.tests.filter { course.proof(of: $0.test.comparison) == proof }
      if tests.contains(where: \.isTrue) {
        if isTaken { note(.right(proof, on: screen)) }
      } else if !tests.isEmpty {
        note(.wrong(proof, on: screen))
      }
    }
  }

  // MARK: Effects

  /// Follows an edge up to the next state, which may decide at once.
  mutating func follow(_ edge: GraphEdge) {
    edges.append(edge.id)
    var target = edge.target
    for effect in edge.effects { apply(effect, target: &target) }
    switch target {
    case .stay: break
    case .state(let place): moment.state = place
    case .finish:
      end = target
      note(.tokens)
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

  /// Whom the journey is about is forgotten, and known to later ones.
  mutating func leavePerson() {
    if moment.person != .nobody {
      left.append(Left(person: KnownPerson(moment, course.promise), account: account))
    }
    moment.forgetPerson()
    account = nil
    // A code that was sent may still be taken, whoever is named then.
    if !course.promise.countsOfCode { moment.seen = 0 }
  }

  /// Whom the journey is about now, as they were left.
  mutating func take(_ person: KnownPerson, _ account: Int?) {
    (moment.person, moment.account, moment.device) = (person.person, person.account, person.device)
    if course.promise.countsOfPerson { moment.seen = person.seen }
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

  private mutating func apply(_ effect: Effect, target: inout Target) {
    switch effect {
    case .setFact(let slot, let word): set(course.layout.field(ofFact: slot), word, of: slot.scope)
    case .addMember(let slot, let bit):
      if let field = course.layout.field(ofFact: slot) {
        change(slot.scope) { $0 |= bit << field.shift }
      }
    case .removeMember(let slot, let bit):
      if let field = course.layout.field(ofFact: slot) {
        change(slot.scope) { $0 &= ~(bit << field.shift) }
      }
    case .setAttribute(.attribute(let slot), let source): setText(slot, source)
    case .setAttribute(.claim, _): break
    case .startTimer(let index):
      set(
        course.layout.field(ofTimer: course.tables.timers[index].slot), 1,
        of: course.tables.timers[index].slot.scope)
    case .clearTimer(let index):
      set(
        course.layout.field(ofTimer: course.tables.timers[index].slot), 0,
        of: course.tables.timers[index].slot.scope)
    case .clearCounter(let index):
      set(
        course.layout.field(ofCounter: course.tables.counters[index].slot), 0,
        of: course.tables.counters[index].slot.scope)
    case .count(let index): count(course.tables.counters[index], target: &target)
    case .send(let mail): send(mail)
    case .create(let assignments):
      leavePerson()
      moment.person = .created
      for assignment in assignments {
        if case .attribute(let slot) = assignment.target { setText(slot, assignment.source) }
      }
    case .forgetAccount: leavePerson()
    case .forgetSession:
      leavePerson()
      (moment.session, moment.seen) = (0, 0)
    case .say(let message): said.append(message)
    }
  }

  private mutating func setText(_ slot: AttributeSlot, _ source: ValueSource) {
    let promise = course.promise
    // Another password is guessed anew.
    if slot == AccountAttribute.password.slot, promise.countsOfPerson { moment.seen = 0 }
    if source == .newTOTP, promise.countsOfCode { moment.seen = 0 }
    guard let field = course.layout.field(ofText: slot) else { return }
    let isThere: Bool =
      switch source {
      case .nothing: false
      case .attribute(let other):
        course.layout.field(ofText: other).map { $0.value(in: moment[other.scope]) == 1 } ?? true
      case .literal, .answer, .newTOTP, .newNumber: true
      }
    change(slot.scope) { field.set(isThere ? 1 : 0, in: &$0) }
  }

  private mutating func count(_ rule: CounterRule, target: inout Target) {
    guard let field = course.layout.field(ofCounter: rule.slot) else { return }
    // There is nothing to count of nobody.
    guard rule.slot.scope == .session || moment.person != .nobody else { return }
    let counted = min(field.value(in: moment[rule.slot.scope]) + 1, UInt64(rule.limit))
    set(field, counted, of: rule.slot.scope)
    guard counted == UInt64(rule.limit) else { return }
    for effect in rule.effects { apply(effect, target: &target) }
    if rule.target != .stay { target = rule.target }
  }

  private mutating func send(_ index: Int) {
    let rule = course.tables.mails[index]
    if let field = course.layout.field(ofText: rule.recipient),
      field.value(in: moment[rule.recipient.scope]) == 0
    {
      return
    }
    if rule.recipient.scope == .account, moment.person == .nobody { return }
    if course.hasCode(index) {
      if let field = course.layout.codes[index] { set(field, 1, of: .session) }
      if course.promise.countsOfCode { moment.seen = 0 }
    }
    if let state = rule.linkState {
      var linked = moment
      linked.state = state
      if !course.promise.countsOfPerson { linked.seen = 0 }
      // A journey of a link has no code of the one before.
      for field in course.layout.codes.values { field.set(0, in: &linked.session) }
      links.append(Link(mail: index, moment: linked, account: account))
    }
    note(.mail(rule.name))
  }
}

extension KnownPerson {
  init(_ moment: JourneyMoment, _ promise: TenantPromise) {
    self.init(
      person: moment.person, account: moment.account, device: moment.device,
      seen: promise.countsOfPerson ? moment.seen : 0)
  }
}
