import Encodings
import JourneyClient
import JourneyModel

/// A world of a mock that is served over HTTP: it asks the mock's routes for tests, by the world's name.
///
/// An actor because a driver, an inbox and a walk share what it knows of the world's clock.
actor ServedWorld: TenantControl, Inbox {
  /// The header by which a served mock tells worlds apart.
  static let header = "Journey-World"

  let address: WebURL
  let world: String
  let transport: any HTTPTransport
  /// How far the world's clock is ahead of the machine's; `nil` before it was asked. Both run alike, and nobody else moves it.
  private var lead: Duration?

  init(address: WebURL, world: String, transport: any HTTPTransport) {
    self.address = address
    self.world = world
    self.transport = transport
  }

  nonisolated var canMoveClock: Bool { true }

  /// Never later than the world's own: what is received from now on must not seem older.
  func now() async -> Instant {
    if let lead { return .machine + lead }
    do throws(DriverError) {
      read(try await ask("GET", ["__journey", "clock"]))
    } catch {
      return .machine
    }
    return .machine + (lead ?? .zero)
  }

  private func read(_ face: JSONValue) {
    guard let shown = face["now"]?.stringValue.flatMap(DateText.millisecondsSinceEpoch) else { return }
    // Both are cut to milliseconds.
    lead = .milliseconds(shown - Instant.machine.milliseconds - 1)
  }

  func pass(_ time: Duration) async throws(DriverError) {
    let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
    read(try await ask("POST", ["__journey", "clock"], body: ["advance": .string("\(milliseconds)ms")]))
  }

  func answerPush(accepts: Bool, account: String?) async throws(DriverError) {
    throw DriverError(.impossible, "no push waits for an answer: tenants of this dialect send none")
  }

  func messages(
    to recipient: String, channel: InboxMessage.Channel, since mark: Instant
  ) async throws(DriverError) -> [InboxMessage] {
    let inbox = MailpitInbox(address: address, headers: [Self.header: world], transport: transport)
    return try await inbox.messages(to: recipient, channel: channel, since: mark)
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
