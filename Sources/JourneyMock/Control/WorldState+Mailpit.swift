import Encodings
import JourneyModel

extension WorldState {
  /// `GET /api/v1/messages`: newest first, as Mailpit lists them; text messages are among the mails, tagged `sms`.
  var mails: JSONValue {
    let listed = mailbox.messages.filter { $0.received <= now }.reversed().map { JSONValue.object(summary($0)) }
    return [
      "total": .integer(listed.count), "unread": .integer(listed.count), "count": .integer(listed.count),
      "messages_count": .integer(listed.count), "start": 0, "tags": [], "messages": .array(Array(listed)),
    ]
  }

  /// `GET /api/v1/message/{id}`.
  func mail(_ id: String) -> HTTPResponseMessage {
    guard let message = mailbox[id] else { return .json(["Error": "message not found"], status: 404) }
    let body: [JSONValue.Member] = [
      .init("Date", .string(DateText.rfc3339(millisecondsSinceEpoch: message.received.milliseconds))),
      .init("Text", .string(message.text)), .init("HTML", ""), .init("Inline", []),
    ]
    return .json(.object(summary(message) + body))
  }

  private func summary(_ message: InboxMessage) -> [JSONValue.Member] {
    [
      .init("ID", .string(message.id)), .init("MessageID", .string("\(message.id)@\(tenant.name).test")), .init("Read", false),
      .init("From", ["Name": .string(tenant.name), "Address": .string("no-reply@\(tenant.name).test")]),
      .init("To", [["Name": "", "Address": .string(message.to)]]), .init("Cc", []), .init("Bcc", []), .init("ReplyTo", []),
      .init("Subject", .string(message.subject)),
      .init("Created", .string(DateText.rfc3339(millisecondsSinceEpoch: message.received.milliseconds))),
      .init("Tags", message.channel == .sms ? ["sms"] : []), .init("Size", .integer(message.text.utf8.count)),
      .init("Attachments", 0), .init("Snippet", .string(String(message.text.prefix(250)))),
    ]
  }
}
