package import JourneyModel
internal import LocatedYAML

/// A mail or a text message that is taken, and what is taken from it.
package struct RecordedMessage: Sendable, Hashable {
  /// What is taken: a code or a link.
  package enum Content: String, Sendable, Hashable {
    case code, link
  }

  package struct Capture: Sendable, Hashable {
    package var name: String
    package var content: Content
    /// What distinguishes the code from others of the message, with one group; `nil` where it is the only one.
    package var pattern: String?

    package init(_ name: String, _ content: Content, pattern: String? = nil) {
      self.name = name
      self.content = content
      self.pattern = pattern
    }

    fileprivate var written: String {
      guard let pattern else { return content.rawValue }
      return "{\(content.rawValue): \(YAMLText.scalar(AnswerOrigin.literal(pattern), isInBrackets: true))}"
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
    if let capture { lines.append("  capture: {\(capture.name): \(capture.written)}") }
    return lines
  }
}
