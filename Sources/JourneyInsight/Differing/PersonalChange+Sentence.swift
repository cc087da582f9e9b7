import TenantDecisions

// What becomes of accounts that are others in the second version, for reports.

extension PersonalChange {
  /// `nil` where that is not known.
  var meaning: ChangeClass? {
    switch shift {
    case .closed: .breaking
    case .more, .other: .more
    case .opened, .less: .less
    case .notKnown: nil
    }
  }

  /// E.g. `account/emma:closed:payroll`.
  var id: String { "account/\(people.joined(separator: "+")):\(word):\(apps.joined(separator: "+"))" }

  private var word: String {
    switch shift {
    case .closed: "locked-out"
    case .more: "more"
    case .other: "other"
    case .opened: "let-in"
    case .less: "less"
    case .notKnown: "not-known"
    }
  }

  /// What it is in one sentence, e.g. `emma can no longer sign in to payroll`.
  var sentence: String {
    let (who, places) = (ComparedAccounts.list(people), ComparedAccounts.list(apps))
    let (isAre, wasWere) = people.count == 1 ? ("is", "was") : ("are", "were")
    return switch shift {
    case .closed: "\(who) can no longer sign in to \(places)"
    case .more: "\(who) \(isAre) asked for more in \(places)"
    case .other: "\(who) \(isAre) asked for something else in \(places)"
    case .opened: "\(who) \(wasWere) refused and can now sign in to \(places)"
    case .less: "\(who) \(isAre) asked for less in \(places)"
    case .notKnown: doubt.sentence
    }
  }

  /// Of a result that is not known.
  var doubt: RuleDoubt {
    let names = flags.map { DecisionFact(name: $0, kind: .open).shortName }
    let reason = names.isEmpty ? "too many rules may decide" : "it depends on \(names.joined(separator: ", ")) (not in the configuration)"
    return RuleDoubt(apps: apps, people: nil, who: whole, reasons: [reason], known: known, accounts: people)
  }

  var whole: String { "the account\(people.count == 1 ? "" : "s") \(ComparedAccounts.list(people)): \(before) → \(now)" }
}

extension ComputedChange {
  init(id: String, _ change: PersonalChange, _ meaning: ChangeClass) {
    self.init(
      id: id, meaning, change.sentence,
      people: ["the account\(change.people.count == 1 ? "" : "s") \(ComparedAccounts.list(change.people))"],
      before: change.before, now: change.now, known: [change.known])
  }
}
