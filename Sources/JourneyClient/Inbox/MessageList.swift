internal import Encodings
package import JourneyModel

/// Messages as an HTTP inbox or an inbox's command sends them: a JSON list, or a map with such a list under `messages`.
///
/// Each has `to` (an address or a list), `received` (RFC 3339) and `text` or `html`; `id`, `subject` and `channel` (`mail`, the
/// usual one, or `sms`) where there are any.
package enum MessageList {
  /// Those to this recipient that arrived after the mark, oldest first.
  ///
  /// Throws if the text is not such a list.
  package static func messages(
    in json: [UInt8], to recipient: String, channel: InboxMessage.Channel, since mark: Instant
  ) throws(DriverError) -> [InboxMessage] {
    let document: JSONValue
    do throws(JSONError) { document = try JSONReader.readUnambiguous(json) } catch {
      throw DriverError(.notJSON, "the inbox's response is not JSON: \(error)")
    }
    // Whether messages are missing because of it is not known.
    if let error = document["error"], !error.isNull { throw DriverError(.protocol, "the inbox's response has an 'error'") }
    guard let list = document.arrayValue ?? document["messages"]?.arrayValue else {
      throw DriverError(.protocol, "the inbox's response is not a list of messages")
    }
    var messages: [InboxMessage] = []
    for (index, entry) in list.enumerated() {
      let message = try message(entry, number: index + 1, to: recipient, by: channel)
      guard let message, message.channel == channel, message.received >= mark else { continue }
      messages.append(message)
    }
    return messages.sorted { $0.received < $1.received }
  }

  /// The address in `Anna <anna@example.com>`, or the text as it is.
  private static func address(in recipient: String) -> String {
    guard recipient.hasSuffix(">"), let open = recipient.lastIndex(of: "<") else { return recipient }
    return String(recipient[recipient.index(after: open)...].dropLast())
  }

  /// Without the spaces around it.
  private static func trimmed(_ text: String) -> String {
    let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
    return String(text[..<end].drop(while: \.isWhitespace))
  }

  /// An address, or a list of one or more; `nil` for anything else: the message may be for anyone.
  private static func recipients(_ json: JSONValue?) -> [String]? {
    guard let list = json?.arrayValue else { return json?.stringValue.map { [$0] } }
    let addresses = list.compactMap(\.stringValue)
    return addresses.isEmpty || addresses.count < list.count ? nil : addresses
  }

  /// `nil` for a message to another recipient.
  private static func message(
    _ entry: JSONValue, number: Int, to recipient: String, by channel: InboxMessage.Channel
  ) throws(DriverError) -> InboxMessage? {
    let sent: InboxMessage.Channel = entry["channel"]?.stringValue == "sms" ? .sms : .mail
    let recipients = recipients(entry["to"])?.map { address(in: trimmed($0)) }
    guard let recipients, sent != .mail || channel != .mail || recipients.allSatisfy(channel.canReach) else {
      throw DriverError(.protocol, "message \(number) of the inbox has no 'to' that is an address or a list of addresses")
    }
    guard recipients.contains(where: { channel.isSame($0, recipient) }) else { return nil }
    guard let received = entry["received"]?.stringValue.flatMap(DateText.millisecondsSinceEpoch) else {
      throw DriverError(.protocol, "message \(number) of the inbox has no 'received', a time such as 2026-01-31T09:30:00Z")
    }
    let (text, html) = (entry["text"]?.stringValue ?? "", entry["html"]?.stringValue ?? "")
    return InboxMessage(
      id: entry["id"]?.stringValue
        ?? "\(received) \(recipients.joined(separator: " ")) \(entry["subject"]?.stringValue ?? "") \(text.utf8.count)",
      channel: sent, to: recipient, subject: entry["subject"]?.stringValue ?? "",
      text: text, links: MailLinks.found(in: text.isEmpty ? html : text), received: Instant(milliseconds: received))
  }
}
