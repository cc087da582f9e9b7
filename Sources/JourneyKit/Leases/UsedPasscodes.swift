import Encodings
import JourneyModel

/// Which codes of authenticator apps were used: for each key the last time step, under a salted digest that gives no key away.
struct UsedPasscodes: Sendable {
  /// How many time steps ahead a code is leased at most: five minutes.
  static let farthest: UInt64 = 10
  /// Of a text with all keys of one machine.
  static let largestText = 1 << 20
  private static let heading = "journey used codes 1"

  private let salt: String
  private var lastSteps: [String: UInt64] = [:]

  init() {
    var generator = SystemRandomNumberGenerator()
    salt = Hex.encode((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  /// Reads what `text` wrote; `nil` for any other text. Lines that were not written to their end are passed over.
  init?(reading text: String) {
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    guard lines.first?.joined(separator: " ") == Self.heading, lines.count > 1, lines[1].count == 2, lines[1][0] == "salt" else {
      return nil
    }
    salt = lines[1][1]
    for line in lines.dropFirst(2) where line.count == 2 {
      if let step = UInt64(line[1]) { lastSteps[line[0]] = step }
    }
  }

  /// A line for each key.
  var text: String {
    let lines = lastSteps.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return ([Self.heading, "salt \(salt)"] + lines).map { "\($0)\n" }.joined()
  }

  /// The first time step whose code was not used, which is then marked as used; `nil` if it is too far ahead.
  ///
  /// Steps of long ago are forgotten, and so are those of a clock that was ahead.
  mutating func lease(_ key: [UInt8], at now: Instant) -> UInt64? {
    let current = OneTimePassword.step(atSecondsSinceEpoch: now.seconds)
    lastSteps = lastSteps.filter { $0.value + Self.farthest >= current && $0.value <= current + Self.farthest }
    let step = max(current, lastStep(of: key).map { $0 + 1 } ?? 0)
    guard step <= current + Self.farthest else { return nil }
    use(step, of: key)
    return step
  }

  /// Marks a step and those before it as used.
  mutating func use(_ step: UInt64, of key: [UInt8]) {
    let name = name(of: key)
    lastSteps[name] = max(step, lastSteps[name] ?? 0)
  }

  func lastStep(of key: [UInt8]) -> UInt64? { lastSteps[name(of: key)] }

  private func name(of key: [UInt8]) -> String { Hex.encode(Digests.sha256(Array(salt.utf8) + key)) }
}
