import JourneyLanguage

/// One act of a person and all that follows at once, and what a promise says to it.
struct PromisePassage: SteppedJourney, Sendable {
  let course: PromiseCourse
  var moment: JourneyMoment
  /// The person that the form named; `nil` if it does not look up a person.
  var named: BreakingWay.Person?
  /// The place of that person among those known; `nil` for an unknown person.
  var found: Int?
  /// The account in the tenant's file that represents the person; of several equal ones, the moment names the first.
  var account: Int?
  var edges: [String] = []
  var said: [Int] = []
  /// Where the journey ended; `nil` while it is open.
  var end: Target?
  var comesBack = false
  /// Whether what the promise is about happened to the people that it is about.
  var isMet = false
  /// Whether what the promise counts came as often.
  var isCounted = false
  /// Whether the promise is broken.
  var isBroken = false
  /// What moments do not keep and was assumed on the way.
  var assumed: [KeptVariable] = []
  /// The answers that are not there to be kept by the edge that is followed.
  var leftOut = LeftOutAnswers.none
  /// Where the edge that is followed leads, as far as its effects are done.
  var target = Target.stay
  /// The messages with links that were sent, and the moment to which each link leads.
  var links: [Link] = []
  /// The people that the journey was about until another one was named.
  var left: [Left] = []

  /// A link of a message.
  struct Link: Sendable {
    var mail: Int
    /// Where it leads.
    var moment: JourneyMoment
    var account: Int?
  }

  /// A person that the journey was about.
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
  /// - Parameter source: where the code comes from that it is about; `nil` for anything else.
  mutating func note(_ event: JourneyEvent, of source: JourneyMoment.CodeSource? = nil) {
    let promise = course.promise
    let isMeant = promise.rule.event.means(event) && course.isMeant(moment) && !course.holds(promise.unless, at: moment)
    if isMeant { isMet = true }
    if isMeant, promise.rule.isBroken(by: event, seen: seen(before: event, of: source)) { isBroken = true }
    if promise.rule.isOnly, case .screen = event {
      // It was shown in this journey, whomever that names next.
      if promise.rule.after.contains(where: { $0.means(event) }) { moment.wasShown = true }
    } else if let source, promise.rule.countsOfCode {
      let wrong = promise.rule.seen(moment.wrongCodes[source] ?? 0, after: event)
      moment.wrongCodes[source] = wrong > 0 ? wrong : nil
    } else {
      let seen = promise.rule.seen(moment.seen, after: event)
      if seen != moment.seen || promise.rule.after.contains(where: { $0.means(event) }) { moment.prover = nil }
      moment.seen = seen
      if seen >= promise.rule.count { isCounted = true }
    }
    if promise.rule.ends(by: event) { moment.seen = 0 }
    if promise.countsInARow, moment.seen < promise.rule.count, case .right(.password, _) = event { moment.seen = 0 }
  }

  /// What was counted that matters to an event: a wrong code of one message is not a guess at the code of another one, or of an app.
  private func seen(before event: JourneyEvent, of source: JourneyMoment.CodeSource?) -> Int {
    if moment.wasShown { return course.promise.rule.count }
    if moment.prover != nil { return 0 }
    guard course.promise.rule.countsOfCode else { return moment.seen }
    return source.map { moment.wrongCodes[$0] ?? 0 } ?? moment.wrongCodes.values.max() ?? 0
  }

  /// What the answers to a form prove, and fail to prove.
  ///
  /// - Parameter form: the one that is answered. New passwords in it prove nothing, and are not wrong ones.
  mutating func noteProofs(_ answers: AssumedAnswers, on screen: String?, by edge: GraphEdge, of form: GraphForm) {
    let isTaken = !edge.effects.contains { if case .say = $0 { true } else { false } } && !endsWithNobody(edge)
    let chosen = answers.tests.contains { course.proof(of: $0.test.comparison) == .password } ? form.newPasswords : []
    let given = answers.tests.filter { !chosen.contains($0.test.path) }
    for proof in JourneyEvent.Proof.allCases {
      let tests = given.filter { course.proof(of: $0.test.comparison) == proof }
      if tests.contains(where: \.isTrue) {
        // Another person's code proves nothing about the present person of the journey.
        let right = tests.first { $0.isTrue && owns($0.test.comparison.source) }
        // A password that was set without any proof proves nothing of the person.
        if isTaken, let right, proof != .password || !moment.isTakenOver {
          note(.right(proof, on: screen), of: right.test.comparison.source)
          noteProof()
        }
      } else {
        var sources: [JourneyMoment.CodeSource?] = []
        for source in tests.map(\.test.comparison.source) where !sources.contains(source) { sources.append(source) }
        for source in sources { note(.wrong(proof, on: screen), of: source) }
      }
    }
  }

  /// Something of the person was proved, as far as it matters who sets their password.
  mutating func noteProof() {
    if course.promise.rule.asksForPassword, moment.person != .nobody { moment.hasProved = true }
  }

  /// Whether a code may be the person's.
  private func owns(_ source: JourneyMoment.CodeSource?) -> Bool {
    guard case .mail(let mail) = source else { return true }
    return moment.othersCodes & PromiseCourse.bit(ofMail: mail) == 0
  }

  /// Whether the journey is refused because no person is known.
  private func endsWithNobody(_ edge: GraphEdge) -> Bool {
    guard edge.target == .finish, moment.person == .nobody else { return false }
    return !edge.effects.contains(where: \.isCreation)
  }

  // MARK: Effects

  /// Everything that can come of an edge, up to the next state, which may decide at once.
  func following(_ edge: GraphEdge) -> [PromisePassage] {
    var (stepper, begun) = (Stepper(course: course), self)
    begun.edges.append(edge.id)
    begun.target = edge.target
    let others = stepper.apply(edge.effects, to: &begun)
    var ways = [begun] + others
    for index in ways.indices { ways[index].arrive(by: edge) }
    return ways
  }

  private mutating func arrive(by edge: GraphEdge) {
    switch target {
    case .stay: break
    case .state(let place): moment.state = place
    case .finish:
      // Without a person no tokens are issued.
      end = moment.person == .nobody ? .refuse("access_denied") : target
      if moment.person == .nobody { note(.error) } else if !moment.isWithoutTokens { note(.tokens) }
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

  /// Forgets the person of the journey, who is known to later ones.
  mutating func leavePerson() {
    if moment.person != .nobody {
      left.append(Left(person: KnownPerson(moment, course.promise), account: account))
    }
    let promise = course.promise
    if promise.rule.countsOfPerson { moment.seen = 0 }
    if promise.rule.isOnly, moment.person != .nobody { leaveProofs() }
    moment.forgetPerson()
    account = nil
  }

  /// What a person proved is theirs, as is a code that was sent to them: it is still valid if the same person is named next.
  private mutating func leaveProofs() {
    let isSingle = course.isSingle(moment.person)
    if moment.seen > 0 { (moment.seen, moment.prover) = isSingle ? (moment.seen, moment.person) : (0, nil) }
    if isSingle { moment.codesOwner = moment.person } else { moment.giveAway(codes: course.countedCodes) }
  }

  /// Takes over what the person proved earlier, if it was the same person.
  mutating func takeProofs(as person: JourneyMoment.Person) {
    if let prover = moment.prover, prover != person { moment.seen = 0 }
    moment.prover = nil
    if let owner = moment.codesOwner, owner != person { moment.giveAway(codes: course.countedCodes) }
    moment.codesOwner = nil
  }

  /// The same person is named again: what they proved in this journey is still valid.
  mutating func keepProofs(of earlier: JourneyMoment) {
    guard course.promise.rule.isOnly else { return }
    (moment.seen, moment.prover) = (earlier.seen, earlier.prover)
    (moment.hasOwnCodes, moment.othersCodes, moment.codesOwner) = (earlier.hasOwnCodes, earlier.othersCodes, earlier.codesOwner)
    moment.hasProved = earlier.hasProved
  }

  /// Sets the person of the journey, as an earlier journey left them.
  mutating func take(_ person: KnownPerson, _ account: Int?) {
    (moment.person, moment.account, moment.device) = (person.person, person.account, person.device)
    (moment.isTakenOver, moment.hasNewPassword) = (person.isTakenOver, person.hasNewPassword)
    if course.promise.rule.countsOfPerson { moment.seen = person.seen }
    takeProofs(as: person.person)
    self.account = account
    switch person.person {
    case .nobody: named = .nobody
    case .created: named = .created
    case .account(let place): named = .account(account ?? place)
    }
  }
}

extension KnownPerson {
  init(_ moment: JourneyMoment, _ promise: TenantPromise) {
    self.init(
      person: moment.person, account: moment.account, device: moment.device,
      seen: promise.rule.countsOfPerson ? moment.seen : 0, isTakenOver: moment.isTakenOver,
      hasNewPassword: moment.hasNewPassword)
  }
}

extension GraphForm {
  /// The answers that become the account's password.
  fileprivate var newPasswords: Set<[String]> {
    var paths: Set<[String]> = []
    for effect in edges.flatMap(\.effects) {
      if case .setAttribute(.attribute(AccountAttribute.password.slot), .answer(let path)) = effect { paths.insert(path) }
    }
    return paths
  }
}

extension AnswerTest.Comparison {
  /// Where the code comes from that it asks for; `nil` for anything else.
  fileprivate var source: JourneyMoment.CodeSource? {
    switch self {
    case .equalsTOTP: .app
    case .equalsCode(let mail): .mail(mail)
    case .present, .equals, .equalsAttribute, .equalsAnswer, .has, .matches: nil
    }
  }
}
