/// Who gets tokens from two versions of a tenant: worked out over all paths, and walked, for each account of both files and for a new user.
package struct ComparedAccounts: Sendable, Hashable {
  /// Whether a person gets tokens.
  package enum Reach: Sendable, Hashable {
    /// By this path, among others.
    case reached(path: String)
    /// By this path, among others, and by none on which the person keeps the password.
    case byNewPassword(path: String)
    /// By this path; whether there is one on which the person keeps the password could not be worked out.
    case perhapsByNewPassword(path: String)
    case never
    /// It could not be worked out, with the reason why.
    case unknown(String)

    package var path: String? {
      switch self {
      case .reached(let path), .byNewPassword(let path), .perhapsByNewPassword(let path): path
      case .never, .unknown: nil
      }
    }
    fileprivate var isUsual: Bool { if case .reached = self { true } else { false } }
    fileprivate var needsNewPassword: Bool { if case .byNewPassword = self { true } else { false } }
    var reason: String? { if case .unknown(let reason) = self { reason } else { nil } }
  }

  /// The shortest path that a person takes as usual: with the right password, or by registering.
  package enum Way: Sendable, Hashable {
    /// The screens on which forms are sent, and links, waits and pushes, in order.
    case stops([String])
    case never, unknown
  }

  /// How a person gets tokens from one version.
  package struct Access: Sendable, Hashable {
    package var reach: Reach
    package var way: Way

    package init(_ reach: Reach, _ way: Way) { (self.reach, self.way) = (reach, way) }
  }

  /// Whether a person gets tokens in a hard case, in both versions.
  package struct HardReach: Sendable, Hashable {
    package var before: Reach
    package var now: Reach
    /// How long the shortest path waits in each version; `nil` where it does not.
    package var waits: Waits

    package init(before: Reach, now: Reach, waits: Waits = Waits()) { (self.before, self.now, self.waits) = (before, now, waits) }
  }

  /// How long a person waits on a path before they can go on.
  package struct Wait: Sendable, Hashable {
    package var length: Duration
    /// E.g. `15m`.
    package var text: String
    /// Whether they wait no longer: of several waits on a path, one may be over with another.
    package var isExact: Bool

    package init(_ length: Duration, text: String, isExact: Bool = true) {
      (self.length, self.text, self.isExact) = (length, text, isExact)
    }
  }

  /// The same in both versions.
  package struct Waits: Sendable, Hashable {
    package var before: Wait?
    package var now: Wait?

    package init(before: Wait? = nil, now: Wait? = nil) { (self.before, self.now) = (before, now) }
  }

  /// After how many wrong passwords each version locks an account; `nil` where that is not known, or never.
  package struct LockCounts: Sendable, Hashable {
    package var before: Int?
    package var now: Int?

    package init(before: Int? = nil, now: Int? = nil) { (self.before, self.now) = (before, now) }
  }

  /// One person in both versions.
  package struct Person: Sendable, Hashable {
    /// As the files call the account.
    package var name: String
    package var ways: (before: Way, now: Way) { (accessBefore.way, accessNow.way) }
    package var before: Reach { accessBefore.reach }
    package var now: Reach { accessNow.reach }
    /// Whether the path of the first version leads to tokens in the second one, too.
    package var oldPathStays = false
    /// Whether the path of the second version leads to tokens in the first one, too.
    package var newPathWasThere = false
    /// What becomes of them in hard cases; empty where they are locked out anyway.
    package var hard: [HardCase: HardReach] = [:]
    private var accessBefore: Access
    private var accessNow: Access

    package init(name: String, before: Access, now: Access) { (self.name, accessBefore, accessNow) = (name, before, now) }
  }

  /// People who may or may not get tokens: that is not known, for one reason.
  package struct Doubtful: Sendable, Hashable {
    /// Stable where they got tokens before; `nil` where that was not known either.
    package let id: String?
    package let people: [String]
    package let sentence: String
    package let reason: String
    /// The reason for which it is allowed; `nil` if it is not.
    package internal(set) var allowed: String?

    package var line: String { "\(sentence): \(reason)" }
  }

  /// The names of the two versions.
  package let before: String
  package let now: String
  let people: [Person]
  /// A person who is in neither file.
  let newcomer: Person
  /// Accounts that the second version does not have.
  private let gone: [String]
  /// Whether people may use another provider in either version, which is left out in hard cases.
  let hasProviders: Bool
  /// After how many wrong passwords an account is locked; `nil` where that is not known or never.
  let wrongPasswords: LockCounts
  package internal(set) var changes: [ComputedChange] = []
  package internal(set) var doubts: [Doubtful] = []

  package init(
    _ before: String, _ now: String, _ people: [Person], gone: [String] = [], newcomer: Person, hasProviders: Bool = false,
    wrongPasswords: LockCounts = LockCounts()
  ) {
    self.wrongPasswords = wrongPasswords
    (self.before, self.now, self.people, self.gone) = (before, now, people, gone)
    (self.newcomer, self.hasProviders) = (newcomer, hasProviders)
    changes = [
      change("locked-out", .breaking, lost, "can no longer sign in"),
      change("new-password", .breaking, people.filter(\.losesUsual), "can sign in only with a new password"), goneChange,
      change("let-in", .less, gained, "could not sign in and can now"),
      change("old-password", .less, people.filter(\.gainsUsual), "could sign in only with a new password and can now without"),
      change(
        "registration", self.newcomer.isLost ? .breaking : .less, [self.newcomer].filter { $0.isLost || $0.isGained },
        self.newcomer.isLost ? "can no longer register" : "can register now"),
    ].compactMap(\.self)
    changes += hardChanges + wayChanges
    doubts = foundDoubts
  }

  /// E.g. `after forgetting the password`: the end of a sentence about signing in.
  func words(_ hard: HardCase) -> String {
    hard.words + (hasProviders && [.forgotten, .locked, .lockedAtOnce].contains(hard) ? " without another provider" : "")
  }

  var all: [Person] { people + [newcomer] }
  private var lost: [Person] { people.filter(\.isLost) }
  private var gained: [Person] { people.filter(\.isGained) }
  /// Those who got tokens and may not get them any more.
  private var doubtful: [Person] { all.filter(\.isDoubtful) }
  /// The others who could not be worked out.
  private var untold: [Person] { all.filter { !$0.isDoubtful && ($0.before.reason != nil || $0.now.reason != nil) } }
  /// The names of those who could not be worked out, in the order of the file.
  package var unknown: [String] { all.filter { $0.before.reason != nil || $0.now.reason != nil }.map(\.name) }

  /// Every name is in its words, so that what is agreed to is about no one else.
  func change(
    _ id: String, _ meaning: ChangeClass, _ people: [Person], _ what: String, subject: (String) -> String = { $0 },
    reach before: (Person) -> Reach? = { $0.before }, nowReach now: (Person) -> Reach? = { $0.now }
  ) -> ComputedChange? {
    guard let first = people.first else { return nil }
    let names = people.map(\.name)
    func line(_ reach: (Person) -> Reach?) -> String {
      guard let path = reach(first)?.path else { return "no path leads to tokens for \(Self.whole(names))" }
      guard names.count > 1 else { return "\(path) (\(first.name))" }
      return "paths lead to tokens for \(Self.whole(names)); that of \(first.name): \(path)"
    }
    return ComputedChange(
      id: "\(self.before):people:\(id)", meaning, "\(subject(Self.list(names))) \(what)", people: [names.joined(separator: ", ")],
      before: line(before), now: line(now))
  }

  private var goneChange: ComputedChange? {
    guard !gone.isEmpty else { return nil }
    return ComputedChange(
      id: "\(before):people:gone", .breaking, "\(Self.list(gone)) \(gone.count == 1 ? "has" : "have") no account any more",
      people: [gone.joined(separator: ", ")], before: Counted.text(gone.count, "account"), now: "\(now) has no account \(Self.whole(gone))")
  }

  private var foundDoubts: [Doubtful] {
    var doubts: [Doubtful] = []
    for (people, id) in [(doubtful, Optional("\(before):people:not-known")), (untold, nil)] {
      var reasons: [String] = []
      for person in people {
        if let reason = person.now.reason ?? person.before.reason, !reasons.contains(reason) { reasons.append(reason) }
      }
      for reason in reasons {
        let names = people.filter { ($0.now.reason ?? $0.before.reason) == reason }.map(\.name)
        let what = (id == nil ? "" : "still ") + (names == [newcomer.name] ? "can register" : "can sign in")
        doubts.append(
          Doubtful(
            id: id, people: names, sentence: "it is not known whether \(Self.whole(names)) \(what)", reason: reason))
      }
    }
    return doubts + wayDoubts + HardCase.allCases.flatMap { self.doubts(in: $0) }
  }

  /// Those who still get in, perhaps no longer as usual.
  private var wayDoubts: [Doubtful] {
    func doubt(_ id: String, _ persons: [Person], _ what: String, _ path: String) -> Doubtful? {
      let names = persons.filter(\.mayLoseWay).map(\.name)
      return names.isEmpty
        ? nil
        : Doubtful(
          id: "\(before):people:\(id):not-known", people: names, sentence: "it is not known whether \(Self.whole(names)) still can \(what)",
          reason: "\(now): no path \(path) could be walked")
    }
    return [
      doubt("password", people, "sign in with the password", "with the password"),
      doubt("registration", [newcomer], "register without another provider", "without another provider"),
    ].compactMap(\.self)
  }

  private func doubts(in hard: HardCase) -> [Doubtful] {
    [true, false].flatMap { gotThrough -> [Doubtful] in
      let people = all.filter { gotThrough ? $0.isDoubtful(in: hard) : $0.isUntold(in: hard) }
      var reasons: [String] = []
      for reason in people.compactMap({ $0.hard[hard]?.reason }) where !reasons.contains(reason) { reasons.append(reason) }
      return reasons.map { reason in
        let names = people.filter { $0.hard[hard]?.reason == reason }.map(\.name)
        return Doubtful(
          id: gotThrough ? "\(before):people:\(hard.rawValue):not-known" : nil, people: names,
          sentence: "it is not known whether \(Self.whole(names)) \(gotThrough ? "still " : "")can sign in \(words(hard))", reason: reason)
      }
    }
  }

  /// What is read first: the headline, and a line for each difference in how people sign in or register.
  package var opening: [String] {
    let shifts = changes.filter { $0.shift != nil && !$0.id.contains(":forgotten-way:") }.map(\.sentence)
    let rest = shifts.count - Self.mostShifts
    let told = shifts.prefix(Self.mostShifts) + (rest > 0 ? ["… and \(rest) more such differences"] : [])
    return [headline] + told + [standing]
  }

  private static let mostShifts = 6

  /// The line that is read first: who can no longer sign in.
  package var headline: String {
    var parts: [String] = []
    if !lost.isEmpty { parts.append("\(Self.counted(lost.count, of: people)) can no longer sign in: \(Self.list(lost.map(\.name)))") }
    let demoted = people.filter(\.losesUsual)
    if !demoted.isEmpty {
      parts.append("\(Self.counted(demoted.count, of: people)) can sign in only with a new password: \(Self.list(demoted.map(\.name)))")
    }
    let passwordless = withoutPassword
    if !passwordless.isEmpty {
      let names = Self.list(passwordless.map(\.name))
      parts.append("\(Self.counted(passwordless.count, of: people)) can no longer sign in with the password: \(names)")
    }
    parts += hardHeadlines
    if newcomer.isLost { parts.append("new users can no longer register") }
    if newcomer.losesWay { parts.append("new users can register only through another provider") }
    if !gone.isEmpty { parts.append("\(now) does not have \(Counted.text(gone.count, "account")): \(Self.list(gone))") }
    if !gained.isEmpty {
      parts.append("\(Self.counted(gained.count, of: people)) could not sign in and can now: \(Self.list(gained.map(\.name)))")
    }
    if newcomer.isGained { parts.append("new users can register now") }
    let accounts = doubtful.filter { $0 != newcomer }
    if !accounts.isEmpty {
      parts.append(
        "it is not known whether \(Self.counted(accounts.count, of: people)) still can sign in: \(Self.list(accounts.map(\.name)))")
    }
    if doubtful.contains(newcomer) { parts.append("it is not known whether new users still can register") }
    if parts.isEmpty {
      parts.append(untold.isEmpty ? "everybody who could sign in still can" : "everybody who was known to be able to sign in still can")
    }
    if !untold.isEmpty { parts.append("not known of \(Self.list(untold.map(\.name)))") }
    let passwords = people.filter(\.mayLoseWay)
    if !passwords.isEmpty { parts.append("not known whether \(Self.list(passwords.map(\.name))) still can sign in with the password") }
    if newcomer.mayLoseWay { parts.append("not known whether new users still can register without another provider") }
    for hard in HardCase.allCases {
      let names = all.filter { $0.isDoubtful(in: hard) }.map(\.name)
      if !names.isEmpty { parts.append("not known whether \(Self.list(names)) still can sign in \(words(hard))") }
    }
    return "people of \(before) → \(now): \(parts.joined(separator: "; "))"
  }

  static func counted(_ some: Int, of all: [Person]) -> String { "\(some) of \(Counted.text(all.count, "account"))" }

  private static let shown = 12

  static func list(_ names: [String]) -> String {
    let rest = names.count - shown
    return rest > 0 ? names.prefix(shown).joined(separator: ", ") + " and \(rest) more" : whole(names)
  }

  private static func whole(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and \(last)"
  }
}

extension ComparedAccounts.Person {
  fileprivate var isLost: Bool { before.path != nil && now == .never }
  fileprivate var isGained: Bool { before == .never && now.path != nil }
  fileprivate var isDoubtful: Bool { before.path != nil && now.reason != nil }
  fileprivate var losesUsual: Bool { before.isUsual && now.needsNewPassword }
  fileprivate var gainsUsual: Bool { before.needsNewPassword && now.isUsual }
}
