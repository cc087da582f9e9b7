internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import JourneyScenario

extension Walk {
  /// The `mail` or `sms` step that the counter points at.
  var currentMail: (expected: ExpectedMail, step: Step)? {
    guard program.instructions.indices.contains(counter), case .step(let step) = program.instructions[counter],
      case .message(let expected) = step.kind
    else { return nil }
    return (expected, step)
  }

  mutating func walk(_ expected: ExpectedMail, _ step: Step) -> Course {
    do throws(BindingFailure) {
      if limits.script == nil, case .now(.screen(let screen)) = shown, let refused = statusMismatch(on: screen, at: placeOfEnd) {
        return fail(refused)
      }
      if limits.script == nil, !expected.isAbsent, case let errors = unseenErrors, !errors.isEmpty { return fail(refused(errors, step)) }
      let value = try expected.recipient.evaluate(in: &bindings)
      guard let recipient = value.spelling else {
        return fail(
          Mismatch(
            .binding, subject: "recipient", expected: "an address or a number", actual: value.kindName,
            place: Excerpt(expected.recipient.range)))
      }
      if expected.isAbsent, !expected.channel.canReach(recipient) {
        return fail(
          Mismatch(
            .binding, subject: "recipient", expected: expected.channel.recipientForm, actual: value.quoted,
            details: ["no message can arrive for it, so that nothing would be checked"], place: Excerpt(expected.recipient.range)))
      }
      return ask(InboxQuestion(recipient: recipient, channel: expected.channel, since: mark, secrets: value.secrets))
    } catch {
      return fail(error)
    }
  }

  mutating func ask(_ question: InboxQuestion) -> Course {
    pending = .mails(question)
    return .ask(.askInbox(question))
  }

  /// Takes the message that the step expects, or waits for it.
  mutating func read(_ messages: [InboxMessage], _ question: InboxQuestion, _ expected: ExpectedMail, _ step: Step) -> Course {
    do throws(Undecided) {
      let waiting = messages.filter { !takenMessages.contains($0.id) && $0.channel == expected.channel }
      var candidates: [InboxMessage] = []
      for message in waiting where try fits(expected, message) { candidates.append(message) }
      let within = step.within ?? WalkLimits.usualMessageWait
      if expected.isAbsent, let surplus = candidates.first { return fail(unwanted(surplus, question, step)) }
      guard let newest = candidates.last else {
        if let time = timeLeft(within, interval: WalkLimits.usualInterval) {
          pending = .mailInterval(question)
          return .ask(.wait(time))
        }
        // A script takes what comes in place of the message that it knows.
        if followsScript, !expected.isAbsent, let other = waiting.last { return take(other, step) }
        return expected.isAbsent ? pass() : fail(missing(question, waiting, within, expected, step))
      }
      guard candidates.allSatisfy({ $0.saysTheSame(as: newest) }) else { return fail(ambiguous(candidates, question, step)) }
      if candidates.count > 1 {
        emit(.warning("\(candidates.count) messages to \(question.recipient) are the same; the newest is used"))
      }
      return take(newest, step)
    } catch {
      return fail(error.mismatch)
    }
  }

  private mutating func take(_ message: InboxMessage, _ step: Step) -> Course {
    takenMessages.insert(message.id)
    emit(.messageTaken(TakenMessage(channel: message.channel, subject: message.shownSubject)))
    var bindings = bindings
    let captured = MailReader(message: message).read(step.captures, in: &bindings)
    self.bindings = bindings
    for (name, value) in captured.values {
      bind(name, to: value)
      sources[name] = message.channel == .mail ? .mail : .sms
    }
    return captured.mismatches.isEmpty ? pass() : fail(captured.mismatches)
  }

  private mutating func fits(_ expected: ExpectedMail, _ message: InboxMessage) throws(Undecided) -> Bool {
    do throws(Undecided) {
      if let subject = expected.subject {
        let value = message.subjectToMatch
        guard try holds(subject, for: value, .mail, "subject of the message") else { return false }
      }
      guard let text = expected.text else { return true }
      return try holds(text, for: message.textToMatch, .mail, "text of the message")
    } catch {
      // A message contains codes and links, which must not be seen. What cannot be bound is of the scenario.
      var mismatch = error.mismatch
      if mismatch.kind != .binding { mismatch.actual = message.shown }
      throw Undecided(mismatch: mismatch)
    }
  }

  /// Why the step's message did not arrive: none did, or the newest one does not match.
  private mutating func missing(
    _ question: InboxQuestion, _ others: [InboxMessage], _ within: Duration, _ expected: ExpectedMail, _ step: Step
  ) -> [Mismatch] {
    let name = "\(question.channel.rawValue) to \(question.recipient)"
    var details = openMessages.map { "the screen says \($0)" }
    let (taken, what) = (takenMessages.count, question.channel.noun)
    if taken > 0 {
      details.append("\(taken) \(what)\(taken == 1 ? " was" : "s were") taken before and \(taken == 1 ? "is" : "are") ignored")
    }
    var collector = MismatchCollector()
    if let newest = others.last { compare(newest, with: expected, named: name, &collector) }
    var mismatches = collector.mismatches
    guard !mismatches.isEmpty else {
      let actual = "no \(taken > 0 ? "other " : "")\(what) has arrived"
      return [
        Mismatch(
          .mail, subject: "\(name)", expected: "one within \(DurationText.format(within))", actual: actual, details: details,
          place: Excerpt(step.range))
      ]
    }
    details += others.dropLast().map { "another one that does not match: \($0.shown)" }
    mismatches[0].details += details
    return mismatches
  }

  /// Adds the mismatches of a message; of its text, which may contain a code, only the expected value.
  private mutating func compare(
    _ message: InboxMessage, with expected: ExpectedMail, named name: String, _ collector: inout MismatchCollector
  ) {
    let (subject, text) = (message.subjectToMatch, message.textToMatch)
    var found = MismatchCollector()
    if let matcher = expected.subject { found.match(subject, matcher, .mail, "subject of the \(name)", in: &bindings) }
    for mismatch in found.mismatches {
      var mismatch = mismatch
      if mismatch.kind == .mail { mismatch.actual = "'\(message.shownSubject)'" }
      collector.add(mismatch)
    }
    found = MismatchCollector()
    if let matcher = expected.text { found.match(text, matcher, .mail, "text of the \(name)", in: &bindings) }
    for mismatch in found.mismatches {
      var mismatch = mismatch
      if mismatch.kind == .mail { (mismatch.actual, mismatch.details) = ("another text, which may contain a code and is not shown", []) }
      collector.add(mismatch)
    }
  }

  /// The errors on the screen that no step has expected or is going to expect: the answer before was refused,
  /// and its effect will not happen.
  private var unseenErrors: [Message] {
    guard phase == .journey, !isLookedAt, case .now(.screen(let screen)) = shown, !mayBeLookedAt(from: counter + 1) else { return [] }
    return screen.everyMessage.filter { $0.level == .error }
  }

  /// Whether a later step may expect the messages that are shown now.
  private func mayBeLookedAt(from first: Int) -> Bool {
    for instruction in program.instructions.dropFirst(first) {
      switch instruction {
      case .enter, .leave: continue
      case .unless, .jump, .choose, .beginLoop, .loop, .endLoop: return true
      case .comeBack: return false
      case .step(let step):
        if case .screen(let screen) = step.kind { return screen.isOptional || screen.namesMessages || step.within != nil }
        switch step.kind.head.specification.role {
        case .outside: continue
        case .screen, .end: return step.within != nil
        case .action: return step.kind != .reset
        case .start, .tokens: return false
        case .group: return true
        }
      }
    }
    return false
  }

  private func refused(_ errors: [Message], _ step: Step) -> [Mismatch] {
    var mismatches = errors.map { message in
      Mismatch(
        .unexpectedMessage, subject: "message on \(message.placeName), before '\(step.head)'",
        expected: "only messages that a step lists", actual: message.shown, place: Excerpt(step.range))
    }
    mismatches[mismatches.count - 1].details = ["the step did not wait for a message, because no step expects the error on the page"]
    return mismatches
  }

  private func unwanted(_ message: InboxMessage, _ question: InboxQuestion, _ step: Step) -> Mismatch {
    Mismatch(
      .mail, subject: "\(question.channel.rawValue) to \(question.recipient)", expected: "none", actual: message.shown,
      details: [
        "a message that arrived before this step counts as well: take it first with a '\(question.channel.rawValue)' step before this one"
      ],
      place: Excerpt(step.range))
  }

  private func ambiguous(_ messages: [InboxMessage], _ question: InboxQuestion, _ step: Step) -> Mismatch {
    Mismatch(
      .mail, subject: "\(question.channel.rawValue) to \(question.recipient)", expected: "one that was not taken yet",
      actual: "\(messages.count) that differ",
      details: messages.map(\.shown) + ["take the others first, or select one with 'subject' or 'text'"], place: Excerpt(step.range))
  }
}

extension InboxMessage {
  /// Nothing if the message has none, so that only `absent` matches it.
  fileprivate var subjectToMatch: MatchSubject { MatchSubject(subject.isEmpty ? nil : .text(subject), readsLiteralsAsText: true) }
  fileprivate var textToMatch: MatchSubject { MatchSubject(text.isEmpty ? nil : .text(text), readsLiteralsAsText: true) }

  /// As it may be shown: the subject without its digits, which may be a code, and never the text.
  fileprivate var shown: String { channel == .mail ? "mail '\(shownSubject)'" : channel.noun }

  fileprivate var shownSubject: String {
    String(decoding: subject.utf8.map { (0x30...0x39).contains($0) ? UInt8(ascii: "*") : $0 }, as: UTF8.self)
  }

  fileprivate func saysTheSame(as other: InboxMessage) -> Bool {
    subject == other.subject && text == other.text && links == other.links
  }
}

extension InboxMessage.Channel {
  /// Its name for a person.
  fileprivate var noun: String {
    switch self {
    case .mail: "mail"
    case .sms: "text message"
    }
  }
}

extension ExpectedScreen {
  /// Whether messages are expected, of the whole screen or of a form.
  fileprivate var namesMessages: Bool {
    let ofForms = forms.contains { form in
      if case .with(_, _, let messages) = form.state { messages != .unsaid } else { false }
    }
    return messages != .unsaid || ofForms
  }
}
