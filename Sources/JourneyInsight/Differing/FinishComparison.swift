import Encodings
import JourneyModel
import ModelCoding

/// Finds what differs in what an app gets at the end.
struct FinishComparison {
  private(set) var findings: [Finding] = []

  /// Claims that differ from walk to walk, or name the tenant.
  private static let ownClaims: Set<String> = [
    "token", "iss", "aud", "iat", "exp", "nbf", "jti", "nonce", "auth_time", "rat", "at_hash", "c_hash", "sid", "sub", "uid", "cid",
    "client_id", "user_id",
  ]
  /// What names the person for an app: if another version has another name, they lose their accounts at the apps.
  private static let subject = "sub"
  /// Facts whose values are compared; of the others only whether they are there.
  private static let plainFacts: Set<String> = ["scope", "expires_in", "token_type"]

  /// Names of what varies from walk to walk of one version; `nil` where it is not known.
  private let varied: Set<String>?
  private let namesPeopleAlike: Bool

  /// - Parameters:
  ///   - varied: names of what varies from walk to walk of one version; `nil` where no other walk says it.
  ///   - namesPeopleAlike: whether both are of one tenant, which calls a person by one name.
  init(_ before: Finish, _ now: Finish, varied: Set<String>? = nil, namesPeopleAlike: Bool = false) {
    self.varied = varied
    self.namesPeopleAlike = namesPeopleAlike && varied != nil
    for name in Set((before.facts + now.facts).map(\.name)).sorted() {
      let (old, new) = (before.facts.first { $0.name == name }?.value, now.facts.first { $0.name == name }?.value)
      guard old != new else { continue }
      switch (old, new) {
      case (.map(let left)?, .map(let right)?): compare(left, right, in: name)
      case (.some, .some) where !Self.plainFacts.contains(name): break
      default: add(name, old?.shown, new?.shown)
      }
    }
    compare(before.checks.map { ($0.name, $0.problem) }, now.checks.map { ($0.name, $0.problem) }, "check")
    compare(before.probes.map { ($0.name, $0.problem) }, now.probes.map { ($0.name, $0.problem) }, "probe")
  }

  private mutating func compare(_ old: [Value.Member], _ new: [Value.Member], in name: String) {
    if let left = old.lifetime, let right = new.lifetime, left != right { add("\(name).exp", "after \(left) s", "after \(right) s") }
    for member in Set((old + new).map(\.name)).sorted() where !Self.ownClaims.contains(member) || member == Self.subject && namesPeopleAlike
    {
      let (left, right) = (old.first { $0.name == member }?.value, new.first { $0.name == member }?.value)
      guard left != right else { continue }
      if case .map(let inner)? = left, case .map(let other)? = right {
        compare(inner, other, in: "\(name).\(member)")
        continue
      }
      guard left?.shown != right?.shown else { continue }
      // Values of people are theirs: that there is one is what counts, unless it is a word of the tenant's.
      if member != Self.subject, let left, let right, varied == nil ? left.isOfWalk && right.isOfWalk : left.isOpaque && right.isOpaque {
        continue
      }
      add("\(name).\(member)", left?.shown, right?.shown)
    }
  }

  private mutating func compare(_ old: [(String, String?)], _ new: [(String, String?)], _ what: String) {
    for (name, problem) in new {
      guard let other = old.first(where: { $0.0 == name }), other.1 != problem else { continue }
      add("\(what) \(name)", other.1 ?? "holds", problem ?? "holds")
    }
  }

  private mutating func add(_ name: String, _ before: String?, _ now: String?) {
    guard varied?.contains(name) != true else { return }
    findings.append(Finding(.token, screen: "", element: name, before: before, now: now))
  }
}

extension Value {
  fileprivate var shown: String {
    switch self {
    case .map, .list: String(quoted.prefix(200))
    case .secret: "there"
    case .null, .bool, .number, .text: quoted
    }
  }

  /// Whether it is an opaque id, which every tenant makes up for itself.
  fileprivate var isOpaque: Bool {
    guard case .text(let text) = self, text.utf8.count > 15 else { return false }
    return text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) } && isOfWalk
  }

  /// Whether it is likely made up for one walk: an address, or a text with many digits.
  fileprivate var isOfWalk: Bool {
    guard case .text(let text) = self else { return false }
    return text.contains("@") || text.utf8.count { (0x30...0x39).contains($0) } > 5
  }
}

extension [Value.Member] {
  /// For how many seconds claims are good, where they say so.
  fileprivate var lifetime: Int? {
    let times = ["iat", "exp"].map { name -> Int? in
      if case .number(let text)? = first(where: { $0.name == name })?.value { Int(text) } else { nil }
    }
    guard let start = times[0], let end = times[1] else { return nil }
    return end - start
  }
}
