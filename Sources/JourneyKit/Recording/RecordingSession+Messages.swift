import JourneyModel
import JourneyRecording
import JourneyRunner

extension RecordingSession {
  /// The messages that came for the person and that no step has taken, oldest first.
  mutating func arrivals() async -> [Arrival] {
    guard walk.hasInbox else { return [] }
    var found: [Arrival] = []
    for (channel, origin, recipient) in recipients {
      do throws(DriverError) {
        found += try await walk.untaken(to: recipient, channel).map { Arrival(message: $0, recipient: origin) }
      } catch {
        if inboxProblem != error.message { say("  The inbox cannot be asked: \(error.message)") }
        inboxProblem = error.message
        return found
      }
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0.message.id).inserted }.sorted {
      $0.message.received.milliseconds < $1.message.received.milliseconds
    }
  }

  /// The addresses and numbers that the person is known to have.
  private var recipients: [(InboxMessage.Channel, AnswerOrigin, String)] {
    var all: [(AnswerOrigin, String)] = accountTexts.map { (.attribute($0.name), $0.text) }
    all += recording.vars.compactMap { variable in walk.value(of: variable.name)?.text.map { (.variable(variable.name), $0) } }
    for case .screen(let screen) in recording.steps {
      for case .literal(let text) in screen.answers.map(\.origin) { all.append((.literal(text), text)) }
    }
    return all.compactMap { origin, text in
      if text.contains("@"), !text.contains(" ") { return (.mail, origin, text) }
      let digits = text.filter { $0.isASCII && $0.isNumber }.count
      return digits >= 7 && text.hasPrefix("+") ? (.sms, origin, text) : nil
    }
  }
}
