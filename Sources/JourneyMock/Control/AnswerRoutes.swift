import Encodings

/// Answers of a test's own, and the question how often something was asked for.
enum AnswerRoutes {
  private static let path = "/__journey/answers"

  static let all = [
    ControlRoute(
      method: "POST", path: path, id: "addAnswer", summary: "Answers requests that match, once or always, instead of the tenant.",
      body: .init(
        schema: ControlSchema.object(RequestPattern.schema + FailureBody.schema + own),
        example: ["path": "/oauth2/token", "status": 503, "body": ["error": "server_error"], "times": 1]),
      answers: [.init(status: 204, summary: "It will be answered so.")], refusals: [400], act: add),
    ControlRoute(
      method: "DELETE", path: path, id: "removeAnswers", summary: "Lets the tenant answer everything again.",
      answers: [.init(status: 204, summary: "It will.")]
    ) { _, world throws(ControlRefusal) in
      world.answers.clear()
      return .empty(204)
    },
    ControlRoute(
      method: "POST", path: "/__journey/verify", id: "verifyRequests",
      summary: "Checks how often a request was received that matches: by default, at least once.",
      body: .init(
        schema: ControlSchema.object(RequestPattern.schema + bounds),
        example: ["method": "POST", "path": "/oauth2/token", "form": ["grant_type": "refresh_token"], "times": 0]),
      answers: [
        .init(
          status: 200, summary: "They did.",
          schema: ControlSchema.object(["count": ControlSchema.number("How many there were.")], required: ["count"])),
        .init(status: 409, summary: "They came more or less often.", schema: ["$ref": "#/components/schemas/Refusal"]),
      ], refusals: [400], act: verify),
  ]

  private static let own: [JSONValue.Member] = [
    .init("status", ControlSchema.number("The status; that of `error`, or 200, without it.")),
    .init("send", ControlSchema.map("Headers of the answer, by name.")),
    .init("delay", ControlSchema.number("How many milliseconds late it comes.")),
    .init("times", ControlSchema.number("How many requests get it; all without it.")),
  ]

  /// So many headers one answer may have.
  private static let mostHeaders = 100

  /// Headers that say where a message ends, or switch the protocol of the connection (RFC 9112 section 6): only the server sets them.
  private static let framing: Set = ["content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "trailer", "te"]

  private static let bounds: [JSONValue.Member] = [
    .init("times", ControlSchema.number("Exactly so many.")), .init("at_least", ControlSchema.number("So many or more.")),
    .init("at_most", ControlSchema.number("So many or fewer.")),
  ]

  @Sendable private static func add(_ call: ControlCall, _ world: inout WorldContents) throws(ControlRefusal) -> HTTPResponseMessage {
    let body = JSONValue.object(try call.members(RequestPattern.members + FailureBody.members + own.map(\.name)))
    let pattern = try RequestPattern(body)
    let status = try number("status", in: body, 200...599)
    guard status != nil || body["body"] != nil || body["error"] != nil else {
      throw ControlRefusal("write what is answered: 'status', 'body' or 'error'")
    }
    var message = try FailureBody(body, in: world)?.message(status: status) ?? .empty(status ?? 200)
    if let headers = body["send"] {
      guard let members = headers.objectValue else { throw ControlRefusal("'send' is an object") }
      guard members.count <= mostHeaders else { throw ControlRefusal("'send' has at most \(mostHeaders) headers") }
      for member in members {
        guard let text = member.value.plainText, isHeader(member.name, text) else {
          throw ControlRefusal("'\(member.name)' of 'send' is not a header")
        }
        guard !framing.contains(member.name.lowercased()) else {
          throw ControlRefusal("'\(member.name)' of 'send' says where the answer ends, which the server writes itself")
        }
        message.headers[member.name] = text
      }
    }
    let delay = try number("delay", in: body, 0...3_600_000) ?? 0
    let times = try number("times", in: body, 1...Int.max)
    try world.makeRoom(for: call.request.body.count)
    world.answers.add(
      OwnAnswers.Answer(
        pattern: pattern, message: message, latency: .milliseconds(delay), times: times, size: call.request.body.count))
    return .empty(204)
  }

  @Sendable private static func verify(_ call: ControlCall, _ world: inout WorldContents) throws(ControlRefusal) -> HTTPResponseMessage {
    let body = JSONValue.object(try call.members(RequestPattern.members + bounds.map(\.name)))
    let pattern = try RequestPattern(body)
    let exact = try number("times", in: body, 0...Int.max)
    let asked = (least: try number("at_least", in: body, 0...Int.max), most: try number("at_most", in: body, 0...Int.max))
    let most = exact ?? asked.most
    let least = exact ?? asked.least ?? (most == nil ? 1 : 0)
    let entries = world.seen.entries
    let count = entries.filter { pattern.fits($0.request) }.count
    if count >= least, most.map({ count <= $0 }) ?? true { return .json(["count": .integer(count)]) }
    let wanted = exact.map(String.init) ?? (most.map { least == 0 ? "at most \($0)" : "\(least) to \($0)" } ?? "at least \(least)")
    let last = entries.suffix(3).map { "\($0.request.method) \($0.request.url.path)" }
    throw ControlRefusal(
      "\(count == 1 ? "1 request matches" : "\(count) requests match"), expected \(wanted); "
        + (last.isEmpty ? "no request was received" : "the last requests are \(last.joined(separator: ", "))"),
      status: 409)
  }

  /// Whether it is a header that can be sent (RFC 9110 section 5).
  private static func isHeader(_ name: String, _ value: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-_.!#$%&'*+^`|~".utf8.contains(byte)
        }
      } && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }

  private static func number(_ name: String, in body: JSONValue, _ bounds: ClosedRange<Int>) throws(ControlRefusal) -> Int? {
    guard let value = body[name] else { return nil }
    guard let number = value.intValue, bounds.contains(number) else {
      throw ControlRefusal(
        "'\(name)' is a whole number from \(bounds.lowerBound)\(bounds.upperBound == .max ? "" : " to \(bounds.upperBound)")")
    }
    return number
  }
}
