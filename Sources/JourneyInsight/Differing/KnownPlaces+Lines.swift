import TenantDecisions

// Who and where, of a change of rules, for reports.

extension KnownPlaces {
  /// Who and where, each with the word that it begins with.
  var lines: [(label: String, text: String)] {
    [("where", situationText), ("such as", ComparedAccounts.list(people))].filter { !$0.1.isEmpty }
  }

  /// A sentence about one change or several, with people that they concern, and the situations if they are the same in all.
  static func headline(_ sentence: String, of all: [KnownPlaces]) -> String {
    let people = KnownPlaces(joining: all).people
    var text = sentence
    if !people.isEmpty {
      let names = ComparedAccounts.list(people)
      text = all.count > 1 && text.hasSuffix(")") ? "\(text.dropLast()), such as for \(names))" : "\(text) (such as \(names))"
    }
    let situations = Set(all.map(\.situationText))
    guard let situation = situations.first, !situation.isEmpty, situations.count == 1 else { return text }
    return "\(text), \(situation)"
  }
}
