/// Where a tenant's mails and text messages arrive.
public protocol Inbox: Sendable {
  /// The messages to this address or number that arrived after the mark, oldest first.
  ///
  /// Throws if the inbox cannot be read.
  func messages(to recipient: String, channel: InboxMessage.Channel, since mark: Instant) async throws(DriverError) -> [InboxMessage]
}

/// One mail or text message.
public struct InboxMessage: Sendable, Hashable {
  public enum Channel: String, Sendable, Hashable {
    case mail, sms
  }

  /// Unique in its inbox.
  public var id: String
  public var channel: Channel
  public var to: String
  /// Empty for text messages.
  public var subject: String
  /// The body as plain text; a secret where it is shown.
  public var text: String
  /// The links in their order, markup resolved.
  public var links: [String]
  public var received: Instant

  public init(
    id: String, channel: Channel, to: String, subject: String = "", text: String, links: [String] = [], received: Instant
  ) {
    self.id = id
    self.channel = channel
    self.to = to
    self.subject = subject
    self.text = text
    self.links = links
    self.received = received
  }
}

extension InboxMessage.Channel {
  /// Whether two spellings name one recipient: numbers count by their digits, addresses in upper or lower case.
  package func isSame(_ first: String, _ second: String) -> Bool {
    let digits = first.utf8.filter(Self.isDigit)
    if self == .sms, !digits.isEmpty { return digits == second.utf8.filter(Self.isDigit) }
    return first.lowercased() == second.lowercased()
  }

  /// Whether a message can have this recipient: one mail address without a name around it, or a number of three digits and more.
  package func canReach(_ recipient: String) -> Bool {
    switch self {
    case .mail:
      let parts = recipient.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
      return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && recipient.utf8.allSatisfy { $0 > 0x20 && !"<>,;:".utf8.contains($0) }
    case .sms:
      return recipient.utf8.count(where: Self.isDigit) >= 3 && recipient.utf8.allSatisfy { Self.isDigit($0) || "+-()./ ".utf8.contains($0) }
    }
  }

  /// What a recipient is, with an example.
  package var recipientForm: String {
    switch self {
    case .mail: "one address, e.g. jane@acme.test"
    case .sms: "one number, e.g. +15550123"
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}

/// What can be done to a tenant from outside a journey; a live tenant supports little of it.
public protocol TenantControl: Sendable {
  /// What the tenant's clock shows.
  func now() async -> Instant
  /// Whether the clock can be moved; a live tenant's is waited for.
  var canMoveClock: Bool { get }
  /// Moves the tenant's clock, or waits where it cannot be moved.
  func pass(_ time: Duration) async throws(DriverError)
  /// What the person does with a push on their device.
  func answerPush(accepts: Bool, account: String?) async throws(DriverError)
}
