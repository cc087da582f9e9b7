import Encodings
import JourneyModel

extension InboxMessage {
  /// Who a tenant's messages come from.
  static func sender(of tenant: String) -> String { "no-reply@\(tenant).test" }

  /// The message in a list of a tenant's mailbox, as Mailpit has it.
  func summary(of tenant: String) -> [JSONValue.Member] {
    [
      .init("ID", .string(id)), .init("MessageID", .string("\(id)@\(tenant).test")), .init("Read", false),
      .init("From", ["Name": .string(tenant), "Address": .string(Self.sender(of: tenant))]),
      .init("To", [["Name": "", "Address": .string(to)]]), .init("Cc", []), .init("Bcc", []), .init("ReplyTo", []),
      .init("Subject", .string(subject)),
      .init("Created", .string(DateText.rfc3339(millisecondsSinceEpoch: received.milliseconds))),
      .init("Tags", channel == .sms ? ["sms"] : []), .init("Size", .integer(text.utf8.count)),
      .init("Attachments", 0), .init("Snippet", .string(String(text.prefix(250)))),
    ]
  }
}
