import TenantDecisions

// Who and where, of a change of rules, for reports.

extension KnownPlaces {
  /// Who and where, each with the word that it begins with.
  var lines: [(label: String, text: String)] {
    [("where", situationText), ("such as", accounts)].filter { !$0.1.isEmpty }
  }

  /// E.g. `the accounts jane and carl`; empty if there are none.
  private var accounts: String { people.isEmpty ? "" : "the account\(people.count == 1 ? "" : "s") \(ComparedAccounts.list(people))" }

  /// A sentence about one change or several, with examples: accounts, and situations if these are the same for all.
  static func headline(_ sentence: String, of all: [KnownPlaces]) -> String {
    let known = KnownPlaces(joining: all)
    let isSame = all.allSatisfy { $0.situations == known.situations && $0.otherSituations == known.otherSituations }
    let situations = isSame && !known.otherSituations.isEmpty && !known.situations.isEmpty ? known.situationNames : ""
    let place = situations.isEmpty ? "" : "in situation\(known.situations.count == 1 ? "" : "s") \(situations)"
    let examples = [known.accounts, place].filter { !$0.isEmpty }.joined(separator: " ")
    return examples.isEmpty ? sentence : "\(sentence), for example \(examples)"
  }
}
