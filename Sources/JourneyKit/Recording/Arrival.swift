import JourneyModel
import JourneyRecording

/// A message that came and that no step has taken.
struct Arrival: Sendable, Hashable {
  let message: InboxMessage
  let recipient: AnswerOrigin

  private static let codeLength = 6

  /// The codes in it, each once, in their order.
  var codes: [String] {
    let runs: [Substring] = message.text.split { character in !("0"..."9").contains(character) }
    var seen: Set<Substring> = []
    return runs.filter { $0.count == Self.codeLength && seen.insert($0).inserted }.map { String($0) }
  }

  /// What takes a code of it into a variable; `nil` where nothing distinguishes it from others.
  ///
  /// - Parameter known: texts that other walks have not, such as names.
  func capture(_ code: String, into name: String, besides known: [String]) -> RecordedMessage.Capture? {
    guard codes.count > 1 else { return codes.first == code ? RecordedMessage.Capture(name, .code) : nil }
    let pattern = CodePattern(for: code, in: message.text, volatile: known)
    return pattern.map { RecordedMessage.Capture(name, .code, pattern: $0.text) }
  }

  /// The only link in it.
  var link: String? { Set(message.links).count == 1 ? message.links.first : nil }

  /// E.g. `A mail came: 'Your Acme code'.`
  var announcement: String {
    switch message.channel {
    case .mail: "A mail came: '\(message.subject)'."
    case .sms: "A text message came."
    }
  }

  /// The step that takes it.
  ///
  /// - Parameter known: texts that other walks have not, such as names; a subject that holds one is not compared.
  func step(capturing capture: RecordedMessage.Capture?, besides known: [String]) -> RecordedMessage {
    let subject = message.subject
    let isStable = !subject.isEmpty && !subject.contains(where: \.isNumber) && !known.contains { $0.count > 1 && subject.contains($0) }
    let isCompared = message.channel == .mail && isStable
    return RecordedMessage(message.channel, to: recipient, subject: isCompared ? subject : nil, capture: capture)
  }
}
