public import JourneyModel

/// A mail or text message that a step took, without anything that may be a code.
public struct TakenMessage: Sendable, Hashable {
  public var channel: InboxMessage.Channel
  /// With `*` for every digit; empty for a message without a subject.
  public var subject: String

  public init(channel: InboxMessage.Channel, subject: String) {
    self.channel = channel
    self.subject = subject
  }
}
