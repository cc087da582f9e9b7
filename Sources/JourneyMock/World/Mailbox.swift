import JourneyModel

/// The mails and text messages that a tenant sent, oldest first; the oldest are forgotten when there are more than 4096.
struct Mailbox: Sendable {
  private(set) var messages: [InboxMessage] = []
  /// How many came since the world began.
  private(set) var added = 0
  private static let limit = 4096

  mutating func add(_ message: InboxMessage) {
    messages.append(message)
    added += 1
    if messages.count > Self.limit { messages.removeFirst(Self.limit / 2) }
  }

  /// What came to a recipient since a moment.
  func messages(to recipient: String, channel: InboxMessage.Channel, since mark: Instant) -> [InboxMessage] {
    messages.filter { $0.channel == channel && $0.received >= mark && channel.isSame($0.to, recipient) }
  }

  /// Forgets what fits.
  mutating func remove(where fits: (InboxMessage) -> Bool) { messages.removeAll(where: fits) }

  subscript(id: String) -> InboxMessage? { messages.first { $0.id == id } }
}
