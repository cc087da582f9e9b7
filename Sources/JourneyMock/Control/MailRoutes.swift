import Encodings
import JourneyModel

/// The inbox in the shape of Mailpit's API; text messages are among the mails, tagged `sms`.
enum MailRoutes {
  static let messages = "/api/v1/messages"

  static let all = [
    ControlRoute(
      method: "GET", path: messages, id: "listMessages", summary: "Lists the mails and text messages, newest first.", query: pages,
      answers: [.init(status: 200, summary: "The messages, without their texts.", schema: list)], refusals: [400]
    ) { call, world throws(ControlRefusal) in try listed(call, world) { _ in true } },
    ControlRoute(
      method: "DELETE", path: messages, id: "deleteMessages", summary: "Deletes the messages that are named; all without a body.",
      body: .init(
        schema: ControlSchema.object([
          "IDs": ControlSchema.list(of: ControlSchema.text("A message's ID."), "The messages to delete; all if it is empty.")
        ]), example: ["IDs": []], isRequired: false),
      answers: [.init(status: 200, summary: "They are deleted.")], refusals: [400], act: delete),
    ControlRoute(
      method: "GET", path: "/api/v1/search", id: "searchMessages", summary: "Lists the messages that fit, newest first.",
      query: [search] + pages, answers: [.init(status: 200, summary: "The messages, without their texts.", schema: list)], refusals: [400]
    ) { call, world throws(ControlRefusal) in
      let search = try MailSearch(call)
      return try listed(call, world) { search.fits($0, from: sender(in: world)) }
    },
    ControlRoute(
      method: "DELETE", path: "/api/v1/search", id: "deleteFound", summary: "Deletes the messages that fit.", query: [search],
      answers: [.init(status: 200, summary: "They are deleted.")], refusals: [400]
    ) { call, world throws(ControlRefusal) in
      let (search, sender) = (try MailSearch(call), sender(in: world))
      world.state.mailbox.remove { search.fits($0, from: sender) }
      return .text("ok", status: 200)
    },
    ControlRoute(
      method: "GET", path: "/api/v1/message/{id}", id: "readMessage", summary: "Reads a message; `latest` is the newest.",
      answers: [.init(status: 200, summary: "The message.", schema: message)], refusals: [404], act: read),
  ]

  private static let search = ControlRoute.Parameter(
    name: "query", summary: "Words of the message, and `to:`, `from:`, `subject:` and `tag:`; a `-` or `!` before one excludes.",
    schema: ["type": "string"])
  private static let pages = [
    ControlRoute.Parameter(name: "start", summary: "How many to leave out first.", schema: ["type": "integer", "minimum": 0]),
    ControlRoute.Parameter(name: "limit", summary: "How many to list; all without it.", schema: ["type": "integer", "minimum": 0]),
  ]
  private static let list = ControlSchema.open(
    [
      "total": ControlSchema.number("How many there are."), "count": ControlSchema.number("How many are listed."),
      "messages": ControlSchema.list(of: message(needing: []), "The messages."),
    ], required: ["total", "count", "start", "messages"])
  private static let message = message(needing: ["Text", "HTML", "Date"])

  private static func message(needing more: [String]) -> JSONValue {
    let address = ControlSchema.open(["Address": ControlSchema.text("Where it came.")], required: ["Address"])
    return ControlSchema.open(
      [
        "ID": ControlSchema.text("Names the message."), "Subject": ControlSchema.text("Empty for text messages."),
        "To": ControlSchema.list(of: address, "The recipients."), "From": address,
        "Created": ControlSchema.moment("When it came."),
        "Tags": ControlSchema.list(of: ControlSchema.text("`sms` for a text message."), "What it is."),
        "Text": ControlSchema.text("What it says."),
      ], required: ["ID", "Subject", "To", "From", "Created", "Tags"] + more)
  }

  private static func listed(
    _ call: ControlCall, _ world: WorldContents, where fits: (InboxMessage) -> Bool
  ) throws(ControlRefusal) -> HTTPResponseMessage {
    let all = arrived(in: world)
    let found = all.reversed().filter(fits)
    let (start, limit) = (try call.number("start") ?? 0, try call.number("limit") ?? .max)
    let listed = found.dropFirst(start).prefix(limit).map { JSONValue.object($0.summary(of: world.state.tenant.name)) }
    return .json([
      "total": .integer(all.count), "unread": .integer(all.count), "count": .integer(listed.count),
      "messages_count": .integer(found.count), "messages_unread": .integer(found.count), "start": .integer(start), "tags": [],
      "messages": .array(Array(listed)),
    ])
  }

  @Sendable private static func delete(_ call: ControlCall, _ world: inout WorldContents) throws(ControlRefusal) -> HTTPResponseMessage {
    var ids: [String] = []
    if let asked = try call.members(["IDs"]).first?.value {
      let texts = asked.arrayValue?.compactMap(\.stringValue)
      // One misspelled message must not delete them all.
      guard let texts, texts.count == asked.arrayValue?.count else { throw ControlRefusal("'IDs' is a list of texts") }
      ids = texts
    }
    world.state.mailbox.remove { ids.isEmpty || ids.contains($0.id) }
    return .text("ok", status: 200)
  }

  @Sendable private static func read(_ call: ControlCall, _ world: inout WorldContents) throws(ControlRefusal) -> HTTPResponseMessage {
    let id = call.argument("id")
    let known = arrived(in: world)
    guard let message = id == "latest" ? known.last : known.first(where: { $0.id == id }) else {
      throw .unknown(id, "message", among: Array(known.suffix(20).map(\.id)))
    }
    let body: [JSONValue.Member] = [
      .init("Date", .string(DateText.rfc3339(millisecondsSinceEpoch: message.received.milliseconds))),
      .init("Text", .string(message.text)), .init("HTML", ""), .init("Inline", []),
    ]
    return .json(.object(message.summary(of: world.state.tenant.name) + body))
  }

  /// What came by now; a message that comes late is not there before.
  private static func arrived(in world: WorldContents) -> [InboxMessage] {
    let now = world.state.now
    return world.state.mailbox.messages.filter { $0.received <= now }
  }

  private static func sender(in world: WorldContents) -> String { InboxMessage.sender(of: world.state.tenant.name) }
}
