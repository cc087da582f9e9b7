import Encodings

extension WorldState {
  /// The answer with the faults that befall this request.
  mutating func answer(to request: HTTPRequestMessage) -> MockAnswer {
    guard !faults.isEmpty else { return MockAnswer(respond(to: request)) }
    let effects = effects(on: request.url.path)
    let usual = style
    defer { style = usual }
    for effect in effects { prepare(effect, request) }
    var answer = MockAnswer(respond(to: request))
    for effect in effects { Self.spoil(&answer, with: effect) }
    return answer
  }

  /// The effects that are due, each counted.
  private mutating func effects(on path: String) -> [Fault.Effect] {
    var effects: [Fault.Effect] = []
    for index in faults.indices where path.hasPrefix(faults[index].path) {
      if let times = faults[index].times {
        guard times > 0 else { continue }
        faults[index].times = times - 1
      }
      effects.append(faults[index].effect)
    }
    faults.removeAll { $0.times == 0 }
    return effects
  }

  private mutating func prepare(_ effect: Fault.Effect, _ request: HTTPRequestMessage) {
    switch effect {
    case .expiredSession: if let id = request.bearer ?? transaction(of: request), sessions[id] != nil { sessions[id]?.status = .expired }
    case .refusalStatus(let status): style.refusalStatus = status
    case .latency, .status, .drop, .cut, .badJSON: break
    }
  }

  private static func spoil(_ answer: inout MockAnswer, with effect: Fault.Effect) {
    switch effect {
    case .latency(let time): answer.latency += time
    case .status(let status):
      answer.message.status = status
      answer.message.body = []
      answer.message.headers["Content-Type"] = nil
    case .drop: answer.delivery = .dropped
    case .cut(let count): answer.delivery = .cut(afterBytes: count)
    case .badJSON: answer.message.body = Array("{\"screen\": ".utf8)
    case .expiredSession, .refusalStatus: break
    }
  }
}
