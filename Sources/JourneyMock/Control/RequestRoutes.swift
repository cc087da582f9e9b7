import Encodings
import JourneyModel

/// The requests that the world saw.
enum RequestRoutes {
  private static let path = "/__journey/requests"

  static let all = [
    ControlRoute(
      method: "GET", path: path, id: "listRequests",
      summary: "Lists the last requests, oldest first, with their answers, the edges of the flow that they took, and preflights.",
      query: [
        .init(name: "path", summary: "What paths begin with.", schema: ["type": "string"]),
        .init(name: "method", summary: "A method, e.g. `POST`.", schema: ["type": "string"]),
        .init(name: "since", summary: "Only those after the one with this id.", schema: ["type": "integer", "minimum": 0]),
        .init(name: "limit", summary: "How many, the last ones.", schema: ["type": "integer", "minimum": 0]),
      ],
      answers: [.init(status: 200, summary: "The requests; secrets are shown only to who has the token.", schema: list)], refusals: [400],
      act: listed),
    ControlRoute(
      method: "DELETE", path: path, id: "forgetRequests", summary: "Forgets the requests.",
      answers: [.init(status: 204, summary: "They are forgotten.")]
    ) { _, world throws(ControlRefusal) in
      world.seen.clear()
      return .empty(204)
    },
  ]

  private static let list = ControlSchema.object(
    [
      "total": ControlSchema.number("How many there were since the world began."),
      "kept": ControlSchema.number("How many of them are kept."), "requests": ControlSchema.list(of: entry, "Those that fit."),
    ], required: ["total", "kept", "requests"])
  private static let entry = ControlSchema.object(
    [
      "id": ControlSchema.number("Counted from 1 in each world."), "time": ControlSchema.moment("What the world's clock showed."),
      "method": ControlSchema.text("In upper case."), "url": ControlSchema.text("Path and query."),
      "headers": ControlSchema.map("By name, in the order sent."),
      "body": ControlSchema.anything("A JSON body as its value, every other one as a text."),
      "bytes": ControlSchema.number("How long the body is; of one over 64 KB only the beginning is kept."),
      "edges": ControlSchema.list(of: ControlSchema.text("An edge."), "The edges of the flow that it took."),
      "preflight": ControlSchema.flag("Whether a browser only asked whether it may ask."),
      "response": ControlSchema.object(
        [
          "status": ControlSchema.number("The status."), "headers": ControlSchema.map("By name, in the order sent."),
          "body": ControlSchema.anything("As for the request."), "bytes": ControlSchema.number("As for the request."),
        ], required: ["status", "headers", "bytes"]),
    ], required: ["id", "time", "method", "url", "headers", "bytes", "edges", "preflight", "response"])

  @Sendable private static func listed(_ call: ControlCall, _ world: inout WorldContents) throws(ControlRefusal) -> HTTPResponseMessage {
    let (since, limit) = (try call.number("since") ?? 0, try call.number("limit") ?? .max)
    let (path, method) = (call.query("path") ?? "", call.query("method")?.uppercased())
    let entries = world.seen.entries
    let found = entries.filter { entry in
      entry.id > since && entry.request.url.path.hasPrefix(path) && (method == nil || entry.request.method == method)
    }
    let mask = SecretMask(world.state, showsAll: call.showsSecrets)
    return .json([
      "total": .integer(world.seen.total), "kept": .integer(entries.count),
      "requests": .array(found.suffix(limit).map { $0.described(mask) }),
    ])
  }
}
