package import Encodings
package import JourneyModel

/// An inbox over HTTP: `GET` on its address, with `to`, `channel` and `since` in the query; the response is a `MessageList`.
package struct HTTPInbox: Inbox {
  private let address: WebURL
  private let token: Value?
  private let transport: any HTTPTransport

  /// - Parameter token: sent as a bearer, to the address's own origin only.
  package init(address: WebURL, token: Value?, transport: any HTTPTransport) {
    self.address = address
    self.token = token
    self.transport = transport
  }

  package func messages(
    to recipient: String, channel: InboxMessage.Channel, since mark: Instant
  ) async throws(DriverError) -> [InboxMessage] {
    let url = address.appending(query: [
      QueryItem("to", recipient), QueryItem("channel", channel.rawValue),
      QueryItem("since", DateText.rfc3339(millisecondsSinceEpoch: mark.milliseconds)),
    ])
    var headers: HTTPFields = ["Accept": "application/json"]
    if let token, let origin = address.origin { headers.append("Authorization", "Bearer " + (try Self.text(of: token, for: origin))) }
    let answer: HTTPResponseMessage
    do throws(TransportError) {
      answer = try await transport.send(HTTPRequestMessage(method: "GET", url: url, headers: headers, body: []))
    } catch {
      throw DriverError(error.kind, "the inbox '\(address.path)': \(error.reason)")
    }
    guard answer.status == 200 else { throw DriverError(.status, "the inbox '\(address.path)' answered with status \(answer.status)") }
    return try MessageList.messages(in: answer.body, to: recipient, channel: channel, since: mark)
  }

  private static func text(of token: Value, for origin: Origin) throws(DriverError) -> String {
    do throws(SecretRefusal) { return try BrowserCall.text(of: token, for: origin) } catch {
      throw DriverError(.forbidden, "no request was sent to the inbox: the secret '\(error.secret)' may not go to '\(error.origin)'")
    }
  }
}
