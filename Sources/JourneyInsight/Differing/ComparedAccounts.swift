/// Who gets tokens from two versions of a tenant: worked out over all paths for each account of both files and for a new user, and not walked.
package struct ComparedAccounts: Sendable, Hashable {
  /// Whether a person gets tokens.
  package enum Reach: Sendable, Hashable {
    /// By this path, among others.
    case reached(path: String)
    case never
    case unknown
  }

  /// One person in both versions.
  package struct Person: Sendable, Hashable {
    /// As the files call the account.
    package var name: String
    package var before: Reach
    package var now: Reach

    package init(name: String, before: Reach, now: Reach) { (self.name, self.before, self.now) = (name, before, now) }
  }

  /// The names of the two versions.
  package let before: String
  package let now: String
  private let people: [Person]
  /// A person who is in neither file.
  private let newcomer: Person
  package internal(set) var changes: [ComputedChange] = []

  package init(_ before: String, _ now: String, _ people: [Person], newcomer: (before: Reach, now: Reach)) {
    (self.before, self.now, self.people) = (before, now, people)
    self.newcomer = Person(name: "new users", before: newcomer.before, now: newcomer.now)
    let (lost, gained) = (self.lost, self.gained)
    if let change = Self.change("\(before):people:locked-out", .breaking, lost, "can no longer sign in") { changes.append(change) }
    if let change = Self.change("\(before):people:let-in", .less, gained, "could not sign in and can now") { changes.append(change) }
    if let change = Self.change(
      "\(before):people:registration", self.newcomer.isLost ? .breaking : .less, [self.newcomer].filter { $0.isLost || $0.isGained },
      self.newcomer.isLost ? "can no longer register" : "can register now")
    {
      changes.append(change)
    }
  }

  private var lost: [Person] { people.filter(\.isLost) }
  private var gained: [Person] { people.filter(\.isGained) }
  /// The names of those who could not be worked out.
  package var unknown: [String] { (people + [newcomer]).filter { $0.before == .unknown || $0.now == .unknown }.map(\.name) }

  private static func change(_ id: String, _ meaning: ChangeClass, _ people: [Person], _ what: String) -> ComputedChange? {
    guard let first = people.first else { return nil }
    let names = list(people.map(\.name))
    return ComputedChange(
      id: id, meaning, "\(names) \(what)", people: [people.map(\.name).joined(separator: ", ")],
      before: line(of: first, first.before, names), now: line(of: first, first.now, names))
  }

  /// A path is that of the first of them.
  private static func line(of first: Person, _ reach: Reach, _ names: String) -> String {
    if case .reached(let path) = reach { "\(path) (\(first.name))" } else { "no path leads to tokens for \(names)" }
  }

  /// The line that is read first: who can no longer sign in.
  package var headline: String {
    var parts: [String] = []
    if !lost.isEmpty { parts.append("\(Self.counted(lost, of: people)) can no longer sign in: \(Self.list(lost.map(\.name)))") }
    if newcomer.isLost { parts.append("new users can no longer register") }
    if !gained.isEmpty {
      parts.append("\(Self.counted(gained, of: people)) could not sign in and can now: \(Self.list(gained.map(\.name)))")
    }
    if newcomer.isGained { parts.append("new users can register now") }
    if parts.isEmpty { parts.append(unknown.isEmpty ? "everybody who could sign in still can" : "no one is known to be locked out") }
    if !unknown.isEmpty { parts.append("not known of \(Self.list(unknown))") }
    return "people of \(before) → \(now): \(parts.joined(separator: "; "))"
  }

  private static func counted(_ some: [Person], of all: [Person]) -> String {
    "\(some.count) of \(Counted.text(all.count, "account"))"
  }

  private static let shown = 12

  private static func list(_ names: [String]) -> String {
    let rest = names.count - shown
    if rest > 0 { return names.prefix(shown).joined(separator: ", ") + " and \(rest) more" }
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and \(last)"
  }
}

extension ComparedAccounts.Person {
  fileprivate var isLost: Bool { if case .reached = before { now == .never } else { false } }
  fileprivate var isGained: Bool { if case .reached = now { before == .never } else { false } }
}
