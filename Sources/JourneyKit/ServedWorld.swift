import Encodings
import JourneyClient
import JourneyModel

/// A world of a mock that is served over HTTP: it asks the mock's routes for tests, by the world's name.
struct ServedWorld: TenantControl, Inbox {
  /// The header by which a served mock tells worlds apart.
  static let header = "Journey-World"

  let address: WebURL
  let world: String
  let transport: any HTTPTransport

  var canMoveClock: Bool { true }

  func now() async -> Instant {
    do throws(DriverError) {
      let face = try await ask("GET", ["__journey", "clock"])
      return face["now"]?.stringValue.flatMap(DateText.millisecondsSinceEpoch).map(Instant.init(milliseconds:)) ?? .machine
    } catch {
      return .machine
    }
  }

  func pass(_ time: Duration) async throws(DriverError) {
    let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
    _ = try await ask("POST", ["__journey", "clock"], body: ["advance": .string("\(milliseconds)ms")])
  }

  func answerPush(accepts: Bool, account: String?) async throws(DriverError) {
    throw DriverError(.impossible, "no push waits for an answer: tenants of this dialect send none")
  }

  func messages(
    to recipient: String, channel: InboxMessage.Channel, since mark: Instant
  ) async throws(DriverError) -> [InboxMessage] {
    let list = try await ask("GET", ["api", "v1", "messages"])
    return (list["messages"]?.arrayValue ?? []).reversed().compactMap { mail in
      InboxMessage(mailpit: mail, channel: channel)
    }.filter { $0.to.lowercased() == recipient.lowercased() && $0.received >= mark }
  }

  private func ask(_ method: String, _ path: [String], body: JSONValue? = nil) async throws(DriverError) -> JSONValue {
    let url = address.appending(path: path)
    var headers: HTTPFields = [:]
    headers.append(Self.header, world)
    if body != nil { headers.append("Content-Type", "application/json") }
    let request = HTTPRequestMessage(method: method, url: url, headers: headers, body: body.map { JSONWriter.write($0) } ?? [])
    let answer: HTTPResponseMessage
    do { answer = try await transport.send(request) } catch {
      throw DriverError(error.kind, "the mock's control '\(method) \(url.path)': \(error.reason)")
    }
    guard (200..<300).contains(answer.status) else {
      throw DriverError(.status, "the mock's control '\(method) \(url.path)' answered \(answer.status)")
    }
    guard !answer.body.isEmpty else { return .null }
    do { return try JSONReader.read(answer.body) } catch {
      throw DriverError(.notJSON, "the mock's control '\(method) \(url.path)' answered no JSON: \(error)")
    }
  }
}

extension InboxMessage {
  /// One entry of Mailpit's list, as the mock writes it; `nil` where it is of another channel.
  fileprivate init?(mailpit entry: JSONValue, channel wanted: Channel) {
    let channel: Channel = entry["Tags"]?.arrayValue?.contains { $0.stringValue == "sms" } == true ? .sms : .mail
    guard channel == wanted, let id = entry["ID"]?.stringValue, let created = entry["Created"]?.stringValue,
      let milliseconds = DateText.millisecondsSinceEpoch(created)
    else { return nil }
    self.init(
      id: id, channel: channel, to: entry["To"]?[0]?["Address"]?.stringValue ?? "", subject: entry["Subject"]?.stringValue ?? "",
      text: entry["Text"]?.stringValue ?? entry["Snippet"]?.stringValue ?? "",
      links: entry["Links"]?.arrayValue?.compactMap(\.stringValue) ?? [], received: Instant(milliseconds: milliseconds))
  }
}
