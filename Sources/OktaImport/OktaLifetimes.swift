import Encodings
import TenantDecisions
import TenantImport

/// Reads how long a sign-in lasts by the rules of sessions.
struct OktaLifetimes: Sendable {
  static let longest = "longest"
  static let noLimit = "no limit"

  /// Whether all rules are known.
  var isKnown = true
  /// In minutes, 0 for no limit: of each rule that lets people in and says it.
  private var read: [Int] = []
  private var words: Set<[String: String]> = []

  /// What a rule decides; to be read before what it asks for, which marks what is left.
  mutating func decision(_ object: inout SourceObject) -> OktaDecision {
    let root: MemberPath = "actions.signon"
    guard object.value(root["access"])?.stringValue?.uppercased() != "DENY" else { return OktaDecision(outcome: .deny) }
    let session = root["session"]
    var decision = OktaDecision(outcome: .deny)
    var defaults: [String] = []
    let longest = minutes(session["maxSessionLifetimeMinutes"], 0, &defaults, &object)
    let idle = minutes(session["maxSessionIdleMinutes"], 120, &defaults, &object)
    let persists = flag(session["usePersistentCookie"], &defaults, &object)
    let remembers = flag(root["rememberDeviceByDefault"], &defaults, &object)
    if !defaults.isEmpty {
      decision.gaps.append(
        .init(
          "how long a sign-in lasts by the \(object.kind) '\(object.name)'", .assumed,
          "the API's defaults: \(defaults.joined(separator: ", "))"))
    }
    var words = [Self.longest: longest > 0 ? "\(longest)m" : Self.noLimit, "without_use": "\(idle)m"]
    if persists { words["kept"] = "when the browser is closed" }
    if remembers { words["device_remembered"] = "by default" }
    let own = [session] + [root["rememberDeviceByDefault"]]
    let unread = own.flatMap { object.unread(below: $0) }
    for path in unread { object.mark(path, .notUnderstood, "how long a sign-in lasts is an open flag") }
    decision.doubts = unread.map(object.doubt)
    decision.outcome = .set(words)
    if !unread.isEmpty { isKnown = false }
    read.append(longest)
    self.words.insert(words)
    return decision
  }

  private func minutes(_ path: MemberPath, _ standard: Int, _ defaults: inout [String], _ object: inout SourceObject) -> Int {
    if let number = object.value(path)?.intValue, (0..<1_000_000_000).contains(number) {
      object.mark(path, .understood)
      return number
    }
    note(path, "\(standard)", &defaults, &object)
    return standard
  }

  private func flag(_ path: MemberPath, _ defaults: inout [String], _ object: inout SourceObject) -> Bool {
    if let flag = object.flag(path) { return flag }
    note(path, "false", &defaults, &object)
    return false
  }

  /// Notes a default that is taken. What is something else stays without a mark.
  private func note(_ path: MemberPath, _ standard: String, _ defaults: inout [String], _ object: inout SourceObject) {
    switch object.value(path) {
    case nil: if case .member(let name)? = path.steps.last { defaults.append("\(name) \(standard)") }
    case .null?: object.mark(path, .assumed, "the API's default, \(standard)")
    case .some: break
    }
  }

  /// Longer than any journey, in minutes.
  private static let never = 3_650 * 1_440

  /// The flow has one value for all people, that of the last rule; `nil` where it is not known.
  var flow: String? {
    guard isKnown, let minutes = read.last else { return nil }
    return "\(minutes > 0 ? min(minutes, Self.never) : Self.never)m"
  }

  /// What the flow does not have of it.
  var gaps: [ImportReport.Gap] {
    let what = "how long a sign-in lasts in the mock's flow"
    guard flow != nil else { return [.init(what, .assumed, "as in the standard tenant, as what the org does is not known")] }
    let rest = ImportReport.Gap(
      what, .assumed, "as long as the rules let it: it does not end when it is not used, and it ends when the browser is closed")
    guard words.count > 1 else { return [rest] }
    return [rest, .init(what, .assumed, "it is the same for everybody, as the last rule says: the rules distinguish people")]
  }
}
