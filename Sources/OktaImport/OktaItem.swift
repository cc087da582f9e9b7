import Encodings
import TenantImport

/// What an object of an org's configuration is.
enum OktaKind: String, Sendable, Hashable, CaseIterable {
  case policy, rule, group
  case groupRule = "group rule"
  case zone = "network zone"
  case app, authenticator
  case method = "authenticator method"
  case behavior
  case assurance = "device assurance"
  case userType = "user type"
  case person
  case organization
  case other = "other answer"

  /// Whether the API says of each of them whether it is switched on.
  var hasStatus: Bool { [.policy, .rule, .groupRule, .zone, .app, .authenticator, .method, .behavior].contains(self) }
}

/// An object of an org's configuration.
struct OktaItem: Sendable {
  var kind: OktaKind
  var id: String
  /// Of a rule its policy, of a method its authenticator.
  var parent: String?
  /// With capitals; empty if it has none.
  var type: String
  /// As the org calls it, made harmless.
  var name: String
  var object: SourceObject
  /// The file that it is in, with its place there.
  var file: String

  var status: OktaStatus {
    guard kind.hasStatus else { return .active }
    // Only an app can be deleted and still be in a list.
    let status = OktaStatus(object.json["status"])
    return status == .unknown && kind == .app && object.json["status"]?.stringValue?.uppercased() == "DELETED" ? .inactive : status
  }
  /// When it was made, as the API writes it; empty if it does not say.
  var created: String { (object.json["created"] ?? object.json["createdDate"])?.stringValue ?? "" }
  /// Whether it is not switched off, as far as that is known.
  var isActive: Bool { status != .inactive }
  /// Made by the vendor: the last of its kind.
  var isSystem: Bool { object.json["system"]?.boolValue ?? false }
  /// `nil` if it has none that is a whole number.
  var priority: Int? {
    guard let number = object.json["priority"]?.doubleValue else { return nil }
    return Int(exactly: number)
  }

  /// In the order in which they are tried.
  static func order(_ left: OktaItem, _ right: OktaItem) -> Bool {
    (left.isSystem ? 1 : 0, left.priority ?? .max, left.id) < (right.isSystem ? 1 : 0, right.priority ?? .max, right.id)
  }
}

extension JSONValue {
  /// In the place of a value that is known once a plan is applied: it is not understood, and so an open flag.
  static let knownLater = JSONValue.string("known once the plan is applied")
}

extension SourceObject {
  /// What is not understood, for people, with a digest that changes with its value.
  func doubt(_ path: MemberPath) -> String {
    if value(path) == JSONValue.knownLater { return "'\(path)' of '\(name)', which is known once the plan is applied" }
    return "'\(path)' of '\(name)', which is not understood (digest \(MeaningDigest.of(value(path) ?? .null)))"
  }
}

/// Whether an object is switched on.
enum OktaStatus: Sendable, Hashable {
  case active, inactive
  /// No word, or another one than those that are known: the API documents no default.
  case unknown

  static let reason = "whether it is switched on is not known"

  init(_ value: JSONValue?) {
    switch value?.stringValue?.uppercased() {
    case "ACTIVE": self = .active
    case "INACTIVE": self = .inactive
    default: self = .unknown
    }
  }
}

/// Which of a list's objects may be tried in another order: those without a priority, and those that share one.
struct OktaOrder: Sendable {
  static let reason = "in which order they are tried is an open flag"

  /// Places in the list.
  private(set) var unclear: [Int] = []
  /// The first place that something of another order may be at.
  private(set) var first: Int?

  /// By what an object is tried.
  private struct Number: Hashable {
    var isSystem: Bool
    var priority: Int?
  }

  /// - Parameter items: in the order of their priorities.
  init(_ items: [OktaItem]) {
    let numbers = items.map { Number(isSystem: $0.isSystem, priority: $0.priority) }
    let counts = Dictionary(grouping: numbers, by: \.self).mapValues(\.count)
    let system = numbers.count(where: \.isSystem)
    for (place, number) in numbers.enumerated() {
      let isAlone = number.isSystem && system == 1
      let hasNone = number.priority == nil && !isAlone
      guard hasNone || counts[number, default: 0] > 1 else { continue }
      unclear.append(place)
      // What has no priority may come before everything.
      first = hasNone ? 0 : min(first ?? place, place)
    }
  }
}
