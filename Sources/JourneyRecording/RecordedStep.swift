package import JourneyModel
internal import LocatedYAML

/// One step of a recording.
package enum RecordedStep: Sendable, Hashable {
  case screen(RecordedScreen)
  case message(RecordedMessage)
  case push(isAccepted: Bool)
  /// The link that a variable holds.
  case open(String)
  case finish(RecordedFinish)
  case handOver(Handover.Reason)
  /// An OAuth error, by its code.
  case error(String)
  case expired

  /// Its lines, the first with the dash.
  var lines: [String] {
    switch self {
    case .screen(let screen): screen.lines
    case .message(let message): message.lines
    case .push(let isAccepted): ["- push: \(isAccepted ? "accept" : "reject")"]
    case .open(let name): ["- open: ${\(name)}"]
    case .finish(let finish): finish.lines
    case .handOver(let reason): ["- hand_over: present", "  reason: \(reason.rawValue)"]
    case .error(let code): ["- error: \(YAMLText.scalar(AnswerOrigin.literal(code)))"]
    case .expired: ["- expired:"]
    }
  }

  /// The variables that it gives a value.
  var captured: [String] {
    switch self {
    case .screen(let screen): screen.captures.map(\.name)
    case .message(let message): message.capture.map { [$0.name] } ?? []
    case .push, .open, .finish, .handOver, .error, .expired: []
    }
  }
}

/// A mail or a text message that is taken, and what is taken from it.
package struct RecordedMessage: Sendable, Hashable {
  /// What is taken: a code or a link.
  package enum Content: String, Sendable, Hashable {
    case code, link
  }

  package struct Capture: Sendable, Hashable {
    package var name: String
    package var content: Content

    package init(_ name: String, _ content: Content) {
      self.name = name
      self.content = content
    }
  }

  package var channel: InboxMessage.Channel
  package var recipient: AnswerOrigin
  /// `nil` where it is not compared.
  package var subject: String?
  /// `nil` for a message that is taken and not read.
  package var capture: Capture?
  /// What a reader has to know, e.g. that the tenant names no inbox.
  package var comment: String?

  package init(_ channel: InboxMessage.Channel, to recipient: AnswerOrigin, subject: String? = nil, capture: Capture? = nil) {
    self.channel = channel
    self.recipient = recipient
    self.subject = subject
    self.capture = capture
  }

  var lines: [String] {
    var lines = comment.map { ["# \($0)"] } ?? []
    lines.append("- \(channel.rawValue): \(recipient.written)")
    if let subject { lines.append("  subject: \(YAMLText.scalar(AnswerOrigin.literal(subject)))") }
    if let capture { lines.append("  capture: {\(capture.name): \(capture.content.rawValue)}") }
    return lines
  }
}

/// The end of a journey, and what is expected of its tokens.
package struct RecordedFinish: Sendable, Hashable {
  package struct Claim: Sendable, Hashable {
    package var name: String
    package var value: AnswerOrigin

    package init(_ name: String, _ value: AnswerOrigin) {
      self.name = name
      self.value = value
    }
  }

  package var hasTokens: Bool
  package var claims: [Claim]
  /// How long it is waited for, e.g. `30s`; `nil` if it is there at once.
  package var within: String?

  package init(hasTokens: Bool = true, claims: [Claim] = [], within: String? = nil) {
    self.hasTokens = hasTokens
    self.claims = claims
    self.within = within
  }

  var lines: [String] {
    var lines = ["- finish:"]
    if let within { lines.append("  within: \(within)") }
    if !hasTokens { lines.append("  tokens: none") }
    if !claims.isEmpty {
      let members = claims.map { "\(YAMLText.scalar($0.name, isInBrackets: true)): \($0.value.written(isInBrackets: true))" }
      lines.append("  claims: {\(members.joined(separator: ", "))}")
    }
    return lines
  }
}
