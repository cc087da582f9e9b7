import Diagnostics
import Encodings

/// What goes wrong on purpose, and what a person does with a push.
enum FaultRoutes {
  static let all = [
    ControlRoute(
      method: "POST", path: "/__journey/faults", id: "addFault", summary: "Lets something go wrong in the next responses.",
      body: .init(
        schema: ControlSchema.object(
          [
            "effect": ControlSchema.word(effects, "What goes wrong."), "value": ControlSchema.anything("What some effects need."),
            "path": ControlSchema.text("Prefix of the paths that it affects; all paths by default."),
            "times": ControlSchema.number("How many requests it affects; all by default."),
            "body": ControlSchema.anything("Of `status`: the body, a text as it is, any other value as JSON; none without it."),
            "error": ControlSchema.text("Of `status`: one of the vendor's errors instead of a body, by its name."),
          ], required: ["effect"]), example: ["effect": "status", "value": 503, "path": "/oauth2/auth", "times": 1]),
      answers: [.init(status: 204, summary: "It will go wrong.")], refusals: [400], act: add),
    ControlRoute(
      method: "DELETE", path: "/__journey/faults", id: "removeFaults", summary: "Removes all faults.",
      answers: [.init(status: 204, summary: "Nothing goes wrong any more.")]
    ) { _, world throws(ControlRefusal) in
      world.state.faults.clear()
      return .empty(204)
    },
    ControlRoute(
      method: "POST", path: "/__journey/push", id: "answerPush", summary: "Does what a person does with a push on their phone.",
      body: .init(
        schema: ControlSchema.object(
          [
            "accepts": ControlSchema.flag("Whether they accept it."),
            "account": ControlSchema.text("Whose push; everybody's without it."),
          ], required: ["accepts"]), example: ["accepts": true, "account": "jane"]),
      answers: [.init(status: 204, summary: "It is answered.")], refusals: [400, 409], act: answerPush),
  ]

  private static let plain = ["latency", "status", "drop", "cut", "bad_json", "expired_session", "refusal_status"]
  private static let effects = plain + Weakness.allCases.map(\.rawValue) + Slip.allCases.map(\.rawValue)

  @Sendable private static func answerPush(_ call: ControlCall, _ world: inout WorldContents) throws(ControlRefusal) -> HTTPResponseMessage
  {
    let members = try call.members(["accepts", "account"])
    guard let accepts = members.first(where: { $0.name == "accepts" })?.value.boolValue else {
      throw ControlRefusal("write {\"accepts\": true} or {\"accepts\": false}")
    }
    let account = members.first { $0.name == "account" }?.value.stringValue
    guard world.state.answerPush(accepts: accepts, account: account) else {
      throw ControlRefusal("no push waits for an answer", status: 409)
    }
    return .empty(204)
  }

  @Sendable private static func add(_ call: ControlCall, _ world: inout WorldContents) throws(ControlRefusal) -> HTTPResponseMessage {
    let body = JSONValue.object(try call.members(["effect", "value", "path", "times"] + FailureBody.members))
    guard let name = body["effect"]?.stringValue else { throw ControlRefusal("write {\"effect\": …, \"value\": …}") }
    guard effects.contains(name) else { throw .unknown(name, "effect", among: effects, status: 400) }
    guard var effect = effect(name, body["value"]) ?? (name == "status" && body["error"] != nil ? .status(0) : nil) else {
      throw ControlRefusal("the effect '\(name)' needs another value")
    }
    if let failure = try FailureBody(body, in: world) {
      guard case .status(let status) = effect else { throw ControlRefusal("only 'status' has a body") }
      effect = .answer(FaultyAnswer(message: failure.message(status: status == 0 ? nil : status)))
    }
    guard isPossible(effect, in: world.state.tenant) else { throw ControlRefusal("no dialect of this tenant can have that fault") }
    let times = body["times"]?.intValue
    guard body["times"] == nil || times.map({ $0 > 0 }) == true else { throw ControlRefusal("'times' is a whole number from 1") }
    guard body["path"] == nil || body["path"]?.stringValue != nil else { throw ControlRefusal("'path' is a text") }
    try world.makeRoom(for: call.request.body.count)
    world.state.faults.add(Fault(effect, path: body["path"]?.stringValue ?? "", times: times))
    return .empty(204)
  }

  /// Whether something that the tenant speaks has a place for it.
  private static func isPossible(_ effect: Fault.Effect, in tenant: CompiledTenant) -> Bool {
    switch effect {
    case .weakness(let weakness): tenant.possibleWeaknesses.contains(weakness)
    case .slip: tenant.slips
    case .latency, .status, .answer, .drop, .cut, .badJSON, .expiredSession, .refusalStatus: true
    }
  }

  private static func effect(_ name: String, _ value: JSONValue?) -> Fault.Effect? {
    func number(in bounds: ClosedRange<Int>) -> Int? { value?.intValue.flatMap { bounds.contains($0) ? $0 : nil } }
    if let slip = Slip(rawValue: name) { return .slip(slip) }
    switch name {
    case "latency": return number(in: 0...3_600_000).map { .latency(.milliseconds($0)) }
    case "status": return number(in: 200...599).map { .status($0) }
    case "drop": return .drop
    case "cut": return number(in: 0...Int.max).map { .cut(afterBytes: $0) }
    case "bad_json": return .badJSON
    case "expired_session": return .expiredSession
    case "refusal_status": return number(in: 200...400).flatMap { $0 == 200 || $0 == 400 ? .refusalStatus($0) : nil }
    default: return Weakness(rawValue: name).map { .weakness($0) }
    }
  }
}
