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
      let value = try expected.recipient.evaluate(in: &bindings)
      guard let recipient = value.spelling else {
        return fail(
          Mismatch(
            .binding, subject: "recipient", expected: "an address or a number", actual: value.kindName,
            place: Excerpt(expected.recipient.range)))
      }
      return ask(InboxQuestion(recipient: recipient, channel: expected.channel, since: mark))
    } catch {
      return fail(error)
    }
  }

  mutating func ask(_ question: InboxQuestion) -> Course {
    pending = .mails(question)
    return .ask(.askInbox(question))
  }

  /// Takes the message that the step means, or waits for it.
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
        return expected.isAbsent ? pass() : fail(missing(question, waiting, within, step))
      }
      guard candidates.allSatisfy({ $0.saysTheSame(as: newest) }) else { return fail(ambiguous(candidates, question, step)) }
      if candidates.count > 1 {
        emit(.warning("\(candidates.count) messages to \(question.recipient) say the same; the newest is taken"))
      }
      return take(newest, step)
    } catch {
      return fail(error.mismatch)
    }
  }

  private mutating func take(_ message: InboxMessage, _ step: Step) -> Course {
    takenMessages.insert(message.id)
    var bindings = bindings
    let captured = MailReader(message: message).read(step.captures, in: &bindings)
    self.bindings = bindings
    for (name, value) in captured.values { bind(name, to: value) }
    return captured.mismatches.isEmpty ? pass() : fail(captured.mismatches)
  }

  private mutating func fits(_ expected: ExpectedMail, _ message: InboxMessage) throws(Undecided) -> Bool {
    do throws(Undecided) {
      if let subject = expected.subject {
        let value = MatchSubject(.text(message.subject), readsLiteralsAsText: true)
        guard try holds(subject, for: value, .mail, "subject of the message") else { return false }
      }
      guard let text = expected.text else { return true }
      return try holds(text, for: MatchSubject(.text(message.text), readsLiteralsAsText: true), .mail, "text of the message")
    } catch {
      // A message holds codes and links, which nobody may see.
      var mismatch = error.mismatch
      mismatch.actual = message.shown
      throw Undecided(mismatch: mismatch)
    }
  }

  private func missing(_ question: InboxQuestion, _ others: [InboxMessage], _ within: Duration, _ step: Step) -> Mismatch {
    let place = step.range
    let details = others.map { "came, but does not fit: \($0.shown)" }
    let taken = takenMessages.isEmpty ? [] : ["messages that were taken before do not count"]
    return Mismatch(
      .mail, subject: "\(question.channel.rawValue) to \(question.recipient)", expected: "one within \(DurationText.format(within))",
      actual: "none that was not taken yet", details: details + taken, place: Excerpt(place))
  }

  private func unwanted(_ message: InboxMessage, _ question: InboxQuestion, _ step: Step) -> Mismatch {
    Mismatch(
      .mail, subject: "\(question.channel.rawValue) to \(question.recipient)", expected: "none", actual: message.shown,
      details: ["a message that came before this step counts as well: take it first with a '\(question.channel.rawValue)' step of its own"],
      place: Excerpt(step.range))
  }

  private func ambiguous(_ messages: [InboxMessage], _ question: InboxQuestion, _ step: Step) -> Mismatch {
    Mismatch(
      .mail, subject: "\(question.channel.rawValue) to \(question.recipient)", expected: "one that was not taken yet",
      actual: "\(messages.count) that differ",
      details: messages.map(\.shown) + ["take the others first, or say which with 'subject' or 'text'"], place: Excerpt(step.range))
  }
}

extension InboxMessage {
  /// As it may be shown: the subject without its digits, which may be a code, and never the text.
  fileprivate var shown: String {
    guard channel == .mail else { return "a text message" }
    let subject = String(decoding: subject.utf8.map { (0x30...0x39).contains($0) ? UInt8(ascii: "*") : $0 }, as: UTF8.self)
    return "mail '\(subject)'"
  }

  fileprivate func saysTheSame(as other: InboxMessage) -> Bool {
    subject == other.subject && text == other.text && links == other.links
  }
}
