import JourneyModel
import JourneyRecording

/// A message that came and that no step has taken.
struct Arrival: Sendable, Hashable {
  let message: InboxMessage
  let recipient: AnswerOrigin

  private static let codeLength = 6

  /// The only code in it; `nil` where there is none, or several.
  var code: String? {
    let runs = message.text.split { character in !("0"..."9").contains(character) }.filter { $0.count == Self.codeLength }
    let codes = Set(runs)
    return codes.count == 1 ? codes.first.map { code in String(code) } : nil
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
