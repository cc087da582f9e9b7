import Encodings

/// What happens in a world, as a stream.
package enum EventRoutes {
  /// Where a test listens; a server answers there as long as the client stays.
  package static let path = "/__journey/events"
  static let kinds = ["request", "message", "logout"]

  static let all = [
    ControlRoute(
      method: "GET", path: path, id: "streamEvents",
      summary: "Reports requests, messages and logouts as they happen, as server-sent events.",
      query: [
        .init(name: "kind", summary: "Only events of this kind.", schema: ["type": "string", "enum": .array(kinds.map { .string($0) })]),
        .init(name: "count", summary: "After how many events the stream ends.", schema: ["type": "integer", "minimum": 1]),
      ], answers: [.init(status: 200, summary: "The stream, as `text/event-stream`.")], refusals: [400]
    ) { call, _ throws(ControlRefusal) in
      _ = try EventRequest(call)
      return HTTPResponseMessage(status: 200, headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"])
    }
  ]
}

/// Which events a client waits for.
struct EventRequest: Sendable {
  let kind: String?
  let count: Int?

  init(_ call: ControlCall) throws(ControlRefusal) {
    kind = call.query("kind")
    count = try call.number("count")
    if let kind, !EventRoutes.kinds.contains(kind) { throw .unknown(kind, "kind of event", among: EventRoutes.kinds, status: 400) }
    if count == 0 { throw ControlRefusal("'count' is a whole number from 1 on") }
  }
}
