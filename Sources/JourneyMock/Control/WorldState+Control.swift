import Encodings
import JourneyLanguage
import JourneyModel

extension WorldState {
  /// Routes for tests: the clock, faults, and the inbox in the shape of Mailpit's API.
  mutating func control(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    let path = request.url.path
    if path.hasPrefix("/api/v1/message/") { return mail(String(path.dropFirst("/api/v1/message/".count))) }
    switch (request.method, path) {
    case ("GET", "/api/v1/messages"): return .json(mails)
    case ("GET", "/__journey/clock"): return .json(clockFace)
    case ("POST", "/__journey/clock"): return advanceClock(request)
    case ("POST", "/__journey/push"): return answerPush(request)
    case ("POST", "/__journey/faults"): return addFault(request)
    case ("DELETE", "/__journey/faults"):
      faults.clear()
      return .empty(204)
    default: return .json(["error": "not_found"], status: 404)
    }
  }

  private var clockFace: JSONValue {
    ["now": .string(DateText.rfc3339(millisecondsSinceEpoch: now.milliseconds))]
  }

  /// `{"advance": "15m"}`.
  private mutating func advanceClock(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    guard let text = Self.json(request)?["advance"]?.stringValue else { return Self.refusal("write {\"advance\": \"15m\"}") }
    do throws(DurationText.Failure) {
      clock.advance(by: try DurationText.parse(text))
    } catch {
      return Self.refusal(error.message)
    }
    return .json(clockFace)
  }

  /// `{"accepts": true, "account": "jane"}`.
  private mutating func answerPush(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    guard let body = Self.json(request), let accepts = body["accepts"]?.boolValue else {
      return Self.refusal("write {\"accepts\": true} or {\"accepts\": false}")
    }
    let isAnswered = answerPush(accepts: accepts, account: body["account"]?.stringValue)
    return isAnswered ? .empty(204) : .json(["error": "no push waits for an answer"], status: 409)
  }

  /// `{"effect": "status", "value": 503, "path": "/flow", "times": 1}`.
  private mutating func addFault(_ request: HTTPRequestMessage) -> HTTPResponseMessage {
    guard let body = Self.json(request), let effect = Self.effect(body) else {
      return Self.refusal(
        "write {\"effect\": …, \"value\": …}; effects are latency, status, drop, cut, bad_json, expired_session, refusal_status, "
          + "or a weakness such as state_dropped")
    }
    guard isPossible(effect) else { return Self.refusal("no dialect of this tenant can have that fault") }
    faults.add(Fault(effect, path: body["path"]?.stringValue ?? "", times: body["times"]?.intValue))
    return .empty(204)
  }

  /// Whether something that the tenant speaks has a place for it.
  private func isPossible(_ effect: Fault.Effect) -> Bool {
    switch effect {
    case .weakness(let weakness): tenant.possibleWeaknesses.contains(weakness)
    case .slip: tenant.slips
    case .latency, .status, .drop, .cut, .badJSON, .expiredSession, .refusalStatus: true
    }
  }

  private static func effect(_ body: JSONValue) -> Fault.Effect? {
    func number(in bounds: ClosedRange<Int>) -> Int? { body["value"]?.intValue.flatMap { bounds.contains($0) ? $0 : nil } }
    switch body["effect"]?.stringValue {
    case let name? where Slip(rawValue: name) != nil: return Slip(rawValue: name).map { .slip($0) }
    case "latency": return number(in: 0...3_600_000).map { .latency(.milliseconds($0)) }
    case "status": return number(in: 200...599).map { .status($0) }
    case "drop": return .drop
    case "cut": return number(in: 0...Int.max).map { .cut(afterBytes: $0) }
    case "bad_json": return .badJSON
    case "expired_session": return .expiredSession
    case "refusal_status": return number(in: 200...400).flatMap { $0 == 200 || $0 == 400 ? .refusalStatus($0) : nil }
    case let name?: return Weakness(rawValue: name).map { .weakness($0) }
    case nil: return nil
    }
  }

  private static func json(_ request: HTTPRequestMessage) -> JSONValue? {
    do throws(JSONError) {
      return try JSONReader.read(request.body, depthLimit: 16)
    } catch {
      return nil
    }
  }

  private static func refusal(_ message: String) -> HTTPResponseMessage {
    .json(["error": .string(message)], status: 400)
  }
}
