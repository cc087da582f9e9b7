/// How people sign in, those with the same answers together: by which shortest path before and now, and what becomes of them in hard cases.
struct PeopleTable: Sendable, Hashable {
  /// People with the same answers.
  struct Row: Sendable, Hashable {
    var people: [String]
    var answers: [Answer]

    var differs: Bool { answers.contains { $0.before != $0.now } }
  }

  /// One question about a person, and what the two versions answer.
  struct Answer: Sendable, Hashable {
    /// E.g. `signs in`, `after forgetting the password`.
    var question: String
    var before: Reply
    var now: Reply
  }

  enum Reply: Sendable, Hashable {
    /// With the screens on the way, where they matter.
    case yes(String, path: [String])
    case no(String)
    case unknown(String)
  }

  /// Those who notice a difference first; in the order of the file.
  let rows: [Row]

  init(_ accounts: ComparedAccounts) {
    var rows: [Row] = []
    for person in accounts.all {
      let answers = Self.answers(of: person, in: accounts)
      if let index = rows.firstIndex(where: { $0.answers == answers }) {
        rows[index].people.append(person.name)
      } else {
        rows.append(Row(people: [person.name], answers: answers))
      }
    }
    self.rows = rows.filter(\.differs) + rows.filter { !$0.differs }
  }

  private static func answers(of person: ComparedAccounts.Person, in accounts: ComparedAccounts) -> [Answer] {
    let isNew = person == accounts.newcomer
    let verb = isNew ? "register" : "sign in"
    // Paths that lead to the same in both versions do not count as different, whichever of them was found.
    let isSame = person.oldPathStays && person.newPathWasThere
    let now = isSame ? person.ways.before : person.ways.now
    let usual = Answer(
      question: isNew ? "registers" : "signs in", before: reply(person.before, person.ways.before, verb, isNew: isNew),
      now: reply(person.now, now, verb, isNew: isNew))
    return [usual]
      + HardCase.allCases.compactMap { hard in
        // Whether a chosen password works is looked for without other ways in, so that it says something only where it differs.
        guard let reach = person.hard[hard], hard.isAlwaysTold || reach.before.isKnownToDiffer(from: reach.now) else { return nil }
        return Answer(
          question: accounts.words(hard), before: reply(reach.before, "sign in", reach.waits.before),
          now: reply(reach.now, "sign in", reach.waits.now))
      }
  }

  private static func reply(
    _ reach: ComparedAccounts.Reach, _ way: ComparedAccounts.Way, _ verb: String, isNew: Bool
  ) -> Reply {
    switch reach {
    case .reached:
      if case .stops(let stops) = way { return .yes(isNew ? "can register" : "with the password", path: stops) }
      let what =
        isNew
        ? way == .never ? "only through another provider" : "can register"
        : way == .never ? "can sign in, but not with the password" : "can sign in"
      return .yes(what, path: reach.stops ?? [])
    case .byNewPassword: return .yes("only with a new password", path: reach.stops ?? [])
    case .perhapsByNewPassword: return .yes("can sign in", path: reach.stops ?? [])
    case .never, .unknown: return reply(reach, verb)
    }
  }

  private static func reply(_ reach: ComparedAccounts.Reach, _ verb: String, _ wait: ComparedAccounts.Wait? = nil) -> Reply {
    switch reach {
    case .reached, .byNewPassword, .perhapsByNewPassword: .yes("can \(verb)\(wait.map { " by waiting \($0.text)" } ?? "")", path: [])
    case .never: .no("cannot \(verb)")
    case .unknown(let reason): .unknown(reason)
    }
  }

}

extension ComparedAccounts.Reach {
  /// The stops of the path, without the end; `nil` where there is none.
  package var stops: [String]? { path.map { $0.split(separator: " → ").map(String.init).dropLast() } }

  fileprivate func isKnownToDiffer(from other: Self) -> Bool {
    reason == nil && other.reason == nil && (path == nil) != (other.path == nil)
  }
}

extension HardCase {
  fileprivate var isAlwaysTold: Bool { [.forgotten, .locked].contains(self) }
}

extension PeopleTable.Reply {
  /// E.g. `with the password: Sign in → Verify with password`.
  ///
  /// - Parameter name: what people call a stop.
  func text(_ name: (String) -> String) -> String {
    switch self {
    case .yes(let what, let path): path.isEmpty ? what : "\(what): \(path.map(name).joined(separator: " → "))"
    case .no(let what): what
    case .unknown(let reason): "not known: \(reason)"
    }
  }

  /// How it is coloured.
  var mood: String {
    switch self {
    case .yes: "fine"
    case .no: "bad"
    case .unknown: "care"
    }
  }
}
