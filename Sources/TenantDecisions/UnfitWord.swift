/// A word that a fact cannot be, as a file or an option writes it.
package struct UnfitWord: Sendable, Hashable {
  /// Its place among the words that were written.
  package var place: Int
  /// Lower case, without a full stop.
  package var message: String
  /// What the fact can be.
  package var known: [String]
}

extension TenantRules {
  /// The placeholder for no name at all.
  package static let noName = "none"

  /// The fact that a name means, with its scope or without; `nil` if there is none.
  package func fact(_ name: String, isOfPerson: Bool) -> DecisionFact? {
    let names = isOfPerson ? [name, "account.\(name)"] : [name, "session.\(name)", "open.\(name)"]
    return names.compactMap { facts[$0] }.first
  }

  /// Lets a fact be what these words say, and gives those that do not fit.
  package func set(_ fact: DecisionFact, to words: [String], in values: inout FactValues) -> [UnfitWord] {
    switch fact.kind {
    case .names:
      let names = words == [Self.noName] ? [] : words
      values.names[fact.name] = Set(names)
      guard let listed = listedNames[fact.name] else { return [] }
      return names.enumerated().filter { !listed.contains($1) }.map { place, name in
        UnfitWord(place: place, message: "'\(name)' is not a name of '\(fact.name)'", known: listed.sorted() + [Self.noName])
      }
    case .word(let known):
      guard let word = words.first, words.count == 1 else { return [Self.notOne(fact)] }
      values.words[fact.name] = word
      return known.contains(word) ? [] : [UnfitWord(place: 0, message: "'\(word)' is not a word of '\(fact.name)'", known: known)]
    case .flag, .open:
      guard let word = words.first, words.count == 1 else { return [Self.notOne(fact)] }
      values.flags[fact.name] = word == "true"
      return ["true", "false"].contains(word)
        ? [] : [UnfitWord(place: 0, message: "'\(fact.name)' is true or false, found '\(word)'", known: [])]
    }
  }

  private static func notOne(_ fact: DecisionFact) -> UnfitWord {
    UnfitWord(place: 0, message: "'\(fact.name)' takes one word", known: [])
  }
}
