import Diagnostics
import Encodings
import JourneyClient
import JourneyLanguage
import JourneyModel

/// A world of a mock that is served over HTTP: it asks the mock's control routes, by the world's name.
struct ServedWorld: TenantControl, Inbox {
  /// The header by which a served mock distinguishes worlds.
  static let header = "Journey-World"

  let address: WebURL
  let world: String
  let transport: any HTTPTransport
  let clock = ServedClock()

  private static let clockPath = ["__journey", "clock"]

  var canMoveClock: Bool { true }

  func now() async -> Instant {
    let begun = ContinuousClock.now
    if let shown = clock.shown(at: begun) { return shown }
    do throws(DriverError) { return clock.take(try await ask("GET", Self.clockPath), begun: begun) ?? .machine } catch { return .machine }
  }

  func pass(_ time: Duration) async throws(DriverError) {
    let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
    clock.forget()
    let begun = ContinuousClock.now
    _ = clock.take(try await ask("POST", Self.clockPath, body: ["advance": .string("\(milliseconds)ms")]), begun: begun)
  }

  /// Puts people into a situation that the mock's rules tell apart.
  func change(to given: GivenSituation) async throws(DriverError) {
    let facts = given.facts.map { fact in
      JSONValue.Member(fact.name.value, fact.words.count == 1 ? .string(fact.words[0].value) : .array(fact.words.map { .string($0.value) }))
    }
    _ = try await ask("PUT", ["__journey", "situation"], body: ["given": given.name.map { .string($0.value) } ?? .object(facts)])
  }

  func answerPush(accepts: Bool, account: String?) async throws(DriverError) {
    var body: [JSONValue.Member] = [.init("accepts", .bool(accepts))]
    if let account { body.append(.init("account", .string(account))) }
    _ = try await ask("POST", ["__journey", "push"], body: .object(body))
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
      throw DriverError(.status, "the mock's control '\(method) \(url.path)' answered with status \(answer.status)")
    }
    guard !answer.body.isEmpty else { return .null }
    do { return try JSONReader.read(answer.body) } catch {
      throw DriverError(.notJSON, "the mock's control '\(method) \(url.path)' sent a response that is not JSON: \(error)")
    }
  }
}
