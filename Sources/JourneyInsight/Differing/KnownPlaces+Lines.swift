import TenantDecisions

// Who and where, of a change of rules, for reports.

extension KnownPlaces {
  /// Who and where, each with the word that it begins with.
  var lines: [(label: String, text: String)] {
    [("where", situationText), ("such as", accounts)].filter { !$0.1.isEmpty }
  }

  /// E.g. `the accounts jane and carl`; empty if there are none.
  private var accounts: String { people.isEmpty ? "" : "the account\(people.count == 1 ? "" : "s") \(ComparedAccounts.list(people))" }

  /// A sentence about one change or several, with examples: accounts, and the situations in which it happens to all of these.
  ///
  /// - Parameter isOnePlace: whether all of it is about the same apps; else the accounts are those to which some of it happens.
  static func headline(_ sentence: String, of all: [KnownPlaces], isOnePlace: Bool = true) -> String {
    var known = KnownPlaces(joining: all)
    if !isOnePlace { return known.people.isEmpty ? sentence : "\(sentence), among them \(known.accounts)" }
    let isSame = all.allSatisfy { $0.situations == known.situations && $0.otherSituations == known.otherSituations }
    if !known.people.isEmpty, !known.peopleThere.isEmpty {
      known.situations = known.situations.filter { situation in
        known.people.allSatisfy { known.peopleThere[situation]?.contains($0) ?? false }
      }
    }
    let situations = isSame && !known.otherSituations.isEmpty && !known.situations.isEmpty ? known.situationNames : ""
    let place = situations.isEmpty ? "" : "in situation\(known.situations.count == 1 ? "" : "s") \(situations)"
    let examples = [known.accounts, place].filter { !$0.isEmpty }.joined(separator: " ")
    return examples.isEmpty ? sentence : "\(sentence), for example \(examples)"
  }
}
