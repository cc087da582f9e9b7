import Encodings
import JourneyClient
import JourneyModel
import Testing

/// What is taken from Mailpit's inbox, and in which order.
struct MailpitInboxTests {
  /// A message as the list has it.
  private struct Listed {
    var id: String
    var to = "jane@acme.test"
    /// In seconds after 2026-09-21T14:13:20Z.
    var after = 0
    var tag: String?

    var json: JSONValue {
      [
        "ID": .string(id), "Created": .string("2026-09-21T14:13:\(20 + after).000Z"), "Subject": .string("About \(id)"),
        "To": [["Address": .string(to)]], "Tags": .array(tag.map { [.string($0)] } ?? []),
      ]
    }
  }

  /// Answers with a list, the newest first as Mailpit does, and with a text for each message, or HTML for those whose id begins with `h`.
  private struct Mailpit: HTTPTransport {
    var list: [Listed]
    var status = 200

    func send(_ request: HTTPRequestMessage) async throws(TransportError) -> HTTPResponseMessage {
      let id = request.url.path.split(separator: "/").last.map(String.init) ?? ""
      let link = "https://acme.test/open?id=\(id)"
      let json: JSONValue =
        id == "messages"
        ? ["messages": .array(list.map(\.json))]
        : id.hasPrefix("h")
          ? ["Text": "", "HTML": .string("<a href=\"\(link)\">Open</a>")] : ["Text": .string("Your code is 123456. \(link).")]
      return HTTPResponseMessage(status: status, body: JSONWriter.write(json))
    }
  }

  private static let start = Instant(seconds: 1_790_000_000)

  private func messages(
    _ list: [Listed], to recipient: String = "jane@acme.test", _ channel: InboxMessage.Channel = .mail, since mark: Instant = start
  ) async throws -> [InboxMessage] {
    let inbox = MailpitInbox(address: try WebURL("https://mail.test"), transport: Mailpit(list: list))
    return try await inbox.messages(to: recipient, channel: channel, since: mark)
  }

  @Test func `the oldest message comes first, whole`() async throws {
    let found = try await messages([Listed(id: "c", after: 9), Listed(id: "b", after: 5), Listed(id: "a")])
    #expect(found.map(\.id) == ["a", "b", "c"])
    #expect(found.map(\.received) == [0, 5, 9].map { Self.start + .seconds($0) })
    #expect(found.first?.text == "Your code is 123456. https://acme.test/open?id=a.")
    #expect(found.first?.subject == "About a" && found.first?.to == "jane@acme.test")
    #expect(found.map(\.links) == ["a", "b", "c"].map { ["https://acme.test/open?id=\($0)"] })
  }

  @Test func `messages to other people, of another kind and from before are left out`() async throws {
    let list = [
      Listed(id: "d", to: "otto@acme.test", after: 9), Listed(id: "c", after: 8, tag: "sms"), Listed(id: "b", after: 5),
      Listed(id: "a"),
    ]
    #expect(try await messages(list, since: Self.start + .seconds(1)).map(\.id) == ["b"])
    #expect(try await messages(list).map(\.id) == ["a", "b"])
    #expect(try await messages(list, .sms).map(\.id) == ["c"])
    #expect(try await messages(list, to: "otto@acme.test").map(\.id) == ["d"])
    #expect(try await messages(list, to: "JANE@acme.test").map(\.id) == ["a", "b"])
  }

  @Test func `a message in HTML alone has its links`() async throws {
    #expect(try await messages([Listed(id: "h1")]).map(\.links) == [["https://acme.test/open?id=h1"]])
  }

  @Test func `an inbox that does not answer with 200 is told`() async throws {
    let inbox = MailpitInbox(address: try WebURL("https://mail.test"), transport: Mailpit(list: [], status: 503))
    let error = await #expect(throws: DriverError.self) { try await inbox.messages(to: "a", channel: .mail, since: Self.start) }
    #expect(error?.message == "the inbox '/api/v1/messages' answered with status 503")
  }
}
