import Encodings

/// What goes wrong on purpose in one world.
struct Faults: Sendable {
  private var faults: [Fault]

  init(_ faults: [Fault]) { self.faults = faults }

  var isEmpty: Bool { faults.isEmpty }
  /// The bytes of the texts and bodies of all.
  var size: Int { faults.reduce(0) { $0 + $1.size } }

  mutating func add(_ fault: Fault) { faults.append(fault) }

  mutating func clear() { faults = [] }

  /// The effects that befall a request, each counted; a fault that befell all its requests is gone.
  mutating func due(on path: String) -> [Fault.Effect] {
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
}

extension Fault {
  fileprivate var size: Int {
    // A fault without a body takes room, too.
    guard case .answer(let answer) = effect else { return path.utf8.count + 64 }
    return path.utf8.count + 64 + answer.message.body.count
  }
}

extension MockAnswer {
  /// The response as an effect leaves it.
  mutating func spoil(with effect: Fault.Effect) {
    switch effect {
    case .slip: break
    case .latency(let time): latency += time
    case .status(let status):
      message.status = status
      message.body = []
      message.headers["Content-Type"] = nil
    case .answer(let answer):
      message.status = answer.message.status
      message.body = answer.message.body
      for name in ["Content-Type", "WWW-Authenticate"] { message.headers[name] = answer.message.headers[name] }
    case .drop: delivery = .dropped
    case .cut(let count): delivery = .cut(afterBytes: count)
    case .badJSON: message.body = Array("{\"screen\": ".utf8)
    case .expiredSession, .refusalStatus, .weakness: break
    }
  }
}
