package import Encodings
package import JourneyModel

/// Mailpit's inbox, and any other with its API: a list of messages, and each complete message.
///
/// Source: Mailpit's API v1, `GET /api/v1/messages` and `GET /api/v1/message/{ID}`. Text messages, which our mocks keep
/// next to the mails, are tagged `sms`.
package struct MailpitInbox: Inbox {
  /// Of one list.
  package static let maxMessages = 200

  private let address: WebURL
  private let headers: HTTPFields
  private let transport: any HTTPTransport

  /// - Parameter headers: sent with every request.
  package init(address: WebURL, headers: HTTPFields = [:], transport: any HTTPTransport) {
    self.address = address
    self.headers = headers
    self.transport = transport
  }

  package func messages(
    to recipient: String, channel: InboxMessage.Channel, since mark: Instant
  ) async throws(DriverError) -> [InboxMessage] {
    let url = address.appending(path: ["api", "v1", "messages"]).appending(query: [QueryItem("limit", String(Self.maxMessages))])
    let list = try await ask(url)
    var messages: [InboxMessage] = []
    for entry in (list["messages"]?.arrayValue ?? []).reversed() {
      guard let listed = ListedMail(entry), listed.channel == channel, listed.received >= mark,
        listed.recipients.contains(where: { channel.isSame($0, recipient) })
      else { continue }
      messages.append(try await message(listed, to: recipient))
    }
    return messages
  }

  private func message(_ listed: ListedMail, to recipient: String) async throws(DriverError) -> InboxMessage {
    let body = try await ask(address.appending(path: ["api", "v1", "message", listed.id]))
    let text = body["Text"]?.stringValue ?? ""
    let html = body["HTML"]?.stringValue ?? ""
    return InboxMessage(
      id: listed.id, channel: listed.channel, to: recipient, subject: listed.subject, text: text,
      links: MailLinks.found(in: text.isEmpty ? html : text), received: listed.received)
  }

  private func ask(_ url: WebURL) async throws(DriverError) -> JSONValue {
    let answer: HTTPResponseMessage
    do throws(TransportError) {
      answer = try await transport.send(HTTPRequestMessage(method: "GET", url: url, headers: headers, body: []))
    } catch {
      throw DriverError(error.kind, "the inbox '\(url.path)': \(error.reason)")
    }
    guard answer.status == 200 else { throw DriverError(.status, "the inbox '\(url.path)' answered with status \(answer.status)") }
    do throws(JSONError) { return try JSONReader.read(answer.body) } catch {
      throw DriverError(.notJSON, "the inbox '\(url.path)' sent a response that is not JSON: \(error)")
    }
  }
}

/// An entry of Mailpit's list.
private struct ListedMail {
  let id: String
  let channel: InboxMessage.Channel
  let recipients: [String]
  let subject: String
  let received: Instant

  init?(_ entry: JSONValue) {
    guard let id = entry["ID"]?.stringValue, let created = entry["Created"]?.stringValue,
      let milliseconds = DateText.millisecondsSinceEpoch(created)
    else { return nil }
    self.id = id
    channel = entry["Tags"]?.arrayValue?.contains { $0.stringValue == "sms" } == true ? .sms : .mail
    recipients = entry["To"]?.arrayValue?.compactMap { $0["Address"]?.stringValue } ?? []
    subject = entry["Subject"]?.stringValue ?? ""
    received = Instant(milliseconds: milliseconds)
  }
}

/// The links of a mail's text, in their order, each once.
package enum MailLinks {
  private static let ends = Set(" \t\r\n<>\"'()[]{}".utf8)

  private static let schemes = ["https://", "http://"].map { Array($0.utf8) }

  /// Those that begin with `https://` or `http://`.
  package static func found(in text: String) -> [String] {
    var links: [String] = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      guard schemes.contains(where: { bytes[index...].starts(with: $0) }) else {
        index += 1
        continue
      }
      let end = bytes[index...].firstIndex { ends.contains($0) } ?? bytes.count
      var link = Substring(decoding: bytes[index..<end], as: UTF8.self)
      while let last = link.utf8.last, ".,;:!?".utf8.contains(last) { link.removeLast() }
      if !links.contains(String(link)) { links.append(String(link)) }
      index = end
    }
    return links
  }
}
