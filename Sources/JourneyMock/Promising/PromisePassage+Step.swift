import JourneyLanguage

extension PromisePassage {
  /// Lets passages follow edges: effects act on what moments keep.
  struct Stepper: GraphSearcher {
    let course: PromiseCourse
    private var tried = 0
    var tables: TenantGraph.Tables { course.tables }
    var demandTable: DemandTable? { course.graph.demands }

    func facts(of passage: PromisePassage) -> PromiseCourse.Facts { PromiseCourse.Facts(course: course, moment: passage.moment) }

    func set(_ fact: Slot, to bits: UInt64, in passage: inout PromisePassage) {
      passage.set(course.layout.field(ofFact: fact), bits, of: fact.scope)
    }

    func set(_ counter: Slot, counted times: Int, in passage: inout PromisePassage) {
      passage.set(
        course.layout.field(ofCounter: counter), times == Int.max ? course.limits[counter] ?? 0 : UInt64(times), of: counter.scope)
    }

    func assume(_ counter: Slot, in passage: inout PromisePassage) { passage.assumed.append(.counter(counter)) }

    func set(timer place: Int, to phase: TimerPhase, in passage: inout PromisePassage) {
      let slot = tables.timers[place].slot
      passage.set(course.layout.field(ofTimer: slot), phase.bits, of: slot.scope)
    }

    func set(_ target: AttributeTarget, to isThere: Bool, from source: ValueSource, in passage: inout PromisePassage) {
      if case .attribute(let slot) = target { passage.setText(slot, source, isThere: isThere) }
    }

    func addPerson(to passage: inout PromisePassage) { passage.addPerson() }

    func leavePerson(of passage: inout PromisePassage) { passage.leavePerson() }

    func clear(_ passage: inout PromisePassage) {
      passage.leavePerson()
      passage.moment.session = 0
      passage.moment.forgetCodes()
      passage.moment.wrongCodes = [:]
    }

    /// A message reaches a person who has an address; where the moment does not keep that, both are possible.
    func send(_ mail: Int, in passage: inout PromisePassage) -> [PromisePassage] {
      let recipient = tables.mails[mail].recipient
      switch course.has(recipient, at: passage.moment) {
      case false?: return []
      case true?:
        passage.send(mail)
        return []
      case nil:
        guard course.isNoticed(mail) else { return [] }
        passage.assumed.append(.text(recipient))
        var sent = passage
        sent.send(mail)
        return [sent]
      }
    }

    func say(_ message: Int, in passage: inout PromisePassage) { passage.said.append(message) }

    func canPass(_ test: AnswerTest, in passage: PromisePassage) -> Bool? { course.canPass(test, at: passage.moment) }
    func completed(_ answers: AssumedAnswers, to form: GraphForm, in passage: PromisePassage) -> AssumedAnswers? {
      course.completed(answers, to: form, at: passage.moment)
    }
    /// That something wrong was entered counts.
    func notes(_ test: AnswerTest) -> Bool { course.proof(of: test.comparison) != nil }
    func keeps(_ text: AttributeSlot) -> Bool { course.layout.field(ofText: text) != nil }
    func leftOut(in passage: PromisePassage) -> LeftOutAnswers { passage.leftOut }
    mutating func mayTry(_ form: GraphForm) -> Bool {
      tried += 1
      if tried > PromiseCourse.mostAnswers { course.noteTooManyAnswers() }
      return tried <= PromiseCourse.mostAnswers
    }

    init(course: PromiseCourse) { self.course = course }
  }

  /// Which edge of a form is taken.
  func firstEdge(of form: GraphForm, assuming answers: AssumedAnswers) -> ChosenEdge {
    Stepper(course: course).firstEdge(of: form, in: self, assuming: answers)
  }
}

extension PromisePassage {
  fileprivate mutating func set(_ field: MomentLayout.Field?, _ value: UInt64, of scope: FactScope) {
    guard let field else { return }
    var bits = moment[scope]
    field.set(value, in: &bits)
    moment[scope] = bits
  }

  fileprivate mutating func addPerson() {
    let before = moment
    leavePerson()
    takeProofs(as: .created)
    // Who proves something and registers then is one person.
    if before.person == .nobody, before.prover == nil { keepProofs(of: before) }
    moment.person = .created
    // A person who registers chooses their own password.
    noteProof()
  }

  fileprivate mutating func setText(_ slot: AttributeSlot, _ source: ValueSource, isThere: Bool) {
    let promise = course.promise
    // The guesses of a new password are counted from zero.
    // An account that is locked stays locked with another password.
    let isLocked = promise.countsInARow && moment.seen >= promise.rule.count
    if slot == AccountAttribute.password.slot, promise.rule.countsOfPerson, !isLocked { moment.seen = 0 }
    if slot == AccountAttribute.password.slot, promise.rule.asksForPassword, moment.person != .nobody {
      moment.isTakenOver = !moment.hasProved
    }
    if slot == AccountAttribute.password.slot, promise.forgetsPasswords, moment.person != .nobody { moment.hasNewPassword = true }
    if source == .newTOTP { moment.wrongCodes[.app] = nil }
    set(course.layout.field(ofText: slot), isThere ? 1 : 0, of: slot.scope)
  }

  /// Notes that a code was sent to the person of the journey, or to an address that was entered before a person was named.
  ///
  /// - Parameter isOfAny: whether the bit is that of several messages, so that codes of another person may be left.
  private mutating func noteCode(_ bit: UInt64, isOfAny: Bool) {
    if moment.person != .nobody, bit != 0 { moment.hasOwnCodes = true }
    if !isOfAny { moment.othersCodes &= ~bit }
  }

  fileprivate mutating func send(_ index: Int) {
    let rule = course.tables.mails[index]
    if course.hasCode(index) {
      set(course.layout.codes[index], 1, of: .session)
      moment.wrongCodes[.mail(index)] = nil
      noteCode(PromiseCourse.bit(ofMail: index) & course.countedCodes, isOfAny: index >= 63)
    }
    if let state = rule.linkState {
      var linked = moment
      (linked.state, linked.isWithoutTokens) = (state, !course.linksSignIn)
      if !course.promise.rule.countsOfPerson { linked.seen = 0 }
      (linked.wasShown, linked.hasProved, linked.prover, linked.wrongCodes) = (false, false, nil, [:])
      linked.forgetCodes()
      // A journey of a link has no code of the one before.
      for field in course.layout.codes.values { field.set(0, in: &linked.session) }
      links.append(Link(mail: index, moment: linked, account: account))
    }
    note(.mail(rule.name))
  }
}
